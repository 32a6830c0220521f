//! Brushes that come and go.

use kerosene_entity::{EntityId, EntityWorld, Flags};

/// Shows an entity and lets it stand in the way, or neither.
pub(crate) fn set_present(world: &mut EntityWorld, entity: EntityId, present: bool) {
    world.change_flags(entity, |flags| flags.set(Flags::HIDDEN | Flags::NON_SOLID, !present));
}

/// Whether an entity is shown.
pub(crate) fn is_present(world: &EntityWorld, entity: EntityId) -> bool {
    !world.flags(entity).contains(Flags::HIDDEN)
}
