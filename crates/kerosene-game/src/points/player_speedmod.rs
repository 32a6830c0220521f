//! `player_speedmod`: makes players slower or quicker.

use crate::shared::who;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Request, Value, ValueKind};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("player_speedmod", ClassKind::Point)
        .help("Makes players slower or quicker.")
        .input("ModifySpeed", ValueKind::Float, modify, "Changes the speed of whoever set it off; 1 is the usual one.")
        .output("OnModified", ValueKind::Float, "When the speed was changed.")
}

/// Of nobody's doing, it is the first player whose speed changes.
fn modify(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let activator = event.activator.filter(|&activator| who::is_player(world, activator));
    let (Some(who), Some(factor)) = (activator.or(world.player()), event.value.float()) else { return };
    let factor = factor.max(0.0);
    world.request(Some(entity), Request::PlayerSpeed { who, factor });
    world.fire_output(entity, "OnModified", event.activator, Value::Float(factor));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, Value};
    use kerosene_math::Vec3;

    #[test]
    fn it_slows_down_who_set_it_off() {
        let mut stage = Stage::new("{ classname player_speedmod targetname m }", &[]);
        let (first, second) = (stage.player(Vec3::ZERO), stage.player(Vec3::ZERO));
        stage.world.set_player(Some(first));
        let entity = stage.find("m");
        stage.world.accept_input(entity, "ModifySpeed", Value::Float(0.5), Some(second), None);
        stage.world.accept_input(entity, "ModifySpeed", Value::Float(-1.0), Some(entity), None);
        let expected =
            [Request::PlayerSpeed { who: second, factor: 0.5 }, Request::PlayerSpeed { who: first, factor: 0.0 }];
        assert_eq!(stage.requests(), expected);
    }
}
