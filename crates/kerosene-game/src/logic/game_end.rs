//! `game_end`: the end of the game.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Request, ValueKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("game_end", ClassKind::Point)
        .help("Ends the game.")
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
