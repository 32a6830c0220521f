//! Models: `.kmdl`.

mod data;
mod error;
mod hull;
mod pose;
mod read;
mod skeleton;
mod validate;
mod vertices;
mod write;

pub use data::{Attachment, ModelData};
pub use data::{Level, MAX_COORDINATE, MAX_HULLS, MAX_LEVELS, MAX_MATERIALS, MODEL_MAGIC, MODEL_VERSION, Mesh, Model};
pub use error::ModelError;
pub use hull::{Hull, MAX_HULL_POINTS};
pub use skeleton::{Bone, Channel, Clip, MAX_BONES, MAX_CLIPS, MAX_FRAMES, Track, Transform};
pub use vertices::{SkinVertex, Vertices};
