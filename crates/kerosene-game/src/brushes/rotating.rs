//! `rotating`: brushes that turn on and on, such as fans.
//!
//! One that gathers speed does so evenly. The engine turns things at a constant speed, so each stretch of length
//! [`STEP`] is turned at its mean speed: the angle is exact at the end of each stretch.

use super::door_rotating::axis_of;
use crate::shared::{crush, sound};
use kerosene_entity::{
    ClassDef, ClassKind, Due, EntityId, EntityWorld, Flags, InputEvent, KeyKind, ModelRole, Pose, Time, Touch,
    TouchPhase, Value, ValueKind,
};
use kerosene_math::{Angles, Vec3};
use kerosene_world::{Component, TextId};
use std::time::Duration;

/// Turns from the start.
const STARTS_ON: u32 = 1;
/// Turns the other way round.
const REVERSED: u32 = 1 << 1;
/// Turns about X, that is, it rolls.
const ABOUT_X: u32 = 1 << 2;
/// Turns about Y, that is, it pitches.
const ABOUT_Y: u32 = 1 << 3;
/// Gathers and loses speed, instead of having it at once.
const ACCELERATES: u32 = 1 << 4;
/// Hurts who touches it while it turns.
const HURTS_BY_TOUCH: u32 = 1 << 5;
/// In nobody's way.
const PASSABLE: u32 = 1 << 6;

/// Length of a stretch of gathering speed: Source's.
const STEP: Duration = Duration::from_millis(100);
/// Seconds between two looks at whether the angle has grown over a whole turn.
const TURN_CHECK: f32 = 8.0;

/// The keys and the state of something that turns.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Rotating {
    /// In degrees a second.
    #[field(key = "maxspeed", label = "Speed", default = "100")]
    max_speed: f32,
    /// How quickly it gathers speed, in percent: at 100, in half a second to its full speed.
    #[field(key = "fanfriction", label = "Friction", default = "20")]
    friction: f32,
    /// Harm to whoever is in its way.
    #[field(key = "dmg", label = "Damage when blocked")]
    damage: f32,
    /// Sound while it turns.
    #[field(key = "message", label = "Sound")]
    sound: TextId,
    /// Degrees a second now; below 0 the other way round.
    #[field(key = "")]
    speed: f32,
    /// Degrees a second that it is to reach.
    #[field(key = "")]
    wanted: f32,
    /// -1 for the other way round.
    #[field(key = "")]
    sense: f32,
    /// When the stretch ends.
    #[field(key = "")]
    stretch: Due,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("rotating", ClassKind::Brush)
        .help("Brushes that turn about their origin, on and on.")
        .model(ModelRole::Mover)
        .component::<Rotating>()
        .key("speed", KeyKind::Float, "", "Speed as Half-Life has it", "In degrees a second; goes before maxspeed.")
        .component::<crush::Crusher>()
        .flag(STARTS_ON, "Starts on", false)
        .flag(REVERSED, "Reversed", false)
        .flag(ABOUT_X, "About X", false)
        .flag(ABOUT_Y, "About Y", false)
        .flag(ACCELERATES, "Gathers speed", false)
        .flag(HURTS_BY_TOUCH, "Hurts by touch", false)
        .flag(PASSABLE, "Passable", false)
        .input("Start", ValueKind::None, input_start, "Lets it turn at full speed.")
        .input("StartForward", ValueKind::None, input_start_forward, "Lets it turn the usual way.")
        .input("StartBackward", ValueKind::None, input_start_backward, "Lets it turn the other way.")
        .input("Stop", ValueKind::None, input_stop, "Stops it.")
        .input("Toggle", ValueKind::None, input_toggle, "Starts or stops it.")
        .input("Reverse", ValueKind::None, input_reverse, "Turns it the other way round.")
        .input("SetSpeed", ValueKind::Float, input_set_speed, "From 0 to 1: part of its full speed.")
        .output("OnStart", ValueKind::None, "When it starts to turn.")
        .output("OnStop", ValueKind::None, "When it has come to rest.")
        .on_spawn(spawn)
        .on_think(think)
        .on_touch(touch)
        .on_restore(|world, rotating| {
            let state = keys(world, rotating);
            if state.speed != 0.0 {
                sound::play_on(world, rotating, state.sound);
            }
        })
        .on_blocked(|world, rotating, other| {
            crush::crush(world, rotating, other, keys(world, rotating).damage);
        })
}

fn keys(world: &EntityWorld, rotating: EntityId) -> Rotating {
    world.get(rotating).unwrap_or_default()
}

fn spawn(world: &mut EntityWorld, rotating: EntityId) {
    let (mut state, flags) = (keys(world, rotating), world.spawn_flags(rotating));
    // Half-Life and Quake II say `speed`.
    state.max_speed = world.float_field(rotating, "speed").filter(|speed| *speed != 0.0).unwrap_or(state.max_speed);
    state.sense = if flags & REVERSED != 0 { -1.0 } else { 1.0 };
    world.insert(rotating, state);
    if flags & PASSABLE != 0 {
        world.change_flags(rotating, |flags| flags.insert(Flags::NON_SOLID));
    }
    if flags & STARTS_ON != 0 {
        want(world, rotating, state.max_speed * state.sense);
    }
}

