//! `wall_toggle`: brushes that are there or not.

use crate::shared::visibility::{is_present, set_present};
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, ModelRole, ValueKind};

/// Begins hidden.
const STARTS_HIDDEN: u32 = 1;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("wall_toggle", ClassKind::Brush)
        .help("Brushes that are there or not.")
        .model(ModelRole::Static)
        .flag(STARTS_HIDDEN, "Starts hidden", false)
        .input("Toggle", ValueKind::None, toggle, "Shows or hides it.")
        .input("Use", ValueKind::None, toggle, "Shows or hides it.")
        .input("Show", ValueKind::None, |world, wall, _| set_present(world, wall, true), "Shows it.")
        .input("Hide", ValueKind::None, |world, wall, _| set_present(world, wall, false), "Hides it.")
        .on_spawn(|world, wall| {
            let present = world.spawn_flags(wall) & STARTS_HIDDEN == 0;
            set_present(world, wall, present);
        })
}

fn toggle(world: &mut EntityWorld, wall: EntityId, _: &InputEvent) {
    let present = is_present(world, wall);
    set_present(world, wall, !present);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::Flags;

    #[test]
    fn it_comes_and_goes() {
        let mut stage = Stage::new("{ classname func_wall_toggle targetname w spawnflags 1 model *1 }", &[[0.0; 6]]);
        let wall = stage.find("w");
        let gone = Flags::HIDDEN | Flags::NON_SOLID;
        assert_eq!(stage.world.flags(wall), gone);
        stage.input("w", "Toggle", "");
        assert_eq!(stage.world.flags(wall), Flags::empty());
        stage.input("w", "Hide", "");
        assert_eq!(stage.world.flags(wall), gone);
        stage.input("w", "Show", "");
        assert_eq!(stage.world.flags(wall), Flags::empty());
    }
}
