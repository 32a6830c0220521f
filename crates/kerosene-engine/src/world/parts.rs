//! What belongs to a brush model, beside the model.

use kerosene_bsp::ModelPose;
use kerosene_entity::{EntityId, Pose};
use kerosene_math::Vec3;

/// A brush entity as collision sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Part {
    /// Whose it is.
    pub(crate) entity: EntityId,
    /// Number of the model in the compiled map.
    pub(crate) model: u32,
    /// Where the model is.
    pub(crate) pose: ModelPose,
    /// Where it was before the movers' last step: the difference is how it moves.
    pub(crate) previous: ModelPose,
    /// Whether its brushes count.
    pub(crate) solid: bool,
    /// How it takes those along who stand on it, in units a second.
    pub(crate) conveyor: Vec3,
}

impl Part {
    /// A model at rest.
    pub(crate) fn new(entity: EntityId, model: u32, pose: ModelPose) -> Self {
        Self { entity, model, pose, previous: pose, solid: true, conveyor: Vec3::ZERO }
    }
}

/// An entity's pose as collision has it.
pub(crate) fn model_pose(pose: Pose) -> ModelPose {
    ModelPose { origin: pose.origin, angles: pose.angles() }
}
