//! The renderer.

mod frame;
mod model;
mod texture;

pub use frame::{
    Beam, BrushModel, Camera, DebugLine, Decal, Fog, Frame, LIGHT_STYLES, Light, LightShape, LightStyles, Particle,
    Pose, Prop, Sky, Sprite, Tonemap, View,
};
pub use model::ModelHandle;
pub use texture::MaterialHandle;
