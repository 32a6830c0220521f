//! `trigger_gravity`: whoever comes in falls more or less quickly from then on.

use crate::shared::{trigger, who};
use kerosene_entity::{ClassDef, EntityId, EntityWorld, KeyKind, Request, Touch, TouchPhase, Value};

pub(crate) fn class() -> ClassDef {
    trigger::class("trigger_gravity")
        .help("Changes the gravity of whoever comes in, until another one changes it back.")
        .key("gravity", KeyKind::Float, "1", "Gravity", "Gravity as a multiple of the level's.")
        .on_touch(touch)
}

fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) {
    if !trigger::touch(world, trigger, touch) || touch.phase != TouchPhase::Start {
        return;
    }
    let factor = world.float_field(trigger, "gravity").unwrap_or(1.0);
    if who::is_player(world, touch.other) {
        world.request(Some(trigger), Request::PlayerGravity { who: touch.other, factor });
    }
    world.fire_output(trigger, "OnTrigger", Some(touch.other), Value::None);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, TouchPhase};
    use kerosene_math::Vec3;

    #[test]
    fn gravity_changes_on_entry_and_stays() {
        let mut stage = Stage::new("{ classname trigger_gravity targetname t gravity 0.25 model *1 }", &[[0.0; 6]]);
        let who = stage.player(Vec3::ZERO);
        stage.touch("t", who, TouchPhase::Start);
        stage.touch("t", who, TouchPhase::Stay);
        stage.touch("t", who, TouchPhase::End);
        assert_eq!(stage.requests(), [Request::PlayerGravity { who, factor: 0.25 }]);
    }
}
