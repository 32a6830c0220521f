//! `tracktrain`: brushes that go from one `path_track` to the next.
//!
//! A train is always on its way from one stop to another, or at one. Each leg is one motion with an exact end, and the next
//! leg begins at that moment and not at the tick that notices it, so a train keeps its timetable at any tick rate.

use super::path_track::{self, PathTrack};
use crate::shared::{crush, sound};
use kerosene_entity::{
    ClassDef, ClassKind, Due, EntityId, EntityWorld, Flags, InputEvent, ModelRole, Motion, Pose, Time, Value, ValueKind,
};
use kerosene_math::{Angles, Vec3};
use kerosene_world::{Component, TextId};

/// In nobody's way.
const PASSABLE: u32 = 1 << 3;
/// Never turns.
const FIXED_ORIENTATION: u32 = 1 << 4;
/// Goes as soon as the level begins.
const MOVES_AT_ONCE: u32 = 1 << 16;

/// `align`: the train's lowest corner is at the stop, as with Quake's trains.
const ALIGN_CORNER: i64 = 1;
/// `align`: the middle of the train's box is at the stop, as with Half-Life's `func_train`.
const ALIGN_MIDDLE: i64 = 2;

/// The keys and the state of a train.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Train {
    /// The first stop.
    #[field(key = "target", label = "First stop", widget = "target_destination")]
    target: TextId,
    /// In units a second.
    #[field(label = "Speed", default = "100")]
    speed: f32,
    /// Speed at which it goes as soon as the level begins; 0 to wait for an input.
    #[field(key = "startspeed", label = "Initial speed")]
    start_speed: f32,
    /// How far above the stops it is, in units.
    #[field(label = "Height", default = "4")]
    height: f32,
    /// Harm to whoever is in its way.
    #[field(key = "dmg", label = "Damage when blocked")]
    damage: f32,
    /// What of it is at the stops.
    #[field(label = "Place at stops", widget = "choices 0=Its_origin 1=Its_lowest_corner 2=Its_middle")]
    align: i64,
    /// Whether it turns along its way.
    #[field(key = "orientationtype", label = "Orientation", default = "1", widget = "choices 0=Fixed 1=Along_the_way")]
    orientation: i64,
    /// Sound while it moves.
    #[field(key = "movesound", label = "Moving sound")]
    move_sound: TextId,
    /// Sound when it stops.
    #[field(key = "stopsound", label = "Stopping sound")]
    stop_sound: TextId,
    /// Units a second now, while it goes.
    #[field(key = "")]
    current: f32,
    /// Whether it goes.
    #[field(key = "")]
    going: bool,
    /// Whether it goes backward.
    #[field(key = "")]
    backward: bool,
    /// The stop that it was at last.
    #[field(key = "")]
    last: Option<EntityId>,
    /// The stop that it goes to.
    #[field(key = "")]
    next: Option<EntityId>,
    /// When it is there, or goes on from there.
    #[field(key = "")]
    due: Due,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("tracktrain", ClassKind::Brush)
        .help("Brushes that go along a way of path_track entities.")
        .model(ModelRole::Mover)
        .component::<Train>()
        .component::<crush::Crusher>()
        .flag(PASSABLE, "Passable", false)
        .flag(FIXED_ORIENTATION, "Fixed orientation", false)
        .flag(MOVES_AT_ONCE, "Moves at once", false)
        .input(
            "StartForward",
            ValueKind::None,
            |world, train, event| start(world, train, false, event),
            "Goes forward.",
        )
        .input(
            "StartBackward",
            ValueKind::None,
            |world, train, event| start(world, train, true, event),
            "Goes backward.",
        )
        .input("Resume", ValueKind::None, input_resume, "Goes on as before.")
        .input("Stop", ValueKind::None, |world, train, event| stop(world, train, event.activator), "Stops where it is.")
        .input("Toggle", ValueKind::None, input_toggle, "Goes on or stops.")
        .input("Use", ValueKind::None, input_toggle, "Goes on or stops.")
        .input("Reverse", ValueKind::None, input_reverse, "Goes the other way.")
        .input("SetSpeed", ValueKind::Float, input_set_speed, "From 0 to 1: part of its speed.")
        .input("SetSpeedReal", ValueKind::Float, input_set_speed_real, "In units a second.")
        .input(
            "SetSpeedDir",
            ValueKind::Float,
            input_set_speed_dir,
            "From -1 to 1: part of its speed; below 0 goes backward.",
        )
        .output("OnStart", ValueKind::None, "When it starts to move.")
        .output("OnStop", ValueKind::None, "When it stops.")
        .output("OnNextPoint", ValueKind::None, "When it is at a stop.")
        .on_spawn(spawn)
        .on_think(think)
        .on_blocked(|world, train, other| {
            crush::crush(world, train, other, keys(world, train).damage);
            // Held up, it is late.
            if let Some(mut state) = world.get_mut::<Train>(train) {
                state.due = Due::NEVER;
            }
        })
        .on_move_done(arrived)
        .on_restore(|world, train| {
            let state = keys(world, train);
            if state.going {
                sound::play_on(world, train, state.move_sound);
            }
        })
}

