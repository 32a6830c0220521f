//! Deciding where to go.

use super::{
    Autopilot, NEAR, STALL_SPEED,
    memory::{Courage, NodeId},
    senses::{Gait, Senses, Stride},
};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{CollisionWorld, PlayerCommand, PlayerState, WaterLevel};

/// Directions looked in.
const DIRECTIONS: u32 = 16;
/// Strides looked ahead in each direction.
const STRIDES_AHEAD: u32 = 4;
/// How long a leg may take, in nanoseconds.
const LEG_TIME_NS: u64 = 2_500_000_000;
/// How long the walker shakes itself free, in nanoseconds.
const SHAKE_TIME_NS: u64 = 400_000_000;
/// How long it pushes on without getting anywhere, in nanoseconds.
const STALL_TIME_NS: u64 = 400_000_000;

impl Autopilot {
    /// Follows the route, and finds one where there is none.
    pub(super) fn explore<W: CollisionWorld + ?Sized>(
        &mut self,
        senses: &Senses<'_, W>,
        state: &PlayerState,
        interval_ns: u64,
    ) -> PlayerCommand {
        let planted = state.on_ground.is_some() || state.water_level >= WaterLevel::Waist || state.ladder.is_some();
        if planted {
            self.take_bearings(senses, state);
        }
        let Some(&leg) = self.route.last() else {
            return if planted { self.begin_to_shake(senses, state) } else { self.coast() };
        };
        self.leg_left_ns = self.leg_left_ns.saturating_sub(interval_ns);
        let stalls = planted && state.velocity.length() < STALL_SPEED;
        self.stalled_ns = if stalls { self.stalled_ns + interval_ns } else { 0 };
        if planted && self.leg_left_ns == 0 || self.stalled_ns > STALL_TIME_NS {
            self.memory.fail(leg);
            return self.begin_to_shake(senses, state);
        }
        self.follow(senses, state, leg, interval_ns)
    }

    /// Notes where the walker is, drops legs that are done, looks around, and finds a new route when there is none.
    fn take_bearings<W: CollisionWorld + ?Sized>(&mut self, senses: &Senses<'_, W>, state: &PlayerState) {
        let Some(here) = self.memory.enter(state.origin) else { return };
        if let Some(last) = self.last.replace(here).filter(|&last| last != here) {
            self.memory.walked(last, here);
        }
        if self.memory.take_look(here, self.bored) || std::mem::take(&mut self.doubtful) {
            self.look_around(senses, state, here);
        }
        while let Some(leg) = self.route.last() {
            let offset = self.memory.point(leg.to) - state.origin;
            // A swimmer drifts and is content with less.
            let reach = if state.water_level >= WaterLevel::Waist { 1.5 * NEAR } else { NEAR };
            let near = offset.truncate().length() < reach && offset.z.abs() < 2.0 * NEAR;
            if leg.to != here && !near {
                break;
            }
            self.route.pop();
            self.leg_left_ns = LEG_TIME_NS;
        }
        if self.route.is_empty() {
            self.plan(here);
        }
    }

    /// Remembers what can be reached from here, a few strides each way, beginning with a random direction so that
    /// equally near places are visited in an order of the seed.
    fn look_around<W: CollisionWorld + ?Sized>(&mut self, senses: &Senses<'_, W>, state: &PlayerState, here: NodeId) {
        let swims = state.water_level >= WaterLevel::Waist;
        let first = self.below(DIRECTIONS);
        for yaw in yaws_from(first) {
            let level = Angles::new(0.0, yaw, 0.0).forward();
            if swims {
                for direction in [level, (level + Vec3::Z).normalize_or_zero(), (level - Vec3::Z).normalize_or_zero()] {
                    self.look_along(state.origin, here, |from| senses.stroke(from, direction), 1);
                }
            } else {
                self.look_along(state.origin, here, |from| senses.stride(from, level), STRIDES_AHEAD);
            }
        }
        if swims {
            for direction in [Vec3::Z, -Vec3::Z] {
                self.look_along(state.origin, here, |from| senses.stroke(from, direction), 1);
            }
        }
    }

    /// Remembers the places along one direction.
    fn look_along(&mut self, origin: Vec3, here: NodeId, stride: impl Fn(Vec3) -> Option<Stride>, strides: u32) {
        let (mut from, mut node) = (origin, here);
        for _ in 0..strides {
            let Some(found) = stride(from) else { return };
            let Some(next) = self.memory.see(node, found) else { return };
            // What follows a stride that is not plain walking is better judged from there.
            if found.gait != Gait::Walk {
                return;
            }
            (from, node) = (found.end, next);
        }
    }

    /// Chooses where to go: the nearest unvisited place, on dry land if possible, safely if possible; else any visited
    /// place at random.
    fn plan(&mut self, here: NodeId) {
        let dry = self.memory.route_to_dry_frontier(here);
        let careful = dry.or_else(|| self.memory.route_to_frontier(here, Courage::Careful));
        self.bored = careful.is_none();
        let mut found = careful.or_else(|| self.memory.route_to_frontier(here, Courage::Daring));
        if found.is_none() {
            self.memory.forgive();
            let index = self.below(self.memory.len());
            found = self.memory.visited(index).and_then(|goal| self.memory.route_to(here, goal));
        }
        self.route = found.unwrap_or_default();
        self.leg_left_ns = LEG_TIME_NS;
    }

    /// Forgets the route and shakes free: a short run in a random direction, a harmless one if there is any, then
    /// another look around.
    fn begin_to_shake<W: CollisionWorld + ?Sized>(
        &mut self,
        senses: &Senses<'_, W>,
        state: &PlayerState,
    ) -> PlayerCommand {
        self.route.clear();
        self.doubtful = true;
        self.stalled_ns = 0;
        self.shake_left_ns = SHAKE_TIME_NS;
        let first = self.below(DIRECTIONS);
        let is_harmless = |yaw: &f32| {
            let ahead = Angles::new(0.0, *yaw, 0.0).forward();
            senses.stride(state.origin, ahead).is_some_and(|stride| stride.gait == Gait::Walk)
        };
        self.view.yaw = yaws_from(first).find(is_harmless).unwrap_or(direction_yaw(first));
        self.shake(state)
    }
}

/// The yaw of one of the directions, in degrees.
fn direction_yaw(direction: u32) -> f32 {
    direction as f32 * (360.0 / DIRECTIONS as f32)
}

/// The yaws of all directions, from one on around.
fn yaws_from(first: u32) -> impl Iterator<Item = f32> {
    (0..DIRECTIONS).map(move |index| direction_yaw((first + index) % DIRECTIONS))
}
