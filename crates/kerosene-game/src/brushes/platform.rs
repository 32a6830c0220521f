//! `platform`: a lift that takes up who steps on it, as Quake's `func_plat`.
//!
//! The map shows it at its top. One that nothing names waits at the bottom, goes up with whoever steps on it, stays
//! there for a while and a second longer than anybody is on it, and goes down. One that has a name waits at the top
//! until it is told to go down for the first time.
//!
//! Who counts as stepping on it: who stands on it; or, with flag 262144, who is in the column of its way, which is how
//! Quake's and Half-Life's lifts feel those under them too and do not come down on them.

use crate::brushes::door_rotating::{axis_of, turned};
use crate::shared::two_way::{self, Phase, TwoWay};
use crate::shared::{crush, sound, touch_field, who};
use kerosene_entity::{
    ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, ModelRole, Pose, Touch, TouchPhase, Value, ValueKind,
};
use kerosene_math::{Aabb, Vec3};
use kerosene_world::{Component, TextId};

/// Goes up and down when told and never by itself.
const TOGGLE: u32 = 1;
/// Feels players in the whole column of its way.
const FEELS_COLUMN: u32 = 1 << 18;
/// Feels them in the lowest part of that alone.
const FEELS_BOTTOM: u32 = 1 << 19;
/// Turns about X, that is, it rolls.
const ABOUT_X: u32 = 1 << 6;
/// Turns about Y, that is, it pitches.
const ABOUT_Y: u32 = 1 << 7;
/// How far within its edges that column is, in units; one that is too narrow for it has a column a unit wide.
const INSET: f32 = 25.0;
/// How far the column reaches above its top, in units.
const ABOVE: f32 = 8.0;
/// Seconds that it stays up after nobody has been on it.
const AFTER_LEAVING: f32 = 1.0;

/// The keys and the state of a platform. Its home is the bottom.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Platform {
    /// In units a second.
    #[field(label = "Speed", default = "150")]
    speed: f32,
    /// How far it goes down, in units; 0 for its own height, less the lip.
    #[field(label = "Height")]
    height: f32,
    /// What of it is still to be seen at the bottom, where its own height says how far it goes.
    #[field(label = "Lip", default = "8")]
    lip: f32,
    /// Seconds that it stays at the top.
    #[field(label = "Wait at the top", default = "3")]
    wait: f32,
    /// By how much it turns on its way up, in degrees.
    #[field(label = "Rotation")]
    rotation: f32,
    /// Harm to whoever is in its way.
    #[field(key = "dmg", label = "Damage when blocked")]
    damage: f32,
    /// Sound when it starts to move.
    #[field(key = "noise_move", label = "Moving sound")]
    move_sound: TextId,
    /// Sound when it comes to rest.
    #[field(key = "noise_stop", label = "Stopping sound")]
    stop_sound: TextId,
    /// Whether it takes people up by itself.
    #[field(key = "")]
    automatic: bool,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("platform", ClassKind::Brush)
        .help("A lift that takes up who steps on it. Drawn at its top.")
        .model(ModelRole::Mover)
        .component::<Platform>()
        .component::<TwoWay>()
        .component::<crush::Crusher>()
        .flag(TOGGLE, "Only when told", false)
        .flag(ABOUT_X, "Turns about X", false)
        .flag(ABOUT_Y, "Turns about Y", false)
        .flag(FEELS_COLUMN, "Feels players under it too", false)
        .flag(FEELS_BOTTOM, "Feels players at the bottom only", false)
        .input("GoUp", ValueKind::None, input_up, "Sends it up.")
        .input("GoDown", ValueKind::None, input_down, "Sends it down.")
        .input("Toggle", ValueKind::None, input_toggle, "Sends it to its other end.")
        .input("Use", ValueKind::None, input_toggle, "Sends it to its other end.")
        .input("SetSpeed", ValueKind::Float, input_set_speed, "Changes its speed, in units a second.")
        .output("OnGoUp", ValueKind::None, "When it starts up.")
        .output("OnGoDown", ValueKind::None, "When it starts down.")
        .output("OnTop", ValueKind::None, "When it is at the top.")
        .output("OnBottom", ValueKind::None, "When it is at the bottom.")
        .on_spawn(spawn)
        .on_think(|world, platform| go(world, platform, false, None))
        .on_touch(touch)
        .on_blocked(blocked)
        .on_move_done(arrived)
}

