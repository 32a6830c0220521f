//! The renderer.

mod beams;
mod debug_lines;
mod decals;
mod error;
mod eye;
mod frame;
mod gpu;
mod lights;
mod material;
mod model;
mod offscreen;
mod particles;
mod projection;
mod quads;
mod renderer;
mod settings;
mod shader;
mod sprites;
mod surfaces;
mod targets;
mod texture;
mod things;
pub mod visibility;
pub mod world;

/// Counts in tests what a picture takes from the heap.
#[cfg(test)]
#[global_allocator]
static ALLOCATOR: kerosene_test_alloc::CountingAllocator = kerosene_test_alloc::CountingAllocator;

pub use error::RenderError;
pub use frame::{
    Beam, BrushModel, Camera, DebugLine, Decal, Fog, Frame, LIGHT_STYLES, Light, LightShape, LightStyles, Particle,
    Pose, Prop, Sky, Sprite, Tonemap, View,
};
pub use gpu::{Gpu, GpuError};
pub use material::MaterialHandle;
pub use model::ModelHandle;
pub use offscreen::{OffscreenRenderer, Picture};
pub use projection::Projection;
pub use renderer::{FrameStatistics, LevelReport, Renderer};
pub use settings::RenderSettings;
pub use shader::ShaderError;
