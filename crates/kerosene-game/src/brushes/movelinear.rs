//! `movelinear`: brushes that go to any place between two ends.

use crate::shared::direction::{direction, travel};
use crate::shared::{crush, sound};
use kerosene_entity::{
    ClassDef, ClassKind, EntityId, EntityWorld, Flags, InputEvent, ModelRole, Pose, Value, ValueKind,
};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};

/// In nobody's way.
const PASSABLE: u32 = 1 << 3;

/// The keys and the state of such brushes.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct MoveLinear {
    /// Which way it opens: pitch, yaw and roll.
    #[field(key = "movedir", label = "Direction", widget = "angles")]
    direction: Vec3,
    /// Where between its ends the map shows it, from 0 to 1.
    #[field(key = "startposition", label = "Start position")]
    start: f32,
    /// In units a second.
    #[field(label = "Speed", default = "100")]
    speed: f32,
    /// From end to end in units; 0 for its own length, less the lip.
    #[field(key = "movedistance", label = "Distance", default = "100")]
    distance: f32,
    /// What of it is still to be seen when it is open, where its own length says how far it goes.
    #[field(label = "Lip")]
    lip: f32,
    /// Harm to whoever is in its way.
    #[field(key = "blockdamage", label = "Damage when blocked")]
    damage: f32,
    /// Sound when it starts to move.
    #[field(key = "startsound", label = "Starting sound")]
    start_sound: TextId,
    /// Sound when it comes to rest.
    #[field(key = "stopsound", label = "Stopping sound")]
    stop_sound: TextId,
    /// The end at 0, in its parent's frame.
    #[field(key = "")]
    first: Vec3,
    /// The way from there to the end at 1.
    #[field(key = "")]
    way: Vec3,
    /// Where it is or goes, from 0 to 1.
    #[field(key = "")]
    position: f32,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("movelinear", ClassKind::Brush)
        .help("Brushes that slide to any place between two ends.")
        .model(ModelRole::Mover)
        .component::<MoveLinear>()
        .component::<crush::Crusher>()
        .flag(PASSABLE, "Passable", false)
        .input("Open", ValueKind::None, input_open, "Sends it to the end at 1.")
        .input("Close", ValueKind::None, input_close, "Sends it to the end at 0.")
        .input("Toggle", ValueKind::None, input_toggle, "Sends it to the farther end.")
        .input("SetPosition", ValueKind::Float, input_set_position, "Sends it to a place from 0 to 1.")
        .input("SetSpeed", ValueKind::Float, input_set_speed, "Changes its speed, in units a second.")
        .output("OnFullyOpen", ValueKind::None, "When it is at the end at 1.")
        .output("OnFullyClosed", ValueKind::None, "When it is at the end at 0.")
        .on_spawn(spawn)
        .on_blocked(|world, mover, other| crush::crush(world, mover, other, keys(world, mover).damage))
        .on_move_done(arrived)
}

fn keys(world: &EntityWorld, mover: EntityId) -> MoveLinear {
    world.get(mover).unwrap_or_default()
}

fn spawn(world: &mut EntityWorld, mover: EntityId) {
    let mut state = keys(world, mover);
    let way = direction(state.direction);
    let own = world.brush_bounds(mover).map_or(0.0, |bounds| travel(bounds, way, state.lip));
    state.way = way * if state.distance > 0.0 { state.distance } else { own };
    state.position = state.start.clamp(0.0, 1.0);
    state.first = world.local_pose(mover).origin - state.way * state.position;
    world.insert(mover, state);
    if world.spawn_flags(mover) & PASSABLE != 0 {
        world.change_flags(mover, |flags| flags.insert(Flags::NON_SOLID));
    }
}

fn go(world: &mut EntityWorld, mover: EntityId, position: f32) {
    let state = MoveLinear { position: position.clamp(0.0, 1.0), ..keys(world, mover) };
    world.insert(mover, state);
    let from = world.local_pose(mover);
    let to = Pose { origin: state.first + state.way * state.position, ..from };
    sound::play(world, mover, state.start_sound);
    world.move_to(mover, to, state.speed);
}

fn arrived(world: &mut EntityWorld, mover: EntityId) {
    let state = keys(world, mover);
    sound::play(world, mover, state.stop_sound);
    if state.position >= 1.0 {
        world.fire_output(mover, "OnFullyOpen", None, Value::None);
    } else if state.position <= 0.0 {
        world.fire_output(mover, "OnFullyClosed", None, Value::None);
    }
}

fn input_open(world: &mut EntityWorld, mover: EntityId, _: &InputEvent) {
    go(world, mover, 1.0);
}

fn input_close(world: &mut EntityWorld, mover: EntityId, _: &InputEvent) {
    go(world, mover, 0.0);
}

fn input_toggle(world: &mut EntityWorld, mover: EntityId, _: &InputEvent) {
    let position = keys(world, mover).position;
    go(world, mover, if position < 0.5 { 1.0 } else { 0.0 });
}

fn input_set_position(world: &mut EntityWorld, mover: EntityId, event: &InputEvent) {
    if let Some(position) = event.value.float() {
        go(world, mover, position);
    }
}

fn input_set_speed(world: &mut EntityWorld, mover: EntityId, event: &InputEvent) {
    let Some(speed) = event.value.float().filter(|speed| *speed > 0.0) else { return };
    let Some(mut state) = world.get_mut::<MoveLinear>(mover) else { return };
    state.speed = speed;
    let position = state.position;
    drop(state);
    if world.motion(mover).is_some() {
        go(world, mover, position);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;

    fn mover(keys: &str) -> Stage {
        let text = format!("{{ classname func_movelinear targetname m model *1 speed 50 {keys} }}");
        Stage::new(&text, &[[0.0, 0.0, 0.0, 64.0, 16.0, 16.0]])
    }

    #[test]
    fn it_goes_to_any_place_between_its_ends() {
        let mut stage = mover("");
        stage.input("m", "SetPosition", "0.5");
        stage.play(0.5);
        assert_eq!(stage.origin("m"), Vec3::X * 25.0);
        stage.play(1.0);
        assert_eq!(stage.origin("m"), Vec3::X * 50.0);
        assert!(stage.outputs().is_empty());
        stage.input("m", "Open", "");
        stage.play(1.0);
        stage.input("m", "SetPosition", "-3");
        stage.play(2.0);
        assert_eq!(stage.origin("m"), Vec3::ZERO);
        assert_eq!(stage.fired(), ["2.500 m.OnFullyOpen", "4.500 m.OnFullyClosed"]);
    }

    #[test]
    fn it_may_begin_anywhere_and_change_its_speed_on_the_way() {
        let mut stage = mover("startposition 0.25 movedistance 80");
        stage.input("m", "Close", "");
        stage.play(0.25);
        assert_eq!(stage.origin("m"), Vec3::X * -12.5);
        stage.input("m", "SetSpeed", "30");
        stage.play(0.25);
        assert_eq!(stage.origin("m"), Vec3::X * -20.0);
        stage.input("m", "Toggle", "");
        stage.play(3.0);
        assert_eq!(stage.origin("m"), Vec3::X * 60.0);
    }

    #[test]
    fn without_a_distance_it_goes_by_its_own_length() {
        let mut stage = mover("movedistance 0 lip 4 spawnflags 8");
        assert!(stage.world.flags(stage.find("m")).contains(Flags::NON_SOLID));
        stage.input("m", "Open", "");
        stage.play(3.0);
        assert_eq!(stage.origin("m"), Vec3::X * 60.0);
    }
}
