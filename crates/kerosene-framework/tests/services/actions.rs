//! Actions: seed 004, "ScriptInput".

use crate::rig::Rig;
use kerosene_entity::EntityId;
use kerosene_framework::{ActionFrame, ActionMap, BindingError, DEFAULT_ACTIONS, DEFAULT_AXES, Devices};
use std::collections::BTreeMap;

/// Devices as a test has them.
#[derive(Default)]
struct Fake {
    down: Vec<&'static str>,
    sticks: BTreeMap<&'static str, f32>,
    mouse: Option<[f32; 2]>,
}

impl Devices for Fake {
    fn is_down(&self, binding: &str) -> bool {
        self.down.contains(&binding)
    }
    fn stick(&self, axis: &str) -> f32 {
        self.sticks.get(axis).copied().unwrap_or(0.0)
    }
    fn mouse(&self) -> Option<[f32; 2]> {
        self.mouse
    }
}

fn held(down: &[&'static str]) -> Fake {
    Fake { down: down.to_vec(), ..Fake::default() }
}

fn axis(map: &ActionMap, devices: &Fake, name: &str) -> f32 {
    map.frame(devices).axes[map.axis(name).unwrap()]
}

#[test]
fn the_default_actions_are_those_of_the_table() {
    let map = ActionMap::default();
    let table: [(&str, [&'static str; 2]); 8] = [
        ("Jump", ["SPACE", "A_BUTTON"]),
        ("Interact", ["E", "X_BUTTON"]),
        ("Fire", ["MOUSE1", "R_TRIGGER"]),
        ("AltFire", ["MOUSE2", "L_TRIGGER"]),
        ("Sprint", ["SHIFT", "STICK1"]),
        ("Crouch", ["CTRL", "B_BUTTON"]),
        ("Reload", ["R", "Y_BUTTON"]),
        ("Pause", ["ESCAPE", "START"]),
    ];
    assert_eq!(table.map(|(name, _)| name), DEFAULT_ACTIONS);
    for (name, keys) in table {
        for key in keys {
            assert_eq!(map.frame(&held(&[key])).down, 1 << map.action(name).unwrap(), "{name} {key}");
        }
    }
}

#[test]
fn the_default_axes_are_those_of_the_table() {
    let map = ActionMap::default();
    assert_eq!(DEFAULT_AXES, ["Horizontal", "Vertical", "LookX", "LookY"]);
    for (key, name, way) in [
        ("A", "Horizontal", -1.0),
        ("D", "Horizontal", 1.0),
        ("LEFTARROW", "Horizontal", -1.0),
        ("RIGHTARROW", "Horizontal", 1.0),
        ("S", "Vertical", -1.0),
        ("W", "Vertical", 1.0),
        ("DOWNARROW", "Vertical", -1.0),
        ("UPARROW", "Vertical", 1.0),
    ] {
        assert_eq!(axis(&map, &held(&[key]), name), way, "{key}");
    }
    for (stick, name, way) in [
        ("LEFT_X", "Horizontal", 0.5),
        ("LEFT_Y", "Vertical", -0.5),
        ("RIGHT_X", "LookX", 0.5),
        ("RIGHT_Y", "LookY", 0.5),
    ] {
        let devices = Fake { sticks: BTreeMap::from([(stick, 0.5)]), ..Fake::default() };
        assert_eq!(axis(&map, &devices, name), way, "{stick}");
    }
}

#[test]
fn axes_merge_by_magnitude() {
    let map = ActionMap::default();
    let pushed = |down: &[&'static str], way| Fake { sticks: BTreeMap::from([("LEFT_X", way)]), ..held(down) };
    assert_eq!(axis(&map, &pushed(&["D"], 0.7), "Horizontal"), 1.0, "not 1.7");
    assert_eq!(axis(&map, &pushed(&["A"], 0.7), "Horizontal"), -1.0);
    assert_eq!(axis(&map, &pushed(&["A", "D"], 0.7), "Horizontal"), 0.7, "two keys are none");
    assert_eq!(axis(&map, &pushed(&[], 7.0), "Horizontal"), 1.0);
}

#[test]
fn six_bindings_each_and_no_more() {
    let mut map = ActionMap::default();
    for key in ["F1", "F2", "F3", "F4", "F4"] {
        map.bind("Jump", key).unwrap();
    }
    assert_eq!(map.bindings("Jump").len(), 6, "what is bound already is not bound twice");
    assert_eq!(map.bind("Jump", "F5"), Err(BindingError::TooMany { name: "Jump".to_owned() }));
    assert_eq!(map.frame(&held(&["F3"])).down, 1);
}

#[test]
fn everything_can_be_bound_anew_and_put_back() {
    let mut map = ActionMap::default();
    assert!(map.unbind("Jump") && map.unbind("Horizontal") && !map.unbind("Nothing"));
    assert_eq!(map.frame(&held(&["SPACE", "D"])), ActionFrame::default());
    map.bind("Jump", "J").unwrap();
    map.bind_axis_keys("Horizontal", "Q", "P").unwrap();
    map.bind_axis_stick("Horizontal", "RIGHT_X", true).unwrap();
    map.bind("Dance", "T").unwrap();
    assert_eq!(map.frame(&held(&["J", "T"])).down, 1 | 1 << map.action("Dance").unwrap());
    assert_eq!(axis(&map, &held(&["Q"]), "Horizontal"), -1.0);
    let pushed = Fake { sticks: BTreeMap::from([("RIGHT_X", 0.25)]), ..Fake::default() };
    assert_eq!(axis(&map, &pushed, "Horizontal"), -0.25);
    map.reset_to_defaults();
    assert_eq!(map, ActionMap::default());
    let names: Vec<String> = (0..40).map(|number| format!("action{number}")).collect();
    let bound = names.iter().filter(|name| map.bind(name, "X").is_ok()).count();
    assert_eq!(bound, 24, "32 in all");
}

#[test]
fn the_mouse_is_still_while_it_is_not_captured() {
    let mut map = ActionMap::default();
    map.set_mouse_sensitivity(2.0);
    let moved = Fake { mouse: Some([3.0, -4.0]), ..Fake::default() };
    assert_eq!(map.frame(&moved).mouse, [6.0, -8.0]);
    assert_eq!(map.frame(&Fake::default()).mouse, [0.0, 0.0]);
}

fn rig() -> (Rig, EntityId) {
    let mut rig = Rig::idle();
    let owner = rig.spawn("a");
    rig.tick();
    (rig, owner)
}

#[test]
fn pressed_is_one_tick_and_down_as_long_as_it_is_held() {
    let (mut rig, owner) = rig();
    let mut seen = Vec::new();
    for down in [0, 1, 1, 0, 0] {
        rig.framework.feed_actions(ActionFrame { down, ..ActionFrame::default() });
        let context = rig.context(owner);
        seen.push([
            context.is_action_pressed("Jump"),
            context.is_action_down("Jump"),
            context.is_action_released("Jump"),
        ]);
    }
    let (no, yes) = (false, true);
    assert_eq!(seen, [[no, no, no], [yes, yes, no], [no, yes, no], [no, no, yes], [no, no, no]]);
}

#[test]
fn axes_are_read_whole_and_raw() {
    let (mut rig, owner) = rig();
    let mut frame = ActionFrame { mouse: [1.5, f32::NAN], ..ActionFrame::default() };
    frame.axes[..4].copy_from_slice(&[0.3, -7.0, 0.0, f32::INFINITY]);
    rig.framework.feed_actions(frame);
    let context = rig.context(owner);
    assert_eq!(["Horizontal", "Vertical", "LookX", "LookY"].map(|axis| context.axis(axis)), [0.3, -1.0, 0.0, 0.0]);
    assert_eq!(["Horizontal", "Vertical", "LookX"].map(|axis| context.axis_raw(axis)), [1.0, -1.0, 0.0]);
    assert_eq!(context.mouse_delta(), [1.5, 0.0]);
}

#[test]
fn an_unknown_name_is_nothing_and_is_warned_of_once() {
    let (mut rig, owner) = rig();
    for _ in 0..10 {
        let context = rig.context(owner);
        assert!(!context.is_action_down("jump"));
        assert_eq!(context.axis("horizontal"), 0.0);
    }
    rig.ticks(3);
    let said = rig.said();
    assert_eq!(said.len(), 2);
    assert!(said[0].contains("`horizontal`") && said[1].contains("`jump`"));
}
