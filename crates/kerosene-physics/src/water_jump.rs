//! Jumping out of water onto a ledge.

use crate::command::Buttons;
use crate::ground::is_walkable;
use crate::mover::Mover;
use crate::state::{WaterJump, WaterLevel};
use crate::world::CollisionWorld;
use kerosene_math::Vec3;

/// Upward speed of the jump, in units per second.
const JUMP_SPEED: f32 = 256.0;
/// Speed towards the ledge, in units per second.
const TOWARDS_SPEED: f32 = 50.0;
/// How far ahead a wall is looked for, in units.
const REACH: f32 = 24.0;
/// How far above the eyes there has to be room, in units.
const ROOM_ABOVE_EYES: f32 = 8.0;
/// Sinking faster than this, in units per second, one cannot jump.
const FASTEST_SINK: f32 = 180.0;
/// The jump gives up after this time, in nanoseconds.
const LONGEST_NS: u64 = 2_000_000_000;
/// Share of gravity that acts during the jump: the water still bears half.
const GRAVITY_SHARE: f32 = 0.5;

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// Starts a jump where a waist-deep player swims against a wall with a ledge within reach on top.
    pub(crate) fn try_water_jump(&mut self) {
        let wants = self.command.forward > 0.0 || self.command.buttons.contains(Buttons::JUMP);
        if self.state.water_level != WaterLevel::Waist || !wants || self.state.velocity.z < -FASTEST_SINK {
            return;
        }
        let [ahead, ..] = self.level_vectors();
        if self.state.velocity.with_z(0.0).dot(ahead) < 0.0 {
            return;
        }
        let Some(towards) = self.ledge_ahead(ahead) else { return };
        self.leave_ground();
        self.state.velocity.z = JUMP_SPEED;
        self.state.water_jump = Some(WaterJump { remaining_ns: LONGEST_NS, velocity: towards * TOWARDS_SPEED });
        self.events.water_jumped = true;
    }

    /// The level direction into a wall ahead that the hull could be lifted onto.
    fn ledge_ahead(&self, ahead: Vec3) -> Option<Vec3> {
        let origin = self.state.origin;
        let waist = origin + Vec3::Z * (self.state.hull().maxs.z * 0.5);
        let wall = self.sweep(waist, waist + ahead * REACH);
        if wall.start_solid || wall.fraction >= 1.0 {
            return None;
        }
        let above = origin + Vec3::Z * (self.state.view_height + ROOM_ABOVE_EYES);
        let over = above + ahead * REACH;
        // The hull up there joins on to where it is now: no ceiling fits between.
        if self.sweep(above, over).hit() {
            return None;
        }
        let ledge = self.sweep(over, over.with_z(origin.z));
        is_walkable(&ledge).then(|| -wall.plane.normal.with_z(0.0).normalize_or_zero())
    }

    /// Carries a jump on for one tick, until the player is out of the water or the time is up.
    pub(crate) fn water_jump_move(&mut self, jump: WaterJump) {
        self.state.velocity.x = jump.velocity.x;
        self.state.velocity.y = jump.velocity.y;
        self.half_gravity(GRAVITY_SHARE);
        let end = self.slide(self.motion()).motion;
        self.adopt(end);
        self.state.fall_speed = 0.0;
        self.half_gravity(GRAVITY_SHARE);
        let remaining_ns = jump.remaining_ns.saturating_sub(self.interval_ns);
        self.state.water_jump = (remaining_ns > 0).then_some(WaterJump { remaining_ns, ..jump });
    }

    /// Ends a jump that has left the water.
    pub(crate) fn end_dry_water_jump(&mut self) {
        if self.state.water_level == WaterLevel::Dry {
            self.state.water_jump = None;
        }
    }
}
