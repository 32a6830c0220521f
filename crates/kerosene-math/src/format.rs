//! Floats as text for map files and messages.

mod sealed {
    /// The two float types.
    pub trait Float: Copy + core::fmt::Display + PartialEq + From<i8> {}
    impl Float for f32 {}
    impl Float for f64 {}
}

/// The shortest decimal text that reads back as the same `f32` or `f64`, without an exponent.
///
/// Whole numbers have no decimal point, and negative zero is written as zero, so that editing a map does not litter
/// it with changes. Infinities and NaN come out as `inf`, `-inf` and `NaN`.
///
/// ```
/// use kerosene_math::format_float;
/// assert_eq!(format_float(64.0_f32), "64");
/// assert_eq!(format_float(-0.0_f64), "0");
/// assert_eq!(format_float(0.1_f32), "0.1");
/// assert_eq!(format_float(-23.42562584220408_f64), "-23.42562584220408");
/// ```
#[must_use]
pub fn format_float<T: sealed::Float>(value: T) -> String {
    let zero = T::from(0);
    if value == zero { zero.to_string() } else { value.to_string() }
}