fn keys(world: &EntityWorld, train: EntityId) -> Train {
    world.get(train).unwrap_or_default()
}

fn spawn(world: &mut EntityWorld, train: EntityId) {
    let mut state = keys(world, train);
    let flags = world.spawn_flags(train);
    let at_once = flags & MOVES_AT_ONCE != 0 || state.start_speed != 0.0;
    state.current = if state.start_speed > 0.0 { state.start_speed } else { state.speed };
    state.last = path_track::named(world, state.target);
    world.insert(train, state);
    if flags & PASSABLE != 0 {
        world.change_flags(train, |flags| flags.insert(Flags::NON_SOLID));
    }
    let Some(first) = state.last else { return };
    let pose = pose_at(world, train, first, facing(world, train, first));
    world.set_local_pose(train, pose);
    if at_once {
        set_going(world, train, true, None);
        let now = world.time();
        leave(world, train, first, now);
    }
}

/// Where a train is at a stop, in its parent's frame.
fn pose_at(world: &EntityWorld, train: EntityId, stop: EntityId, angles: Angles) -> Pose {
    let (state, stop) = (keys(world, train), world.origin(stop));
    let bounds = world.brush_bounds(train);
    let offset = match (state.align, bounds) {
        (ALIGN_CORNER, Some(bounds)) => Vec3::ZERO - bounds.min,
        (ALIGN_MIDDLE, Some(bounds)) => Vec3::ZERO - bounds.center(),
        _ => Vec3::ZERO,
    };
    let in_world = Pose::new(stop + offset + Vec3::Z * state.height, angles);
    world.parent(train).map_or(in_world, |parent| world.pose(parent).localize(in_world))
}

/// How a train is turned at a stop: midway between the ways to it and from it, where it turns at all.
fn facing(world: &EntityWorld, train: EntityId, stop: EntityId) -> Angles {
    let state = keys(world, train);
    let now = world.local_pose(train).angles();
    if state.orientation == 0 || world.spawn_flags(train) & FIXED_ORIENTATION != 0 {
        return now;
    }
    let here = world.origin(stop);
    let way = |from: Vec3, to: Vec3| (to - from).normalize_or_zero();
    let ahead = path_track::after(world, stop).map_or(Vec3::ZERO, |next| way(here, world.origin(next)));
    let behind = path_track::before(world, stop).map_or(Vec3::ZERO, |previous| way(world.origin(previous), here));
    match (ahead + behind).normalize_or_zero() {
        // The way ends here, or turns back on itself.
        Vec3::ZERO => now,
        along => nearest_turn(now, Angles::facing(along)),
    }
}

/// The same angles, with as many whole turns as make the way from others the shortest.
fn nearest_turn(from: Angles, to: Angles) -> Angles {
    let way = Angles::new(to.pitch - from.pitch, to.yaw - from.yaw, to.roll - from.roll).normalized();
    Angles::new(from.pitch + way.pitch, from.yaw + way.yaw, from.roll + way.roll)
}

/// Sets out from a stop at a moment. False where the way ends.
fn leave(world: &mut EntityWorld, train: EntityId, stop: EntityId, start: Time) -> bool {
    let backward = keys(world, train).backward;
    let next = if backward { path_track::before(world, stop) } else { path_track::after(world, stop) };
    let Some(mut state) = world.get_mut::<Train>(train) else { return false };
    state.last = Some(stop);
    state.next = next;
    drop(state);
    let Some(next) = next else {
        self::stop(world, train, None);
        return false;
    };
    if path_track::is_teleport(world, next) {
        let pose = pose_at(world, train, next, facing(world, train, next));
        world.set_local_pose(train, pose);
        world.fire_output(next, "OnTeleport", Some(train), Value::None);
    }
    go(world, train, next, start);
    true
}

/// Goes on to the next stop from where the train is.
fn go(world: &mut EntityWorld, train: EntityId, next: EntityId, start: Time) {
    let from = world.local_pose(train);
    let to = pose_at(world, train, next, facing(world, train, next));
    let Some(mut state) = world.get_mut::<Train>(train) else { return };
    let seconds = if state.current > 0.0 { from.origin.distance(to.origin) / state.current } else { 0.0 };
    let motion = Motion::lasting(from, to, seconds, start);
    state.due = motion.finish;
    drop(state);
    world.think_never(train);
    world.set_motion(train, motion);
}

