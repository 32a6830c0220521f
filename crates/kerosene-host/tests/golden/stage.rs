//! Where scenes are set up and drawn.

use crate::content;
use crate::metric::Image;
use kerosene_bsp::BspFile;
use kerosene_engine::EngineOptions;
use kerosene_math::{Angles, Vec3};
use kerosene_render::{
    BrushModel, Camera, Frame, GpuError, MaterialHandle, ModelHandle, OffscreenRenderer, RenderError, View,
};
use kerosene_vfs::Vfs;

/// Size of all pictures.
pub(crate) const SIZE: [u32; 2] = [480, 270];

/// A renderer, the content of all scenes, and the frame that a scene fills.
pub(crate) struct Stage {
    off_screen: OffscreenRenderer,
    content: Vfs,
    pub(crate) frame: Frame,
}

impl Stage {
    /// A stage, or nothing, with a note, where there is no GPU and none is required.
    pub(crate) fn new() -> Option<Self> {
        let off_screen = match OffscreenRenderer::new() {
            Err(RenderError::Gpu(GpuError::NoAdapter(error))) => {
                let is_required = std::env::var("KEROSENE_REQUIRE_GPU").is_ok_and(|value| value == "1");
                assert!(!is_required, "KEROSENE_REQUIRE_GPU=1 and no GPU driver: {error}");
                println!("skipped: no GPU driver ({error})");
                return None;
            }
            other => other.unwrap(),
        };
        let mut content = EngineOptions::default().vfs;
        content.mount_builtin("scenes", Box::leak(content::files().into_boxed_slice()));
        Some(Self { off_screen, content, frame: Frame::default() })
    }

    /// Loads a level and begins an empty frame in it.
    pub(crate) fn load(&mut self, map: &BspFile) {
        self.off_screen.renderer_mut().load_level(map, &self.content).unwrap();
        self.frame = Frame { time: 1.0, ..Frame::default() };
    }

    /// Stands at `place`, looking down by `pitch` and to `yaw`.
    pub(crate) fn look(&mut self, place: [f32; 3], pitch: f32, yaw: f32) {
        let angles = Angles::new(pitch, yaw, 0.0);
        self.frame.camera = Camera { origin: Vec3::from_array(place), angles, ..Camera::default() };
    }

    /// How the picture is shown.
    pub(crate) fn view(&mut self) -> &mut View {
        &mut self.frame.view
    }

    /// Shows a brush model where it was built.
    pub(crate) fn brush_model(&mut self, model: u32) -> &mut BrushModel {
        let upright = kerosene_bsp::Orientation::UPRIGHT;
        self.frame.brush_models.push(BrushModel { model, origin: Vec3::ZERO, orientation: upright, tint: [1.0; 4] });
        self.frame.brush_models.last_mut().unwrap()
    }

    /// A material of the scenes.
    pub(crate) fn material(&mut self, name: &str) -> MaterialHandle {
        self.off_screen.renderer_mut().material(&format!("scene/{name}"), &self.content)
    }

    /// A model.
    pub(crate) fn model(&mut self, path: &str) -> ModelHandle {
        self.off_screen.renderer_mut().model(path, &self.content).unwrap()
    }

    /// Makes a sky known, and shows it.
    pub(crate) fn sky(&mut self, name: &str) {
        assert!(self.off_screen.renderer_mut().sky(name, &self.content), "no sky {name}");
        name.clone_into(&mut self.frame.sky.name);
    }

    /// Draws the frame.
    pub(crate) fn draw(&mut self) -> Image {
        let picture = self.off_screen.draw(&self.frame, SIZE).unwrap();
        let rgb = picture.rgba.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Image { size: picture.size, rgb }
    }
}
