//! How a player is: health, and what the level does to it.

use bitflags::bitflags;
use core::hash::Hasher;

/// Health of a player that has come in, in points.
pub const FULL_HEALTH: f32 = 100.0;

bitflags! {
    /// What keeps harm away; cheats.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Protection: u32 {
        /// Takes no harm.
        const GOD = 1 << 0;
        /// Takes harm, and keeps the last point of health.
        const BUDDHA = 1 << 1;
    }
}

/// All of a player that is not movement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Condition {
    /// Points of health: above 0 for the living.
    pub health: f32,
    /// Most health that healing gives.
    pub max_health: f32,
    /// What keeps harm away.
    pub protection: Protection,
    /// Gravity that the player feels, as a multiple of the level's.
    pub gravity_scale: f32,
    /// Speed on the ground and in water, as a multiple of what the variables say.
    pub speed_scale: f32,
    /// Time since it died, in nanoseconds; `None` for the living.
    pub dead_ns: Option<u64>,
}

impl Default for Condition {
    fn default() -> Self {
        Self {
            health: FULL_HEALTH,
            max_health: FULL_HEALTH,
            protection: Protection::empty(),
            gravity_scale: 1.0,
            speed_scale: 1.0,
            dead_ns: None,
        }
    }
}

impl Condition {
    /// Whether the player lives.
    pub const fn is_alive(&self) -> bool {
        self.dead_ns.is_none()
    }

    /// As one comes in anew: whole, and as protected as before.
    pub(crate) fn renewed(&self) -> Self {
        Self { protection: self.protection, ..Self::default() }
    }

    pub(crate) fn hash_into<H: Hasher>(&self, hasher: &mut H) {
        // Taken apart without `..`, so that a new field cannot be forgotten here.
        let Self { health, max_health, protection, gravity_scale, speed_scale, dead_ns } = self;
        for value in [health, max_health, gravity_scale, speed_scale] {
            hasher.write(&value.to_bits().to_le_bytes());
        }
        hasher.write(&protection.bits().to_le_bytes());
        hasher.write(&dead_ns.map_or(u64::MAX, |time| time).to_le_bytes());
    }
}
