//! What counts as ground, and staying on it.

use crate::events::Landing;
use crate::hull::Hull;
use crate::jump::jump_speed;
use crate::mover::Mover;
use crate::state::{Ground, WaterLevel};
use crate::world::CollisionWorld;
use kerosene_bsp::{Contents, Trace, TraceRequest};
use kerosene_math::Vec3;

/// Least upward part of the normal of a surface that one can stand on: slopes up to 45.57 degrees.
pub const WALKABLE_NORMAL_Z: f32 = 0.7;
/// How far below the feet ground is looked for, in units.
pub(crate) const GROUND_PROBE: f32 = 2.0;
/// Rising faster than this, in units per second, one is not on the ground, however near it is.
const LEAVE_GROUND_SPEED: f32 = 140.0;

/// Whether a trace met something to stand on.
pub(crate) fn is_walkable(trace: &Trace) -> bool {
    trace.fraction < 1.0 && !trace.start_solid && trace.plane.normal.z >= WALKABLE_NORMAL_Z
}

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Looks for ground just below. The answer also tells whether the player is in something solid.
    pub(crate) fn probe_ground(&self) -> Trace {
        self.sweep(self.state.origin, self.state.origin - Vec3::Z * GROUND_PROBE)
    }

    /// Decides from a probe whether the player stands on something, and lands there.
    pub(crate) fn categorize_ground(&mut self, below: &Trace) {
        let motion = self.motion_of(below.model);
        if self.rises_off_the_ground(motion.carried.z) {
            self.leave_ground();
            return;
        }
        let support = if is_walkable(below) { Some(*below) } else { self.quarter_support(below) };
        let Some(support) = support else {
            self.leave_ground();
            return;
        };
        let motion = if support.model == below.model { motion } else { self.motion_of(support.model) };
        match self.state.on_ground {
            None => {
                self.land(motion.carried.z);
                self.state.velocity -= motion.total();
            }
            // From a train onto the platform: the speed in the world is what is kept.
            Some(ground) if ground.model != support.model => {
                self.state.velocity += self.state.base_velocity - motion.total();
            }
            Some(_) => {}
        }
        self.state.base_velocity = motion.total();
        self.state.on_ground = Some(Ground::from_trace(&support));
        self.state.origin = support.end;
        self.state.velocity.z = 0.0;
        self.state.fall_speed = 0.0;
    }

    /// Goes into the air with the speed that the ground gives along.
    pub(crate) fn leave_ground(&mut self) {
        if self.state.on_ground.take().is_some() {
            self.state.velocity += self.state.base_velocity;
        }
        self.state.base_velocity = Vec3::ZERO;
    }

    /// Whether the player moves up too fast to be held by the ground, which itself moves up at `ground_speed`.
    fn rises_off_the_ground(&self, ground_speed: f32) -> bool {
        let lands = self.state.on_ground.is_none();
        let speed = self.state.velocity.z - if lands { ground_speed } else { 0.0 };
        // Ground that falls away faster than the player is not caught up with by being near.
        if lands && ground_speed < 0.0 && speed > 0.0 {
            return true;
        }
        let climbs = self.state.ladder.is_some() || self.state.water_level >= WaterLevel::Waist;
        // Where gravity is so low that jumps are slow, they must still leave the ground.
        let limit = if climbs { 0.0 } else { LEAVE_GROUND_SPEED.min(jump_speed(self.parameters) * 0.5) };
        speed > limit
    }

    /// Ground under one quarter of the hull, where the hull as a whole rests on something too steep.
    ///
    /// In a valley between steep slopes, or with one edge on a slope and another on a ledge, the first surface that
    /// the whole hull meets says nothing about the others.
    fn quarter_support(&self, below: &Trace) -> Option<Trace> {
        if below.fraction >= 1.0 || below.start_solid {
            return None;
        }
        let hull = self.state.hull();
        let quarters = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        quarters.into_iter().find_map(|(x, y)| {
            let corner = Vec3::new(hull.maxs.x * x, hull.maxs.y * y, 0.0);
            let quarter = Hull {
                mins: Vec3::new(corner.x.min(0.0), corner.y.min(0.0), hull.mins.z),
                maxs: Vec3::new(corner.x.max(0.0), corner.y.max(0.0), hull.maxs.z),
            };
            let trace = self.world.trace(&TraceRequest {
                start: self.state.origin,
                end: self.state.origin - Vec3::Z * GROUND_PROBE,
                shape: quarter.shape(),
                mask: Contents::MASK_PLAYER_SOLID,
            });
            // The whole hull rests higher than its quarter would: stay where the whole hull fits.
            is_walkable(&trace).then_some(Trace { end: below.end, ..trace })
        })
    }

    /// Reports coming down on ground that itself moves up at `ground_speed`.
    fn land(&mut self, ground_speed: f32) {
        let speed = self.state.fall_speed + ground_speed;
        if speed <= 0.0 {
            return;
        }
        let wet = self.state.water_level >= WaterLevel::Waist;
        let hurtful = (speed - self.parameters.fall_damage_safe).max(0.0);
        let damage = if wet { 0.0 } else { hurtful * self.parameters.fall_damage_scale };
        self.events.landed = Some(Landing { speed, damage });
    }

    /// Follows the ground down a slope or a stair of up to one step, so that walking down does not become falling.
    pub(crate) fn stay_on_ground(&mut self) {
        let below = self.sweep(self.state.origin, self.state.origin - Vec3::Z * self.parameters.step_size);
        if is_walkable(&below) {
            self.state.origin = below.end;
        }
    }
}
