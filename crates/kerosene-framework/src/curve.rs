//! The curves of tweens, and the little mathematics of movement that scripts want.

use kerosene_math::deterministic::{exp, exp2, sin};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

macro_rules! curves {
    ($($(#[$documentation:meta])* $variant:ident $name:literal,)+) => {
        /// How a tween goes from 0 to 1 (Robert Penner's, 2001).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[repr(u8)]
        pub enum Curve {
            $($(#[$documentation])* $variant,)+
        }

        impl Curve {
            /// Every curve.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name in scripts, `ease_in_quad`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

curves! {
    /// Evenly.
    #[default]
    Linear "linear",
    /// Gently at both ends, by 3t² − 2t³.
    Smoothstep "smoothstep",
    /// Faster and faster.
    EaseInQuad "ease_in_quad",
    /// Slower and slower.
    EaseOutQuad "ease_out_quad",
    /// Fastest in the middle.
    EaseInOutQuad "ease_in_out_quad",
    /// As the quadratic one, more so.
    EaseInCubic "ease_in_cubic",
    /// As the quadratic one, more so.
    EaseOutCubic "ease_out_cubic",
    /// As the quadratic one, more so.
    EaseInOutCubic "ease_in_out_cubic",
    /// As the quadratic one, less so.
    EaseInSine "ease_in_sine",
    /// As the quadratic one, less so.
    EaseOutSine "ease_out_sine",
    /// As the quadratic one, less so.
    EaseInOutSine "ease_in_out_sine",
    /// Shoots past the end and comes back.
    EaseOutBack "ease_out_back",
    /// Swings about the end as a spring does.
    EaseOutElastic "ease_out_elastic",
    /// Falls on the end and bounces.
    EaseOutBounce "ease_out_bounce",
}

impl Curve {
    /// The curve of a name; ASCII case is ignored.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|curve| curve.name().eq_ignore_ascii_case(name))
    }

    /// The curve of a number, as [`Self::ALL`] has them.
    pub(crate) fn from_number(number: u8) -> Self {
        Self::ALL.get(usize::from(number)).copied().unwrap_or_default()
    }
}

/// Where a curve is at `t`, which counts as between 0 and 1: 0 at 0 and 1 at 1, exactly.
///
/// ```
/// use kerosene_framework::{Curve, ease};
///
/// assert_eq!(ease(Curve::EaseInQuad, 0.5), 0.25);
/// assert_eq!(ease(Curve::EaseOutBack, 2.0), 1.0);
/// ```
#[must_use]
pub fn ease(curve: Curve, t: f32) -> f32 {
    // What is no number is 0, too.
    if t.is_nan() || t <= 0.0 {
        return 0.0;
    }
    if t >= 1.0 {
        return 1.0;
    }
    let left = 1.0 - t;
    match curve {
        Curve::Linear => t,
        Curve::Smoothstep => t * t * (3.0 - 2.0 * t),
        Curve::EaseInQuad => t * t,
        Curve::EaseOutQuad => 1.0 - left * left,
        Curve::EaseInOutQuad => in_out(t, |t| t * t),
        Curve::EaseInCubic => t * t * t,
        Curve::EaseOutCubic => 1.0 - left * left * left,
        Curve::EaseInOutCubic => in_out(t, |t| t * t * t),
        Curve::EaseInSine => 1.0 - sin(left * FRAC_PI_2),
        Curve::EaseOutSine => sin(t * FRAC_PI_2),
        Curve::EaseInOutSine => 0.5 - 0.5 * sin(FRAC_PI_2 - t * PI),
        Curve::EaseOutBack => back(left),
        Curve::EaseOutElastic => 1.0 + exp2(-10.0 * t) * sin((t * 10.0 - 0.75) * (TAU / 3.0)),
        Curve::EaseOutBounce => bounce(t),
    }
}

/// A curve and, from the middle on, its mirror image.
fn in_out(t: f32, half: impl Fn(f32) -> f32) -> f32 {
    if t < 0.5 { 0.5 * half(2.0 * t) } else { 1.0 - 0.5 * half(2.0 - 2.0 * t) }
}

/// How far it shoots past the end: by a tenth.
const OVERSHOOT: f32 = 1.701_58;

fn back(left: f32) -> f32 {
    1.0 - left * left * ((OVERSHOOT + 1.0) * left - OVERSHOOT)
}

/// Four parabolas, each a quarter as high as the one before.
fn bounce(t: f32) -> f32 {
    const STEEPNESS: f32 = 7.5625;
    let (middle, top) = match t * 2.75 {
        x if x < 1.0 => (0.0, 0.0),
        x if x < 2.0 => (1.5, 0.75),
        x if x < 2.5 => (2.25, 0.937_5),
        _ => (2.625, 0.984_375),
    };
    let from = t - middle / 2.75;
    STEEPNESS * from * from + top
}

/// The signed way from one angle to another, the shorter one around, in degrees: at least −180 and below 180.
///
/// ```
/// use kerosene_framework::delta_angle;
///
/// assert_eq!(delta_angle(350.0, 10.0), 20.0);
/// assert_eq!(delta_angle(10.0, 350.0), -20.0);
/// ```
#[must_use]
pub fn delta_angle(from: f32, to: f32) -> f32 {
    let turn = (to - from) % 360.0;
    if turn >= 180.0 {
        turn - 360.0
    } else if turn < -180.0 {
        turn + 360.0
    } else {
        turn
    }
}

/// Between two angles, the shorter way around, in degrees.
///
/// ```
/// use kerosene_framework::lerp_angle;
///
/// assert_eq!(lerp_angle(350.0, 10.0, 0.5), 360.0);
/// ```
#[must_use]
pub fn lerp_angle(from: f32, to: f32, t: f32) -> f32 {
    from + delta_angle(from, to) * t
}

/// Goes towards a target by the part that is due in `dt` seconds, the same whatever the ticks are: after `1 / rate`
/// seconds, a good third (1/e) of the way is left.
///
/// ```
/// use kerosene_framework::damp;
///
/// let whole = damp(0.0, 100.0, 8.0, 0.1);
/// let halves = damp(damp(0.0, 100.0, 8.0, 0.05), 100.0, 8.0, 0.05);
/// assert!((whole - halves).abs() < 1e-4);
/// ```
#[must_use]
pub fn damp(current: f32, target: f32, rate: f32, dt: f32) -> f32 {
    target + (current - target) * exp(-(rate * dt).max(0.0))
}