/// A leg is done.
fn arrived(world: &mut EntityWorld, train: EntityId) {
    let (state, now) = (keys(world, train), world.time());
    let Some(here) = state.next else { return };
    let moment = state.due.time().unwrap_or(now);
    drop_whole_turns(world, train);
    path_track::pass(world, here, Some(train));
    world.fire_output(train, "OnNextPoint", Some(here), Value::None);
    let stop_keys = world.get::<PathTrack>(here).unwrap_or_default();
    let Some(mut state) = world.get_mut::<Train>(train) else { return };
    state.last = Some(here);
    if stop_keys.speed > 0.0 {
        state.current = stop_keys.speed;
    }
    drop(state);
    if path_track::stops_trains(world, here) || stop_keys.wait < 0.0 {
        stop(world, train, None);
    } else if stop_keys.wait > 0.0 {
        wait_until(world, train, moment.after(stop_keys.wait));
    } else {
        leave(world, train, here, moment);
    }
}

fn wait_until(world: &mut EntityWorld, train: EntityId, moment: Time) {
    if let Some(mut state) = world.get_mut::<Train>(train) {
        state.due = Due::at(moment);
        state.next = None;
    }
    world.think_at(train, moment);
}

/// The wait at a stop is over.
fn think(world: &mut EntityWorld, train: EntityId) {
    let (state, now) = (keys(world, train), world.time());
    if let Some(here) = state.last.filter(|_| state.going) {
        leave(world, train, here, state.due.time().unwrap_or(now));
    }
}

fn drop_whole_turns(world: &mut EntityWorld, train: EntityId) {
    let pose = world.local_pose(train);
    let rest = pose.angles().normalized();
    if rest != pose.angles() {
        world.set_local_pose(train, Pose::new(pose.origin, rest));
    }
}

/// Notes that a train goes or stands, and says so.
fn set_going(world: &mut EntityWorld, train: EntityId, going: bool, activator: Option<EntityId>) -> bool {
    let Some(mut state) = world.get_mut::<Train>(train) else { return false };
    if std::mem::replace(&mut state.going, going) == going {
        return false;
    }
    let (move_sound, stop_sound) = (state.move_sound, state.stop_sound);
    drop(state);
    if going {
        sound::play_on(world, train, move_sound);
    } else {
        sound::stop(world, train, move_sound);
        sound::play(world, train, stop_sound);
    }
    world.fire_output(train, if going { "OnStart" } else { "OnStop" }, activator, Value::None);
    true
}

fn stop(world: &mut EntityWorld, train: EntityId, activator: Option<EntityId>) {
    world.stop_motion(train);
    world.think_never(train);
    set_going(world, train, false, activator);
}

/// Goes on from wherever the train is: to the stop that it was on its way to, or from the one that it is at.
fn go_on(world: &mut EntityWorld, train: EntityId, activator: Option<EntityId>) {
    let (state, now) = (keys(world, train), world.time());
    let under_way = state.next.filter(|_| state.next != state.last);
    let started = set_going(world, train, true, activator);
    match (under_way, state.last) {
        (Some(next), _) => go(world, train, next, now),
        (None, Some(here)) if started => {
            leave(world, train, here, now);
        }
        _ => {}
    }
}

fn start(world: &mut EntityWorld, train: EntityId, backward: bool, event: &InputEvent) {
    turn_round(world, train, backward);
    let Some(mut state) = world.get_mut::<Train>(train) else { return };
    state.current = state.speed;
    drop(state);
    go_on(world, train, event.activator);
}

/// Lets a train go the other way: between two stops, it is now on its way back to the one that it came from.
fn turn_round(world: &mut EntityWorld, train: EntityId, backward: bool) {
    let Some(mut state) = world.get_mut::<Train>(train) else { return };
    if std::mem::replace(&mut state.backward, backward) == backward {
        return;
    }
    if state.next.is_some() && state.next != state.last {
        (state.last, state.next) = (state.next, state.last);
    }
}

fn input_resume(world: &mut EntityWorld, train: EntityId, event: &InputEvent) {
    go_on(world, train, event.activator);
}

fn input_toggle(world: &mut EntityWorld, train: EntityId, event: &InputEvent) {
    if keys(world, train).going {
        stop(world, train, event.activator);
    } else {
        go_on(world, train, event.activator);
    }
}

