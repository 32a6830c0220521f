//! Inputs that bring a number for a component.

use kerosene_entity::{EntityId, EntityWorld, InputEvent};
use kerosene_world::Component;

/// Puts the number that an input brings where it belongs; nothing without one.
pub(crate) fn put<C: Component>(
    world: &mut EntityWorld,
    entity: EntityId,
    event: &InputEvent,
    put: impl FnOnce(&mut C, f32),
) {
    if let (Some(number), Some(mut state)) = (event.value.float(), world.get_mut::<C>(entity)) {
        put(&mut state, number);
    }
}
