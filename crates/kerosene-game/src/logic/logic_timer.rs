//! `logic_timer`: fires again and again.
//!
//! It counts from when it was due, not from the tick that noticed: a timer of a third of a second fires three hundred times
//! in a hundred seconds at any tick rate.

use crate::shared::{beat, dice, number, switch};
use kerosene_entity::{ClassDef, ClassKind, Due, EntityId, EntityWorld, Flags, InputEvent, Value, ValueKind};
use kerosene_world::Component;

/// Fires OnTimerHigh and OnTimerLow in turn, instead of OnTimer.
const OSCILLATOR: u32 = 1;

/// The shortest time between two; below it a level would do nothing else.
const SHORTEST: f32 = 0.01;

/// The keys and the state of a timer.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "logic_timer")]
pub(crate) struct Timer {
    /// Seconds between two.
    #[field(key = "refiretime", label = "Refire interval", default = "1")]
    interval: f32,
    /// Whether the time between two is left to chance.
    #[field(key = "userandomtime", label = "Use random time")]
    random: bool,
    /// The shortest time that chance gives.
    #[field(key = "lowerrandombound", label = "Minimum random interval")]
    lower: f32,
    /// The longest time that chance gives.
    #[field(key = "upperrandombound", label = "Maximum random interval")]
    upper: f32,
    /// When it fires next.
    #[field(key = "")]
    next: Due,
    /// Whether an oscillator is low next.
    #[field(key = "")]
    low_next: bool,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("logic_timer", ClassKind::Point)
        .help("Fires again and again.")
        .component::<Timer>()
        .component::<dice::Dice>()
        .flag(OSCILLATOR, "Oscillator (alternates between OnTimerHigh and OnTimerLow)", false)
        .input("Enable", ValueKind::None, enable, "Switches it on; the time begins anew.")
        .input("Disable", ValueKind::None, disable, "Switches it off.")
        .input("Toggle", ValueKind::None, toggle, "Switches it on or off.")
        .input("FireTimer", ValueKind::None, fire_now, "Fires now, and the time begins anew.")
        .input("ResetTimer", ValueKind::None, reset, "The time begins anew.")
        .input("RefireTime", ValueKind::Float, set_interval, "Changes the time between two, and begins it anew.")
        .input("AddToTimer", ValueKind::Float, |world, it, event| shift(world, it, event, 1.0), "Fires later.")
        .input(
            "SubtractFromTimer",
            ValueKind::Float,
            |world, it, event| shift(world, it, event, -1.0),
            "Fires earlier.",
        )
        .input("LowerRandomBound", ValueKind::Float, set_lower, "Changes the shortest time that chance gives.")
        .input("UpperRandomBound", ValueKind::Float, set_upper, "Changes the longest time that chance gives.")
        .output("OnTimer", ValueKind::None, "When the time has come.")
        .output("OnTimerHigh", ValueKind::None, "When the time of an oscillator has come, every other time.")
        .output("OnTimerLow", ValueKind::None, "When the time of an oscillator has come, the times between.")
        .on_spawn(|world, timer| {
            if world.is_enabled(timer) {
                begin_anew(world, timer);
            }
        })
        .on_think(due)
}

/// Lets it fire an interval after a moment: now, or when it was due.
fn schedule(world: &mut EntityWorld, timer: EntityId, from: kerosene_entity::Time) {
    let state = world.get::<Timer>(timer).unwrap_or_default();
    let seconds = match state.random {
        true => dice::throw_between(world, timer, state.lower.min(state.upper), state.upper.max(state.lower)),
        false => state.interval,
    };
    let next = from.after(seconds.max(SHORTEST));
    schedule_at(world, timer, next);
}

fn schedule_at(world: &mut EntityWorld, timer: EntityId, next: kerosene_entity::Time) {
    beat::at::<Timer>(world, timer, next, |state| &mut state.next);
}

fn begin_anew(world: &mut EntityWorld, timer: EntityId) {
    let now = world.time();
    schedule(world, timer, now);
}

/// Fires, as often as it was due: a tick can be longer than the time between two.
fn due(world: &mut EntityWorld, timer: EntityId) {
    let now = world.time();
    while let Some(next) = world.get::<Timer>(timer).and_then(|state| state.next.time()).filter(|&next| next <= now) {
        if !world.is_enabled(timer) {
            return;
        }
        fire(world, timer, None);
        schedule(world, timer, next);
    }
}

fn fire(world: &mut EntityWorld, timer: EntityId, activator: Option<EntityId>) {
    let mut output = "OnTimer";
    if world.spawn_flags(timer) & OSCILLATOR != 0
        && let Some(mut state) = world.get_mut::<Timer>(timer)
    {
        output = if state.low_next { "OnTimerLow" } else { "OnTimerHigh" };
        state.low_next = !state.low_next;
    }
    world.fire_output(timer, output, activator, Value::None);
}