fn input_reverse(world: &mut EntityWorld, train: EntityId, event: &InputEvent) {
    let state = keys(world, train);
    turn_round(world, train, !state.backward);
    if state.going {
        go_on(world, train, event.activator);
    }
}

fn input_set_speed(world: &mut EntityWorld, train: EntityId, event: &InputEvent) {
    let Some(part) = event.value.float() else { return };
    let speed = keys(world, train).speed;
    set_speed(world, train, speed * part.clamp(0.0, 1.0), event.activator);
}

fn input_set_speed_real(world: &mut EntityWorld, train: EntityId, event: &InputEvent) {
    if let Some(speed) = event.value.float() {
        set_speed(world, train, speed, event.activator);
    }
}

fn input_set_speed_dir(world: &mut EntityWorld, train: EntityId, event: &InputEvent) {
    let Some(part) = event.value.float() else { return };
    if part != 0.0 {
        turn_round(world, train, part < 0.0);
    }
    let speed = keys(world, train).speed;
    set_speed(world, train, speed * part.abs().min(1.0), event.activator);
}

/// Changes a train's speed where it is; 0 stops it.
fn set_speed(world: &mut EntityWorld, train: EntityId, speed: f32, activator: Option<EntityId>) {
    if speed <= 0.0 {
        return stop(world, train, activator);
    }
    let Some(mut state) = world.get_mut::<Train>(train) else { return };
    state.current = speed;
    drop(state);
    go_on(world, train, activator);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;
    use kerosene_entity::Request;

    /// A way of 100 units along X and 100 along Y, and a train on it.
    fn railway(train: &str, [a, b, c]: [&str; 3]) -> Stage {
        let text = format!(
            "{{ classname tracktrain targetname t target a height 0 model *1 orientationtype 0 {train} }}
             {{ classname path_track targetname a target b origin \"0 0 0\" {a} }}
             {{ classname path_track targetname b target c origin \"100 0 0\" {b} }}
             {{ classname path_track targetname c origin \"100 100 0\" {c} }}"
        );
        Stage::new(&text, &[[-8.0, -8.0, 0.0, 8.0, 8.0, 8.0]])
    }

    #[test]
    fn it_goes_from_stop_to_stop_and_stops_at_the_end() {
        let mut stage = railway("", [""; 3]);
        stage.input("t", "StartForward", "");
        stage.play(0.5);
        assert_eq!(stage.origin("t"), Vec3::new(50.0, 0.0, 0.0));
        stage.play(3.0);
        assert_eq!(stage.origin("t"), Vec3::new(100.0, 100.0, 0.0));
        let expected = [
            "0.000 t.OnStart",
            "1.000 b.OnPass",
            "1.000 t.OnNextPoint",
            "2.000 c.OnPass",
            "2.000 t.OnNextPoint",
            "2.000 t.OnStop",
        ];
        assert_eq!(stage.fired(), expected);
        stage.input("t", "StartBackward", "");
        stage.play(3.0);
        assert_eq!(stage.origin("t"), Vec3::ZERO);
    }

    #[test]
    fn its_timetable_does_not_depend_on_the_tick_rate() {
        for rate in [10, 17, 64] {
            let mut stage = railway("speed 90", ["", "", "target a"]);
            stage.interval = std::time::Duration::from_nanos(1_000_000_000 / rate);
            stage.input("t", "StartForward", "");
            stage.play(60.0);
            // A round is 100 + 100 + 141.42 units; a stop is noticed at most one tick late, and that does not add up.
            let round = (200.0 + 2.0_f64.sqrt() * 100.0) / 90.0;
            let fired = stage.fired();
            let passes = fired.iter().filter(|line| line.ends_with("a.OnPass"));
            let times: Vec<f64> = passes.map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
            assert_eq!(times.len(), 15, "{rate}");
            for (number, time) in times.into_iter().enumerate() {
                let late = time - round * (number as f64 + 1.0);
                assert!((-2e-3..1.0 / rate as f64 + 2e-3).contains(&late), "{late} at {rate}");
            }
        }
    }

    #[test]
    fn stops_change_its_speed_let_it_wait_and_stop_it() {
        let mut stage = railway("startspeed 100", ["", "speed 50 wait 1", "wait -1 target a"]);
        stage.play(9.0);
        let fired = stage.fired();
        assert_eq!(fired[0], "1.000 b.OnPass");
        // A second of waiting, then 100 units at 50 a second.
        assert_eq!(fired[2], "4.000 c.OnPass");
        assert_eq!(fired.last().unwrap(), "4.000 t.OnStop");
        stage.input("t", "Toggle", "");
        stage.play(9.0);
        assert_eq!(stage.fired()[..2], ["9.000 t.OnStart", "11.844 a.OnPass"]);
    }

    #[test]
    fn it_stops_and_goes_on_between_stops_and_turns_round_there() {
        let mut stage = railway("", [""; 3]);
        stage.input("t", "StartForward", "");
        stage.play(0.5);
        stage.input("t", "Stop", "");
        stage.play(1.0);
        assert_eq!(stage.origin("t"), Vec3::X * 50.0);
        stage.input("t", "SetSpeed", "0.25");
        stage.play(1.0);
        assert_eq!(stage.origin("t"), Vec3::X * 75.0);
        stage.input("t", "Reverse", "");
        stage.play(1.0);
        assert_eq!(stage.origin("t"), Vec3::X * 50.0);
        stage.play(9.0);
        assert_eq!(stage.origin("t"), Vec3::ZERO);
    }

    #[test]
    fn branches_closed_stops_and_teleports() {
        let mut stage = railway("", ["", "altpath d", "spawnflags 16"]);
        let branch = stage.world.spawn_with("path_track", &[("targetname", "d"), ("origin", "200 0 0")]);
        stage.input("b", "EnableAlternatePath", "");
        stage.input("t", "StartForward", "");
        stage.play(9.0);
        assert_eq!(stage.origin("t"), stage.world.origin(branch));
        let mut stage = railway("", ["", "", "spawnflags 16"]);
        stage.input("b", "DisablePath", "");
        stage.input("t", "StartForward", "");
        stage.play(9.0);
        assert_eq!(stage.origin("t"), Vec3::X * 100.0);
        stage.input("b", "EnablePath", "");
        stage.fired();
        stage.input("t", "Resume", "");
        stage.tick();
        assert_eq!(stage.origin("t"), Vec3::new(100.0, 100.0, 0.0));
        assert!(stage.fired().iter().any(|line| line.ends_with("c.OnTeleport")));
    }

    #[test]
    fn it_turns_midway_between_the_ways_at_each_stop() {
        let mut stage = railway("orientationtype 1", [""; 3]);
        assert_eq!(stage.angles("t").yaw, 0.0);
        stage.input("t", "StartForward", "");
        stage.play(1.0);
        assert!((stage.angles("t").yaw - 45.0).abs() < 1e-3);
        stage.play(1.0);
        assert!((stage.angles("t").yaw - 90.0).abs() < 1e-3);
    }

    #[test]
    fn trains_of_quake_are_placed_by_their_corner_and_half_life_s_by_their_middle() {
        let at_start = |keys: &str| railway(keys, [""; 3]).origin("t");
        assert_eq!(at_start("align 1"), Vec3::new(8.0, 8.0, 0.0));
        assert_eq!(at_start("align 2"), Vec3::new(0.0, 0.0, -4.0));
        assert_eq!(at_start("height 16"), Vec3::new(0.0, 0.0, 16.0));
    }

    #[test]
    fn somebody_in_its_way_is_hurt_and_makes_it_late() {
        let mut stage = railway("dmg 5 spawnflags 65536", [""; 3]);
        let (player, train) = (stage.player(Vec3::ZERO), stage.find("t"));
        stage.play(0.5);
        stage.obstacle = Some((train, player));
        stage.play(0.5);
        stage.obstacle = None;
        let harm = stage.requests().iter().filter(|request| matches!(request, Request::HurtPlayer { .. })).count();
        assert!((4..=5).contains(&harm), "{harm}");
        stage.play(3.0);
        let fired = stage.fired();
        assert!(
            fired.contains(&"1.500 b.OnPass".to_owned()) && fired.contains(&"2.500 c.OnPass".to_owned()),
            "{fired:?}"
        );
    }

    #[test]
    fn its_sound_plays_on_while_it_goes_and_again_after_a_restore() {
        let sounds = |stage: &mut Stage| -> Vec<String> {
            let requests = stage.requests().into_iter();
            let names = requests.filter_map(|request| match request {
                Request::PlaySound(sound) => Some(format!("{} {}", stage.world.text(sound.sound), sound.looping)),
                Request::StopSound => Some("stop".to_owned()),
                _ => None,
            });
            names.collect()
        };
        let mut stage = railway("movesound a stopsound b", [""; 3]);
        stage.input("t", "StartForward", "");
        assert_eq!(sounds(&mut stage), ["a true"]);
        stage.world.run_restore_handlers();
        assert_eq!(sounds(&mut stage), ["a true"]);
        stage.input("t", "Stop", "");
        assert_eq!(sounds(&mut stage), ["stop", "b false"]);
    }
}
