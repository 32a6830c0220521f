//! Held actions against a model that keeps nothing but what happened: an action is done where something that began it has
//! not been ended since.

use super::input;
use kerosene_console::Console;
use kerosene_input::{Action, ActionSet, DeviceId, Input, InputMode, Key, PlayerSlot};
use proptest::prelude::*;

const KEYS: [Key; 5] = [Key::W, Key::S, Key::Space, Key::Mouse1, Key::F1];
const DEVICES: [DeviceId; 2] = [DeviceId::KEYBOARD, DeviceId::MOUSE];
const ACTIONS: [Action; 3] = [Action::Forward, Action::Duck, Action::Attack];

#[derive(Debug, Clone, Copy, PartialEq)]
enum Event {
    Press(usize, usize),
    Release(usize, usize),
    /// Binds a key to the actions of the bits.
    Bind(usize, u8),
    Menu(bool),
    FocusLost,
    Begin(usize),
    End(usize),
    Toggle(usize),
}
use Event::{Begin, Bind, End, FocusLost, Menu, Press, Release, Toggle};

fn event() -> impl Strategy<Value = Event> {
    let (key, device, action) = (0..KEYS.len(), 0..DEVICES.len(), 0..ACTIONS.len());
    prop_oneof![
        6 => (device.clone(), key.clone()).prop_map(|(device, key)| Press(device, key)),
        6 => (device, key.clone()).prop_map(|(device, key)| Release(device, key)),
        3 => (key, 0..8_u8).prop_map(|(key, actions)| Bind(key, actions)),
        1 => any::<bool>().prop_map(Menu),
        1 => Just(FocusLost),
        2 => action.clone().prop_map(Begin),
        2 => action.clone().prop_map(End),
        2 => action.prop_map(Toggle),
    ]
}

fn in_menu(past: &[Event]) -> bool {
    past.iter().rev().find_map(|event| if let Menu(open) = event { Some(*open) } else { None }).unwrap_or(false)
}

fn is_down(past: &[Event], device: usize, key: usize) -> bool {
    let about = past
        .iter()
        .rev()
        .find(|event| matches!(event, FocusLost) || **event == Press(device, key) || **event == Release(device, key));
    about == Some(&Press(device, key))
}

fn is_bound(past: &[Event], key: usize, action: usize) -> bool {
    let last = past.iter().rev().find_map(|event| match event {
        Bind(bound, actions) if *bound == key => Some(*actions),
        _ => None,
    });
    last.unwrap_or(0) >> action & 1 == 1
}

/// Whether the event at `at` ends whatever holds the action.
fn ends_all(events: &[Event], at: usize, action: usize) -> bool {
    events[at] == End(action)
        || events[at] == FocusLost
        || (events[at] == Toggle(action) && is_done(&events[..at], action))
}

/// Whether the event at `at` began the action and nothing in `events` after it has ended that.
fn still_does(events: &[Event], at: usize, action: usize) -> bool {
    let (past, after) = (&events[..at], at + 1..events.len());
    match events[at] {
        Press(device, key) => {
            !in_menu(past)
                && !is_down(past, device, key)
                && is_bound(past, key, action)
                && after.into_iter().all(|later| {
                    let changes_mode = matches!(events[later], Menu(open) if open != in_menu(&events[..later]));
                    !ends_all(events, later, action) && !changes_mode && events[later] != Release(device, key)
                })
        }
        Begin(begun) => begun == action && after.into_iter().all(|later| !ends_all(events, later, action)),
        Toggle(toggled) => {
            toggled == action
                && !is_done(past, action)
                && after.into_iter().all(|later| !ends_all(events, later, action))
        }
        _ => false,
    }
}

fn is_done(events: &[Event], action: usize) -> bool {
    (0..events.len()).any(|at| still_does(events, at, action))
}