/// Lets it turn at a speed, at once or by and by.
fn want(world: &mut EntityWorld, rotating: EntityId, wanted: f32) {
    let mut state = keys(world, rotating);
    if state.speed == 0.0 && wanted != 0.0 {
        sound::play_on(world, rotating, state.sound);
        world.fire_output(rotating, "OnStart", None, Value::None);
    }
    state.wanted = wanted;
    if world.spawn_flags(rotating) & ACCELERATES == 0 {
        state.speed = wanted;
        if wanted == 0.0 {
            come_to_rest(world, rotating, state.sound);
        }
        world.insert(rotating, state);
        turn(world, rotating, wanted);
        world.think_after(rotating, TURN_CHECK);
        return;
    }
    let now = world.time();
    world.insert(rotating, state);
    begin_stretch(world, rotating, now);
}

/// Fans hurt by a tenth of their speed, as in Half-Life.
fn touch(world: &mut EntityWorld, rotating: EntityId, touch: &Touch) {
    let hurts = world.spawn_flags(rotating) & HURTS_BY_TOUCH != 0 && touch.phase != TouchPhase::End;
    let speed = keys(world, rotating).speed.abs();
    if hurts && speed > 0.0 {
        crush::crush(world, rotating, touch.other, speed / 10.0);
    }
}

fn come_to_rest(world: &mut EntityWorld, rotating: EntityId, sound: TextId) {
    sound::stop(world, rotating, sound);
    world.fire_output(rotating, "OnStop", None, Value::None);
}

/// Turns at a constant speed from now on.
fn turn(world: &mut EntityWorld, rotating: EntityId, speed: f32) {
    if speed == 0.0 {
        world.stop_motion(rotating);
        return;
    }
    let flags = world.spawn_flags(rotating);
    let axis = axis_of(flags & ABOUT_X != 0, flags & ABOUT_Y != 0);
    world.move_endlessly(rotating, Vec3::ZERO, axis * speed);
}

/// Begins the next stretch of gathering or losing speed.
fn begin_stretch(world: &mut EntityWorld, rotating: EntityId, start: Time) {
    let mut state = keys(world, rotating);
    // Source gathers a fifth of the full speed, times the friction, in each tenth of a second.
    let most = 2.0 * state.max_speed.abs() * (state.friction.clamp(1.0, 100.0) / 100.0) * STEP.as_secs_f32();
    let next = state.speed + (state.wanted - state.speed).clamp(0.0 - most, most);
    let mean = (state.speed + next) * 0.5;
    state.speed = next;
    let end = start + STEP;
    state.stretch = Due::at(end);
    world.insert(rotating, state);
    turn(world, rotating, mean);
    world.think_at(rotating, end);
}

fn think(world: &mut EntityWorld, rotating: EntityId) {
    let (mut state, now) = (keys(world, rotating), world.time());
    if state.speed != state.wanted {
        return begin_stretch(world, rotating, state.stretch.time().unwrap_or(now));
    }
    if state.stretch.time().is_some() {
        // The last stretch is over: what speed it has, it keeps.
        state.stretch = Due::NEVER;
        world.insert(rotating, state);
        turn(world, rotating, state.speed);
        if state.speed == 0.0 {
            come_to_rest(world, rotating, state.sound);
        }
    }
    drop_whole_turns(world, rotating);
    if state.speed != 0.0 {
        world.think_after(rotating, TURN_CHECK);
    }
}

/// Takes whole turns off the angles, which would lose precision as they grow.
fn drop_whole_turns(world: &mut EntityWorld, rotating: EntityId) {
    let pose = world.local_pose(rotating);
    let angles = pose.angles();
    // The remainder of floats is exact.
    let rest = Angles::new(angles.pitch % 360.0, angles.yaw % 360.0, angles.roll % 360.0);
    if rest != angles {
        world.set_local_pose(rotating, Pose::new(pose.origin, rest));
    }
}

fn input_start(world: &mut EntityWorld, rotating: EntityId, _: &InputEvent) {
    let state = keys(world, rotating);
    want(world, rotating, state.max_speed * state.sense);
}

fn input_start_forward(world: &mut EntityWorld, rotating: EntityId, _: &InputEvent) {
    start(world, rotating, 1.0);
}

fn input_start_backward(world: &mut EntityWorld, rotating: EntityId, _: &InputEvent) {
    start(world, rotating, -1.0);
}

fn start(world: &mut EntityWorld, rotating: EntityId, sense: f32) {
    let Some(mut state) = world.get_mut::<Rotating>(rotating) else { return };
    state.sense = sense;
    let wanted = state.max_speed * sense;
    drop(state);
    want(world, rotating, wanted);
}

