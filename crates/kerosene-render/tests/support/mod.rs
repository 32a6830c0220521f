//! Maps, content and a renderer for tests.
#![allow(dead_code, reason = "not every test binary uses all of it")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use kerosene_asset::{Material, PixelFormat, Texture, TextureName};
use kerosene_bsp::sample::{self, SampleBrush};
use kerosene_bsp::{Bsp, BspFile};
use kerosene_math::Vec3;
use kerosene_render::{GpuError, OffscreenRenderer, Picture, RenderError};
use kerosene_vfs::{BuiltinFile, Vfs};

/// Size of the pictures: small, since a software driver draws them.
pub(crate) const SIZE: [u32; 2] = [160, 120];

/// A renderer; none, which is said, where there is no GPU.
pub(crate) fn off_screen() -> Option<OffscreenRenderer> {
    match OffscreenRenderer::new() {
        Err(RenderError::Gpu(GpuError::NoAdapter(error))) => {
            assert!(std::env::var_os("KEROSENE_REQUIRE_GPU").is_none(), "no GPU: {error}");
            eprintln!("skipped: no GPU ({error})");
            None
        }
        other => Some(other.unwrap()),
    }
}

/// No files at all: placeholders stand for everything.
pub(crate) fn content() -> Vfs {
    Vfs::new()
}

/// Nine rooms side by side with openings between them.
pub(crate) fn grid() -> BspFile {
    sample::grid(3).to_file().unwrap()
}

/// A closed room, 512 by 512 by 256, with a block that is a brush model.
pub(crate) fn rooms() -> BspFile {
    let block = SampleBrush::block(Vec3::new(32.0, -32.0, 32.0), Vec3::new(64.0, 32.0, 96.0));
    sample::room_with([vec![block]]).to_file().unwrap()
}

/// A closed room as it is edited: its one material is `sample/wall`.
pub(crate) fn room() -> Bsp {
    sample::room()
}

/// Files of a game, by path.
#[derive(Default)]
pub(crate) struct Files(Vec<BuiltinFile>);

impl Files {
    fn add(&mut self, path: String, bytes: Vec<u8>) {
        self.0.push(BuiltinFile { path: path.leak(), bytes: bytes.leak() });
    }

    /// Adds the material of the room's walls.
    pub(crate) fn wall(self, material: &Material) -> Self {
        self.material("sample/wall", material)
    }

    /// Adds a material.
    pub(crate) fn material(mut self, name: &str, material: &Material) -> Self {
        self.add(format!("materials/{name}.kmat_c"), material.to_bytes());
        self
    }

    /// Adds a texture of pixels in sRGB.
    pub(crate) fn texture(mut self, name: &str, size: [u32; 2], pixels: &[[u8; 4]]) -> Self {
        let mip = kerosene_asset::Mip { bytes: pixels.concat() };
        let texture = Texture::new(PixelFormat::Rgba8Srgb, size[0], size[1], vec![mip]).unwrap();
        self.add(TextureName::new(name).unwrap().path(), texture.to_bytes());
        self
    }

    /// The files as content.
    pub(crate) fn mounted(self) -> Vfs {
        let mut content = Vfs::new();
        content.mount_builtin("test", self.0.leak());
        content
    }
}

/// The pixel at a place of a picture, each axis from 0 to 1.
pub(crate) fn pixel(picture: &Picture, x: f32, y: f32) -> [u8; 4] {
    let at = |place: f32, side: u32| ((place * side as f32) as u32).min(side - 1) as usize;
    let start = (at(y, picture.size[1]) * picture.size[0] as usize + at(x, picture.size[0])) * 4;
    [0, 1, 2, 3].map(|channel| picture.rgba[start + channel])
}
