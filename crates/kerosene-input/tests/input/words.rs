//! Binds as text: what they run, how they are listed and kept.

use super::{input, last_line, requests};
use kerosene_input::{Action, Capture, DEFAULT_BINDS, DeviceId, Input, InputMode, Key, PlayerSlot};

const KEYBOARD: DeviceId = DeviceId::KEYBOARD;

#[test]
fn a_bind_runs_its_commands_and_undoes_those_with_a_plus() {
    let (mut console, mut input) = input(r#"bind x "+lean 2; say \"hi; there\"; +jump""#);
    input.key(KEYBOARD, Key::X, true);
    input.key(KEYBOARD, Key::X, true); // the keyboard repeats
    assert_eq!(requests(&mut console, &mut input), ["+lean 2", "say hi; there"]);
    input.key(KEYBOARD, Key::X, false);
    assert_eq!(requests(&mut console, &mut input), ["-lean 2"]);
}

#[test]
fn aliases_with_a_plus_hold_as_sources_players_write_them() {
    let scripts = r#"alias +jumpduck "+jump; +duck"; alias -jumpduck "-duck; -jump"; bind c +jumpduck"#;
    let (mut console, mut input) = input(scripts);
    input.key(KEYBOARD, Key::C, true);
    assert!(requests(&mut console, &mut input).is_empty());
    assert_eq!(input.held(PlayerSlot::FIRST).iter_names().map(|(name, _)| name).collect::<Vec<_>>(), ["Jump", "Duck"]);
    input.key(KEYBOARD, Key::C, false);
    requests(&mut console, &mut input);
    assert!(input.held(PlayerSlot::FIRST).is_empty());
}

#[test]
fn lost_focus_undoes_what_the_console_was_told_to_hold() {
    let (mut console, mut input) = input("bind x +lean");
    input.key(KEYBOARD, Key::X, true);
    input.focus_lost();
    assert_eq!(requests(&mut console, &mut input), ["+lean", "-lean"]);
    input.key(KEYBOARD, Key::X, false);
    assert!(requests(&mut console, &mut input).is_empty(), "it is undone once");
}

#[test]
fn in_a_menu_only_function_keys_run_and_hold_nothing() {
    let (mut console, mut input) = input("bind F5 quicksave; bind q lastinv; bind F6 +jump; bind F7 +lean");
    input.set_mode(InputMode::Menu);
    for key in [Key::F5, Key::Q, Key::F6, Key::F7] {
        input.key(KEYBOARD, key, true);
    }
    assert_eq!(requests(&mut console, &mut input), ["quicksave"]);
    assert!(input.held(PlayerSlot::FIRST).is_empty());
    input.set_mode(InputMode::Play);
    input.key(KEYBOARD, Key::Q, true);
    assert!(requests(&mut console, &mut input).is_empty(), "it is down since the menu: no press");
}

#[test]
fn a_wheel_presses_by_whole_notches() {
    let (mut console, mut input) = input("bind MWHEELUP up; bind MWHEELDOWN down");
    for notches in [0.4, 0.4, 0.4, f32::NAN, -2.5] {
        input.wheel(DeviceId::MOUSE, 0.0, notches);
    }
    assert_eq!(requests(&mut console, &mut input), ["up", "down", "down"]);
    input.wheel(DeviceId::MOUSE, 0.0, f32::INFINITY);
    assert!(requests(&mut console, &mut input).is_empty());
}

#[test]
fn what_is_archived_comes_back() {
    let (_, first) =
        input(&format!("{DEFAULT_BINDS}\nbind \"`\" \"say \\\"a;b\\\" \\\\\"; device_sensitivity Pad 0.25"));
    let (mut console, mut second) = input("bind F12 +jump");
    second.run(&mut console, &first.archive());
    assert_eq!(second.binds(), first.binds());
    assert_eq!(second.archive(), first.archive());
}

#[test]
fn default_binds_name_keys_and_actions_that_are() {
    let (console, input) = input(DEFAULT_BINDS);
    assert_eq!(console.scrollback().count(), 0, "{}", last_line(&console));
    let bound: Vec<_> = input.binds().iter().map(|(_, bind)| bind.text().to_owned()).collect();
    for text in bound.iter().filter(|text| text.starts_with('+')) {
        assert!(Action::from_name(&text[1..]).is_some(), "{text} holds nothing");
    }
    for action in ["+forward", "+back", "+moveleft", "+moveright", "+jump", "+duck", "+attack", "+use"] {
        assert!(input.binds().keys_of(action).next().is_some(), "{action} has no key");
    }
}

#[test]
fn commands_say_what_is_wrong() {
    for (line, answer) in [
        ("bind", "bind KEY TEXT: which key?"),
        ("bind hyper +jump", "there is no key `hyper`; `bind` completes the names"),
        ("unbind hyper", "there is no key `hyper`; `bind` completes the names"),
        ("bind q", "q does nothing"),
        ("bind q say hi; bind q", "q = \"say hi\""),
        ("key_findbinding", "key_findbinding PART: part of what?"),
        ("bind q say hi; bind r say ho; key_findbinding HO", "1 found"),
        ("bind ; +jump", "bind KEY TEXT: which key?"),
        ("device_sensitivity Pad lots", "`lots` is no number from 0.01 to 100"),
        ("device_player 0 9", "device_player NUMBER PLAYER: players are 1 to 4"),
        ("device_player 0 0", "device_player NUMBER PLAYER: players are 1 to 4"),
        ("device_player 7 1", "there is no gamepad 7; `device_list` lists them"),
        ("device_list", "0 found"),
    ] {
        let (console, _) = input(line);
        assert!(console.scrollback().any(|said| said.text == answer), "{line}: {}", last_line(&console));
    }
    let (console, _) = input(&format!("bind q {}", "x".repeat(2000)));
    assert_eq!(last_line(&console), "what a key does is no longer than 1024 bytes");
}

#[test]
fn a_page_of_controls_waits_for_the_next_key() {
    let (mut console, mut input) = input("bind q lastinv");
    assert_eq!(input.capture(), None);
    input.begin_capture();
    assert_eq!(input.capture(), Some(Capture::Waiting));
    input.key(KEYBOARD, Key::Q, true);
    assert_eq!((input.capture(), input.capture()), (Some(Capture::Key(Key::Q)), None));
    assert!(requests(&mut console, &mut input).is_empty(), "the press was for the page");
    input.begin_capture();
    input.key(KEYBOARD, Key::Escape, true);
    assert_eq!(input.capture(), Some(Capture::Cancelled));
}

#[test]
fn an_input_fits_one_console_once() {
    let (mut console, _) = input("");
    assert!(Input::new(&mut console).is_err());
}
