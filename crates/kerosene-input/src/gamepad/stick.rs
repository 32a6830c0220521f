//! From where a stick stands to what it says.

use kerosene_math::deterministic;

/// How a stick's way becomes a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StickShape {
    /// Part of the way about the middle that counts as none, 0 to 0.9.
    pub dead_zone: f32,
    /// Part of the way at the rim that counts as all, 0 to 0.5.
    pub outer_dead_zone: f32,
    /// Exponent of the response between the two; 1 is straight, more is finer about the middle.
    pub curve: f32,
}

impl StickShape {
    /// What a stick at `[x, y]` (each -1 to 1) says: the same direction, with a length of 0 to 1.
    ///
    /// The dead zones are rings, not crosses: a stick that is held at an angle does not snap to an axis, and where
    /// the inner one ends the value begins at 0. Directions of a square gate reach beyond 1 and count as 1.
    ///
    /// ```
    /// use kerosene_input::StickShape;
    ///
    /// let shape = StickShape { dead_zone: 0.2, outer_dead_zone: 0.0, curve: 1.0 };
    /// assert_eq!(shape.apply([0.1, -0.1]), [0.0, 0.0]);
    /// assert!((shape.apply([0.6, 0.0])[0] - 0.5).abs() < 1e-6);
    /// let [x, y] = shape.apply([1.0, 1.0]);
    /// assert!(x == y && (x * x + y * y - 1.0).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn apply(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let length = (x * x + y * y).sqrt();
        if !length.is_finite() || length <= self.dead_zone.max(f32::EPSILON) {
            return [0.0, 0.0];
        }
        let way = (1.0 - self.outer_dead_zone - self.dead_zone).max(0.01);
        let part = ((length - self.dead_zone) / way).min(1.0);
        let scale = deterministic::pow(part, self.curve) / length;
        [x * scale, y * scale]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_stick_keeps_its_direction_and_grows_with_its_way(
            angle in 0.0_f64..6.3, length in 0.0_f32..1.5, more in 0.0_f32..0.5,
            dead_zone in 0.0_f32..0.9, outer_dead_zone in 0.0_f32..0.5, curve in 0.25_f32..4.0,
        ) {
            let shape = StickShape { dead_zone, outer_dead_zone, curve };
            let (sin, cos) = deterministic::sin_cos(angle);
            let at = |length: f32| shape.apply([cos as f32 * length, sin as f32 * length]);
            let long = |[x, y]: [f32; 2]| (x * x + y * y).sqrt();
            let [x, y] = at(length);
            prop_assert!(long([x, y]) <= 1.0 + 1e-5);
            prop_assert!((x * sin as f32 - y * cos as f32).abs() < 1e-4, "the direction changed");
            prop_assert!(long(at(length + more)) >= long([x, y]) - 1e-5);
            prop_assert!(length > dead_zone || long([x, y]) == 0.0);
        }
    }

    #[test]
    fn what_is_no_number_is_the_middle() {
        let shape = StickShape { dead_zone: 0.0, outer_dead_zone: 0.0, curve: 2.0 };
        assert_eq!(shape.apply([f32::NAN, 0.0]), [0.0, 0.0]);
        assert_eq!(shape.apply([f32::INFINITY, 0.0]), [0.0, 0.0]);
    }
}
