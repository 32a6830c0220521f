//! A walker that stands in for a person at the keyboard.
//!
//! A headless walk through a map means something only if it goes somewhere. The walker looks around by sweeping
//! its hull ([`senses`]), remembers where it has been and where it could go ([`memory`]), and walks to the nearest
//! place that it has seen and not visited. It jumps onto what is too high to step on, leaps over gaps, crawls
//! under what is low, swims, and drops off ledges that do not hurt. When nothing is left that is safe, it dares
//! what is not. Now and then it jumps or ducks for no reason, as people do.
//!
//! It sees the world only through [`CollisionWorld`] and acts only through [`PlayerCommand`], so it can do nothing
//! that a player could not. Everything it decides follows from its seed, the world and the states it was shown:
//! equal runs are equal to the bit.
//!
//! Deliberately absent: it fights nobody, opens nothing, and knows no map's purpose.

mod memory;
mod senses;

use kerosene_math::{Angles, Pcg32, Vec3};
use kerosene_physics::{Buttons, CollisionWorld, Hull, PlayerCommand, PlayerState, WaterLevel};
use memory::{Courage, Leg, Memory, NodeId};
use senses::{Gait, Senses, Stride};

/// Directions looked in.
const DIRECTIONS: u32 = 16;
/// Strides looked ahead in each direction.
const STRIDES_AHEAD: u32 = 4;
/// How long a leg may take, in nanoseconds.
const LEG_TIME_NS: u64 = 2_500_000_000;
/// How long the walker shakes itself free, in nanoseconds.
const SHAKE_TIME_NS: u64 = 400_000_000;
/// Speed below which a walker that pushes does not get on, in units per second.
const STALL_SPEED: f32 = 25.0;
/// How long it pushes on all the same, in nanoseconds.
const STALL_TIME_NS: u64 = 400_000_000;
/// Fastest turn, in degrees per second.
const TURN_RATE: f32 = 540.0;
/// Distance to a goal at which it counts as reached, in units.
const NEAR: f32 = 20.0;
/// How far ahead obstacles are noticed on the way, in units.
const LOOK_AHEAD: f32 = 24.0;
/// One tick in so many, the walker jumps or ducks for no reason.
const WHIM: u32 = 400;

/// A seeded, deterministic walker for one player.
///
/// ```
/// use kerosene_engine::{Autopilot, Engine, EngineOptions, FALLBACK_MAP, PlayerInput};
///
/// let mut engine = Engine::new(EngineOptions::default());
/// engine.load_map(FALLBACK_MAP)?;
/// let player = engine.spawn_player().expect("a level is loaded");
/// let mut autopilot = Autopilot::new(7);
/// let start = engine.player(player).expect("spawned").state.origin;
/// for _ in 0..128 {
///     let state = &engine.player(player).expect("spawned").state;
///     let command = autopilot.command(engine.world().expect("loaded"), state, engine.tick_rate().interval_ns());
///     engine.tick(&[PlayerInput { player, command }]);
/// }
/// assert!(engine.player(player).expect("spawned").state.origin.distance(start) > 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Autopilot {
    random: Pcg32,
    memory: Memory,
    /// Legs still to go, the next one last.
    route: Vec<Leg>,
    /// Time left for the current leg.
    leg_left_ns: u64,
    /// Time left to shake free after failing.
    shake_left_ns: u64,
    view: Angles,
    /// Nothing safe is left to explore.
    bored: bool,
    /// Where the walker last stood.
    last: Option<NodeId>,
    /// Time for which the walker has pushed without moving.
    stalled_ns: u64,
    /// Look around again even from a known place: the last way was not as it seemed.
    doubtful: bool,
    /// Whether jump was pressed in the last tick: it must be let go between jumps.
    jump_pressed: bool,
}

impl Autopilot {
    /// A walker that knows nothing yet. Other seeds explore in other orders.
    pub fn new(seed: u64) -> Self {
        Self {
            random: Pcg32::new(seed, 0),
            memory: Memory::default(),
            route: Vec::new(),
            leg_left_ns: 0,
            shake_left_ns: 0,
            view: Angles::default(),
            bored: false,
            last: None,
            stalled_ns: 0,
            doubtful: false,
            jump_pressed: false,
        }
    }