fn input_stop(world: &mut EntityWorld, rotating: EntityId, _: &InputEvent) {
    if keys(world, rotating).wanted != 0.0 {
        want(world, rotating, 0.0);
    }
}

fn input_toggle(world: &mut EntityWorld, rotating: EntityId, event: &InputEvent) {
    if keys(world, rotating).wanted == 0.0 {
        input_start(world, rotating, event);
    } else {
        input_stop(world, rotating, event);
    }
}

fn input_reverse(world: &mut EntityWorld, rotating: EntityId, _: &InputEvent) {
    let Some(mut state) = world.get_mut::<Rotating>(rotating) else { return };
    state.sense = 0.0 - state.sense;
    let wanted = 0.0 - state.wanted;
    drop(state);
    if wanted != 0.0 {
        want(world, rotating, wanted);
    }
}

fn input_set_speed(world: &mut EntityWorld, rotating: EntityId, event: &InputEvent) {
    let Some(part) = event.value.float() else { return };
    let state = keys(world, rotating);
    want(world, rotating, state.max_speed * part.clamp(0.0, 1.0) * state.sense);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;
    use kerosene_entity::Request;

    fn fan(keys: &str) -> Stage {
        Stage::new(
            &format!("{{ classname func_rotating targetname f model *1 {keys} }}"),
            &[[-8.0, -8.0, 0.0, 8.0, 8.0, 4.0]],
        )
    }

    fn near(angle: f32, expected: f32) -> bool {
        (angle - expected).abs() < 1e-2
    }

    #[test]
    fn it_turns_at_its_speed_about_its_axis() {
        let turned = |keys: &str| {
            let mut stage = fan(keys);
            stage.play(2.0);
            stage.angles("f")
        };
        assert!(near(turned("spawnflags 1").yaw, 200.0));
        assert!(near(turned("spawnflags 3 maxspeed 30").yaw, -60.0));
        assert!(near(turned("spawnflags 5 speed 45").roll, 90.0));
        assert!(near(turned("spawnflags 9").pitch, 200.0));
        assert_eq!(turned(""), Angles::ZERO);
    }

    #[test]
    fn inputs_start_stop_and_turn_it_round() {
        let mut stage = fan("maxspeed 64");
        stage.input("f", "Start", "");
        stage.play(1.0);
        stage.input("f", "Reverse", "");
        stage.play(0.5);
        stage.input("f", "SetSpeed", "0.5");
        stage.play(0.5);
        stage.input("f", "Toggle", "");
        stage.play(1.0);
        assert!(near(stage.angles("f").yaw, 64.0 - 32.0 - 16.0));
        assert_eq!(stage.fired(), ["0.000 f.OnStart", "2.000 f.OnStop"]);
    }

    #[test]
    fn it_gathers_speed_evenly_at_any_tick_rate() {
        for rate in [20, 64, 100] {
            // From 0 to 100 degrees a second at 200 a second squared, then evenly, then to rest again.
            let mut stage = fan("spawnflags 16 fanfriction 100");
            stage.interval = std::time::Duration::from_nanos(1_000_000_000 / rate);
            stage.input("f", "Start", "");
            stage.play(1.0);
            let yaw = stage.angles("f").yaw;
            assert!((yaw - 75.0).abs() < 1.5, "{yaw} at {rate}");
            stage.input("f", "Stop", "");
            stage.play(2.0);
            let yaw = stage.angles("f").yaw;
            assert!((yaw - 100.0).abs() < 3.0, "{yaw} at {rate}");
            assert_eq!(stage.outputs(), ["OnStart", "OnStop"]);
            assert_eq!(stage.world.motion(stage.find("f")), None);
        }
    }

    #[test]
    fn whole_turns_are_taken_off() {
        let mut stage = fan("spawnflags 1 maxspeed 1000");
        stage.play(60.0);
        assert!(stage.angles("f").yaw < 360.0 + 8.0 * 1000.0);
    }

    #[test]
    fn a_fan_hurts_who_touches_it_while_it_turns() {
        let mut stage = fan("spawnflags 33 maxspeed 200");
        let who = stage.player(Vec3::ZERO);
        stage.touch("f", who, TouchPhase::Start);
        let hurt = |request: &Request| matches!(request, Request::HurtPlayer { amount: 20.0, .. });
        assert!(stage.requests().iter().any(hurt));
        stage.input("f", "Stop", "");
        stage.play(1.0);
        stage.touch("f", who, TouchPhase::Stay);
        assert!(!stage.requests().iter().any(hurt));
    }

    #[test]
    fn it_hurts_what_is_in_its_way() {
        let mut stage = fan("spawnflags 1 dmg 4");
        let player = stage.player(Vec3::ZERO);
        stage.obstacle = Some((stage.find("f"), player));
        stage.play(0.5);
        let harm = stage.requests().iter().filter(|request| matches!(request, Request::HurtPlayer { .. })).count();
        assert!((4..=5).contains(&harm), "{harm}");
    }
}
