//! Random movers among random walkers: nobody in solid who is not crushed, what is blocked has not moved, the same bits
//! twice. `KEROSENE_PUSH_RUNS` says how many levels to play, `PROPTEST_CASES` how many single pushes to make.

use crate::block;
use crate::common::box_world::vec3;
use crate::common::moving_world::{Level, MovingWorld};
use kerosene_bsp::sample::SampleBrush;
use kerosene_bsp::{Contents, ModelPose, TraceRequest};
use kerosene_math::{Angles, Pcg32, Vec3};
use kerosene_physics::pusher::{Body, OnBlock, Outcome, Push};
use kerosene_physics::{Buttons, PlayerCommand};
use proptest::prelude::*;
use std::hash::Hasher;
use xxhash_rust::xxh3::Xxh3Default;

/// Half the width of the room.
const ROOM: f32 = 280.0;
const MODELS: usize = 8;
const PLAYERS: usize = 10;

fn room() -> Vec<SampleBrush> {
    let (low, high) = (vec3(-ROOM, -ROOM, 0.0), vec3(ROOM, ROOM, 200.0));
    let mut slabs = Vec::new();
    for axis in 0..3 {
        let (mut below, mut above) = (high + 16.0, low - 16.0);
        (below[axis], above[axis]) = (low[axis], high[axis]);
        slabs.push(block(low - 16.0, below));
        slabs.push(block(above, high + 16.0));
    }
    slabs
}

/// A block, sometimes cut, sometimes two of them.
fn model(random: &mut Pcg32) -> (Vec<SampleBrush>, Vec3) {
    let size = vec3(random.between(4.0, 150.0), random.between(4.0, 150.0), random.between(4.0, 80.0));
    let mut brushes = vec![block(-size * 0.5, size * 0.5)];
    match random.below(4).unwrap() {
        0 => {
            let slope = vec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            brushes[0] = brushes[0].clone().cut(slope + vec3(0.01, 0.0, 0.0), Vec3::ZERO);
        }
        1 => brushes.push(block(vec3(size.x * 0.5, -8.0, -8.0), vec3(size.x * 0.5 + 60.0, 8.0, 8.0))),
        _ => {}
    }
    (brushes, vec3(random.between(-60.0, 60.0), random.between(-60.0, 60.0), 0.0))
}

/// How one model moves: to and fro about a home, and around.
struct Driver {
    home: ModelPose,
    swing: Vec3,
    spin: Angles,
    period: u32,
    /// Ticks done; blocked ones do not count, so that a mover waits and goes on.
    done: u32,
    forward: bool,
    on_block: OnBlock,
}

impl Driver {
    fn new(random: &mut Pcg32, pivot: Vec3) -> Self {
        let place = vec3(random.between(-250.0, 250.0), random.between(-250.0, 250.0), random.between(0.0, 150.0));
        let mut swing =
            vec3(random.between(-300.0, 300.0), random.between(-300.0, 300.0), random.between(-100.0, 100.0));
        let mut spin = Angles::ZERO;
        match random.below(5).unwrap() {
            0 => swing = vec3(0.0, 0.0, random.between(-300.0, 300.0)),
            1 => swing = vec3(random.between(-400.0, 400.0), 0.0, 0.0),
            2 => (swing, spin) = (Vec3::ZERO, Angles::new(0.0, random.between(-720.0, 720.0), 0.0)),
            3 => {
                spin = Angles::new(
                    random.between(-180.0, 180.0),
                    random.between(-180.0, 180.0),
                    random.between(-180.0, 180.0),
                );
            }
            _ => {}
        }
        let on_block = if random.below(4) == Some(0) { OnBlock::Crush } else { OnBlock::Stop };
        let home = ModelPose { origin: pivot + place, angles: Angles::ZERO };
        Self { home, swing, spin, period: 4 + random.below(200).unwrap(), done: 0, forward: true, on_block }
    }

    fn pose(&self, done: u32) -> ModelPose {
        let part = done as f32 / self.period as f32;
        let spin = self.spin;
        let angles = Angles::new(spin.pitch * part, spin.yaw * part, spin.roll * part);
        ModelPose { origin: self.home.origin + self.swing * part, angles }
    }

