//! `trigger_once`: acts for the first one inside, and is gone.

use super::trigger_multiple;
use kerosene_entity::{ClassDef, EntityId, EntityWorld, Value};

pub(crate) fn class() -> ClassDef {
    trigger_multiple::declare("trigger_once").help("Fires for the first one who comes in, and is gone.").on_spawn(spawn)
}

fn spawn(world: &mut EntityWorld, trigger: EntityId) {
    crate::shared::trigger::spawn(world, trigger);
    world.set_field(trigger, "wait", Value::Float(-1.0));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, TouchPhase};
    use kerosene_math::Vec3;

    #[test]
    fn it_fires_once_and_is_gone() {
        let text = "{ classname trigger_once targetname t model *1 message \"a secret\" wait 3 }";
        let mut stage = Stage::new(text, &[[0.0; 6]]);
        let player = stage.player(Vec3::ZERO);
        stage.touch("t", player, TouchPhase::Start);
        assert_eq!(stage.outputs(), ["OnStartTouch", "OnStartTouchAll", "OnTrigger", "OnKilled"]);
        let text = stage.world.intern("a secret");
        assert_eq!(stage.requests(), [Request::Message { text, who: Some(player) }]);
        stage.tick();
        assert_eq!(stage.world.find_by_name("t").count(), 0);
    }
}
