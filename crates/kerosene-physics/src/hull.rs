//! The boxes that stand for a player, with the origin between the feet.

use kerosene_bsp::TraceShape;
use kerosene_math::Vec3;

/// Half the width and depth of a player's hull, in units.
pub const HULL_HALF_WIDTH: f32 = 16.0;
/// Height of the hull of a standing player.
pub const STANDING_HEIGHT: f32 = 72.0;
/// Height of the hull of a ducked player.
pub const DUCKED_HEIGHT: f32 = 36.0;
/// Height of the eye of a standing player above the origin.
pub const STANDING_EYE: f32 = 64.0;
/// Height of the eye of a ducked player above the origin.
pub const DUCKED_EYE: f32 = 28.0;

/// A player's collision box relative to the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hull {
    /// Lower corner.
    pub mins: Vec3,
    /// Upper corner.
    pub maxs: Vec3,
}

impl Hull {
    /// 32 by 32 by 72 units, feet at the origin.
    pub const STANDING: Self = Self::with_height(STANDING_HEIGHT);
    /// 32 by 32 by 36 units, feet at the origin.
    pub const DUCKED: Self = Self::with_height(DUCKED_HEIGHT);

    const fn with_height(height: f32) -> Self {
        Self {
            mins: Vec3::new(-HULL_HALF_WIDTH, -HULL_HALF_WIDTH, 0.0),
            maxs: Vec3::new(HULL_HALF_WIDTH, HULL_HALF_WIDTH, height),
        }
    }

    /// The hull of a player who is or is not ducked.
    #[must_use]
    pub const fn of(ducked: bool) -> Self {
        if ducked { Self::DUCKED } else { Self::STANDING }
    }

    /// The hull as the shape of a sweep.
    #[must_use]
    pub const fn shape(&self) -> TraceShape {
        TraceShape::Box { mins: self.mins, maxs: self.maxs }
    }
}
