//! `logic_autosave`: saves the game.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Request, Value, ValueKind};

/// Name of the saved game where the key names none.
const DEFAULT_NAME: &str = "auto";

pub(crate) fn class() -> ClassDef {
    ClassDef::new("logic_autosave", ClassKind::Point)
        .help("Saves the game.")
        .key("savename", KeyKind::String, DEFAULT_NAME, "Name of the save", "Name of the saved game.")
        .input("Save", ValueKind::None, save, "Saves the game at the end of the tick.")
        .input("SaveDangerous", ValueKind::Float, save, "The same; whether the player soon dies is not asked.")
}

fn save(world: &mut EntityWorld, autosave: EntityId, _: &InputEvent) {
    let chosen = world.field(autosave, "savename").and_then(Value::text);
    let name = chosen.unwrap_or_else(|| world.intern(DEFAULT_NAME));
    world.request(Some(autosave), Request::Save { name });
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::Request;

    #[test]
    fn it_asks_for_a_save_of_its_name() {
        let mut stage = Stage::new("{ classname logic_autosave targetname s }", &[]);
        stage.input("s", "Save", "");
        let name = stage.world.intern("auto");
        assert_eq!(stage.requests(), [Request::Save { name }]);
    }
}
