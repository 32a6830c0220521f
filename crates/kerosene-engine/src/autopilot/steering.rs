//! Turning a decision into buttons.

use super::{
    Autopilot, LOOK_AHEAD, NEAR, STALL_SPEED,
    memory::Leg,
    senses::{Gait, Senses},
};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{Buttons, CollisionWorld, Hull, PlayerCommand, PlayerState, WaterLevel};

/// Speed that a running jump needs, in units per second, and how long the walker backs off to get it.
const LEAP_SPEED: f32 = 230.0;
const RUN_UP_NS: u64 = 500_000_000;
/// Cosine of the angle within which the walker faces where it leaps.
const SQUARELY: f32 = 0.98;
/// Fastest turn, in degrees per second.
const TURN_RATE: f32 = 540.0;
/// One tick in so many, the walker jumps or ducks for no reason.
const WHIM: u32 = 400;

impl Autopilot {
    /// Whether the walker is on its way across a gap and faces it squarely.
    pub(super) fn is_set_to_leap(&self, state: &PlayerState) -> bool {
        let Some(leg) = self.route.last().filter(|leg| leg.gait == Gait::Leap) else { return false };
        let course = (self.memory.point(leg.to) - state.origin).with_z(0.0).normalize_or_zero();
        course.dot(Angles::new(0.0, self.view.yaw, 0.0).forward()) > SQUARELY
    }

    /// Whether the walker stands before a gap and is too slow for it.
    fn lacks_run_up<W: CollisionWorld + ?Sized>(&self, senses: &Senses<'_, W>, state: &PlayerState) -> bool {
        let ahead = Angles::new(0.0, self.view.yaw, 0.0).forward();
        let slow = state.velocity.dot(ahead) < LEAP_SPEED;
        state.on_ground.is_some() && slow && senses.is_ledge(state.origin, ahead, LOOK_AHEAD)
    }

    /// Runs in the direction that [`begin_to_shake`](Self::begin_to_shake) drew, and jumps when that gets nowhere.
    pub(super) fn shake(&mut self, state: &PlayerState) -> PlayerCommand {
        let swims = state.water_level >= WaterLevel::Waist;
        let stands = state.on_ground.is_some() && state.velocity.length() < STALL_SPEED;
        let buttons = self.jump_if(swims || stands);
        self.view.pitch = 0.0;
        PlayerCommand { buttons, view: self.view, forward: 1.0, ..PlayerCommand::default() }
    }

    /// Presses nothing, in the air without a plan.
    pub(super) fn coast(&mut self) -> PlayerCommand {
        self.jump_pressed = false;
        PlayerCommand { view: self.view, ..PlayerCommand::default() }
    }

    /// Goes along a leg: turns to its end, and jumps, ducks, swims or climbs as it needs.
    pub(super) fn follow<W: CollisionWorld + ?Sized>(
        &mut self,
        senses: &Senses<'_, W>,
        state: &PlayerState,
        leg: Leg,
        interval_ns: u64,
    ) -> PlayerCommand {
        if self.run_up_ns == 0 && self.is_set_to_leap(state) && self.lacks_run_up(senses, state) {
            self.run_up_ns = RUN_UP_NS;
        }
        let command = self.go(senses, state, leg, interval_ns);
        if self.run_up_ns == 0 {
            return command;
        }
        self.run_up_ns = self.run_up_ns.saturating_sub(interval_ns);
        PlayerCommand { forward: -1.0, buttons: Buttons::empty(), ..command }
    }

    /// One tick along a leg, without regard for run-ups.
    fn go<W: CollisionWorld + ?Sized>(
        &mut self,
        senses: &Senses<'_, W>,
        state: &PlayerState,
        leg: Leg,
        interval_ns: u64,
    ) -> PlayerCommand {
        let seconds = (interval_ns as f64 * 1e-9) as f32;
        let offset = self.memory.point(leg.to) - state.origin;
        let facing = self.turn_towards(offset, seconds);
        let mut command = PlayerCommand { view: self.view, forward: facing, ..PlayerCommand::default() };
        if state.ladder.is_some() {
            self.view.pitch = if offset.z < 0.0 { 60.0 } else { -60.0 };
            command.view = self.view;
            self.jump_pressed = false;
        } else if state.water_level >= WaterLevel::Waist {
            command = self.swim(command, leg, offset);
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
            || self.is_set_to_leap(state)
                && state.velocity.dot(ahead) >= LEAP_SPEED
                && senses.is_ledge(state.origin, ahead, LOOK_AHEAD)
            || leg.gait == Gait::Walk && self.has_whim();
        let duck = if crawls { Buttons::DUCK } else { Buttons::empty() };
        self.jump_if(jumps) | duck
    }

    /// Swims towards a place: looks at it, and pushes up or down.
    fn swim(&mut self, command: PlayerCommand, leg: Leg, offset: Vec3) -> PlayerCommand {
        let rises = offset.z > -8.0;
        self.jump_pressed = rises;
        self.view.pitch = if leg.gait == Gait::Jump {
            // Jumping out of the water wants the wall ahead.
            0.0
        } else if offset.z > 16.0 {
            -45.0
        } else if offset.z < -16.0 {
            45.0
        } else {
            0.0
        };
        let buttons = if rises { Buttons::JUMP } else { Buttons::empty() };
        // Slower when near, or inertia carries it around in circles.
        let forward = command.forward * (offset.truncate().length() / NEAR).clamp(0.25, 1.0);
        PlayerCommand { buttons, forward, view: self.view, up: if rises { 0.0 } else { -1.0 }, ..command }
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