fn keys(world: &EntityWorld, platform: EntityId) -> Platform {
    world.get(platform).unwrap_or_default()
}

fn has(world: &EntityWorld, platform: EntityId, flag: u32) -> bool {
    world.spawn_flags(platform) & flag != 0
}

fn is_told(world: &EntityWorld, platform: EntityId) -> bool {
    has(world, platform, TOGGLE)
}

fn spawn(world: &mut EntityWorld, platform: EntityId) {
    let (mut state, drawn) = (keys(world, platform), world.local_pose(platform));
    let own = world.brush_bounds(platform).map_or(0.0, |bounds| (bounds.size().z - state.lip).max(0.0));
    let height = if state.height > 0.0 { state.height } else { own };
    let axis = axis_of(has(world, platform, ABOUT_X), has(world, platform, ABOUT_Y));
    let (bottom, top) =
        (Pose { origin: drawn.origin - Vec3::Z * height, ..drawn }, turned(drawn, axis * state.rotation));
    let is_named = !world.name_of(platform).is_empty();
    state.automatic = !is_named && !is_told(world, platform);
    world.insert(platform, state);
    spread_field(world, platform, height);
    two_way::settle(world, platform, bottom, top, if is_named { Phase::Away } else { Phase::Home });
}

/// Makes the column in which one feels players, while it still is where it is drawn.
fn spread_field(world: &mut EntityWorld, platform: EntityId, height: f32) {
    let Some(bounds) = world.brush_bounds(platform).filter(|_| has(world, platform, FEELS_COLUMN)) else { return };
    let Aabb { min, max } = bounds.translated(world.origin(platform));
    let side = |low: f32, high: f32| {
        let (low_inset, high_inset) = (low + INSET, high - INSET);
        if low_inset < high_inset { [low_inset, high_inset] } else { [(low + high) / 2.0, (low + high) / 2.0 + 1.0] }
    };
    let ([x, x_end], [y, y_end]) = (side(min.x, max.x), side(min.y, max.y));
    let low = max.z - height;
    let high = if has(world, platform, FEELS_BOTTOM) { low + ABOVE } else { max.z + ABOVE };
    touch_field::make(world, platform, Aabb::new(Vec3::new(x, y, low), Vec3::new(x_end, y_end, high)));
}

fn go(world: &mut EntityWorld, platform: EntityId, up: bool, activator: Option<EntityId>) {
    let (state, phase) = (keys(world, platform), two_way::phase(world, platform));
    if phase.is_outward() == up {
        return;
    }
    two_way::set_activator(world, platform, activator);
    two_way::depart(world, platform, up, state.speed);
    sound::play(world, platform, state.move_sound);
    world.fire_output(platform, if up { "OnGoUp" } else { "OnGoDown" }, activator, Value::None);
}

fn arrived(world: &mut EntityWorld, platform: EntityId) {
    let state = keys(world, platform);
    let activator = world.get::<TwoWay>(platform).and_then(|state| state.activator);
    let up = two_way::arrive(world, platform) == Phase::Away;
    sound::play(world, platform, state.stop_sound);
    world.fire_output(platform, if up { "OnTop" } else { "OnBottom" }, activator, Value::None);
    if up && state.automatic {
        two_way::return_after(world, platform, state.wait);
    }
}

/// Whoever steps on it is taken up, unless it goes by who is in its column.
fn touch(world: &mut EntityWorld, platform: EntityId, touch: &Touch) {
    if !has(world, platform, FEELS_COLUMN) && is_above(world, platform, touch.other) {
        boarded(world, platform, touch);
    }
}

/// Takes up whoever is on it; as long as somebody is on it, it stays at the top.
pub(crate) fn boarded(world: &mut EntityWorld, platform: EntityId, touch: &Touch) {
    let counts = touch.phase != TouchPhase::End && who::is_player(world, touch.other);
    if !counts || !keys(world, platform).automatic {
        return;
    }
    match two_way::phase(world, platform) {
        Phase::Home => go(world, platform, true, Some(touch.other)),
        Phase::Away => two_way::return_from_now(world, platform, AFTER_LEAVING),
        Phase::Leaving | Phase::Returning => {}
    }
}