    fn next(&self) -> u32 {
        if self.forward { self.done + 1 } else { self.done - 1 }
    }

    /// A door that is blocked turns back.
    fn settle(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Moved => self.done = self.next(),
            Outcome::Blocked { .. } => self.forward = !self.forward,
        }
        if self.done == 0 {
            self.forward = true;
        } else if self.done == self.period {
            self.forward = false;
        }
    }
}

/// A level, how its models move (in teams of up to two), and the random numbers that its players act by.
fn level(seed: u64) -> (Level, Vec<Driver>, Pcg32) {
    let mut random = Pcg32::new(seed, 1);
    let models: Vec<_> = (0..MODELS).map(|_| model(&mut random)).collect();
    let drivers: Vec<Driver> = models.iter().map(|(_, pivot)| Driver::new(&mut random, *pivot)).collect();
    let mut level = Level::new(MovingWorld::new(room(), models));
    for (index, driver) in drivers.iter().enumerate() {
        level.world.poses[index] = driver.home;
        level.world.models.pose(index, driver.home);
    }
    while level.players.len() < PLAYERS {
        let origin = vec3(random.between(-260.0, 260.0), random.between(-260.0, 260.0), random.between(1.0, 120.0));
        let shape = kerosene_physics::Hull::STANDING.shape();
        if !level.world.is_solid(origin, shape, Contents::MASK_PLAYER_SOLID) {
            level = level.with_player(origin);
        }
    }
    (level, drivers, random)
}

fn act(command: &mut PlayerCommand, random: &mut Pcg32) {
    if random.below(20) == Some(0) {
        *command = PlayerCommand {
            buttons: Buttons::from_bits_truncate(random.next_u32()) & (Buttons::JUMP | Buttons::DUCK),
            view: Angles::new(0.0, random.between(-180.0, 180.0), 0.0),
            forward: random.between(-1.0, 1.0).round(),
            side: random.between(-1.0, 1.0).round(),
            up: 0.0,
        };
    }
}

/// What happened in a run, so that it is known to have tested something.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Tally {
    moved: u32,
    blocked: u32,
    pushed: u32,
    crushed: u32,
    carried: u32,
    stuck: u32,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.moved += other.moved;
        self.blocked += other.blocked;
        self.pushed += other.pushed;
        self.crushed += other.crushed;
        self.carried += other.carried;
        self.stuck += other.stuck;
    }
}

/// Plays a level; gives a hash of every tick.
fn play(seed: u64, ticks: u32) -> (Vec<u64>, Tally) {
    let (mut level, mut drivers, mut random) = level(seed);
    let (mut hashes, mut tally) = (Vec::new(), Tally::default());
    // Who was crushed is in solid until the players' own move frees them.
    let mut crushed = [false; PLAYERS];
    for tick in 0..ticks {
        for command in &mut level.commands {
            act(command, &mut random);
        }
        // Two teams of two, the rest alone.
        let way = |index: usize| {
            let driver = &drivers[index];
            Push {
                model: index,
                from: driver.pose(driver.done),
                to: driver.pose(driver.next()),
                on_block: driver.on_block,
            }
        };
        let teams = [vec![0, 1], vec![2, 3], vec![4], vec![5], vec![6], vec![7]];
        let pushes: Vec<Vec<Push>> = teams.iter().map(|team| team.iter().map(|&index| way(index)).collect()).collect();
        let placed = level.world.models.as_slice().to_vec();
        let outcomes = level.tick(&pushes);
        for (team, outcome) in teams.iter().zip(&outcomes) {
            for &index in team {
                drivers[index].settle(*outcome);
                if *outcome != Outcome::Moved {
                    assert_eq!(level.world.models.as_slice()[index], placed[index], "seed {seed}, tick {tick}");
                }
            }
            tally.moved += u32::from(*outcome == Outcome::Moved);
            tally.blocked += u32::from(*outcome != Outcome::Moved);
        }
        check(&level, &mut crushed, &mut tally, seed, tick);
        hashes.push(hash(&level));
    }
    (hashes, tally)
}

