//! Views: mouse, keys, limits.

use super::input;
use kerosene_input::{DeviceId, InputMode, Key, MotionKind, PlayerSlot};
use kerosene_math::Angles;
use proptest::prelude::*;
use std::time::Duration;

const FIRST: PlayerSlot = PlayerSlot::FIRST;
const FRAME: Duration = Duration::from_millis(16);

#[test]
fn pitch_stops_before_straight_up_and_down_and_yaw_goes_round() {
    let (console, mut input) = input("");
    input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, 0.0, 1e4);
    input.advance(&console, FRAME);
    assert_eq!(input.view(FIRST).pitch, 89.0);
    input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, 0.0, -1e4);
    input.advance(&console, FRAME);
    assert_eq!(input.view(FIRST).pitch, -89.0);
    input.set_view(FIRST, Angles::new(f32::NAN, 540.0, 30.0));
    assert_eq!(input.view(FIRST), Angles::new(0.0, 180.0, 0.0));
}

#[test]
fn a_negative_pitch_variable_inverts_the_mouse() {
    let (mut console, mut input) = input("sensitivity 1; m_pitch -0.5");
    input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, 0.0, 10.0);
    input.advance(&console, FRAME);
    assert_eq!(input.view(FIRST).pitch, -5.0);
    input.run(&mut console, "m_pitch 0.5");
    input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, 0.0, 10.0);
    input.advance(&console, FRAME);
    assert_eq!(input.view(FIRST).pitch, 0.0);
}

#[test]
fn one_kind_of_motion_counts_and_none_in_a_menu() {
    let (mut console, mut input) = input("sensitivity 1; m_yaw 1");
    let yaw_after = |input: &mut kerosene_input::Input, console: &kerosene_console::Console| {
        input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, 1.0, 0.0);
        input.mouse_moved(DeviceId::MOUSE, MotionKind::Pointer, 10.0, 0.0);
        input.advance(console, FRAME);
        input.view(FIRST).yaw
    };
    assert_eq!(yaw_after(&mut input, &console), -1.0);
    input.run(&mut console, "m_rawinput 0");
    assert_eq!(yaw_after(&mut input, &console), -11.0);
    input.set_mode(InputMode::Menu);
    assert_eq!(yaw_after(&mut input, &console), -11.0);
}

#[test]
fn keys_turn_by_degrees_per_second() {
    let (console, mut input) = input("bind LEFTARROW +left; bind PGUP +lookup; bind SHIFT +speed");
    input.key(DeviceId::KEYBOARD, Key::ArrowLeft, true);
    input.advance(&console, Duration::from_millis(100));
    assert!((input.view(FIRST).yaw - 21.0).abs() < 1e-4);
    input.key(DeviceId::KEYBOARD, Key::ArrowLeft, false);
    input.key(DeviceId::KEYBOARD, Key::PageUp, true);
    input.key(DeviceId::KEYBOARD, Key::ShiftLeft, true);
    input.advance(&console, Duration::from_millis(100));
    assert!((input.view(FIRST).pitch + 22.5 * 0.67).abs() < 1e-4);
    // A frame is never longer than the engine has it.
    input.advance(&console, Duration::from_secs(100));
    assert!(input.view(FIRST).pitch >= -89.0);
}

proptest! {
    #[test]
    fn any_motion_leaves_a_view_that_can_be_looked_along(
        motions in prop::collection::vec((any::<f32>(), any::<f32>()), 0..20), milliseconds in 0..10_000_u64,
    ) {
        let (console, mut input) = input("m_customaccel 1; m_customaccel_exponent 8; m_filter 1");
        for (right, down) in motions {
            input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, right, down);
            input.advance(&console, Duration::from_millis(milliseconds));
            let view = input.view(FIRST);
            prop_assert!(view.pitch.abs() <= 89.0 && view.yaw.abs() <= 180.0 && view.roll == 0.0, "{view:?}");
        }
    }
}
