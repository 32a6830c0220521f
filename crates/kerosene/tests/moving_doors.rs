//! Every door, lift, button and train of real levels driven to and fro among players: nobody ends a tick in solid, and
//! everything happens again to the bit.
//!
//! `KEROSENE_DOOR_TICKS` says how many ticks each level is played.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests; a skipped one says so")]

#[path = "common/corpus.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod corpus;
#[path = "../../kerosene-physics/tests/common/moving_world.rs"]
#[allow(dead_code, unreachable_pub, reason = "another crate's tests use the rest of it")]
mod moving_world;

use kerosene_bsp::{Bsp, Contents, ModelPose};
use kerosene_entity::{BrushModel, EntityWorld, Registry};
use kerosene_math::{Angles, Pcg32, Vec3};
use kerosene_physics::pusher::{OnBlock, Outcome, Push};
use kerosene_physics::{Buttons, Hull, PlayerCommand, PlayerState};
use moving_world::{Level, MovingWorld};
use xxhash_rust::xxh3::Xxh3Default;

const LEVELS: [&str; 4] = ["quake/id/e1m1.map", "quake/id/e1m3.map", "quake/id/dm1.map", "quake/id/dm6.map"];
const PLAYERS: usize = 8;
const TICKS: u32 = 2_000;
/// How often each player is put beside another door.
const STAY: u32 = 50;

/// A door on its way to and fro.
struct Door {
    model: usize,
    way: Vec3,
    turn: f32,
    /// Ticks for the whole way.
    period: u32,
    done: u32,
    forward: bool,
}

impl Door {
    /// A Quake door goes as far as it is wide but for 8 units, the way its angle says, at 100 units a second. Every
    /// other model goes down by its height.
    fn new(class: &str, facing: Angles, model: usize, size: Vec3, turns: bool) -> Self {
        let slides = ["door", "button"].iter().any(|part| class.contains(part));
        let ahead = if slides { facing.forward() } else { Vec3::NEG_Z };
        let way = if turns { Vec3::ZERO } else { ahead * (ahead.abs().dot(size) - 8.0).max(8.0) };
        let turn = if turns { 90.0 } else { 0.0 };
        Self {
            model,
            way,
            turn,
            period: if turns { 64 } else { (way.length() * 0.64) as u32 + 1 },
            done: 0,
            forward: true,
        }
    }

    fn push(&self, home: ModelPose) -> Push {
        let pose = |done: u32| {
            let part = done as f32 / self.period as f32;
            ModelPose { origin: home.origin + self.way * part, angles: Angles::new(0.0, self.turn * part, 0.0) }
        };
        let next = if self.forward { self.done + 1 } else { self.done - 1 };
        Push { model: self.model, from: pose(self.done), to: pose(next), on_block: OnBlock::Stop }
    }

    fn settle(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Moved if self.forward => self.done += 1,
            Outcome::Moved => self.done -= 1,
            Outcome::Blocked { .. } => self.forward = !self.forward,
        }
        self.forward = self.done == 0 || self.forward && self.done < self.period;
    }
}

/// The level, its doors, and what each was at rest.
struct Run {
    level: Level,
    doors: Vec<Door>,
    homes: Vec<ModelPose>,
    random: Pcg32,
}

impl Run {
    fn new(bsp: &Bsp, turns: bool) -> Self {
        let mut bsp = bsp.clone();
        let mut entities = EntityWorld::new(&Registry::new([]).unwrap());
        let loaded = entities.load_from_kv(&bsp.entities, &[], "a level").unwrap().entities;
        let mut doors = Vec::new();
        for entity in loaded.into_iter().filter(|&entity| !entities.class_name(entity).starts_with("trigger")) {
            let Some(BrushModel { model, .. }) = entities.get(entity) else { continue };
            let model = model as usize;
            let record = &mut bsp.models[model];
            let (mins, maxs) = (Vec3::from_array(record.mins), Vec3::from_array(record.maxs));
            if turns {
                record.origin = record.mins;
            }
            let facing = entities.angles(entity);
            doors.push(Door::new(entities.class_name(entity), facing, model - 1, maxs - mins, turns));
        }
        let world = MovingWorld::of(&bsp);
        let homes = world.poses.clone();
        Self { level: Level::new(world), doors, homes, random: Pcg32::new(11, u64::from(turns)) }
    }

