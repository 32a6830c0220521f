//! Sine and cosine of degrees that give the same bits on every machine.

/// Sine and cosine of an angle in degrees; exact at multiples of 90.
///
/// The angle is reduced while it is still in degrees, where a quarter turn is a whole number: looking along an axis
/// moves exactly along it.
pub(crate) fn sin_cos_degrees(degrees: f32) -> (f32, f32) {
    let turn = degrees % 360.0;
    let quarter = (turn / 90.0).round();
    let (sin, cos) = libm::sincosf((turn - quarter * 90.0).to_radians());
    match (quarter as i32).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}