    /// What to press in the next tick of `interval_ns` nanoseconds.
    pub fn command<W: CollisionWorld + ?Sized>(
        &mut self,
        world: &W,
        state: &PlayerState,
        interval_ns: u64,
    ) -> PlayerCommand {
        let senses = Senses { world };
        let seconds = (interval_ns as f64 * 1e-9) as f32;
        if self.shake_left_ns > 0 {
            self.shake_left_ns = self.shake_left_ns.saturating_sub(interval_ns);
            return self.shake(state);
        }
        let planted = state.on_ground.is_some() || state.water_level >= WaterLevel::Waist || state.ladder.is_some();
        if planted {
            self.take_bearings(&senses, state);
        }
        let Some(&leg) = self.route.last() else { return self.begin_to_shake(state) };
        self.leg_left_ns = self.leg_left_ns.saturating_sub(interval_ns);
        let stalls = planted && state.velocity.length() < STALL_SPEED;
        self.stalled_ns = if stalls { self.stalled_ns + interval_ns } else { 0 };
        if planted && self.leg_left_ns == 0 || self.stalled_ns > STALL_TIME_NS {
            self.memory.fail(leg);
            return self.begin_to_shake(state);
        }
        self.follow(&senses, state, leg, seconds)
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
            let near = offset.truncate().length() < NEAR && offset.z.abs() < 2.0 * NEAR;
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
        for index in 0..DIRECTIONS {
            let yaw = ((first + index) % DIRECTIONS) as f32 * (360.0 / DIRECTIONS as f32);
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

    /// Chooses where to go: the nearest unvisited place, safely if possible, else any visited place at random.
    fn plan(&mut self, here: NodeId) {
        let careful = self.memory.route_to_frontier(here, Courage::Careful);
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

    /// Forgets the route and shakes free: a short run in a random direction, then another look around.
    fn begin_to_shake(&mut self, state: &PlayerState) -> PlayerCommand {
        self.route.clear();
        self.doubtful = true;
        self.stalled_ns = 0;
        self.shake_left_ns = SHAKE_TIME_NS;
        self.view.yaw = self.below(DIRECTIONS) as f32 * (360.0 / DIRECTIONS as f32);
        self.shake(state)
    }

    /// Runs in the direction that [`begin_to_shake`](Self::begin_to_shake) drew, jumping.
    fn shake(&mut self, state: &PlayerState) -> PlayerCommand {
        let buttons = self.jump_if(state.on_ground.is_some() || state.water_level >= WaterLevel::Waist);
        self.view.pitch = 0.0;
        PlayerCommand { buttons, view: self.view, forward: 1.0, ..PlayerCommand::default() }
    }

    /// Goes along a leg: turns to its end, and jumps, ducks, swims or climbs as it needs.
    fn follow<W: CollisionWorld + ?Sized>(
        &mut self,
        senses: &Senses<'_, W>,
        state: &PlayerState,
        leg: Leg,
        seconds: f32,
    ) -> PlayerCommand {
        let offset = self.memory.point(leg.to) - state.origin;
        let facing = self.turn_towards(offset, seconds);
        let mut command = PlayerCommand { view: self.view, forward: facing, ..PlayerCommand::default() };
        if state.ladder.is_some() {
            self.view.pitch = if offset.z < 0.0 { 60.0 } else { -60.0 };
            command.view = self.view;
            self.jump_pressed = false;
        } else if state.water_level >= WaterLevel::Waist {
            command = self.swim(command, offset);
        } else {
            self.view.pitch = 0.0;
            command.view = self.view;
            command.buttons = self.walk_buttons(senses, state, leg);
        }
        command
    }

    /// Buttons of a walker on foot or in the air.
    fn walk_buttons<W: CollisionWorld + ?Sized>(
        &mut self,
        senses: &Senses<'_, W>,
        state: &PlayerState,
        leg: Leg,
    ) -> Buttons {
        if state.on_ground.is_none() {
            self.jump_pressed = false;
            return if leg.gait == Gait::Crawl { Buttons::DUCK } else { Buttons::empty() };
        }
        let ahead = Angles::new(0.0, self.view.yaw, 0.0).forward();
        let blocked = senses.is_blocked(state.origin, ahead, LOOK_AHEAD, Hull::STANDING);
        let crawls = leg.gait == Gait::Crawl
            || blocked && !senses.is_blocked(state.origin, ahead, LOOK_AHEAD, Hull::DUCKED)
            || self.has_whim();
        let jumps = blocked && !crawls && senses.is_cleared_by_jump(state.origin, ahead, LOOK_AHEAD)
            || leg.gait == Gait::Leap && senses.is_ledge(state.origin, ahead, LOOK_AHEAD)
            || leg.gait == Gait::Walk && self.has_whim();
        let duck = if crawls { Buttons::DUCK } else { Buttons::empty() };
        self.jump_if(jumps) | duck
    }

    /// Swims towards a place: looks at it, and pushes up or down.
    fn swim(&mut self, command: PlayerCommand, offset: Vec3) -> PlayerCommand {
        let rises = offset.z > -8.0;
        self.jump_pressed = rises;
        self.view.pitch = if offset.z > 16.0 {
            -45.0
        } else if offset.z < -16.0 {
            45.0
        } else {
            0.0
        };
        let buttons = if rises { Buttons::JUMP } else { Buttons::empty() };
        PlayerCommand { buttons, view: self.view, up: if rises { 0.0 } else { -1.0 }, ..command }
    }

    /// Turns towards an offset, as fast as a hand would; gives how much to press forward, 0 while looking away.
    fn turn_towards(&mut self, offset: Vec3, seconds: f32) -> f32 {
        let flat = offset.truncate();
        if flat.length_squared() < 1.0 {
            return 0.0;
        }
        let error = wrap_degrees(Angles::facing(offset).yaw - self.view.yaw);
        let most = TURN_RATE * seconds;
        self.view.yaw = wrap_degrees(self.view.yaw + error.clamp(-most, most));
        if error.abs() - most > 45.0 { 0.0 } else { 1.0 }
    }

    /// A number below `bound`, 0 if that is 0.
    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(bound).unwrap_or(0)
    }

    /// Whether to do something for no reason in this tick.
    fn has_whim(&mut self) -> bool {
        self.below(WHIM) == 0
    }

    /// Presses jump if wanted and if it was not pressed in the last tick.
    fn jump_if(&mut self, wanted: bool) -> Buttons {
        self.jump_pressed = wanted && !self.jump_pressed;
        if self.jump_pressed { Buttons::JUMP } else { Buttons::empty() }
    }
}

/// An angle brought into -180..=180.
fn wrap_degrees(angle: f32) -> f32 {
    angle - 360.0 * (angle / 360.0).round()
}
