//! Gamepads: mapped, unplugged, given to players.

use super::{input, requests};
use kerosene_input::{
    DeviceId, GamepadEvent, Guid, Input, InputMode, Key, Mapping, MenuKey, PadAxis, PadId, PadInfo, PlayerSlot,
    RawEvent,
};
use kerosene_physics::Buttons;
use std::time::Duration;

const FIRST: PlayerSlot = PlayerSlot::FIRST;
const SECOND: Duration = Duration::from_millis(100);

fn connected(id: u16, automatic: Option<Mapping>) -> GamepadEvent {
    let guid = Guid::from_ids(3, 0x1234, 0x5678, 1);
    GamepadEvent::Connected(PadId(id), PadInfo { name: format!("Pad {id}"), guid, automatic })
}

fn feed(input: &mut Input, events: impl Into<Vec<GamepadEvent>>) {
    input.poll_gamepads(&mut events.into());
}

#[test]
fn a_table_says_what_a_models_parts_are() {
    let (_, mut input) = input("bind A_BUTTON +jump; bind L_TRIGGER +attack2");
    feed(&mut input, [connected(0, Some(Mapping::default()))]);
    feed(&mut input, [GamepadEvent::Raw(PadId(0), RawEvent::Button(5, true))]);
    assert_eq!(input.command(FIRST).buttons, Buttons::empty());
    // A table that comes later reads the same device anew; another version of the model is the same model.
    let report = input.add_mappings("03000000341200007856000099000000,Mine,a:b5,lefttrigger:a2,");
    assert_eq!((report.read, report.errors.len()), (1, 0));
    feed(&mut input, [GamepadEvent::Raw(PadId(0), RawEvent::Axis(2, 1.0))]);
    assert_eq!(input.command(FIRST).buttons, Buttons::JUMP | Buttons::ATTACK2);
    feed(&mut input, [GamepadEvent::Raw(PadId(0), RawEvent::Axis(2, -1.0))]);
    input.ticks_ran(1);
    assert_eq!(input.command(FIRST).buttons, Buttons::JUMP);
}

#[test]
fn a_gamepad_that_is_pulled_out_lets_go() {
    let (mut console, mut input) = input("bind A_BUTTON +jump; bind B_BUTTON +lean");
    feed(&mut input, [connected(3, None), GamepadEvent::Key(PadId(3), Key::South, true)]);
    feed(
        &mut input,
        [GamepadEvent::Key(PadId(3), Key::East, true), GamepadEvent::Axis(PadId(3), PadAxis::LeftY, -1.0)],
    );
    input.advance(&console, SECOND);
    assert_eq!((input.command(FIRST).buttons, input.command(FIRST).forward), (Buttons::JUMP, 1.0));
    feed(&mut input, [GamepadEvent::Disconnected(PadId(3))]);
    input.advance(&console, SECOND);
    input.ticks_ran(1);
    assert_eq!((input.command(FIRST).buttons, input.command(FIRST).forward), (Buttons::empty(), 0.0));
    assert_eq!(requests(&mut console, &mut input), ["+lean", "-lean"]);
    assert!(console.scrollback().any(|line| line.text == "gamepad 3 is gone"));
    // News of it that came late is of nobody.
    feed(&mut input, [GamepadEvent::Key(PadId(3), Key::South, true)]);
    assert_eq!(input.command(FIRST).buttons, Buttons::empty());
}

#[test]
fn each_gamepad_is_its_players() {
    let (mut console, mut input) = input("bind A_BUTTON +jump");
    feed(&mut input, [connected(0, None), connected(1, None)]);
    input.run(&mut console, "device_player 1 2; device_sensitivity \"pad 1\" 0.5; joy_yawspeed 100; joy_deadzone 0");
    let second = PlayerSlot::new(1).unwrap();
    for pad in [PadId(0), PadId(1)] {
        feed(&mut input, [GamepadEvent::Axis(pad, PadAxis::RightX, 1.0)]);
    }
    feed(&mut input, [GamepadEvent::Key(PadId(1), Key::South, true)]);
    input.advance(&console, SECOND);
    assert_eq!((input.command(FIRST).buttons, input.command(second).buttons), (Buttons::empty(), Buttons::JUMP));
    assert!((input.view(FIRST).yaw + 10.0).abs() < 1e-4 && (input.view(second).yaw + 5.0).abs() < 1e-4);
    // Whoever had it does no more with it.
    input.run(&mut console, "device_player 1 1");
    input.ticks_ran(1);
    assert_eq!(input.command(second).buttons, Buttons::empty());
}

#[test]
fn of_keys_and_stick_the_one_that_says_more_counts() {
    let (mut console, mut input) = input("bind w +forward; joy_deadzone 0; joy_outer_deadzone 0");
    feed(&mut input, [connected(0, None), GamepadEvent::Axis(PadId(0), PadAxis::LeftY, -0.5)]);
    input.advance(&console, SECOND);
    assert_eq!(input.command(FIRST).forward, 0.5);
    input.key(DeviceId::KEYBOARD, Key::W, true);
    assert_eq!(input.command(FIRST).forward, 1.0);
    input.key(DeviceId::KEYBOARD, Key::W, false);
    input.run(&mut console, "joy_swapsticks 1");
    input.advance(&console, SECOND);
    input.ticks_ran(1);
    assert_eq!(input.command(FIRST).forward, 0.0);
    input.run(&mut console, "joy_swapsticks 0; joystick 0");
    input.advance(&console, SECOND);
    assert_eq!(input.command(FIRST).forward, 0.0);
}

#[test]
fn in_a_menu_gamepads_steer_the_menu() {
    let (mut console, mut input) = input("bind A_BUTTON +jump");
    feed(&mut input, [connected(0, None)]);
    input.set_mode(InputMode::Menu);
    feed(&mut input, [GamepadEvent::Key(PadId(0), Key::South, true), GamepadEvent::Key(PadId(0), Key::South, false)]);
    feed(&mut input, [GamepadEvent::Axis(PadId(0), PadAxis::LeftY, 1.0)]);
    let pressed: Vec<MenuKey> = input.menu_keys().collect();
    let expected = [(Key::South, true), (Key::South, false), (Key::LeftStickDown, true)];
    assert_eq!(pressed, expected.map(|(key, pressed)| MenuKey { player: FIRST, key, pressed }));
    input.advance(&console, SECOND);
    assert_eq!(input.command(FIRST).forward, 0.0);
    assert!(requests(&mut console, &mut input).is_empty());
}

#[test]
fn more_gamepads_than_anyone_has_are_not_taken() {
    let (_, mut input) = input("");
    feed(&mut input, (0..100).map(|id| connected(id, None)).collect::<Vec<_>>());
    assert_eq!(input.devices().iter().count(), 16);
}
