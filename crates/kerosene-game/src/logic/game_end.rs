//! `game_end`: the end of the game.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Request, ValueKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("game_end", ClassKind::Point)
        .help("Ends the game: shows its message and leaves the level, unless the game has an end of its own.")
        .key("message", KeyKind::String, "", "Message", "Shown at the end.")
        .input("EndGame", ValueKind::None, end, "Ends the game.")
        .input("GameEnd", ValueKind::None, end, "Ends the game.")
}

fn end(world: &mut EntityWorld, entity: EntityId, _: &InputEvent) {
    world.request(Some(entity), Request::EndGame);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::Request;

    #[test]
    fn it_asks_for_the_end() {
        let mut stage = Stage::new("{ classname game_end targetname e }", &[]);
        stage.input("e", "EndGame", "");
        assert_eq!(stage.requests(), [Request::EndGame]);
    }
}
