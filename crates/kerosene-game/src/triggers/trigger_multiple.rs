//! `trigger_multiple`: acts again and again while somebody is inside.

use crate::shared::trigger::{self, Trigger};
use kerosene_entity::{ClassDef, Damage, Due, EntityId, EntityWorld, InputEvent, Touch, Value, ValueKind};
use kerosene_world::Component;

/// The keys and the state of triggers that fire.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Repeat {
    /// Seconds between two times; -1 for once only.
    #[field(label = "Wait", default = "1")]
    wait: f32,
    /// Damage that triggers it, for one that is shot; 0 for one that is not.
    #[field(label = "Health")]
    health: f32,
    /// Damage taken since it was last triggered.
    #[field(key = "")]
    taken: f32,
}

pub(crate) fn class() -> ClassDef {
    declare("trigger_multiple").help("Fires again and again while somebody is inside.")
}

/// What triggers that fire declare.
pub(crate) fn declare(name: &'static str) -> ClassDef {
    trigger::class(name)
        .component::<Repeat>()
        .input("Trigger", ValueKind::None, input_trigger, "As if somebody came in.")
        .on_touch(touch)
        .on_damage(damaged)
}

fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) {
    if trigger::touch(world, trigger, touch) {
        fire(world, trigger, Some(touch.other));
    }
}

/// Fires, unless it did so just now.
fn fire(world: &mut EntityWorld, trigger: EntityId, activator: Option<EntityId>) {
    let now = world.time();
    let wait = world.get::<Repeat>(trigger).map_or(-1.0, |state| state.wait);
    let Some(mut state) = world.get_mut::<Trigger>(trigger) else { return };
    if state.ready.time().is_some_and(|ready| ready > now) {
        return;
    }
    state.ready = Due::at(next_time(state.ready, now, wait));
    drop(state);
    trigger::show_message(world, trigger, activator);
    world.fire_output(trigger, "OnTrigger", activator, Value::None);
    if wait < 0.0 {
        world.remove_by(trigger, activator);
    }
}

/// When it may fire again. While somebody stays inside it keeps to its beat, whatever the length of a tick: it counts from
/// when it might have fired, if that was within the last beat.
fn next_time(ready: Due, now: kerosene_entity::Time, wait: f32) -> kerosene_entity::Time {
    let on_beat = ready.time().map(|ready| ready.after(wait)).filter(|&next| next > now);
    on_beat.unwrap_or_else(|| now.after(wait))
}

fn input_trigger(world: &mut EntityWorld, trigger: EntityId, event: &InputEvent) {
    if world.is_enabled(trigger) {
        fire(world, trigger, event.activator);
    }
}

