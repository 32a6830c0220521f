//! Ducking: a timed change of the eye's height, and a change of hull.
//!
//! On the ground the feet stay and the head comes down; the hull shrinks when the eye has arrived and grows when it
//! has come back up, and only where there is room. In the air the head stays and the feet are pulled up, at once:
//! that is the crouch-jump, which reaches ledges that a plain jump does not.

use crate::command::Buttons;
use crate::hull::{DUCKED_EYE, DUCKED_HEIGHT, Hull, STANDING_EYE, STANDING_HEIGHT};
use crate::mover::Mover;
use crate::state::DuckPhase;
use crate::world::CollisionWorld;
use kerosene_math::Vec3;

/// Time to go down, in nanoseconds.
pub const DUCK_TIME_NS: u64 = 400_000_000;
/// Time to come up, in nanoseconds.
pub const RISE_TIME_NS: u64 = 200_000_000;
/// How far the feet are pulled up in the air, in units.
const FEET_LIFT: Vec3 = Vec3::new(0.0, 0.0, STANDING_HEIGHT - DUCKED_HEIGHT);

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Advances ducking by one tick.
    pub(crate) fn duck(&mut self) {
        let ducked_before = self.state.duck.has_ducked_hull();
        let eye_before = self.state.eye().z;
        let wants_down = self.command.buttons.contains(Buttons::DUCK) && self.state.ladder.is_none();
        if self.state.on_ground.is_some() {
            self.duck_on_ground(wants_down);
        } else {
            self.duck_in_air(wants_down);
        }
        self.state.view_height = eye_height(self.state.duck);
        if ducked_before != self.state.duck.has_ducked_hull() {
            self.events.hull_changed = true;
            // A hull that changed before the eye arrived: let the drawn view catch up.
            self.state.step_offset += eye_before - self.state.eye().z;
        }
    }

    fn duck_on_ground(&mut self, wants_down: bool) {
        let phase = self.state.duck;
        let goes_down = wants_down || (phase.has_ducked_hull() && !self.is_free(self.state.origin, Hull::STANDING));
        self.state.duck = next_phase(phase, goes_down, self.interval_ns);
    }

    fn duck_in_air(&mut self, wants_down: bool) {
        let ducked = self.state.duck.has_ducked_hull();
        let lowered = self.state.origin - FEET_LIFT;
        if wants_down && !ducked {
            self.state.origin += FEET_LIFT;
            self.state.duck = DuckPhase::Ducked;
        } else if ducked && (wants_down || !self.is_free(lowered, Hull::STANDING)) {
            self.state.duck = DuckPhase::Ducked;
        } else if ducked {
            self.state.origin = lowered;
            self.state.duck = DuckPhase::Standing;
        } else {
            self.state.duck = DuckPhase::Standing;
        }
    }
}

/// The phase one tick later, of a player on the ground. Changing one's mind runs a phase backwards.
fn next_phase(phase: DuckPhase, goes_down: bool, interval_ns: u64) -> DuckPhase {
    match (phase, goes_down) {
        (DuckPhase::Standing, true) => ducking(interval_ns),
        (DuckPhase::Ducking { elapsed_ns }, true) => ducking(elapsed_ns.saturating_add(interval_ns)),
        (DuckPhase::Ducking { elapsed_ns }, false) => {
            let back = interval_ns.saturating_mul(DUCK_TIME_NS / RISE_TIME_NS);
            if back >= elapsed_ns { DuckPhase::Standing } else { ducking(elapsed_ns - back) }
        }
        (DuckPhase::Ducked, false) => rising(interval_ns),
        (DuckPhase::Rising { elapsed_ns }, false) => rising(elapsed_ns.saturating_add(interval_ns)),
        (DuckPhase::Rising { elapsed_ns }, true) => {
            let back = interval_ns / (DUCK_TIME_NS / RISE_TIME_NS);
            if back >= elapsed_ns { DuckPhase::Ducked } else { rising(elapsed_ns - back) }
        }
        (DuckPhase::Standing | DuckPhase::Ducked, _) => phase,
    }
}

fn ducking(elapsed_ns: u64) -> DuckPhase {
    if elapsed_ns >= DUCK_TIME_NS { DuckPhase::Ducked } else { DuckPhase::Ducking { elapsed_ns } }
}

fn rising(elapsed_ns: u64) -> DuckPhase {
    if elapsed_ns >= RISE_TIME_NS { DuckPhase::Standing } else { DuckPhase::Rising { elapsed_ns } }
}

/// Height of the eye above the feet, in units.
fn eye_height(phase: DuckPhase) -> f32 {
    let down = match phase {
        DuckPhase::Standing => 0.0,
        DuckPhase::Ducking { elapsed_ns } => ease(elapsed_ns, DUCK_TIME_NS),
        DuckPhase::Ducked => 1.0,
        DuckPhase::Rising { elapsed_ns } => 1.0 - ease(elapsed_ns, RISE_TIME_NS),
    };
    STANDING_EYE + (DUCKED_EYE - STANDING_EYE) * down
}

/// Progress from 0 to 1 that begins and ends gently: the cubic `3 t^2 - 2 t^3`.
fn ease(elapsed_ns: u64, total_ns: u64) -> f32 {
    let t = (elapsed_ns as f64 / total_ns as f64) as f32;
    t * t * (3.0 - 2.0 * t)
}