    /// A free place beside or above a door, for one who turns to it.
    fn beside_a_door(&mut self) -> Option<(Vec3, f32)> {
        let door = &self.doors[self.random.below(self.doors.len() as u32)? as usize];
        let bounds = self.level.world.models.bounds(door.model).expanded(40.0);
        let share = [(); 3].map(|()| self.random.next_f32());
        let origin = bounds.min + (bounds.max - bounds.min) * Vec3::from_array(share);
        let free = !self.level.world.is_solid(origin, Hull::STANDING.shape(), Contents::MASK_PLAYER_SOLID);
        free.then(|| (origin, Angles::facing(bounds.center() - origin).yaw))
    }

    fn place_players(&mut self) {
        for _ in 0..400 {
            if self.level.players.len() == PLAYERS {
                break;
            }
            if let Some((origin, _)) = self.beside_a_door() {
                let level = std::mem::replace(&mut self.level, Level::new(MovingWorld::new(Vec::new(), Vec::new())));
                self.level = level.with_player(origin);
            }
        }
        assert!(!self.level.players.is_empty(), "no room beside any door");
    }

    fn act(&mut self, tick: u32) {
        for player in 0..self.level.players.len() {
            if (tick + 19 * player as u32).is_multiple_of(STAY)
                && let Some((origin, yaw)) = self.beside_a_door()
            {
                self.level.players[player] = PlayerState::at(origin);
                self.level.commands[player].view.yaw = yaw;
            }
            if self.random.below(16) == Some(0) {
                let turned = self.level.commands[player].view.yaw + self.random.between(-60.0, 60.0);
                self.level.commands[player] = PlayerCommand {
                    buttons: Buttons::from_bits_truncate(self.random.next_u32()) & (Buttons::JUMP | Buttons::DUCK),
                    view: Angles::new(0.0, turned, 0.0),
                    forward: self.random.between(-0.5, 1.5).clamp(-1.0, 1.0),
                    side: self.random.between(-1.0, 1.0),
                    up: 0.0,
                };
            }
        }
    }

    /// Plays; gives the hash of all ticks, and how many pushes, blocks and rides there were.
    fn play(mut self, name: &str, ticks: u32) -> (u64, [u32; 3]) {
        self.place_players();
        let (mut hasher, mut tally) = (Xxh3Default::new(), [0; 3]);
        for tick in 0..ticks {
            self.act(tick);
            let teams: Vec<Vec<Push>> = self.doors.iter().map(|door| vec![door.push(self.homes[door.model])]).collect();
            let outcomes = self.level.tick(&teams);
            for (door, outcome) in self.doors.iter_mut().zip(&outcomes) {
                door.settle(*outcome);
                tally[1] += u32::from(*outcome != Outcome::Moved);
            }
            for (index, body) in self.level.bodies.iter().enumerate() {
                let is_inside = self.level.world.is_solid(body.origin, body.hull.shape(), body.mask);
                assert!(!is_inside, "{name}, tick {tick}, player {index}: {body:?}");
                tally[0] += u32::from(body.pushed_by.is_some());
                tally[2] += u32::from(body.ridden.is_some_and(|model| model != 0));
            }
            self.level.players.iter().for_each(|player| player.hash_into(&mut hasher));
        }
        (hasher.digest(), tally)
    }
}

#[test]
fn nobody_ends_in_a_door_of_a_real_level() {
    let Some(folder) = corpus::folder() else { return };
    let ticks = std::env::var("KEROSENE_DOOR_TICKS").map_or(TICKS, |ticks| ticks.parse().unwrap());
    let mut total = [0; 3];
    for level in LEVELS {
        let bsp = corpus::compiled(&folder.join(level)).bsp;
        for turns in [false, true] {
            let (hash, tally) = Run::new(&bsp, turns).play(level, ticks);
            println!("{level}, turning: {turns}: [pushed, blocked, ridden] {tally:?}, {hash:016x}");
            assert_eq!(Run::new(&bsp, turns).play(level, ticks).0, hash, "{level}, turning: {turns}, twice");
            total.iter_mut().zip(tally).for_each(|(all, own)| *all += own);
        }
    }
    let [pushed, blocked, ridden] = total;
    assert!(pushed > ticks && blocked > ticks / 40 && ridden > ticks, "{total:?}");
}
