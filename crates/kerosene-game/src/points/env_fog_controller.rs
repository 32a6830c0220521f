//! `env_fog_controller`: the fog of the level.
//!
//! Its keys are what is drawn; inputs write them.

use crate::shared::tinted::set;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Value, ValueKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("env_fog_controller", ClassKind::Point)
        .help("The fog of the level. Of several, the first one counts that is switched on.")
        .key("fogenable", KeyKind::Bool, "1", "Fog", "Whether there is fog.")
        .key("fogcolor", KeyKind::Color, "255 255 255", "Colour", "Red, green and blue, 0 to 255.")
        .key("fogstart", KeyKind::Float, "500", "Start", "Units from the eye to where it begins.")
        .key("fogend", KeyKind::Float, "2000", "End", "Units from the eye to where it is thickest.")
        .key(
            "fogmaxdensity",
            KeyKind::Float,
            "1",
            "Max density",
            "How much of what is behind it it hides there, 0 to 1.",
        )
        .input("TurnOn", ValueKind::None, |world, fog, _| turn(world, fog, true), "Lets the fog come.")
        .input("TurnOff", ValueKind::None, |world, fog, _| turn(world, fog, false), "Lets the fog go.")
        .input("SetColor", ValueKind::Text, set_color, "Changes its colour: `255 128 0`.")
        .input(
            "SetStartDist",
            ValueKind::Float,
            |world, it, event| set(world, it, "fogstart", event),
            "Changes where it begins.",
        )
        .input(
            "SetEndDist",
            ValueKind::Float,
            |world, it, event| set(world, it, "fogend", event),
            "Changes where it is thickest.",
        )
        .input(
            "SetMaxDensity",
            ValueKind::Float,
            |world, it, event| set(world, it, "fogmaxdensity", event),
            "Changes how much it hides.",
        )
}

fn turn(world: &mut EntityWorld, fog: EntityId, on: bool) {
    world.set_field(fog, "fogenable", Value::Int(i64::from(on)));
}

fn set_color(world: &mut EntityWorld, fog: EntityId, event: &InputEvent) {
    if let Some(color) = event.value.text() {
        world.set_field(fog, "fogcolor", Value::Text(color));
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn inputs_write_its_keys() {
        let mut stage = Stage::new("{ classname env_fog_controller targetname f fogstart 100 }", &[]);
        stage.input("f", "SetStartDist", "200");
        stage.input("f", "TurnOn", "");
        stage.input("f", "SetColor", "10 20 30");
        let fog = stage.find("f");
        assert_eq!(stage.world.float_field(fog, "fogstart"), Some(200.0));
        assert_eq!(stage.world.float_field(fog, "fogenable"), Some(1.0));
        assert_eq!(stage.world.text_field(fog, "fogcolor"), Some("10 20 30"));
        stage.input("f", "TurnOff", "");
        assert_eq!(stage.world.float_field(fog, "fogenable"), Some(0.0));
    }
}
