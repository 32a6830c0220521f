//! `env_sprite`: a picture that faces whoever looks.

use crate::shared::tinted;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, ValueKind};

pub(crate) fn class() -> ClassDef {
    let class = ClassDef::new("env_sprite", ClassKind::Point)
        .help("A picture that faces whoever looks. One without a name is always shown.")
        .key("model", KeyKind::Material, "sprites/glow", "Picture", "The material that it shows.")
        .key("scale", KeyKind::Float, "1", "Scale", "1 for 64 units from edge to edge.")
        .input("ShowSprite", ValueKind::None, |world, sprite, _| tinted::show(world, sprite, true), "Shows it.")
        .input("HideSprite", ValueKind::None, |world, sprite, _| tinted::show(world, sprite, false), "Hides it.")
        .input("ToggleSprite", ValueKind::None, toggle, "Shows or hides it.")
        .input("TurnOn", ValueKind::None, |world, sprite, _| tinted::show(world, sprite, true), "Shows it.")
        .input("TurnOff", ValueKind::None, |world, sprite, _| tinted::show(world, sprite, false), "Hides it.")
        .input("Toggle", ValueKind::None, toggle, "Shows or hides it.")
        .input(
            "SetScale",
            ValueKind::Float,
            |world, it, event| tinted::set(world, it, "scale", event),
            "Changes its size.",
        )
        .on_spawn(|world, sprite| tinted::show(world, sprite, tinted::begins_on(world, sprite)));
    tinted::with_tint(class)
}

fn toggle(world: &mut EntityWorld, sprite: EntityId, _: &InputEvent) {
    tinted::show(world, sprite, !tinted::is_shown(world, sprite));
}

#[cfg(test)]
mod tests {
    use crate::shared::{stage::Stage, tinted::is_shown};

    #[test]
    fn one_with_a_name_waits_to_be_told() {
        let text = "{ classname env_sprite targetname s spawnflags 1 } { classname env_glow targetname g }";
        let mut stage = Stage::new(text, &[]);
        let shown = |stage: &Stage| ["s", "g"].map(|name| is_shown(&stage.world, stage.find(name)));
        assert_eq!(shown(&stage), [true, false]);
        stage.input("s", "ToggleSprite", "");
        stage.input("g", "ShowSprite", "");
        assert_eq!(shown(&stage), [false, true]);
        stage.input("g", "HideSprite", "");
        assert_eq!(shown(&stage), [false, false]);
        let unnamed = Stage::new("{ classname env_sprite }", &[]);
        let sprite = unnamed.world.entities().last().unwrap_or(unnamed.world.entities().next().expect("world"));
        assert!(is_shown(&unnamed.world, sprite));
    }

    #[test]
    fn inputs_write_the_keys_that_mappers_write() {
        let mut stage = Stage::new("{ classname env_sprite targetname s }", &[]);
        for (input, value) in [("Color", "255 128 0"), ("Alpha", "100"), ("SetScale", "2.5"), ("Alpha", "much")] {
            let sprite = stage.find("s");
            let value = kerosene_entity::Value::Text(stage.world.intern(value));
            stage.world.accept_input(sprite, input, value, None, None);
        }
        let sprite = stage.find("s");
        assert_eq!(stage.world.text_field(sprite, "rendercolor"), Some("255 128 0"));
        assert_eq!(stage.world.float_field(sprite, "renderamt"), Some(100.0));
        assert_eq!(stage.world.float_field(sprite, "scale"), Some(2.5));
    }
}
