//! `item_healthkit`: heals the player who takes it.

use crate::shared::item::{self, Item};
use kerosene_entity::{
    ClassDef, ClassKind, EntityId, EntityWorld, KeyKind, ModelRole, Request, Touch, Value, ValueKind,
};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("item_healthkit", ClassKind::Point)
        .help("Heals the player who takes it.")
        .model(ModelRole::Static)
        .component::<Item>()
        .key("health", KeyKind::Float, "25", "Health", "Points of health.")
        .key("model", KeyKind::Model, "props/healthkit", "Model", "What it looks like.")
        .output("OnPlayerHealed", ValueKind::Float, "When a player took it; brings the points.")
        .on_touch(touched)
}

fn touched(world: &mut EntityWorld, entity: EntityId, touch: &Touch) {
    let Some(who) = item::comer(world, entity, touch) else { return };
    let amount = world.float_field(entity, "health").unwrap_or(25.0);
    world.request(Some(entity), Request::HealPlayer { who, amount });
    world.fire_output(entity, "OnPlayerHealed", Some(who), Value::Float(amount));
    world.remove_by(entity, Some(who));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, TouchPhase};
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
}