/// Whether somebody is on a platform, and not beside it or under it.
fn is_above(world: &EntityWorld, platform: EntityId, other: EntityId) -> bool {
    let Some(bounds) = world.brush_bounds(platform) else { return false };
    let top = world.origin(platform).z + bounds.max.z;
    world.origin(other).z >= top - 1.0
}

/// Turns back where somebody is in the way.
fn blocked(world: &mut EntityWorld, platform: EntityId, other: EntityId) {
    let (state, up) = (keys(world, platform), two_way::phase(world, platform).is_outward());
    crush::crush(world, platform, other, state.damage);
    two_way::hold_up(world, platform);
    go(world, platform, !up, Some(other));
}

fn input_up(world: &mut EntityWorld, platform: EntityId, event: &InputEvent) {
    go(world, platform, true, event.activator);
}

/// From the first time on, it takes people up by itself.
fn input_down(world: &mut EntityWorld, platform: EntityId, event: &InputEvent) {
    release(world, platform);
    go(world, platform, false, event.activator);
}

fn input_toggle(world: &mut EntityWorld, platform: EntityId, event: &InputEvent) {
    release(world, platform);
    let up = two_way::phase(world, platform).is_outward();
    go(world, platform, !up, event.activator);
}

fn release(world: &mut EntityWorld, platform: EntityId) {
    let automatic = !is_told(world, platform);
    if let Some(mut state) = world.get_mut::<Platform>(platform) {
        state.automatic = automatic;
    }
}

