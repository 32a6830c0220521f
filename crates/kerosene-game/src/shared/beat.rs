//! What happens again and again: each time is counted from when the last one was due, not from the tick that noticed it.

use kerosene_entity::{Due, EntityId, EntityWorld, Time};
use kerosene_world::Component;

/// Lets an entity think at a moment, and keeps the moment in its component, for the next one to be counted from.
pub(crate) fn at<C: Component>(
    world: &mut EntityWorld,
    entity: EntityId,
    next: Time,
    keep: impl FnOnce(&mut C) -> &mut Due,
) {
    if let Some(mut state) = world.get_mut::<C>(entity) {
        *keep(&mut state) = Due::at(next);
    }
    world.think_at(entity, next);
}
