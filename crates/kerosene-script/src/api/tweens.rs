//! Tweens of the script.

use super::hand::ask;
use super::{Api, Group, row};
use crate::call::{Answer, unpack};
use crate::error::refuse;
use kerosene_entity::EntityId;
use kerosene_framework::{Context, Curve, TweenId};
use kerosene_math::{Angles, Vec3};
use rhai::{Array, Dynamic, FLOAT, INT};

fn tween(bits: INT) -> TweenId {
    TweenId::from_bits(bits.cast_unsigned())
}

fn curve(name: &str) -> Answer<Curve> {
    Curve::from_name(name).ok_or_else(|| {
        let known = kerosene_diagnostics::nearest(name, Curve::ALL.iter().map(|curve| curve.name()));
        let hint = known.map(|known| format!("; did you mean `{known}`?")).unwrap_or_default();
        refuse(&format!("there is no curve `{name}`{hint}"))
    })
}

/// Starts a tween along a curve; gives its handle.
fn start(name: &str, run: impl FnOnce(&mut Context<'_>, Curve) -> TweenId) -> Answer<INT> {
    let curve = curve(name)?;
    ask(|context| run(context, curve).to_bits().cast_signed())
}

/// The same of something that may be gone: then there is none, and the handle is 0.
fn start_of(target: INT, name: &str, run: impl FnOnce(&mut Context<'_>, EntityId, Curve) -> TweenId) -> Answer<INT> {
    start(name, |context, curve| match unpack(target).filter(|&target| context.world.is_active(target)) {
        Some(target) => run(context, target, curve),
        None => TweenId::NONE,
    })
}

pub(super) fn register(api: &mut Api<'_>) {
    register_own(api);
    register_of_others(api);
    register_colors(api);
    register_numbers(api);
    register_changes(api);
    register_curves(api);
}

fn register_own(api: &mut Api<'_>) {
    let help = "Moves the entity to a place in its parent's frame, in units, within so many seconds. Gives the tween; one that moves the entity already ends.";
    let signature = "(x: float, y: float, z: float, seconds: float, curve: string) -> tween";
    let example = "tween_position_to(0, 0, 96, 1.5, \"ease_out_back\") != 0";
    let to = row(Group::Tweens, "tween_position_to", signature, help, example);
    api.add(to, |x: FLOAT, y: FLOAT, z: FLOAT, seconds: FLOAT, name: &str| {
        start(name, |context, curve| context.tween_position_to(Vec3::new(x, y, z), seconds, curve))
    });
    let help = "Turns the entity to angles in its parent's frame, each the shorter way around.";
    let signature = "(pitch: float, yaw: float, roll: float, seconds: float, curve: string) -> tween";
    let example = "tween_rotation_to(0, 180, 0, 1, \"linear\") != 0";
    let to = row(Group::Tweens, "tween_rotation_to", signature, help, example);
    api.add(to, |pitch: FLOAT, yaw: FLOAT, roll: FLOAT, seconds: FLOAT, name: &str| {
        start(name, |context, curve| context.tween_rotation_to(Angles::new(pitch, yaw, roll), seconds, curve))
    });
    let help = "Brings the entity to a size, 1 on each axis for that of its model.";
    let signature = "(x: float, y: float, z: float, seconds: float, curve: string) -> tween";
    let example = "tween_scale_to(2, 2, 2, 1, \"smoothstep\") != 0";
    let to = row(Group::Tweens, "tween_scale_to", signature, help, example);
    api.add(to, |x: FLOAT, y: FLOAT, z: FLOAT, seconds: FLOAT, name: &str| {
        start(name, |context, curve| context.tween_scale_to(Vec3::new(x, y, z), seconds, curve))
    });
}

/// Tweens of any entity; of one that is gone there is none, and the handle is 0.
fn register_of_others(api: &mut Api<'_>) {
    let help = "Moves any entity, as `tween_position_to` does the script's own. 0 for one that is gone.";
    let signature = "(target: entity, x: float, y: float, z: float, seconds: float, curve: string) -> tween";
    let example = "tween_position(player(), 0, 0, 96, 1.5, \"linear\") != 0";
    let to = row(Group::Tweens, "tween_position", signature, help, example);
    api.add(to, |target: INT, x: FLOAT, y: FLOAT, z: FLOAT, seconds: FLOAT, name: &str| {
        start_of(target, name, |context, target, curve| {
            context.tween_position(target, Vec3::new(x, y, z), seconds, curve)
        })
    });
    let help = "Turns any entity.";
    let signature = "(target: entity, pitch: float, yaw: float, roll: float, seconds: float, curve: string) -> tween";
    let example = "tween_rotation(player(), 0, 90, 0, 1, \"linear\") != 0";
    let to = row(Group::Tweens, "tween_rotation", signature, help, example);
    api.add(to, |target: INT, pitch: FLOAT, yaw: FLOAT, roll: FLOAT, seconds: FLOAT, name: &str| {
        start_of(target, name, |context, target, curve| {
            context.tween_rotation(target, Angles::new(pitch, yaw, roll), seconds, curve)
        })
    });
    let help = "Brings any entity to a size.";
    let signature = "(target: entity, x: float, y: float, z: float, seconds: float, curve: string) -> tween";
    let example = "tween_scale(player(), 2, 2, 2, 1, \"linear\") != 0";
    let to = row(Group::Tweens, "tween_scale", signature, help, example);
    api.add(to, |target: INT, x: FLOAT, y: FLOAT, z: FLOAT, seconds: FLOAT, name: &str| {
        start_of(target, name, |context, target, curve| context.tween_scale(target, Vec3::new(x, y, z), seconds, curve))
    });
}

fn register_colors(api: &mut Api<'_>) {
    let help = "Brings a light to a colour, 0 to 255 each, and a brightness as the fourth number of `_light` has it. 0 for a light that is gone.";
    let signature = "(light: entity, red: float, green: float, blue: float, brightness: float, seconds: float, curve: string) -> tween";
    let example = "tween_light_color(entity(), 255, 100, 25, 600, 0.8, \"ease_in_out_sine\") != 0";
    let to = row(Group::Tweens, "tween_light_color", signature, help, example);
    api.add(to, |light: INT, red: FLOAT, green: FLOAT, blue: FLOAT, brightness: FLOAT, seconds: FLOAT, name: &str| {
        start_of(light, name, |context, light, curve| {
            context.tween_light_color(light, Vec3::new(red, green, blue), brightness, seconds, curve)
        })
    });
    let help = "Brings an element of the user interface from one colour and opacity to another: arrays of four numbers, 0 to 1 each. Allocates the arrays.";
    let signature = "(element: string, from: array, to: array, seconds: float, curve: string) -> tween";
    let example = "tween_ui_color(\"score\", [1, 1, 1, 1], [1, 0, 0, 1], 0.5, \"linear\") != 0";
    let to = row(Group::Tweens, "tween_ui_color", signature, help, example);
    api.add(to, |element: &str, from: Array, to: Array, seconds: FLOAT, name: &str| {
        let (from, to) = (color_of(&from)?, color_of(&to)?);
        start(name, |context, curve| context.tween_ui_color(element, from, to, seconds, curve))
    });
}

/// Four numbers of an array.
fn color_of(array: &[Dynamic]) -> Answer<[f32; 4]> {
    let number = |value: &Dynamic| value.as_float().or_else(|_| value.as_int().map(|whole| whole as FLOAT));
    let numbers: Vec<f32> = array.iter().filter_map(|value| number(value).ok()).collect();
    let color = <[f32; 4]>::try_from(numbers).ok().filter(|_| array.len() == 4);
    color.ok_or_else(|| refuse("a colour of the user interface is an array of four numbers, as in [1, 0, 0, 1]"))
}

fn register_numbers(api: &mut Api<'_>) {
    let help = "A number that goes from one to another; `tween_value(tween)` reads it.";
    let signature = "(from: float, to: float, seconds: float, curve: string) -> tween";
    let example = "tween_number(0, 1, 2, \"ease_in_out_sine\") != 0";
    let to = row(Group::Tweens, "tween_number", signature, help, example);
    api.add(to, |from: FLOAT, to: FLOAT, seconds: FLOAT, name: &str| {
        start(name, |context, curve| context.tween_number(from, to, seconds, curve))
    });
}

fn register_changes(api: &mut Api<'_>) {
    let help = "What a tween has reached, of several numbers the first; `()` if it is over.";
    let value = row(
        Group::Tweens,
        "tween_value",
        "(tween: tween) -> float or ()",
        help,
        "tween_value(tween_number(3.0, 4.0, 1.0, \"linear\")) == 3.0",
    );
    api.add(value, |bits: INT| {
        ask(|context| context.tween_value(tween(bits)).map_or(Dynamic::UNIT, Dynamic::from_float))
    });
    let help = "Lets a tween that has not begun begin so many seconds from now, from what it then finds.";
    let delay = row(
        Group::Tweens,
        "set_tween_delay",
        "(tween: tween, delay: float) -> bool",
        help,
        "set_tween_delay(tween_number(0.0, 1.0, 1.0, \"linear\"), 0.25)",
    );
    api.add(delay, |bits: INT, delay: FLOAT| ask(|context| context.set_tween_delay(tween(bits), delay)));
    let help = "Lets a tween go back and forth for good.";
    let back = row(
        Group::Tweens,
        "set_ping_pong",
        "(tween: tween, on: bool) -> bool",
        help,
        "set_ping_pong(tween_number(0.0, 1.0, 1.0, \"linear\"), true)",
    );
    api.add(back, |bits: INT, on: bool| ask(|context| context.set_ping_pong(tween(bits), on)));
    let help = "Calls a function of the script when a tween is done; not where it is cancelled, and never of one that goes back and forth.";
    let done = row(
        Group::Tweens,
        "set_on_complete",
        "(tween: tween, function: string) -> bool",
        help,
        "set_on_complete(tween_number(0.0, 1.0, 1.0, \"linear\"), \"close\")",
    );
    api.add(done, |bits: INT, task: &str| ask(|context| context.set_on_complete(tween(bits), task)));
    let help = "Ends a tween where it is.";
    let cancel = row(Group::Tweens, "cancel_tween", "(tween: tween) -> bool", help, "cancel_tween(0) == false");
    api.add(cancel, |bits: INT| ask(|context| context.cancel_tween(tween(bits))));
    let help = "Whether a tween goes on, or waits to begin.";
    let is = row(Group::Tweens, "is_tweening", "(tween: tween) -> bool", help, "is_tweening(0) == false");
    api.add(is, |bits: INT| ask(|context| context.is_tweening(tween(bits))));
}

fn register_curves(api: &mut Api<'_>) {
    let help = "Where a curve is at `t`, from 0 to 1.";
    let ease =
        row(Group::Tweens, "ease", "(curve: string, t: float) -> float", help, "ease(\"ease_in_quad\", 0.5) == 0.25");
    api.add(ease, |name: &str, t: FLOAT| Ok::<_, Box<rhai::EvalAltResult>>(kerosene_framework::ease(curve(name)?, t)));
    let help = "The angle that lies `t` of the way from one to another, the shorter way, in degrees.";
    let lerp = row(
        Group::Tweens,
        "lerp_angle",
        "(a: float, b: float, t: float) -> float",
        help,
        "lerp_angle(0.0, 90.0, 0.5) == 45.0",
    );
    api.add(lerp, kerosene_framework::lerp_angle);
    let help = "The shorter way from one angle to another, -180 to 180 degrees.";
    let delta =
        row(Group::Tweens, "delta_angle", "(a: float, b: float) -> float", help, "delta_angle(10.0, 30.0) == 20.0");
    api.add(delta, kerosene_framework::delta_angle);
    let help = "`current`, nearer to `target`: the same however long a tick is.";
    let damp = row(
        Group::Tweens,
        "damp",
        "(current: float, target: float, rate: float, dt: float) -> float",
        help,
        "damp(0.0, 10.0, 8.0, 0.0) == 0.0",
    );
    api.add(damp, kerosene_framework::damp);
}
