//! `player`: the entity that stands for a player. The engine makes it and moves it; maps have none.

use kerosene_entity::{ClassDef, ClassKind, Damage, EntityId, EntityWorld, Request};

pub(crate) fn class() -> ClassDef {
    ClassDef::new("player", ClassKind::Point).help("A player; made by the engine.").on_damage(damaged)
}

/// A player's health is the engine's.
fn damaged(world: &mut EntityWorld, player: EntityId, damage: &Damage) {
    let (amount, kind) = (damage.amount, damage.kind.bits());
    world.request(damage.inflictor.or(damage.attacker), Request::HurtPlayer { who: player, amount, kind });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;
    use kerosene_entity::DamageKind;

    #[test]
    fn harm_is_passed_on_to_the_engine() {
        let mut stage = Stage::new("", &[]);
        let player = stage.player(kerosene_math::Vec3::ZERO);
        stage.world.damage(player, &Damage::new(5.0, DamageKind::BURN));
        let kind = DamageKind::BURN.bits();
        assert_eq!(stage.requests(), [Request::HurtPlayer { who: player, amount: 5.0, kind }]);
    }
}
