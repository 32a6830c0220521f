//! Climbing ladders.
//!
//! A ladder is a volume of [`Contents::LADDER`] that does not block: who touches it can hold it. Its climbing side is
//! the one whose surface is nearest.

use crate::command::Buttons;
use crate::mover::Mover;
use crate::world::CollisionWorld;
use kerosene_bsp::Contents;
use kerosene_math::Vec3;

/// How far in front of a ladder one can take hold of it, in units.
const LADDER_REACH: f32 = 2.0;
/// From how far the sides of a ladder are looked for, in units: more than the hull is wide.
const SIDE_PROBE: f32 = 64.0;
/// A side whose normal points up or down more than this is not climbed.
const STEEPEST_SIDE_Z: f32 = 0.7;
/// Speed away from the ladder when jumping off, in units per second.
const JUMP_OFF_SPEED: f32 = 270.0;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Takes hold of a ladder, keeps hold, or lets go.
    pub(crate) fn categorize_ladder(&mut self) {
        let wish = self.level_wish().direction;
        let towards = self.state.ladder.map_or(wish, |normal| -normal);
        let origin = self.state.origin;
        let touch = self.sweep_mask(origin, origin + towards * LADDER_REACH, Contents::LADDER);
        if !touch.hit() {
            self.state.ladder = None;
            self.state.ladder_let_go = false;
            return;
        }
        let normal = self.ladder_normal(towards);
        // One who stands at its foot holds it only to climb; one who jumped off must get clear of it first.
        let stands_by = self.state.on_ground.is_some() && wish.dot(normal) >= 0.0;
        self.state.ladder = (!stands_by && !self.state.ladder_let_go).then_some(normal);
    }

    /// The normal of the side of the ladder whose surface is nearest, level.
    fn ladder_normal(&self, towards: Vec3) -> Vec3 {
        let [facing, ..] = self.level_vectors();
        let mut nearest = 0.0;
        let mut normal = -facing;
        for direction in [towards, facing, Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y] {
            let start = self.state.origin - direction * SIDE_PROBE;
            let trace = self.sweep_mask(start, self.state.origin + direction * LADDER_REACH, Contents::LADDER);
            let side = trace.plane.normal;
            if !trace.start_solid && trace.fraction < 1.0 && trace.fraction > nearest && side.z.abs() < STEEPEST_SIDE_Z
            {
                nearest = trace.fraction;
                normal = side;
            }
        }
        normal
    }

    /// Climbs for one tick: moving towards the ladder goes up, away from it down, whatever is aimed at; the rest of
    /// the wish moves along it. No gravity acts, so an idle climber hangs still.
    pub(crate) fn ladder_move(&mut self, normal: Vec3) {
        if self.pressed(Buttons::JUMP) {
            self.state.velocity = normal * JUMP_OFF_SPEED;
            self.state.ladder = None;
            self.state.ladder_let_go = true;
            self.leave_ground();
            self.events.jumped = true;
            self.air_move();
            return;
        }
        let wish = self.view_wish() * self.parameters.ladder_speed;
        let away = wish.dot(normal);
        let upwards = (Vec3::Z - normal * normal.z).normalize_or_zero();
        self.state.velocity = (wish - normal * away) - upwards * away;
        let end = self.slide(self.motion()).motion;
        self.adopt(end);
        self.state.fall_speed = 0.0;
    }
}
