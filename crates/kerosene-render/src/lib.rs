//! The renderer.

mod error;
mod frame;
mod gpu;
mod material;
mod model;
mod offscreen;
mod projection;
mod renderer;
mod settings;
mod shader;
mod targets;
mod texture;
pub mod visibility;
pub mod world;

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
