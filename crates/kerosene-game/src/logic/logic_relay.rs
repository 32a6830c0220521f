//! `logic_relay`: one wire becomes many.
//!
//! A relay of Source that was triggered takes no notice until all that it set going has arrived: a sequence of ten seconds
//! is not begun anew in the middle. Here that is a key, which maps of Source get when they are read.

use crate::shared::switch;
use kerosene_entity::{ClassDef, ClassKind, Due, EntityId, EntityWorld, InputEvent, Value, ValueKind};
use kerosene_world::Component;
use std::time::Duration;

/// Is removed once it was triggered.
const REMOVE_ON_FIRE: u32 = 1;
/// May be triggered again at once.
const FAST_RETRIGGER: u32 = 2;

/// The key and the state of a relay.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "logic_relay")]
pub(crate) struct Relay {
    /// Whether it takes no notice until all that it fired has arrived.
    #[field(label = "Waits for what it fired")]
    waits: bool,
    /// When it may be triggered again.
    #[field(key = "")]
    ready: Due,
}

pub(crate) fn class() -> ClassDef {
    switch::with_toggle(ClassDef::new("logic_relay", ClassKind::Point))
        .help("Passes a signal on, to many at once.")
        .component::<Relay>()
        .flag(REMOVE_ON_FIRE, "Only trigger once", false)
        .flag(FAST_RETRIGGER, "Allow fast retrigger", false)
        .input("Trigger", ValueKind::None, trigger, "Fires OnTrigger, unless what it fired last is still on its way.")
        .input("CancelPending", ValueKind::None, cancel_pending, "Lets it be triggered again at once.")
        .output("OnSpawn", ValueKind::None, "When the level begins.")
        .output("OnTrigger", ValueKind::None, "When it is triggered.")
        .on_spawn(|world, relay| {
            world.fire_output(relay, "OnSpawn", None, Value::None);
        })
}

fn trigger(world: &mut EntityWorld, relay: EntityId, event: &InputEvent) {
    let now = world.time();
    let state = world.get::<Relay>(relay).unwrap_or_default();
    if !world.is_enabled(relay) || state.ready.time().is_some_and(|ready| ready > now) {
        return;
    }
    if state.waits && world.spawn_flags(relay) & FAST_RETRIGGER == 0 {
        let busy = longest_delay(world, relay, "OnTrigger");
        world.insert(relay, Relay { ready: Due::at(now + busy), ..state });
    }
    world.fire_output(relay, "OnTrigger", event.activator, Value::None);
    if world.spawn_flags(relay) & REMOVE_ON_FIRE != 0 {
        world.remove_by(relay, event.activator);
    }
}

/// How long what an output fires is on its way.
fn longest_delay(world: &EntityWorld, entity: EntityId, output: &str) -> Duration {
    let wires = world.wires(entity).filter(|wire| world.spelling(wire.output).eq_ignore_ascii_case(output));
    wires.map(|wire| wire.delay).max().unwrap_or_default()
}

fn cancel_pending(world: &mut EntityWorld, relay: EntityId, _: &InputEvent) {
    if let Some(mut state) = world.get_mut::<Relay>(relay) {
        state.ready = Due::NEVER;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;

    fn triggered_every_half_second(keys: &str) -> Vec<String> {
        let text =
            format!("{{ classname logic_relay targetname r {keys} connections {{ OnTrigger \"x,Kill,,1.2\" }} }}");
        let mut stage = Stage::new(&text, &[]);
        stage.fired();
        for _ in 0..5 {
            if stage.world.find_by_name("r").next().is_some() {
                stage.input("r", "Trigger", "");
            }
            stage.play(0.5);
        }
        stage.fired().into_iter().filter(|line| line.ends_with("OnTrigger")).collect()
    }

    #[test]
    fn it_waits_for_what_it_set_going() {
        assert_eq!(triggered_every_half_second("waits 1"), ["0.000 r.OnTrigger", "1.500 r.OnTrigger"]);
        assert_eq!(triggered_every_half_second("waits 1 spawnflags 2").len(), 5);
        assert_eq!(triggered_every_half_second("").len(), 5);
        assert_eq!(triggered_every_half_second("spawnflags 3"), ["0.000 r.OnTrigger"]);
    }

    #[test]
    fn one_that_is_switched_off_passes_nothing_on() {
        let mut stage = Stage::new("{ classname logic_relay targetname r spawnflags 2 startdisabled 1 }", &[]);
        stage.fired();
        stage.input("r", "Trigger", "");
        assert!(stage.outputs().is_empty());
        stage.input("r", "Toggle", "");
        stage.input("r", "Trigger", "");
        assert_eq!(stage.outputs(), ["OnTrigger"]);
    }

    #[test]
    fn pending_ones_are_forgotten_when_it_is_told_so() {
        let wires = "connections { OnTrigger \"x,Kill,,9\" }";
        let mut stage = Stage::new(&format!("{{ classname logic_relay targetname r waits 1 {wires} }}"), &[]);
        stage.fired();
        stage.input("r", "Trigger", "");
        stage.input("r", "Trigger", "");
        stage.input("r", "CancelPending", "");
        stage.input("r", "Trigger", "");
        assert_eq!(stage.outputs().len(), 2);
    }
}
