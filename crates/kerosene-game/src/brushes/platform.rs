//! `platform`: a lift that takes up who steps on it, as Quake's `func_plat`.
//!
//! The map shows it at its top. One that nothing names waits at the bottom, goes up with whoever steps on it, stays
//! there for a while and a second longer than anybody is on it, and goes down. One that has a name waits at the top
//! until it is told to go down for the first time.

use crate::shared::two_way::{self, Phase, TwoWay};
use crate::shared::{crush, sound, who};
use kerosene_entity::{
    ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, ModelRole, Pose, Touch, TouchPhase, Value, ValueKind,
};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};

/// Goes up and down when told and never by itself.
const TOGGLE: u32 = 1;
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

fn is_told(world: &EntityWorld, platform: EntityId) -> bool {
    world.spawn_flags(platform) & TOGGLE != 0
}

fn spawn(world: &mut EntityWorld, platform: EntityId) {
    let (mut state, top) = (keys(world, platform), world.local_pose(platform));
    let own = world.brush_bounds(platform).map_or(0.0, |bounds| (bounds.size().z - state.lip).max(0.0));
    let height = if state.height > 0.0 { state.height } else { own };
    let bottom = Pose { origin: top.origin - Vec3::Z * height, ..top };
    let is_named = !world.name_of(platform).is_empty();
    state.automatic = !is_named && !is_told(world, platform);
    world.insert(platform, state);
    two_way::settle(world, platform, bottom, top, if is_named { Phase::Away } else { Phase::Home });
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

/// Whoever steps on it is taken up; as long as somebody is on it, it stays there.
fn touch(world: &mut EntityWorld, platform: EntityId, touch: &Touch) {
    let counts = touch.phase != TouchPhase::End && who::is_player(world, touch.other);
    if !counts || !keys(world, platform).automatic || !is_above(world, platform, touch.other) {
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
