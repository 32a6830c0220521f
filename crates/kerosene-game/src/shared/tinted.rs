//! What sprites and beams have in common: colour, alpha, and whether they are shown.
//!
//! All of it is keys and switches that whoever draws reads; an input writes the key that a mapper writes.

use kerosene_entity::{ClassDef, EntityId, EntityWorld, Flags, InputEvent, KeyKind, Value, ValueKind};

/// Shown from the beginning, for one that has a name; Half-Life's and Source's bit.
pub(crate) const STARTS_ON: u32 = 1;

/// The keys, the flag and the inputs.
pub(crate) fn with_tint(class: ClassDef) -> ClassDef {
    class
        .key("rendercolor", KeyKind::Color, "255 255 255", "Colour", "Red, green and blue, 0 to 255.")
        .key("renderamt", KeyKind::Float, "255", "Brightness", "How much of it is to be seen, 0 to 255.")
        .flag(STARTS_ON, "Start on", true)
        .input("Color", ValueKind::Text, set_color, "Changes its colour: `255 128 0`.")
        .input(
            "Alpha",
            ValueKind::Float,
            |world, it, event| set(world, it, "renderamt", event),
            "Changes its brightness.",
        )
}

/// Whether one begins shown: one without a name always does, since no wire could show it.
pub(crate) fn begins_on(world: &EntityWorld, entity: EntityId) -> bool {
    world.name_of(entity).is_empty() || world.spawn_flags(entity) & STARTS_ON != 0
}

/// Shows one, or does not.
pub(crate) fn show(world: &mut EntityWorld, entity: EntityId, shown: bool) {
    world.change_flags(entity, |flags| flags.set(Flags::HIDDEN, !shown));
}

/// Whether one is shown.
pub(crate) fn is_shown(world: &EntityWorld, entity: EntityId) -> bool {
    !world.flags(entity).contains(Flags::HIDDEN)
}

/// Puts the number that an input brings into a key.
pub(crate) fn set(world: &mut EntityWorld, entity: EntityId, key: &str, event: &InputEvent) {
    if let Some(number) = event.value.float().filter(|number| number.is_finite()) {
        world.set_field(entity, key, Value::Float(number));
    }
}

fn set_color(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    if let Some(color) = event.value.text() {
        world.set_field(entity, "rendercolor", Value::Text(color));
    }
}