fn damaged(world: &mut EntityWorld, trigger: EntityId, damage: &Damage) {
    let Some(mut state) = world.get_mut::<Repeat>(trigger).filter(|state| state.health > 0.0) else { return };
    state.taken += damage.amount.max(0.0);
    if state.taken < state.health {
        return;
    }
    state.taken = 0.0;
    drop(state);
    if world.is_enabled(trigger) {
        fire(world, trigger, damage.attacker);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::TouchPhase;
    use kerosene_math::Vec3;

    fn stand_inside(keys: &str, ticks_a_second: u64) -> Vec<String> {
        let text = format!("{{ classname trigger_multiple targetname t model *1 spawnflags 1 {keys} }}");
        let mut stage = Stage::new(&text, &[[0.0; 6]]);
        stage.interval = std::time::Duration::from_nanos(1_000_000_000 / ticks_a_second);
        let player = stage.player(Vec3::ZERO);
        stage.touch("t", player, TouchPhase::Start);
        for _ in 0..ticks_a_second * 2 {
            stage.tick();
            stage.touch("t", player, TouchPhase::Stay);
        }
        stage.touch("t", player, TouchPhase::End);
        stage.fired().into_iter().map(|line| line.replace(" t.", " ")).collect()
    }

    #[test]
    fn it_keeps_its_beat_at_any_tick_rate() {
        let fired = stand_inside("wait 0.5", 100);
        let expected = [
            "0.000 OnStartTouch",
            "0.000 OnStartTouchAll",
            "0.000 OnTrigger",
            "0.500 OnTrigger",
            "1.000 OnTrigger",
            "1.500 OnTrigger",
            "2.000 OnTrigger",
            "2.000 OnEndTouch",
            "2.000 OnEndTouchAll",
        ];
        assert_eq!(fired, expected);
        let counts = |rate| stand_inside("wait 0.3", rate).iter().filter(|line| line.ends_with("OnTrigger")).count();
        assert_eq!([10, 33, 64, 128].map(counts), [7; 4]);
    }

    #[test]
    fn all_touches_are_told_of_when_the_first_comes_and_the_last_goes() {
        let mut stage = Stage::new("{ classname trigger_multiple targetname t model *1 wait 9 }", &[[0.0; 6]]);
        let (one, two) = (stage.player(Vec3::ZERO), stage.player(Vec3::ZERO));
        stage.touch("t", one, TouchPhase::Start);
        stage.touch("t", two, TouchPhase::Start);
        assert_eq!(stage.outputs(), ["OnStartTouch", "OnStartTouchAll", "OnTrigger", "OnStartTouch"]);
        stage.input("t", "TouchTest", "");
        stage.touch("t", one, TouchPhase::End);
        stage.touch("t", two, TouchPhase::End);
        stage.input("t", "TouchTest", "");
        let expected = ["OnTouching", "OnEndTouch", "OnEndTouch", "OnEndTouchAll", "OnNotTouching"];
        assert_eq!(stage.outputs(), expected);
    }

    #[test]
    fn flags_say_whom_it_notices() {
        let noticed = |flags: u32, class: &str| {
            let text = format!("{{ classname trigger_multiple targetname t model *1 spawnflags {flags} }}");
            let mut stage = Stage::new(&text, &[[0.0; 6]]);
            let other = stage.world.spawn_with(class, &[]);
            stage.touch("t", other, TouchPhase::Start);
            !stage.outputs().is_empty()
        };
        assert_eq!(
            [0, 1, 8, 64, 65536, 65537].map(|flags| noticed(flags, "player")),
            [true, true, false, true, false, false]
        );
        assert_eq!([0, 1, 8, 64].map(|flags| noticed(flags, "physbox")), [false, false, true, true]);
        assert_eq!([1, 2, 64].map(|flags| noticed(flags, "npc_guard")), [false, true, true]);
    }

    #[test]
    fn one_that_is_switched_off_does_nothing_but_see_people_leave() {
        let text = "{ classname trigger_multiple targetname t model *1 wait 0 }";
        let mut stage = Stage::new(text, &[[0.0; 6]]);
        let player = stage.player(Vec3::ZERO);
        stage.touch("t", player, TouchPhase::Start);
        stage.outputs();
        stage.input("t", "Disable", "");
        stage.touch("t", player, TouchPhase::Stay);
        stage.input("t", "Trigger", "");
        assert!(stage.outputs().is_empty());
        stage.touch("t", player, TouchPhase::End);
        assert_eq!(stage.outputs(), ["OnEndTouch", "OnEndTouchAll"]);
        stage.input("t", "Toggle", "");
        stage.input("t", "Trigger", "");
        assert_eq!(stage.outputs(), ["OnTrigger"]);
    }

    #[test]
    fn one_with_health_is_shot() {
        use kerosene_entity::{Damage, DamageKind};
        let text = "{ classname trigger_multiple targetname t model *1 health 20 spawnflags 65536 wait 0 }";
        let mut stage = Stage::new(text, &[[0.0; 6]]);
        let (player, trigger) = (stage.player(Vec3::ZERO), stage.find("t"));
        stage.touch("t", player, TouchPhase::Start);
        let shot = Damage::new(15.0, DamageKind::BULLET);
        stage.world.damage(trigger, &shot);
        assert!(stage.outputs().is_empty());
        stage.world.damage(trigger, &shot);
        assert_eq!(stage.outputs(), ["OnTrigger"]);
    }
}
