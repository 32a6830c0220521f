//! Moving through the world and along what is met on the way.
//!
//! The method is Quake's (id Software 1996): sweep, stop at the first surface, take out of the velocity what points
//! into it, and go on with the time that is left. In a corner the velocity must satisfy every surface met since the
//! player last got anywhere: along one of them, or along the crease of two, or not at all.

use crate::mover::{Motion, Mover};
use crate::world::CollisionWorld;
use kerosene_math::Vec3;

/// Sweeps in one move.
const MAX_BUMPS: usize = 4;
/// Surfaces that may be met without getting anywhere.
const MAX_PLANES: usize = 5;
/// Two normals whose cosine is above this are one surface, met again because of rounding.
const SAME_PLANE_COSINE: f32 = 0.9999;
/// Speed away from a surface that is met again, in units per second: enough to outweigh rounding, too little to see.
const NUDGE_SPEED: f32 = 0.0625;

/// Where a slide ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slide {
    pub(crate) motion: Motion,
    /// Seconds into the move at which something was first met.
    pub(crate) first_contact: Option<f32>,
}

/// The surfaces that the velocity has to respect at the present place.
#[derive(Debug, Clone, Copy)]
struct Planes {
    normals: [Vec3; MAX_PLANES],
    count: usize,
}

impl Planes {
    const NONE: Self = Self { normals: [Vec3::ZERO; MAX_PLANES], count: 0 };

    fn as_slice(&self) -> &[Vec3] {
        &self.normals[..self.count]
    }

    fn contains(&self, normal: Vec3) -> bool {
        self.as_slice().iter().any(|known| known.dot(normal) > SAME_PLANE_COSINE)
    }

    /// Adds a surface, or refuses where there are too many already.
    fn push(&mut self, normal: Vec3) -> bool {
        let room = self.count < MAX_PLANES;
        if room {
            self.normals[self.count] = normal;
            self.count += 1;
        }
        room
    }

    /// The part of `velocity` that points into none of the surfaces.
    fn constrain(&self, velocity: Vec3) -> Vec3 {
        let planes = self.as_slice();
        for (index, plane) in planes.iter().enumerate() {
            let clipped = clip(velocity, *plane);
            let respected = |(other, normal): (usize, &Vec3)| other == index || clipped.dot(*normal) >= 0.0;
            if planes.iter().enumerate().all(respected) {
                return clipped;
            }
        }
        match planes {
            [first, second] => along_crease(velocity, *first, *second),
            _ => Vec3::ZERO,
        }
    }
}

/// The velocity without what points along `normal`; nothing is given back, so there is no bounce.
fn clip(velocity: Vec3, normal: Vec3) -> Vec3 {
    velocity - normal * velocity.dot(normal)
}

/// The part of the velocity along the line in which two surfaces meet.
fn along_crease(velocity: Vec3, first: Vec3, second: Vec3) -> Vec3 {
    let crease = first.cross(second).normalize_or_zero();
    crease * crease.dot(velocity)
}

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Moves for the whole tick, sliding along what is met.
    pub(crate) fn slide(&self, start: Motion) -> Slide {
        let intended = self.bounded(start.velocity);
        let mut motion = Motion { origin: start.origin, velocity: intended };
        // The velocity with which the player came to the present place: what its surfaces are applied to.
        let mut arriving = intended;
        let mut planes = Planes::NONE;
        let mut seconds_left = self.seconds;
        let mut first_contact = None;
        for _ in 0..MAX_BUMPS {
            if motion.velocity == Vec3::ZERO {
                break;
            }
            let trace = self.sweep(motion.origin, motion.origin + motion.velocity * seconds_left);
            self.note_touch(trace.model.filter(|_| trace.fraction < 1.0));
            if trace.all_solid {
                motion.velocity = Vec3::ZERO;
                break;
            }
            if trace.fraction > 0.0 {
                motion.origin = trace.end;
                arriving = motion.velocity;
                planes = Planes::NONE;
            }
            if trace.fraction >= 1.0 {
                break;
            }
            seconds_left *= 1.0 - trace.fraction;
            first_contact.get_or_insert(self.seconds - seconds_left);
            if planes.contains(trace.plane.normal) {
                motion.velocity += trace.plane.normal * NUDGE_SPEED;
                continue;
            }
            if !planes.push(trace.plane.normal) {
                motion.velocity = Vec3::ZERO;
                break;
            }
            motion.velocity = planes.constrain(arriving);
            // Turned back: stop dead rather than tremble in the corner.
            if motion.velocity.dot(intended) <= 0.0 {
                motion.velocity = Vec3::ZERO;
                break;
            }
        }
        Slide { motion, first_contact }
    }
}
