//! `logic_auto`: sets things going when a level begins, or goes on from a save.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, Value, ValueKind};

/// Is removed once it has fired.
const REMOVE_ON_FIRE: u32 = 1;

pub(crate) fn class() -> ClassDef {
    ClassDef::new("logic_auto", ClassKind::Point)
        .help("Fires when the level begins.")
        .flag(REMOVE_ON_FIRE, "Remove on fire", true)
        .output("OnMapSpawn", ValueKind::None, "When the level begins, in its first tick.")
        .output("OnLoadGame", ValueKind::None, "When the level goes on from a saved game.")
        .on_spawn(|world, auto| world.think_at(auto, world.time()))
        .on_think(|world, auto| fire(world, auto, "OnMapSpawn"))
        .on_restore(restored)
}

fn fire(world: &mut EntityWorld, auto: EntityId, output: &str) {
    world.fire_output(auto, output, world.player(), Value::None);
    if world.spawn_flags(auto) & REMOVE_ON_FIRE != 0 {
        world.remove(auto);
    }
}

/// A save of before the first tick has the level's beginning still to come.
fn restored(world: &mut EntityWorld, auto: EntityId) {
    let wired = |output: &str| output.eq_ignore_ascii_case("OnLoadGame");
    if world.wires(auto).any(|wire| wired(world.spelling(wire.output))) {
        fire(world, auto, "OnLoadGame");
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn it_fires_once_and_is_gone() {
        let mut stage = Stage::new("{ classname logic_auto targetname a spawnflags 1 }", &[]);
        assert!(stage.outputs().is_empty());
        stage.play(0.5);
        assert_eq!(stage.outputs(), ["OnMapSpawn", "OnKilled"]);
        assert_eq!(stage.world.find_by_name("a").count(), 0);
    }

    #[test]
    fn one_that_stays_fires_again_when_a_game_is_loaded() {
        let wires = "connections { OnLoadGame \"x,Kill\" }";
        let mut stage = Stage::new(&format!("{{ classname logic_auto targetname a {wires} }}"), &[]);
        stage.play(0.5);
        stage.world.run_restore_handlers();
        stage.play(0.5);
        assert_eq!(stage.outputs(), ["OnMapSpawn", "OnLoadGame"]);
    }
}
