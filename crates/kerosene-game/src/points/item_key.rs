//! `item_key`: a key that a player carries to a door.

use crate::shared::item::{self, Item};
use crate::shared::keyring;
use crate::shared::trigger::show_message;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, KeyKind, ModelRole, Touch, Value, ValueKind};
use kerosene_world::TextId;

/// The key that one without a name is.
const DEFAULT: &str = "silver";

pub(crate) fn class() -> ClassDef {
    ClassDef::new("item_key", ClassKind::Point)
        .help("A key that a player carries to a door. Who has one of its kind leaves it.")
        .model(ModelRole::Static)
        .component::<Item>()
        .key("keyname", KeyKind::String, DEFAULT, "Key", "What doors call it that it opens.")
        .key("model", KeyKind::Model, "props/key", "Model", "What it looks like.")
        .key("message", KeyKind::String, "", "Message", "Shown to whoever takes it.")
        .output("OnPlayerTouch", ValueKind::None, "When a player has it.")
        .on_touch(touched)
}

fn touched(world: &mut EntityWorld, entity: EntityId, touch: &Touch) {
    let Some(player) = item::comer(world, entity, touch) else { return };
    let key = key_of(world, entity);
    if keyring::count(world, player, key) > 0 {
        return;
    }
    keyring::give(world, player, key);
    show_message(world, entity, Some(player));
    world.fire_output(entity, "OnPlayerTouch", Some(player), Value::None);
    world.remove_by(entity, Some(player));
}

fn key_of(world: &mut EntityWorld, entity: EntityId) -> TextId {
    match world.field(entity, "keyname") {
        Some(Value::Text(key)) => key,
        // A number is a name too.
        other => {
            let name = other.map_or_else(|| DEFAULT.to_owned(), |value| world.shown(value).to_string());
            world.intern(&name)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::{EntityId, TouchPhase};
    use kerosene_math::Vec3;

    const LEVEL: &str = "
        { classname item_key targetname k keyname gold message \"A key\" }
        { classname item_key targetname l keyname gold }
        { classname door targetname d model *1 movedir \"0 90 0\" keyname gold team t lip 14 wait -1 }
        { classname door targetname e model *1 movedir \"0 90 0\" keyname gold team t lip 14 wait -1 }";

    fn run_into(stage: &mut Stage, name: &str, player: EntityId) {
        stage.touch(name, player, TouchPhase::Start);
        stage.play(2.5);
        stage.touch(name, player, TouchPhase::End);
    }

    #[test]
    fn it_opens_the_doors_that_need_it_and_stays_in_them() {
        let mut stage = Stage::new(LEVEL, &[[0.0, 0.0, 0.0, 16.0, 64.0, 96.0]]);
        let player = stage.player(Vec3::ZERO);
        run_into(&mut stage, "d", player);
        assert_eq!(
            (stage.messages(), stage.outputs()),
            (vec!["You need the gold key".to_owned()], vec!["OnLockedUse".to_owned()])
        );
        run_into(&mut stage, "k", player);
        assert_eq!(stage.messages(), ["A key"]);
        // A second one is left where it is.
        run_into(&mut stage, "l", player);
        assert_eq!(stage.world.find_by_name("l").count(), 1);
        stage.outputs();
        run_into(&mut stage, "d", player);
        assert_eq!(stage.outputs(), ["OnOpen", "OnOpen", "OnFullyOpen", "OnFullyOpen"]);
        assert!(stage.messages().is_empty());
        run_into(&mut stage, "l", player);
        assert_eq!(stage.world.find_by_name("l").count(), 0, "the first one is in the door");
    }
}