fn check(level: &Level, crushed: &mut [bool; PLAYERS], tally: &mut Tally, seed: u64, tick: u32) {
    for (index, body) in level.bodies.iter().enumerate() {
        let is_inside = level.world.is_solid(body.origin, body.hull.shape(), body.mask);
        crushed[index] = is_inside && (crushed[index] || body.crushed_by.is_some());
        assert!(!is_inside || crushed[index], "seed {seed}, tick {tick}, player {index} in solid: {body:?}");
        tally.pushed += u32::from(body.pushed_by.is_some());
        tally.crushed += u32::from(body.crushed_by.is_some());
        tally.carried += u32::from(body.ground.is_some_and(|model| model != 0));
        tally.stuck += u32::from(is_inside);
    }
}

fn hash(level: &Level) -> u64 {
    let mut hasher = Xxh3Default::new();
    level.players.iter().for_each(|player| player.hash_into(&mut hasher));
    for model in level.world.models.as_slice() {
        hasher.write(&model.origin.to_array().map(f32::to_bits).map(u32::to_le_bytes).concat());
    }
    hasher.digest()
}

#[test]
fn nobody_ends_in_solid_who_is_not_crushed() {
    let runs = std::env::var("KEROSENE_PUSH_RUNS").map_or(40, |runs| runs.parse().unwrap());
    let mut tally = Tally::default();
    for seed in 0..runs {
        let (hashes, own) = play(seed, 600);
        tally.add(own);
        if seed < 4 {
            assert_eq!(play(seed, 600).0, hashes, "seed {seed} twice");
        }
    }
    let runs = runs as u32;
    assert!(tally.moved > 1000 * runs && tally.blocked > runs && tally.pushed > 10 * runs, "{tally:?}");
    assert!(tally.carried > 10 * runs && tally.crushed > runs, "{tally:?}");
}

proptest! {
    /// One push of one model against one body, from any free place: either it is out of the way or nothing has moved,
    /// and a body that was in the way is not passed through.
    #[test]
    fn one_push_makes_room_or_moves_nothing(seed in any::<u64>(), far in any::<bool>()) {
        let mut random = Pcg32::new(seed, 2);
        let (brushes, pivot) = model(&mut random);
        let mut level = Level::new(MovingWorld::new(room(), vec![(brushes, pivot)]));
        let hull = kerosene_physics::Hull::STANDING;
        let origin = vec3(random.between(-260.0, 260.0), random.between(-260.0, 260.0), random.between(1.0, 125.0));
        let start = ModelPose { origin: vec3(random.between(-250.0, 250.0), random.between(-250.0, 250.0), 100.0), ..ModelPose::default() };
        level.world.poses[0] = start;
        level.world.models.pose(0, start);
        prop_assume!(!level.world.is_solid(origin, hull.shape(), Contents::MASK_PLAYER_SOLID));
        level.bodies = vec![Body::at(origin, hull, Contents::MASK_PLAYER_SOLID)];
        let reach = if far { 600.0 } else { 20.0 };
        let by = vec3(random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach) * 0.3);
        let spin = if far { 0.0 } else { random.between(-30.0, 30.0) };
        let push = level.way(0, by, spin);
        let placed = level.world.models.as_slice().to_vec();
        match level.push(&[push]) {
            Outcome::Moved => {
                let body = level.bodies[0];
                prop_assert!(!level.world.is_solid(body.origin, hull.shape(), Contents::MASK_PLAYER_SOLID));
                // Whom the model goes through on a straight way, inch by inch, it has pushed.
                let request = TraceRequest::at(origin, hull.shape(), Contents::MASK_PLAYER_SOLID);
                let passes = |step: u16| {
                    let on_the_way = placed[0].displaced(placed[0].origin + by * (f32::from(step) / 800.0));
                    level.world.map.overlaps_model(&request, &on_the_way)
                };
                prop_assert!(spin != 0.0 || body.pushed_by == Some(1) || !(0..=800).any(passes), "passed {origin}");
            }
            Outcome::Blocked { body, model } => {
                prop_assert_eq!((body, model), (0, 0));
                prop_assert_eq!(level.world.models.as_slice(), placed);
                prop_assert_eq!(level.bodies[0].origin, origin);
            }
        }
    }
}