fn input_set_speed(world: &mut EntityWorld, platform: EntityId, event: &InputEvent) {
    let Some(speed) = event.value.float().filter(|speed| *speed > 0.0) else { return };
    let Some(mut state) = world.get_mut::<Platform>(platform) else { return };
    state.speed = speed;
    drop(state);
    let phase = two_way::phase(world, platform);
    if phase.is_moving() {
        two_way::depart(world, platform, phase.is_outward(), speed);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;

    /// A lift of 100 units up, in a second; drawn at 128 units.
    fn lift(keys: &str) -> Stage {
        let text = format!(
            "{{ classname func_plat model *1 speed 100 height 100 {keys} }}
             {{ classname info_target targetname rider }}"
        );
        Stage::new(&text, &[[0.0, 0.0, 120.0, 64.0, 64.0, 128.0]])
    }

    fn platform(stage: &Stage) -> EntityId {
        let found = stage.world.entities().find(|&entity| stage.world.class_name(entity) == "platform");
        found.unwrap()
    }

    /// Lets somebody stand on the lift for so many seconds.
    fn ride(stage: &mut Stage, player: EntityId, seconds: f64) {
        let (lift, ticks) = (platform(stage), (seconds * 64.0) as u64);
        let touch = |stage: &mut Stage, phase| {
            let top = stage.world.origin(lift).z + 128.0;
            stage.world.set_origin(player, Vec3::new(32.0, 32.0, top));
            stage.world.touch(lift, player, phase);
        };
        touch(stage, TouchPhase::Start);
        for _ in 0..ticks {
            stage.tick();
            touch(stage, TouchPhase::Stay);
        }
        stage.world.touch(lift, player, TouchPhase::End);
    }

    #[test]
    fn it_waits_at_the_bottom_takes_people_up_and_comes_back() {
        let mut stage = lift("");
        let (player, lift) = (stage.player(Vec3::ZERO), platform(&stage));
        assert_eq!(stage.world.origin(lift).z, -100.0);
        ride(&mut stage, player, 5.0);
        assert_eq!(stage.world.origin(lift).z, 0.0);
        stage.play(3.0);
        assert_eq!(stage.world.origin(lift).z, -100.0);
        assert_eq!(stage.fired(), ["0.000 .OnGoUp", "1.000 .OnTop", "6.000 .OnGoDown", "7.000 .OnBottom"]);
    }

    #[test]
    fn whoever_jumps_off_on_the_way_up_leaves_it_at_the_top_for_its_wait() {
        let mut stage = lift("");
        let player = stage.player(Vec3::ZERO);
        ride(&mut stage, player, 0.5);
        stage.play(6.0);
        assert_eq!(stage.fired()[1..], ["1.000 .OnTop", "4.000 .OnGoDown", "5.000 .OnBottom"]);
    }

    #[test]
    fn somebody_under_it_or_beside_it_does_not_call_it() {
        let mut stage = lift("");
        let (player, lift) = (stage.player(Vec3::ZERO), platform(&stage));
        stage.world.touch(lift, player, TouchPhase::Start);
        assert!(stage.outputs().is_empty());
    }

    /// Puts a player into the lift's column, or takes it out.
    fn in_column(stage: &mut Stage, player: EntityId, phase: TouchPhase) {
        let field = stage.world.entities().find(|&entity| stage.world.class_name(entity) == "touch_field").unwrap();
        stage.world.touch(field, player, phase);
    }

    #[test]
    fn one_that_feels_its_column_goes_up_for_who_is_in_it_and_stays_up_while_somebody_is_under_it() {
        let mut stage = lift("spawnflags 262144");
        let (player, lift) = (stage.player(Vec3::ZERO), platform(&stage));
        let field = stage.world.entities().find(|&entity| stage.world.class_name(entity) == "touch_field").unwrap();
        let corner = |key: &str| stage.world.field(field, key).unwrap().vector().unwrap() + stage.world.origin(field);
        assert_eq!(
            (corner("touch_mins"), corner("touch_maxs")),
            (Vec3::new(25.0, 25.0, 28.0), Vec3::new(39.0, 39.0, 136.0))
        );
        stage.world.touch(lift, player, TouchPhase::Start);
        assert!(stage.outputs().is_empty());
        in_column(&mut stage, player, TouchPhase::Start);
        for _ in 0..64 * 8 {
            stage.tick();
            in_column(&mut stage, player, TouchPhase::Stay);
        }
        assert_eq!(stage.outputs(), ["OnGoUp", "OnTop"]);
        in_column(&mut stage, player, TouchPhase::End);
        stage.play(2.5);
        assert_eq!(stage.outputs(), ["OnGoDown", "OnBottom"]);
    }

    #[test]
    fn one_that_turns_turns_on_its_way_up_and_back() {
        let mut stage = lift("targetname l rotation 90");
        assert_eq!(stage.angles("l").yaw, 90.0);
        stage.input("l", "GoDown", "");
        stage.play(0.5);
        assert!((stage.angles("l").yaw - 45.0).abs() < 0.01);
        stage.play(1.0);
        assert_eq!((stage.angles("l").yaw, stage.origin("l").z), (0.0, -100.0));
    }

    #[test]
    fn one_with_a_name_waits_at_the_top_until_it_is_told() {
        let mut stage = lift("targetname l");
        let player = stage.player(Vec3::ZERO);
        assert_eq!(stage.origin("l").z, 0.0);
        ride(&mut stage, player, 1.0);
        assert_eq!(stage.origin("l").z, 0.0);
        stage.input("l", "GoDown", "");
        stage.play(1.0);
        assert_eq!(stage.outputs(), ["OnGoDown", "OnBottom"]);
        ride(&mut stage, player, 1.0);
        assert_eq!(stage.outputs(), ["OnGoUp", "OnTop"]);
    }

    #[test]
    fn one_that_goes_when_told_goes_only_when_told() {
        let mut stage = lift("targetname l spawnflags 1");
        let player = stage.player(Vec3::ZERO);
        stage.input("l", "Toggle", "");
        stage.play(9.0);
        ride(&mut stage, player, 1.0);
        assert_eq!(stage.outputs(), ["OnGoDown", "OnBottom"]);
        stage.input("l", "GoUp", "");
        stage.play(9.0);
        assert_eq!((stage.outputs(), stage.origin("l").z), (vec!["OnGoUp".to_owned(), "OnTop".to_owned()], 0.0));
    }

    #[test]
    fn it_turns_back_where_somebody_is_under_it() {
        let mut stage = lift("targetname l dmg 2");
        let (player, lift) = (stage.player(Vec3::ZERO), platform(&stage));
        stage.input("l", "GoDown", "");
        stage.play(0.5);
        stage.obstacle = Some((lift, player));
        stage.tick();
        stage.obstacle = None;
        stage.play(0.5);
        assert_eq!(stage.origin("l").z, 0.0);
        assert_eq!(stage.outputs(), ["OnGoDown", "OnGoUp", "OnTop"]);
    }
}
