//! `trigger_hurt`: hurts whoever is inside.
//!
//! Harm is dealt to everybody inside at once, every half second, from when the first one comes in: Source's way. A
//! negative amount heals.

use crate::shared::trigger::{self, Trigger};
use crate::shared::who;
use kerosene_entity::{
    ClassDef, Damage, DamageKind, Due, EntityId, EntityWorld, Request, Time, Touch, Value, ValueKind,
};
use kerosene_world::Component;

/// Seconds between two rounds.
const INTERVAL: f32 = 0.5;

/// The keys and the state of such a trigger.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Hurt {
    /// Points of health a second; below 0 to heal.
    #[field(label = "Damage", default = "10")]
    damage: f32,
    /// What kind of harm it is: Source's bits.
    #[field(
        key = "damagetype",
        label = "Damage type",
        widget = "choices 0=Generic 1=Crush 2=Bullet 4=Slash 8=Burn 16=Freeze 32=Fall 64=Blast 128=Club 256=Shock 16384=Drown 131072=Poison 262144=Radiation 1048576=Acid"
    )]
    kind: i64,
    /// When the last round was.
    #[field(key = "")]
    round: Due,
}

pub(crate) fn class() -> ClassDef {
    trigger::class("trigger_hurt")
        .help("Hurts whoever is inside, twice a second.")
        .component::<Hurt>()
        .input("SetDamage", ValueKind::Float, set_damage, "Changes the points of health a second.")
        .output("OnHurt", ValueKind::None, "When it hurts something that is no player.")
        .output("OnHurtPlayer", ValueKind::None, "When it hurts a player.")
        .on_touch(touch)
}

fn set_damage(world: &mut EntityWorld, trigger: EntityId, event: &kerosene_entity::InputEvent) {
    if let (Some(amount), Some(mut state)) = (event.value.float(), world.get_mut::<Hurt>(trigger)) {
        state.damage = amount;
    }
}

fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) {
    if trigger::touch(world, trigger, touch) && is_in_round(world, trigger) {
        hurt(world, trigger, touch.other);
    }
}

/// Whether those who touch the trigger now are hurt: a round begins, or has begun in this tick.
fn is_in_round(world: &mut EntityWorld, trigger: EntityId) -> bool {
    let now: Time = world.time();
    let round = world.get::<Hurt>(trigger).unwrap_or_default().round;
    let Some(mut state) = world.get_mut::<Trigger>(trigger) else { return false };
    if state.ready.time().is_some_and(|ready| ready > now) {
        drop(state);
        return round == Due::at(now);
    }
    let on_beat = state.ready.time().map(|ready| ready.after(INTERVAL)).filter(|&next| next > now);
    state.ready = Due::at(on_beat.unwrap_or_else(|| now.after(INTERVAL)));
    drop(state);
    if let Some(mut state) = world.get_mut::<Hurt>(trigger) {
        state.round = Due::at(now);
    }
    true
}

fn hurt(world: &mut EntityWorld, trigger: EntityId, other: EntityId) {
    let state = world.get::<Hurt>(trigger).unwrap_or_default();
    let amount = state.damage * INTERVAL;
    let is_player = who::is_player(world, other);
    if amount < 0.0 && is_player {
        world.request(Some(trigger), Request::HealPlayer { who: other, amount: 0.0 - amount });
        return;
    }
    let kind = DamageKind::from_bits_retain(state.kind as u32);
    world.damage(other, &Damage::new(amount, kind).by(Some(trigger), Some(trigger)));
    world.fire_output(trigger, if is_player { "OnHurtPlayer" } else { "OnHurt" }, Some(other), Value::None);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;
    use kerosene_entity::TouchPhase;
    use kerosene_math::Vec3;

    /// Harm to two players of whom the second comes after 0.3 seconds, in a second and a quarter.
    fn harm(rate: u64) -> [f32; 2] {
        let mut stage = Stage::new("{ classname trigger_hurt targetname t damage 30 model *1 }", &[[0.0; 6]]);
        stage.interval = std::time::Duration::from_nanos(1_000_000_000 / rate);
        let players = [stage.player(Vec3::ZERO), stage.player(Vec3::ZERO)];
        stage.touch("t", players[0], TouchPhase::Start);
        for tick in 1..=rate * 5 / 4 {
            stage.tick();
            stage.touch("t", players[0], TouchPhase::Stay);
            let phase = if tick == rate * 3 / 10 { TouchPhase::Start } else { TouchPhase::Stay };
            if tick >= rate * 3 / 10 {
                stage.touch("t", players[1], phase);
            }
        }
        let requests = stage.requests();
        players.map(|player| {
            let hurts = requests.iter().filter_map(|request| match request {
                Request::HurtPlayer { who, amount, .. } if *who == player => Some(*amount),
                _ => None,
            });
            hurts.sum()
        })
    }

    #[test]
    fn everybody_inside_is_hurt_twice_a_second_at_any_tick_rate() {
        for rate in [20, 50, 64, 100] {
            assert_eq!(harm(rate), [45.0, 30.0], "{rate}");
        }
    }

    #[test]
    fn a_negative_amount_heals() {
        let mut stage = Stage::new("{ classname trigger_hurt targetname t damage -20 model *1 }", &[[0.0; 6]]);
        let who = stage.player(Vec3::ZERO);
        stage.touch("t", who, TouchPhase::Start);
        assert_eq!(stage.requests(), [Request::HealPlayer { who, amount: 10.0 }]);
    }

    #[test]
    fn outputs_tell_players_from_others() {
        let text = "{ classname trigger_hurt targetname t spawnflags 64 model *1 }";
        let mut stage = Stage::new(text, &[[0.0; 6]]);
        let (player, other) = (stage.player(Vec3::ZERO), stage.world.spawn_with("breakable", &[("health", "4")]));
        stage.touch("t", player, TouchPhase::Start);
        stage.touch("t", other, TouchPhase::Start);
        let fired = stage.outputs();
        assert!(fired.contains(&"OnHurtPlayer".to_owned()) && fired.contains(&"OnHurt".to_owned()), "{fired:?}");
        assert!(fired.contains(&"OnBreak".to_owned()));
    }
}
