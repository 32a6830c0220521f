//! View angles and the directions they stand for.

use crate::trigonometry::sin_cos_degrees;
use kerosene_math::Vec3;

/// Where a player looks, in degrees, in the convention of Quake and Source.
///
/// Yaw turns counter-clockwise from +x seen from above; pitch is positive *downwards*; roll tilts to the right.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ViewAngles {
    /// Down (positive) or up, -90 to 90.
    pub pitch: f32,
    /// Counter-clockwise from +x.
    pub yaw: f32,
    /// Tilt; movement ignores it.
    pub roll: f32,
}

/// The orthonormal directions of a view, roll left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViewBasis {
    /// Straight ahead.
    pub forward: Vec3,
    /// To the right, always level.
    pub right: Vec3,
    /// Above, perpendicular to both.
    pub up: Vec3,
}

impl ViewAngles {
    /// Angles from pitch and yaw in degrees.
    #[must_use]
    pub const fn new(pitch: f32, yaw: f32) -> Self {
        Self { pitch, yaw, roll: 0.0 }
    }

    /// The directions of this view.
    ///
    /// ```
    /// use kerosene_physics::ViewAngles;
    /// let basis = ViewAngles::new(0.0, 90.0).basis();
    /// assert!((basis.forward.y - 1.0).abs() < 1e-6);
    /// assert!((basis.right.x - 1.0).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn basis(&self) -> ViewBasis {
        let (pitch_sin, pitch_cos) = sin_cos_degrees(self.pitch);
        let (yaw_sin, yaw_cos) = sin_cos_degrees(self.yaw);
        ViewBasis {
            forward: Vec3::new(pitch_cos * yaw_cos, pitch_cos * yaw_sin, -pitch_sin),
            right: Vec3::new(yaw_sin, -yaw_cos, 0.0),
            up: Vec3::new(pitch_sin * yaw_cos, pitch_sin * yaw_sin, pitch_cos),
        }
    }

    /// The directions of this view with its pitch left out: how a walking player's keys map to the world.
    #[must_use]
    pub fn level_basis(&self) -> ViewBasis {
        Self::new(0.0, self.yaw).basis()
    }

    /// Finite angles, pitch within straight up and straight down.
    pub(crate) fn sanitized(&self) -> Self {
        let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
        Self { pitch: finite(self.pitch).clamp(-90.0, 90.0), yaw: finite(self.yaw), roll: finite(self.roll) }
    }
}
