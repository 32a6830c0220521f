//! How one model moves during one tick.

use kerosene_bsp::{ModelPose, MovingModel, Orientation};
use kerosene_math::{Angles, DVec3, Vec3};

/// Farthest that any point of a turning model moves at once, in units. What stands in the way of a turn is found by
/// overlap, so this must be well below the size of the smallest body.
const STEP: f64 = 4.0;
/// Most steps of one tick: what turns faster than this moves in longer ones.
const MAX_STEPS: u32 = 128;

/// What a mover does when something is in its way that cannot be pushed any farther.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnBlock {
    /// Stays where it was, with its whole team and everything that the team moved.
    #[default]
    Stop,
    /// Moves on, into what is in the way.
    Crush,
}

/// One model's way during one tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// Index of the model among the placed models.
    pub model: usize,
    /// Where it is.
    pub from: ModelPose,
    /// Where it should be at the end of the tick. Angles are turned through as numbers: from 350 to 370 is a small turn.
    pub to: ModelPose,
    /// What it does when it is blocked.
    pub on_block: OnBlock,
}

impl Push {
    /// Whether it goes anywhere.
    #[must_use]
    pub fn is_still(&self) -> bool {
        self.from == self.to
    }

    /// Whether it turns.
    pub(crate) fn turns(&self) -> bool {
        self.from.angles != self.to.angles
    }

    /// The pose at the end of step `step` of `steps`; the last one is exactly the end.
    pub(crate) fn pose(&self, step: u32, steps: u32) -> ModelPose {
        if step >= steps {
            return self.to;
        }
        let part = f64::from(step) / f64::from(steps);
        let between = |from: f32, to: f32| (f64::from(from) + (f64::from(to) - f64::from(from)) * part) as f32;
        let (from, to) = (self.from, self.to);
        ModelPose {
            origin: Vec3::new(
                between(from.origin.x, to.origin.x),
                between(from.origin.y, to.origin.y),
                between(from.origin.z, to.origin.z),
            ),
            angles: Angles::new(
                between(from.angles.pitch, to.angles.pitch),
                between(from.angles.yaw, to.angles.yaw),
                between(from.angles.roll, to.angles.roll),
            ),
        }
    }

    /// In how many steps to move, given the farthest that the model reaches from the point that it turns about. A model
    /// that does not turn needs one, however far it goes: its way is swept.
    pub(crate) fn steps(&self, radius: f64) -> u32 {
        if !self.turns() {
            return 1;
        }
        let turn = |from: f32, to: f32| (f64::from(to) - f64::from(from)).abs();
        let (from, to) = (self.from.angles, self.to.angles);
        let degrees = turn(from.pitch, to.pitch) + turn(from.yaw, to.yaw) + turn(from.roll, to.roll);
        let way = degrees.to_radians() * radius + f64::from(self.from.origin.distance(self.to.origin));
        // Casts of floats saturate, and a NaN becomes 0.
        ((way / STEP).ceil() as u32).clamp(1, MAX_STEPS)
    }
}

/// One step of a model: where it was placed and where it is placed now.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// Index of the model.
    pub(crate) model: usize,
    pub(crate) on_block: OnBlock,
    pub(crate) before: MovingModel,
    pub(crate) after: MovingModel,
    /// How far the step turns to the left, in degrees.
    pub(crate) turned: f32,
}

impl Step {
    /// Whether the model keeps its orientation.
    pub(crate) fn is_straight(&self) -> bool {
        self.before.orientation == self.after.orientation
    }

    /// How far the model goes, if it does not turn.
    pub(crate) fn way(&self) -> DVec3 {
        self.after.origin.as_dvec3() - self.before.origin.as_dvec3()
    }

    /// How far a place fixed to the model goes.
    pub(crate) fn way_of(&self, place: Vec3) -> DVec3 {
        if self.is_straight() {
            return self.way();
        }
        let place = place.as_dvec3();
        let local = self.before.orientation.to_local(place - self.before.origin.as_dvec3());
        self.after.origin.as_dvec3() + self.after.orientation.to_world(local) - place
    }

    /// A direction fixed to the model, as it is turned.
    pub(crate) fn turn(&self, direction: Vec3) -> Vec3 {
        if self.is_straight() {
            return direction;
        }
        let local = self.before.orientation.to_local(direction.as_dvec3());
        self.after.orientation.to_world(local).as_vec3()
    }
}

/// How a model moved, for the velocity of any place on it.
///
/// ```
/// use kerosene_bsp::ModelPose;
/// use kerosene_math::{Angles, Vec3};
/// use kerosene_physics::pusher::ModelMotion;
/// let from = ModelPose::default();
/// let to = ModelPose { origin: Vec3::ZERO, angles: Angles::new(0.0, 1.0, 0.0) };
/// let motion = ModelMotion::between(from, to, 1.0 / 64.0);
/// // 64 degrees per second at a radius of 100 units.
/// let velocity = motion.velocity_at(Vec3::X * 100.0);
/// assert!((velocity.y - 64.0_f32.to_radians() * 100.0).abs() < 0.1 && velocity.x.abs() < 1.0, "{velocity}");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ModelMotion {
    from: ModelPose,
    to: ModelPose,
    seconds: f32,
}

impl ModelMotion {
    /// The motion from one pose to another in a time.
    #[must_use]
    pub const fn between(from: ModelPose, to: ModelPose, seconds: f32) -> Self {
        Self { from, to, seconds }
    }

    /// The mean velocity over the tick of the place of the model that is at `place` at its end, units per second; zero
    /// for a model at rest.
    #[must_use]
    pub fn velocity_at(&self, place: Vec3) -> Vec3 {
        if self.from == self.to || self.seconds <= 0.0 {
            return Vec3::ZERO;
        }
        let straight = self.to.origin.as_dvec3() - self.from.origin.as_dvec3();
        let way = if self.from.angles == self.to.angles {
            straight
        } else {
            let arm = place.as_dvec3() - self.to.origin.as_dvec3();
            let local = Orientation::of(self.to.angles).to_local(arm);
            straight + arm - Orientation::of(self.from.angles).to_world(local)
        };
        (way / f64::from(self.seconds)).as_vec3()
    }
}
