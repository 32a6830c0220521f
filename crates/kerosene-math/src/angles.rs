//! Orientations as pitch, yaw and roll.

use crate::{Mat3, Vec3, deterministic};
use bytemuck::{Pod, Zeroable};

/// An orientation in degrees: roll about X first, then pitch about Y, then yaw about Z.
///
/// ```
/// use kerosene_math::{Angles, Vec3};
/// let left = Angles::new(0.0, 90.0, 0.0);
/// assert!(left.forward().abs_diff_eq(Vec3::Y, 1e-6));
/// assert!(left.right().abs_diff_eq(Vec3::X, 1e-6));
/// let down = Angles::new(90.0, 0.0, 0.0);
/// assert!(down.forward().abs_diff_eq(Vec3::NEG_Z, 1e-6));
/// assert!(down.up().abs_diff_eq(Vec3::X, 1e-6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Angles {
    /// Degrees down from the horizon; looking up is negative.
    pub pitch: f32,
    /// Degrees counter-clockwise from the X axis, as seen from above.
    pub yaw: f32,
    /// Degrees clockwise, as seen looking forward.
    pub roll: f32,
}

impl Angles {
    /// All zero: facing along X, upright.
    pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);

    /// An orientation from degrees.
    #[must_use]
    pub const fn new(pitch: f32, yaw: f32, roll: f32) -> Self {
        Self { pitch, yaw, roll }
    }

    /// The angles, without roll, that face along `direction` (of any length but zero, for which they are zero).
    ///
    /// ```
    /// use kerosene_math::{Angles, Vec3};
    /// assert_eq!(Angles::facing(Vec3::new(0.0, 3.0, 0.0)), Angles::new(0.0, 90.0, 0.0));
    /// assert_eq!(Angles::facing(Vec3::NEG_Z), Angles::new(90.0, 0.0, 0.0));
    /// ```
    #[must_use]
    pub fn facing(direction: Vec3) -> Self {
        let horizontal = (direction.x * direction.x + direction.y * direction.y).sqrt();
        if horizontal == 0.0 && direction.z == 0.0 {
            return Self::ZERO;
        }
        let yaw = if horizontal == 0.0 { 0.0 } else { deterministic::atan2(direction.y, direction.x).to_degrees() };
        Self::new(0.0 - deterministic::atan2(direction.z, horizontal).to_degrees(), yaw, 0.0)
    }

    /// Unit vectors forward, right and up.
    ///
    /// ```
    /// use kerosene_math::{Angles, Vec3};
    /// assert_eq!(Angles::ZERO.vectors(), [Vec3::X, Vec3::NEG_Y, Vec3::Z]);
    /// // Quarter turns are exact.
    /// assert_eq!(Angles::new(0.0, 450.0, 0.0).vectors(), [Vec3::Y, Vec3::X, Vec3::Z]);
    /// ```
    #[must_use]
    pub fn vectors(&self) -> [Vec3; 3] {
        let [x, y, z] = [self.roll, self.pitch, self.yaw].map(sin_cos_degrees);
        let ((sin_roll, cos_roll), (sin_pitch, cos_pitch), (sin_yaw, cos_yaw)) = (x, y, z);
        let forward = Vec3::new(cos_pitch * cos_yaw, cos_pitch * sin_yaw, 0.0 - sin_pitch);
        let right = Vec3::new(
            cos_roll * sin_yaw - sin_roll * sin_pitch * cos_yaw,
            0.0 - sin_roll * sin_pitch * sin_yaw - cos_roll * cos_yaw,
            0.0 - sin_roll * cos_pitch,
        );
        let up = Vec3::new(
            cos_roll * sin_pitch * cos_yaw + sin_roll * sin_yaw,
            cos_roll * sin_pitch * sin_yaw - sin_roll * cos_yaw,
            cos_roll * cos_pitch,
        );
        [forward, right, up]
    }

    /// The unit vector ahead.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.vectors()[0]
    }

    /// The unit vector to the right.
    #[must_use]
    pub fn right(&self) -> Vec3 {
        self.vectors()[1]
    }

    /// The unit vector upwards, as the one so oriented feels it.
    #[must_use]
    pub fn up(&self) -> Vec3 {
        self.vectors()[2]
    }

    /// The rotation that takes local X, Y, Z to forward, left, up.
    ///
    /// ```
    /// use kerosene_math::{Angles, Vec3};
    /// let angles = Angles::new(30.0, 60.0, 10.0);
    /// assert_eq!(angles.to_mat3() * Vec3::X, angles.forward());
    /// ```
    #[must_use]
    pub fn to_mat3(self) -> Mat3 {
        let [forward, right, up] = self.vectors();
        Mat3::from_cols(forward, Vec3::ZERO - right, up)
    }

    /// The same orientation with each angle in -180 (excluded) to 180 degrees. Angles that are not finite become 0.
    ///
    /// ```
    /// use kerosene_math::Angles;
    /// assert_eq!(Angles::new(0.0, 270.0, -540.0).normalized(), Angles::new(0.0, -90.0, 180.0));
    /// ```
    #[must_use]
    pub fn normalized(&self) -> Self {
        let wrap = |degrees: f32| {
            // The remainder of floats is exact.
            let turned = degrees % 360.0;
            match turned {
                turned if turned.is_nan() => 0.0,
                turned if turned > 180.0 => turned - 360.0,
                turned if turned <= -180.0 => turned + 360.0,
                turned => turned,
            }
        };
        Self::new(wrap(self.pitch), wrap(self.yaw), wrap(self.roll))
    }
}

fn sin_cos_degrees(degrees: f32) -> (f32, f32) {
    let (sin, cos) = deterministic::sin_cos_degrees(f64::from(degrees));
    (sin as f32, cos as f32)
}
