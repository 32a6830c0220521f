//! What is switched on and off.

use kerosene_entity::{ClassDef, EntityId, EntityWorld, Flags, InputEvent, ValueKind};

/// A class that `Toggle` switches on or off; `Enable` and `Disable` every class has.
pub(crate) fn with_toggle(class: ClassDef) -> ClassDef {
    class.input("Toggle", ValueKind::None, toggle, "Switches it on or off.")
}

/// Switches an entity on where it is off, and off where it is on.
pub(crate) fn toggle(world: &mut EntityWorld, entity: EntityId, _: &InputEvent) {
    world.change_flags(entity, |flags| flags.toggle(Flags::DISABLED));
}
