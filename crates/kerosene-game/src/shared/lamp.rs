//! What all lights have in common: they are switched on and off.
//!
//! Whether a light is on is its `Enable` and `Disable`; what is drawn follows that.

use super::switch;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, Flags, InputEvent, KeyKind, Value, ValueKind};

/// Begins dark.
const STARTS_OFF: u32 = 1;

/// What every light class declares.
pub(crate) fn class(name: &'static str) -> ClassDef {
    ClassDef::new(name, ClassKind::Point)
        .key("_light", KeyKind::Color, "255 255 255 200", "Colour and brightness", "Red, green, blue, brightness.")
        .key("_constant_attn", KeyKind::Float, "0", "Constant", "Share of the light that does not fall off.")
        .key("_linear_attn", KeyKind::Float, "0", "Linear", "Share of the light that falls off with the distance.")
        .key("_quadratic_attn", KeyKind::Float, "1", "Quadratic", "Share that falls off with the distance squared.")
        .flag(STARTS_OFF, "Initially dark", false)
        .input("TurnOn", ValueKind::None, turn_on, "Switches it on.")
        .input("TurnOff", ValueKind::None, turn_off, "Switches it off.")
        .input("Toggle", ValueKind::None, toggle, "Switches it on or off.")
        .output("OnTurnedOn", ValueKind::None, "When it goes on.")
        .output("OnTurnedOff", ValueKind::None, "When it goes off.")
        .on_spawn(|world, light| {
            if world.spawn_flags(light) & STARTS_OFF != 0 {
                world.change_flags(light, |flags| flags.insert(Flags::DISABLED));
            }
        })
}

/// The keys of lights that shine one way.
pub(crate) fn with_cone(class: ClassDef) -> ClassDef {
    class
        .key("pitch", KeyKind::Float, "0", "Pitch", "Degrees upwards; takes the place of that of the angles.")
        .key("_cone", KeyKind::Float, "45", "Outer angle", "Degrees from the middle to where it is dark.")
        .key("_inner_cone", KeyKind::Float, "30", "Inner angle", "Degrees from the middle to where it grows darker.")
        .key("_exponent", KeyKind::Float, "1", "Focus", "How quickly it grows darker between the two.")
}

fn turn_on(world: &mut EntityWorld, light: EntityId, event: &InputEvent) {
    if !world.is_enabled(light) {
        toggle(world, light, event);
    }
}

fn turn_off(world: &mut EntityWorld, light: EntityId, event: &InputEvent) {
    if world.is_enabled(light) {
        toggle(world, light, event);
    }
}

fn toggle(world: &mut EntityWorld, light: EntityId, event: &InputEvent) {
    switch::toggle(world, light, event);
    let output = if world.is_enabled(light) { "OnTurnedOn" } else { "OnTurnedOff" };
    world.fire_output(light, output, event.activator, Value::None);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn lights_go_on_and_off() {
        for class in ["light", "light_spot", "light_dynamic"] {
            let mut stage = Stage::new(&format!("{{ classname {class} targetname l spawnflags 1 }}"), &[]);
            for input in ["TurnOff", "TurnOn", "TurnOn", "Toggle", "Toggle"] {
                stage.input("l", input, "");
            }
            assert_eq!(stage.outputs(), ["OnTurnedOn", "OnTurnedOff", "OnTurnedOn"], "{class}");
        }
    }
}
