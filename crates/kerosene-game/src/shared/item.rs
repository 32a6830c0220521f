//! What players pick up.

use super::who;
use kerosene_entity::{EntityId, EntityWorld, Touch, TouchPhase};
use kerosene_world::Component;

/// The box in which an item is touched. The engine reads it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "item")]
pub(crate) struct Item {
    /// Units along an edge of the box in which it is touched.
    #[field(label = "Touch size", default = "32")]
    touch_size: f32,
}

/// The player who comes to an item, while it can be had.
pub(crate) fn comer(world: &EntityWorld, item: EntityId, touch: &Touch) -> Option<EntityId> {
    visitor(world, item, touch).filter(|_| touch.phase == TouchPhase::Start)
}

/// The player who is at an item, while it can be had.
pub(crate) fn visitor(world: &EntityWorld, item: EntityId, touch: &Touch) -> Option<EntityId> {
    let is_there = touch.phase != TouchPhase::End && world.is_enabled(item) && who::is_player(world, touch.other);
    is_there.then_some(touch.other)
}
