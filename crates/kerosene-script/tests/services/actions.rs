//! Seed 004, "ScriptInput".

use crate::Rig;
use kerosene_framework::{ActionFrame, DEFAULT_ACTIONS, DEFAULT_AXES};

#[test]
fn pressed_is_one_tick_and_down_as_long_as_it_is_held() {
    let script = "fn on_update(dt) { print(`${is_action_pressed(\"Jump\")} ${is_action_down(\"Jump\")} ${is_action_released(\"Jump\")}`); }";
    let (mut rig, _) = Rig::of(script);
    for down in [0, 1, 1, 0, 0] {
        rig.framework.feed_actions(ActionFrame { down, ..ActionFrame::default() });
        rig.tick();
    }
    let expected =
        ["false false false", "true true false", "false true false", "false false true", "false false false"];
    assert_eq!(rig.messages(), expected);
}

#[test]
fn every_action_and_axis_of_the_table_has_its_name() {
    for (number, name) in DEFAULT_ACTIONS.into_iter().enumerate() {
        let (mut rig, _) = Rig::of(&format!("fn on_update(dt) {{ print(`${{is_action_down(\"{name}\")}}`); }}"));
        rig.framework.feed_actions(ActionFrame { down: 1 << number, ..ActionFrame::default() });
        rig.tick();
        assert_eq!(rig.messages(), ["true"], "{name}");
    }
    for (number, name) in DEFAULT_AXES.into_iter().enumerate() {
        let (mut rig, _) =
            Rig::of(&format!("fn on_update(dt) {{ print(`${{axis(\"{name}\")}} ${{axis_raw(\"{name}\")}}`); }}"));
        let mut frame = ActionFrame::default();
        frame.axes[number] = -0.25;
        rig.framework.feed_actions(frame);
        rig.tick();
        assert_eq!(rig.messages(), ["-0.25 -1.0"], "{name}");
    }
}

#[test]
fn the_mouse_is_told_by_its_way() {
    let script = "fn on_update(dt) { print(`${mouse_delta()} ${mouse_delta_x()} ${mouse_delta_y()}`); }";
    let (mut rig, _) = Rig::of(script);
    rig.framework.feed_actions(ActionFrame { mouse: [1.5, -2.0], ..ActionFrame::default() });
    rig.tick();
    assert_eq!(rig.messages(), ["[1.5, -2.0] 1.5 -2.0"]);
}

#[test]
fn an_unknown_name_is_nothing_and_is_warned_of_once() {
    let (mut rig, _) =
        Rig::of("fn on_update(dt) { if is_action_down(\"jump\") || axis(\"jump\") != 0 { print(\"no\"); } }");
    rig.ticks(5);
    let messages = rig.messages();
    assert!(messages.len() == 1 && messages[0].contains("`jump` is no action and no axis"), "{messages:?}");
}
