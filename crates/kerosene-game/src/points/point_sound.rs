//! `point_sound`: a sound that plays once each time.

use crate::shared::speaker;
use kerosene_entity::{ClassDef, EntityId, EntityWorld, InputEvent, ValueKind};

pub(crate) fn class() -> ClassDef {
    speaker::class("point_sound")
        .help("A sound that plays once each time.")
        .input("Play", ValueKind::None, play, "Plays.")
        .input("PlaySound", ValueKind::None, play, "Plays.")
}

fn play(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    speaker::play(world, entity, false, event.activator);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, SoundRequest};

    #[test]
    fn it_is_silent_until_it_is_told() {
        let mut stage = Stage::new("{ classname point_sound targetname s sound bell }", &[]);
        assert!(stage.requests().is_empty());
        stage.input("s", "Play", "");
        let sound = stage.world.intern("bell");
        assert_eq!(stage.requests(), [Request::PlaySound(SoundRequest::once(sound))]);
        assert_eq!(stage.outputs(), ["OnPlay"]);
    }
}
