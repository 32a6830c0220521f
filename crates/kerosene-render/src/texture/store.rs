//! Textures by name, each loaded once.

use super::placeholder::{SIDE, checker};
use super::upload::{upload, upload_asset};
use crate::gpu::Gpu;
use kerosene_asset::{Texture, TextureFlags, TextureName};
use kerosene_vfs::Vfs;
use std::collections::BTreeMap;
use std::sync::Arc;
use wgpu::{TextureFormat, TextureView};

/// A texture on the GPU.
#[derive(Debug)]
pub(crate) struct LoadedTexture {
    pub(crate) view: TextureView,
    /// Width and height in texels.
    pub(crate) size: [u32; 2],
    pub(crate) flags: TextureFlags,
}

/// Textures by name.
#[derive(Debug)]
pub(crate) struct TextureStore {
    /// Those that were asked for; none for those that cannot be read.
    named: BTreeMap<TextureName, Option<Arc<LoadedTexture>>>,
    pub(crate) white: Arc<LoadedTexture>,
    /// A normal that points straight up.
    pub(crate) flat: Arc<LoadedTexture>,
    pub(crate) checker: Arc<LoadedTexture>,
    /// What could not be read and why, since it was last asked.
    faults: Vec<String>,
}

impl TextureStore {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let levels = checker().into_iter().map(Into::into).collect();
        let checker = upload(gpu, "placeholder", TextureFormat::Rgba8UnormSrgb, [SIDE; 2], &[levels]);
        Self {
            named: BTreeMap::new(),
            white: Arc::new(single(gpu, "white", [255; 4])),
            flat: Arc::new(single(gpu, "flat normal", [128, 128, 255, 255])),
            checker: Arc::new(loaded(&checker)),
            faults: Vec::new(),
        }
    }

    /// Another one with the same placeholders, and without any named ones.
    pub(crate) fn emptied(&self) -> Self {
        let [white, flat, checker] = [&self.white, &self.flat, &self.checker].map(Arc::clone);
        Self { named: BTreeMap::new(), white, flat, checker, faults: Vec::new() }
    }

    /// Forgets all named ones.
    pub(crate) fn clear(&mut self) {
        self.named.clear();
    }

    /// What could not be read since the last call.
    pub(crate) fn take_faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }

    /// The texture of a name; none where its file is missing or damaged, which is said once.
    pub(crate) fn get(&mut self, gpu: &Gpu, name: &TextureName, content: &Vfs) -> Option<Arc<LoadedTexture>> {
        if let Some(known) = self.named.get(name) {
            return known.clone();
        }
        let read = read(name, content).map_err(|fault| self.faults.push(fault)).ok();
        let texture = read.map(|texture| {
            let view = upload_asset(gpu, name.as_str(), &texture);
            Arc::new(LoadedTexture { view, size: [texture.width(), texture.height()], flags: texture.flags })
        });
        self.named.insert(name.clone(), texture.clone());
        texture
    }
}

/// Reads a texture's file.
pub(crate) fn read(name: &TextureName, content: &Vfs) -> Result<Texture, String> {
    let path = name.path();
    let bytes = content.read(&path).map_err(|error| error.to_string())?;
    Texture::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))
}

fn single(gpu: &Gpu, label: &str, pixel: [u8; 4]) -> LoadedTexture {
    loaded(&upload(gpu, label, TextureFormat::Rgba8Unorm, [1; 2], &[vec![pixel.to_vec().into()]]))
}

fn loaded(texture: &wgpu::Texture) -> LoadedTexture {
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    LoadedTexture { view, size: [texture.width(), texture.height()], flags: TextureFlags::empty() }
}
