//! Random players in random worlds: never inside solid, never out of the room, never NaN, always the same bits.

use crate::common::box_world::{BoxWorld, vec3};
use crate::common::walker::Walker;
use kerosene_bsp::Contents;
use kerosene_math::{Angles, Vec3, deterministic};
use kerosene_physics::{Buttons, MoveParameters, PlayerCommand, PlayerState, Stuck};
use proptest::prelude::*;
use xxhash_rust::xxh3::Xxh3Default;

/// Half the width of the closed room that every random world is.
const ROOM: f32 = 512.0;

/// A command and for how many ticks it is held.
type Stretch = (PlayerCommand, usize);

fn room() -> BoxWorld {
    let wall = 64.0;
    let (low, high) = (vec3(-ROOM, -ROOM, 0.0), vec3(ROOM, ROOM, ROOM));
    let grown = Vec3::splat(wall);
    let mut world = BoxWorld::default();
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        let other = Vec3::ONE - axis;
        world = world.solid(low - grown, (high + grown) * other + low * axis);
        world = world.solid((low - grown) * other + high * axis, high + grown);
    }
    world
}

fn corner() -> impl Strategy<Value = Vec3> {
    (-480.0_f32..480.0, -480.0_f32..480.0, 0.0_f32..300.0).prop_map(|(x, y, z)| vec3(x, y, z))
}

fn size() -> impl Strategy<Value = Vec3> {
    (4.0_f32..256.0, 4.0_f32..256.0, 2.0_f32..128.0).prop_map(|(x, y, z)| vec3(x, y, z))
}

/// A normal in a coordinate plane, as the box world's cuts ask.
fn normal() -> impl Strategy<Value = Vec3> {
    (0_usize..3, 0.0_f32..std::f32::consts::TAU).prop_map(|(axis, angle)| {
        let (sin, cos) = deterministic::sin_cos(angle);
        [vec3(0.0, sin, cos), vec3(sin, 0.0, cos), vec3(sin, cos, 0.0)][axis]
    })
}

#[derive(Debug, Clone)]
enum Piece {
    Box(Vec3, Vec3),
    Cut(Vec3, Vec3, Vec3),
    Volume(Vec3, Vec3, Contents),
}

fn piece() -> impl Strategy<Value = Piece> {
    let contents = prop_oneof![Just(Contents::WATER), Just(Contents::LAVA), Just(Contents::LADDER)];
    prop_oneof![
        3 => (corner(), size()).prop_map(|(mins, size)| Piece::Box(mins, size)),
        3 => (corner(), size(), normal()).prop_map(|(mins, size, normal)| Piece::Cut(mins, size, normal)),
        1 => (corner(), size(), contents).prop_map(|(mins, size, contents)| Piece::Volume(mins, size, contents)),
    ]
}

fn world() -> impl Strategy<Value = BoxWorld> {
    proptest::collection::vec(piece(), 0..24).prop_map(|pieces| {
        pieces.into_iter().fold(room(), |world, piece| match piece {
            Piece::Box(mins, size) => world.solid(mins, mins + size),
            Piece::Cut(mins, size, normal) => world.cut_solid(mins, mins + size, mins + size * 0.5, normal),
            Piece::Volume(mins, size, contents) => world.filled(mins, mins + size, contents),
        })
    })
}

fn stretch() -> impl Strategy<Value = Stretch> {
    let unit = || prop_oneof![Just(0.0_f32), Just(1.0_f32), Just(-1.0_f32), -1.0_f32..1.0];
    (any::<u32>(), -90.0_f32..90.0, -360.0_f32..360.0, unit(), unit(), unit(), 1_usize..40).prop_map(
        |(bits, pitch, yaw, forward, side, up, ticks)| {
            let buttons = Buttons::from_bits_truncate(bits) & (Buttons::JUMP | Buttons::DUCK | Buttons::WALK);
            (PlayerCommand { buttons, view: Angles::new(pitch, yaw, 0.0), forward, side, up }, ticks)
        },
    )
}

/// The usual parameters, with up to three set anywhere in their ranges.
fn parameters() -> impl Strategy<Value = MoveParameters> {
    let change = (0..MoveParameters::ALL.len(), 0.0_f32..=1.0);
    proptest::collection::vec(change, 0..4).prop_map(|changes| {
        let mut parameters = MoveParameters::default();
        for (index, share) in changes {
            let info = &MoveParameters::ALL[index];
            // Cubed, so that small values are as likely as large ones.
            (info.set)(&mut parameters, info.min + (info.max - info.min) * share * share * share);
        }
        parameters
    })
}

fn hash(state: &PlayerState) -> u64 {
    let mut hasher = Xxh3Default::new();
    state.hash_into(&mut hasher);
    hasher.digest()
}

/// Where and how a player begins.
#[derive(Debug, Clone)]
struct Start {
    origin: Vec3,
    velocity: Vec3,
    parameters: MoveParameters,
    hertz: u64,
}

fn start() -> impl Strategy<Value = Start> {
    let speed = || -3000.0_f32..3000.0;
    let hertz = prop_oneof![Just(64_u64), Just(32), Just(128), Just(10), Just(250)];
    (corner(), speed(), speed(), speed(), parameters(), hertz).prop_map(|(origin, x, y, z, parameters, hertz)| Start {
        origin,
        velocity: vec3(x, y, z),
        parameters,
        hertz,
    })
}

/// Plays the commands, checks every tick, and gives every tick's hash.
fn play(world: &BoxWorld, start: &Start, stretches: &[Stretch]) -> Result<Vec<u64>, TestCaseError> {
    let mut walker = Walker::new(world.clone(), start.origin).at_rate(start.hertz);
    walker.state.velocity = start.velocity;
    walker.parameters = start.parameters;
    let mut hashes = Vec::new();
    for (command, ticks) in stretches {
        walker.command = *command;
        for _ in 0..*ticks {
            let events = walker.tick();
            hashes.push(hash(&walker.state));
            if events.stuck == Some(Stuck::Held) {
                return Ok(hashes);
            }
            check(&walker)?;
        }
    }
    Ok(hashes)
}

fn check(walker: &Walker) -> Result<(), TestCaseError> {
    let PlayerState { origin, velocity, view_height, step_offset, fall_speed, .. } = walker.state;
    prop_assert!(origin.is_finite() && velocity.is_finite(), "{:?}", walker.state);
    prop_assert!(view_height.is_finite() && step_offset.is_finite() && fall_speed >= 0.0, "{:?}", walker.state);
    let depth = walker.world.penetration(origin, walker.state.hull());
    prop_assert!(depth < 1e-3, "{depth} deep in solid: {:?}", walker.state);
    prop_assert!(origin.abs().max_element() < ROOM && origin.z > -1.0, "left the room: {:?}", walker.state);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn never_inside_solid_and_never_two_answers(
        world in world(),
        start in start(),
        stretches in proptest::collection::vec(stretch(), 1..120),
    ) {
        let first = play(&world, &start, &stretches)?;
        let second = play(&world, &start, &stretches)?;
        prop_assert_eq!(first, second);
    }

    #[test]
    fn damaged_commands_do_no_harm(
        world in world(),
        start in start(),
        commands in proptest::collection::vec(any::<[u8; PlayerCommand::BYTES]>(), 1..200),
    ) {
        let stretches: Vec<Stretch> = commands.iter().map(|bytes| (PlayerCommand::from_bytes(bytes), 2)).collect();
        play(&world, &start, &stretches)?;
    }
}
