//! Climbing steps.

use crate::ground::{GROUND_PROBE, is_walkable};
use crate::mover::{Motion, Mover};
use crate::slide::Slide;
use crate::world::CollisionWorld;
use kerosene_math::Vec3;

/// Height differences below this are no step, in units.
const LEAST_STEP: f32 = 0.5;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Slides, and where something is in the way also tries the same from one step higher; the way that leads
    /// further wins.
    pub(crate) fn slide_with_steps(&self, start: Motion) -> Motion {
        let plain = self.slide(start);
        if plain.first_contact.is_none() {
            return plain.motion;
        }
        match self.slide_raised(start) {
            Some(raised) if !goes_further(start.origin, &plain, raised) => raised,
            _ => plain.motion,
        }
    }

    /// Up by a step, along, and down again onto something to stand on; `None` where there is nothing.
    fn slide_raised(&self, start: Motion) -> Option<Motion> {
        let step = Vec3::Z * self.parameters.step_size;
        let up = self.sweep(start.origin, start.origin + step);
        let level = start.velocity.with_z(0.0);
        let along = self.slide(Motion { origin: up.end, velocity: level }).motion;
        // A little further than up, so that whether the ground one came from is found again is no matter of rounding.
        let down = self.sweep(along.origin, along.origin - step - Vec3::Z * GROUND_PROBE);
        is_walkable(&down).then_some(Motion { origin: down.end, velocity: along.velocity })
    }

    /// Reports a step of the move that began at `before` on ground of normal `normal_before`.
    ///
    /// What the slopes at both ends account for is no step.
    pub(crate) fn report_step(&mut self, before: Vec3, normal_before: Vec3) {
        let Some(ground) = self.state.on_ground else { return };
        let moved = self.state.origin - before;
        let slopes = [normal_before, ground.normal].map(|normal| rise_along(normal, moved));
        let expected = moved.z.clamp(slopes[0].min(slopes[1]), slopes[0].max(slopes[1]));
        let step = moved.z - expected;
        if step.abs() >= LEAST_STEP {
            self.events.stepped = Some(step);
            self.state.step_offset -= step;
        }
    }
}

/// Whether the plain way led further from `start` than the raised one, seen from above.
fn goes_further(start: Vec3, plain: &Slide, raised: Motion) -> bool {
    let distance = |origin: Vec3| (origin - start).with_z(0.0).length_squared();
    distance(plain.motion.origin) > distance(raised.origin)
}

/// How much a plane of this normal, `z > 0`, rises over a displacement.
pub(crate) fn rise_along(normal: Vec3, moved: Vec3) -> f32 {
    -(normal.x * moved.x + normal.y * moved.y) / normal.z
}
