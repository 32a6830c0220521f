//! Where things are drawn between two ticks.
//!
//! Nothing is kept for it beyond what the movers' step keeps anyway: where each brush model was before it. What is parented
//! to one was in the same place of its frame.

use crate::{engine::Engine, world::World};
use kerosene_bsp::ModelPose;
use kerosene_entity::{EntityId, EntityWorld, Parent, Pose};
use kerosene_math::{Angles, Vec3};

/// Parents of parents that are looked at.
const MOST_PARENTS: usize = 16;

/// A brush model of an entity, in the last two ticks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedModel {
    /// Whose it is.
    pub entity: EntityId,
    /// Its number in the map, from 1.
    pub model: u32,
    /// Where it was a tick ago; where it is, if it was put there at once.
    pub previous: ModelPose,
    /// Where it is.
    pub pose: ModelPose,
    /// Where it was compiled.
    pub home: ModelPose,
}

impl PlacedModel {
    /// Where it is drawn, `alpha` (0 to 1) of the way from the last tick but one to the last.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// for placed in engine.world().expect("a level").placed_models() {
    ///     assert_eq!(placed.at(0.5), placed.pose); // nothing has moved yet
    /// }
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    #[must_use]
    pub fn at(&self, alpha: f32) -> ModelPose {
        let (origin, angles) =
            between((self.previous.origin, self.previous.angles), (self.pose.origin, self.pose.angles), alpha);
        ModelPose { origin, angles }
    }
}

impl World {
    /// The brush models of entities, in the order of slots.
    pub fn placed_models(&self) -> impl Iterator<Item = PlacedModel> + '_ {
        self.parts.iter().enumerate().map(|(index, part)| PlacedModel {
            entity: part.entity,
            model: part.model,
            previous: part.previous,
            pose: part.pose,
            home: self.models.home(index),
        })
    }

    /// Where an entity was a tick ago, as far as that is known: brush models, and what is parented to them.
    fn previous_pose(&self, entities: &EntityWorld, entity: EntityId, depth: usize) -> Option<Pose> {
        if let Some(index) = self.index_of_entity(entity) {
            let ModelPose { origin, angles } = self.parts[index].previous;
            return Some(Pose::new(origin, angles));
        }
        let parent = entities.get::<Parent>(entity).filter(|_| depth < MOST_PARENTS)?;
        Some(self.previous_pose(entities, parent.parent?, depth + 1)?.place(parent.local()))
    }
}

impl Engine {
    /// Where an entity is drawn, `alpha` (0 to 1) of the way from the last tick but one to the last. `None` without a level.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.load_map(FALLBACK_MAP)?;
    /// let entities = engine.entities().expect("a level");
    /// let first = entities.entities().next().expect("the world");
    /// assert_eq!(engine.interpolated_pose(first, 0.5), Some(entities.pose(first)));
    /// # Ok::<(), kerosene_engine::LoadError>(())
    /// ```
    pub fn interpolated_pose(&self, entity: EntityId, alpha: f32) -> Option<Pose> {
        let level = self.level.as_ref()?;
        let pose = level.entities.pose(entity);
        let Some(previous) = level.world.previous_pose(&level.entities, entity, 0) else { return Some(pose) };
        let (origin, angles) = between((previous.origin, previous.angles()), (pose.origin, pose.angles()), alpha);
        Some(Pose::new(origin, angles))
    }
}

/// On the straight way from one place to another, turned the shorter way.
fn between(from: (Vec3, Angles), to: (Vec3, Angles), alpha: f32) -> (Vec3, Angles) {
    if from == to {
        return to;
    }
    let (start, end) = (from.1, to.1);
    let turn = Angles::new(end.pitch - start.pitch, end.yaw - start.yaw, end.roll - start.roll).normalized();
    let left = 1.0 - alpha;
    // Counted back from where it is, so that nothing is lost where it has arrived.
    let angles = Angles::new(end.pitch - turn.pitch * left, end.yaw - turn.yaw * left, end.roll - turn.roll * left);
    (to.0 - (to.0 - from.0) * left, angles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_way_is_in_the_middle_and_turned_the_shorter_way() {
        let from = (Vec3::ZERO, Angles::new(0.0, 350.0, 0.0));
        let to = (Vec3::new(8.0, 0.0, 2.0), Angles::new(10.0, 10.0, 0.0));
        let (origin, angles) = between(from, to, 0.5);
        assert_eq!(origin, Vec3::new(4.0, 0.0, 1.0));
        assert_eq!(angles.normalized(), Angles::new(5.0, 0.0, 0.0));
        assert_eq!(between(from, to, 1.0), to);
    }
}
