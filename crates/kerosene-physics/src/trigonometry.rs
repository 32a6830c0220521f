//! Sine and cosine that give the same bits on every machine.

/// Sine and cosine of an angle in degrees.
pub(crate) fn sin_cos_degrees(degrees: f32) -> (f32, f32) {
    libm::sincosf((degrees % 360.0).to_radians())
}
