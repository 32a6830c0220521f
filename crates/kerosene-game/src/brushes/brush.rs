//! `brush`: brushes that stand where they are, and that can be switched off.

use crate::shared::visibility::{is_present, set_present};
use kerosene_entity::{
    ClassDef, ClassKind, EntityId, EntityWorld, Flags, InputEvent, KeyKind, ModelRole, Value, ValueKind,
};

/// `solidity`: in nobody's way, switched on or off.
const NEVER_SOLID: i64 = 1;
/// `solidity`: in the way, switched on or off.
const ALWAYS_SOLID: i64 = 2;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("brush", ClassKind::Brush)
        .help("Brushes that stand where they are. Switched off, they are neither seen nor felt.")
        .model(ModelRole::Static)
        .key("solidity", KeyKind::Choices, "0", "Solidity", "Whether it is in the way.")
        .choice("0", "While it is on")
        .choice("1", "Never")
        .choice("2", "Always")
        .input("Enable", ValueKind::None, |world, brush, _| switch(world, brush, true), "Shows it.")
        .input("Disable", ValueKind::None, |world, brush, _| switch(world, brush, false), "Hides it.")
        .input("Toggle", ValueKind::None, toggle, "Shows or hides it.")
        .input("IncrementTextureIndex", ValueKind::None, next_texture, "Shows the next of its textures.")
        .on_spawn(|world, brush| {
            let on = world.is_enabled(brush);
            switch(world, brush, on);
        })
}

fn switch(world: &mut EntityWorld, brush: EntityId, on: bool) {
    let solidity = world.field(brush, "solidity").and_then(Value::int).unwrap_or(0);
    set_present(world, brush, on);
    world.change_flags(brush, |flags| {
        flags.set(Flags::DISABLED, !on);
        match solidity {
            NEVER_SOLID => flags.insert(Flags::NON_SOLID),
            ALWAYS_SOLID => flags.remove(Flags::NON_SOLID),
            _ => {}
        }
    });
}

fn toggle(world: &mut EntityWorld, brush: EntityId, _: &InputEvent) {
    let on = is_present(world, brush);
    switch(world, brush, !on);
}

/// Which of its textures is shown is kept; there is nothing yet that draws it.
fn next_texture(world: &mut EntityWorld, brush: EntityId, _: &InputEvent) {
    let index = world.field(brush, "textureindex").and_then(Value::int).unwrap_or(0);
    world.set_field(brush, "textureindex", Value::Int(index.wrapping_add(1)));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;

    fn flags_after(keys: &str, inputs: &[&str]) -> Flags {
        let mut stage = Stage::new(&format!("{{ classname brush targetname b model *1 {keys} }}"), &[[0.0; 6]]);
        inputs.iter().for_each(|input| stage.input("b", input, ""));
        stage.world.flags(stage.find("b"))
    }

    #[test]
    fn what_is_switched_off_is_neither_seen_nor_felt() {
        let off = Flags::DISABLED | Flags::HIDDEN | Flags::NON_SOLID;
        assert_eq!(flags_after("", &[]), Flags::empty());
        assert_eq!(flags_after("startdisabled 1", &[]), off);
        assert_eq!(flags_after("", &["Disable"]), off);
        assert_eq!(flags_after("", &["Toggle", "Toggle"]), Flags::empty());
        assert_eq!(flags_after("startdisabled 1", &["Enable"]), Flags::empty());
    }

    #[test]
    fn solidity_can_be_independent_of_the_switch() {
        assert_eq!(flags_after("solidity 1", &[]), Flags::NON_SOLID);
        assert_eq!(flags_after("solidity 2", &["Disable"]), Flags::DISABLED | Flags::HIDDEN);
    }
}