fn apply(console: &mut Console, input: &mut Input, event: Event) {
    match event {
        Press(device, key) => input.key(DEVICES[device], KEYS[key], true),
        Release(device, key) => input.key(DEVICES[device], KEYS[key], false),
        Bind(key, actions) => {
            let held = ACTIONS.iter().enumerate().filter(|(bit, _)| actions >> bit & 1 == 1);
            let text: Vec<_> = held.map(|(_, action)| action.begin()).collect();
            input.binds_mut().bind(KEYS[key], &text.join(";"));
        }
        Menu(true) => input.set_mode(InputMode::Menu),
        Menu(false) => input.set_mode(InputMode::Play),
        FocusLost => input.focus_lost(),
        Begin(action) => input.run(console, ACTIONS[action].begin()),
        End(action) => input.run(console, ACTIONS[action].end()),
        Toggle(action) => input.run(console, ACTIONS[action].toggle()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn an_action_is_done_as_long_as_what_began_it(events in prop::collection::vec(event(), 0..24)) {
        let (mut console, mut input) = input("");
        for at in 0..events.len() {
            apply(&mut console, &mut input, events[at]);
            for (number, action) in ACTIONS.into_iter().enumerate() {
                let done = input.held(PlayerSlot::FIRST).contains(ActionSet::from(action));
                prop_assert_eq!(done, is_done(&events[..=at], number), "{:?} after {:?}", action, &events[..=at]);
            }
        }
    }

    #[test]
    fn nothing_is_stuck_once_all_keys_are_up(events in prop::collection::vec(event(), 0..40)) {
        let (mut console, mut input) = input("");
        let by_keys = events.into_iter().filter(|event| !matches!(event, Begin(_) | Toggle(_)));
        by_keys.for_each(|event| apply(&mut console, &mut input, event));
        for (device, key) in (0..DEVICES.len()).flat_map(|device| (0..KEYS.len()).map(move |key| (device, key))) {
            apply(&mut console, &mut input, Release(device, key));
        }
        input.ticks_ran(1);
        prop_assert_eq!(input.held(PlayerSlot::FIRST), ActionSet::empty());
        prop_assert_eq!(input.command(PlayerSlot::FIRST).buttons.bits(), 0);
    }
}

#[test]
fn of_two_keys_on_one_action_the_last_one_ends_it() {
    let (_, mut input) = input("bind w +forward; bind UPARROW +forward");
    for (key, pressed, forward) in
        [(Key::W, true, 1.0), (Key::ArrowUp, true, 1.0), (Key::W, false, 1.0), (Key::ArrowUp, false, 0.0)]
    {
        input.key(DeviceId::KEYBOARD, key, pressed);
        input.ticks_ran(1);
        assert_eq!(input.command(PlayerSlot::FIRST).forward, forward, "after {key} {pressed}");
    }
}

#[test]
fn a_key_bound_anew_while_it_is_down_ends_what_it_began() {
    let (_, mut input) = input("bind w +forward");
    input.key(DeviceId::KEYBOARD, Key::W, true);
    input.binds_mut().bind(Key::W, "+back");
    input.key(DeviceId::KEYBOARD, Key::W, false);
    input.ticks_ran(1);
    assert_eq!(input.command(PlayerSlot::FIRST).forward, 0.0);
}

#[test]
fn a_press_shorter_than_a_tick_is_in_one_tick() {
    let (_, mut input) = input("bind MOUSE1 +attack");
    input.key(DeviceId::MOUSE, Key::Mouse1, true);
    input.key(DeviceId::MOUSE, Key::Mouse1, false);
    let attacks = |input: &Input| !input.command(PlayerSlot::FIRST).buttons.is_empty();
    assert!(attacks(&input));
    input.ticks_ran(0);
    assert!(attacks(&input), "no tick has seen it yet");
    input.ticks_ran(1);
    assert!(!attacks(&input));
}

#[test]
fn a_press_that_a_menu_cut_short_is_in_no_tick() {
    let (_, mut input) = input("bind MOUSE1 +attack");
    input.key(DeviceId::MOUSE, Key::Mouse1, true);
    input.set_mode(InputMode::Menu);
    assert!(input.command(PlayerSlot::FIRST).buttons.is_empty());
}