fn enable(world: &mut EntityWorld, timer: EntityId, _: &InputEvent) {
    if !world.is_enabled(timer) {
        world.change_flags(timer, |flags| flags.remove(Flags::DISABLED));
        begin_anew(world, timer);
    }
}

fn disable(world: &mut EntityWorld, timer: EntityId, _: &InputEvent) {
    world.change_flags(timer, |flags| flags.insert(Flags::DISABLED));
    world.think_never(timer);
}

fn toggle(world: &mut EntityWorld, timer: EntityId, event: &InputEvent) {
    switch::toggle(world, timer, event);
    if world.is_enabled(timer) { begin_anew(world, timer) } else { world.think_never(timer) }
}

fn fire_now(world: &mut EntityWorld, timer: EntityId, event: &InputEvent) {
    if world.is_enabled(timer) {
        fire(world, timer, event.activator);
        begin_anew(world, timer);
    }
}

fn reset(world: &mut EntityWorld, timer: EntityId, _: &InputEvent) {
    if world.is_enabled(timer) {
        begin_anew(world, timer);
    }
}

fn set_interval(world: &mut EntityWorld, timer: EntityId, event: &InputEvent) {
    number::put::<Timer>(world, timer, event, |state, seconds| (state.interval, state.random) = (seconds, false));
    reset(world, timer, event);
}

fn set_lower(world: &mut EntityWorld, timer: EntityId, event: &InputEvent) {
    number::put::<Timer>(world, timer, event, |state, seconds| state.lower = seconds);
}

fn set_upper(world: &mut EntityWorld, timer: EntityId, event: &InputEvent) {
    number::put::<Timer>(world, timer, event, |state, seconds| state.upper = seconds);
}

/// Moves the next time by so many seconds, but not into the past.
fn shift(world: &mut EntityWorld, timer: EntityId, event: &InputEvent, sign: f32) {
    let (now, next) = (world.time(), world.get::<Timer>(timer).unwrap_or_default().next.time());
    let (Some(next), Some(seconds)) = (next.filter(|_| world.is_enabled(timer)), event.value.float()) else { return };
    let left = next.since(now).as_secs_f32() + sign * seconds;
    schedule_at(world, timer, now.after(left.max(0.0)));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use std::time::Duration;

    fn timer(keys: &str) -> Stage {
        Stage::new(&format!("{{ classname logic_timer targetname t {keys} }}"), &[])
    }

    #[test]
    fn it_keeps_time_at_any_tick_rate() {
        for rate in [10, 33, 64, 100] {
            let mut stage = timer("refiretime 0.3");
            stage.interval = Duration::from_nanos(1_000_000_000 / rate);
            stage.play(30.1);
            assert_eq!(stage.outputs().len(), 100, "{rate} ticks a second");
        }
    }

    #[test]
    fn a_tick_longer_than_the_time_between_two_fires_for_each() {
        let mut stage = timer("refiretime 0.01");
        stage.interval = Duration::from_millis(100);
        stage.play(10.0);
        let count = stage.outputs().len();
        assert!((999..=1000).contains(&count), "{count}");
    }

    #[test]
    fn an_oscillator_goes_high_and_low() {
        let mut stage = timer("spawnflags 1");
        stage.play(3.5);
        assert_eq!(stage.outputs(), ["OnTimerHigh", "OnTimerLow", "OnTimerHigh"]);
    }

    #[test]
    fn chance_stays_within_its_bounds() {
        let mut stage = timer("userandomtime 1 lowerrandombound 2 upperrandombound 0.5");
        stage.play(300.0);
        let times: Vec<f64> =
            stage.fired().iter().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
        let gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|gap| (0.48..2.02).contains(gap)), "{gaps:?}");
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        assert!((1.15..1.35).contains(&mean), "{mean}");
    }

    #[test]
    fn it_is_switched_on_off_and_moved() {
        let mut stage = timer("startdisabled 1");
        stage.play(2.0);
        assert!(stage.fired().is_empty());
        stage.input("t", "Enable", "");
        stage.play(0.5);
        stage.input("t", "AddToTimer", "1");
        stage.play(1.0);
        stage.input("t", "SubtractFromTimer", "9");
        stage.tick();
        assert_eq!(stage.fired(), ["3.516 t.OnTimer"]);
        stage.input("t", "RefireTime", "5");
        stage.input("t", "FireTimer", "");
        assert_eq!(stage.fired().len(), 1);
        stage.input("t", "Toggle", "");
        stage.play(20.0);
        assert!(stage.fired().is_empty());
    }
}
