//! `item_healthkit`: heals the player who takes it.

use crate::shared::item::{self, Item};
use kerosene_entity::{
    ClassDef, ClassKind, EntityId, EntityWorld, KeyKind, ModelRole, Request, Touch, Value, ValueKind,
};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("item_healthkit", ClassKind::Point)
        .help("Heals the player who takes it. Who is whole leaves it.")
        .model(ModelRole::Static)
        .component::<Item>()
        .key("health", KeyKind::Float, "25", "Health", "Points of health.")
        .key("model", KeyKind::Model, "props/healthkit", "Model", "What it looks like.")
        .output("OnPlayerHealed", ValueKind::Float, "When a player took it; brings the points.")
        .on_touch(touched)
}

fn touched(world: &mut EntityWorld, entity: EntityId, touch: &Touch) {
    let Some(who) = item::visitor(world, entity, touch).filter(|&who| is_hurt(world, who)) else { return };
    let amount = world.float_field(entity, "health").unwrap_or(25.0);
    world.request(Some(entity), Request::HealPlayer { who, amount });
    world.fire_output(entity, "OnPlayerHealed", Some(who), Value::Float(amount));
    world.remove_by(entity, Some(who));
}

/// Whether somebody can be healed; of who says nothing of its health, nobody knows better.
fn is_hurt(world: &EntityWorld, who: EntityId) -> bool {
    let [health, most] = ["health", "max_health"].map(|field| world.float_field(who, field));
    health.zip(most).is_none_or(|(health, most)| health < most)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, TouchPhase, Value};
    use kerosene_math::Vec3;

    #[test]
    fn it_heals_and_is_gone() {
        let mut stage = Stage::new("{ classname item_healthkit targetname h health 15 }", &[]);
        let player = stage.player(Vec3::ZERO);
        stage.touch("h", player, TouchPhase::Start);
        assert_eq!(stage.requests(), [Request::HealPlayer { who: player, amount: 15.0 }]);
        stage.tick();
        assert_eq!(stage.world.find_by_name("h").count(), 0);
    }

    #[test]
    fn who_is_whole_leaves_it_until_hurt() {
        let mut stage = Stage::new("{ classname item_healthkit targetname h }", &[]);
        let player = stage.player(Vec3::ZERO);
        let set = |stage: &mut Stage, field: &str, points: f32| {
            stage.world.set_field(player, field, Value::Float(points));
        };
        set(&mut stage, "health", 100.0);
        set(&mut stage, "max_health", 100.0);
        stage.touch("h", player, TouchPhase::Start);
        stage.touch("h", player, TouchPhase::Stay);
        assert!(stage.requests().is_empty());
        set(&mut stage, "health", 99.0);
        stage.touch("h", player, TouchPhase::Stay);
        assert_eq!(stage.requests(), [Request::HealPlayer { who: player, amount: 25.0 }]);
    }
}
