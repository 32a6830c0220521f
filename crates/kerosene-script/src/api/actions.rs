//! What the player does: named actions and axes.

use super::hand::ask;
use super::{Api, Group, row};
use rhai::{Dynamic, FLOAT};

pub(super) fn register(api: &mut Api<'_>) {
    let help = "Whether an action has begun in this tick: `Jump`, `Interact`, `Fire`, `AltFire`, `Sprint`, `Crouch`, `Reload`, `Pause`. Whoever binds keys to them is the player, in the console: `bind F +attack`. A name that is no action is told once and is never done.";
    let pressed = row(
        Group::Actions,
        "is_action_pressed",
        "(action: string) -> bool",
        help,
        "is_action_pressed(\"Jump\") == false",
    );
    api.add(pressed, |action: &str| ask(|context| context.is_action_pressed(action)));
    let help = "Whether an action is done in this tick.";
    let down =
        row(Group::Actions, "is_action_down", "(action: string) -> bool", help, "is_action_down(\"Fire\") == false");
    api.add(down, |action: &str| ask(|context| context.is_action_down(action)));
    let help = "Whether an action has ended in this tick.";
    let example = "is_action_released(\"Crouch\") == false";
    let released = row(Group::Actions, "is_action_released", "(action: string) -> bool", help, example);
    api.add(released, |action: &str| ask(|context| context.is_action_released(action)));
    let help = "How far an axis is, -1 to 1: `Horizontal` (right), `Vertical` (forward), `LookX`, `LookY`.";
    let axis = row(Group::Actions, "axis", "(axis: string) -> float", help, "axis(\"Vertical\") == 0.0");
    api.add(axis, |axis: &str| ask(|context| context.axis(axis)));
    let help = "How far an axis is, as -1, 0 or 1: for menus and movement by squares.";
    let axis = row(Group::Actions, "axis_raw", "(axis: string) -> float", help, "axis_raw(\"Horizontal\") == 0.0");
    api.add(axis, |axis: &str| ask(|context| context.axis_raw(axis)));
    register_mouse(api);
}

fn register_mouse(api: &mut Api<'_>) {
    let help = "How far the mouse went in this tick, to the right and down, as an array of two; 0 while the pointer is free. Allocates: `mouse_delta_x()` and `mouse_delta_y()` do not.";
    let delta = row(Group::Actions, "mouse_delta", "() -> array", help, "mouse_delta() == [0.0, 0.0]");
    api.add(delta, || ask(|context| context.mouse_delta().map(Dynamic::from_float).to_vec()));
    let parts = [
        ("mouse_delta_x", "How far the mouse went to the right.", "mouse_delta_x() == 0.0", 0),
        ("mouse_delta_y", "How far the mouse went down.", "mouse_delta_y() == 0.0", 1),
    ];
    for (name, help, example, part) in parts {
        let delta = row(Group::Actions, name, "() -> float", help, example);
        api.add(delta, move || ask(|context| -> FLOAT { context.mouse_delta()[part] }));
    }
}
