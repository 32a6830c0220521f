//! Functions whose bits must not change.

use kerosene_math::{Angles, Pcg32, Vec3, deterministic};

/// Made from `libm` 0.2.16. May be made again only together with an update of `libm` that is announced as ending the
/// reproducibility of older replays and compiled maps.
#[test]
fn results_keep_their_bits() {
    let mut hash = Fnv::new();
    let mut random = Pcg32::new(2026, 1);
    for _ in 0..2000 {
        let x = random.next_f64() * 200.0 - 100.0;
        let y = random.next_f64() * 4.0 - 2.0;
        for value in values(x, y) {
            hash.add(value.to_bits());
        }
        for value in values(x as f32, y as f32) {
            hash.add(u64::from(value.to_bits()));
        }
    }
    let spots = [deterministic::sin(1.0_f64), deterministic::exp(1.0), deterministic::pow(10.0, 0.3)].map(f64::to_bits);
    assert_eq!(spots, [0x3fea_ed54_8f09_0cee, 0x4005_bf0a_8b14_576a, 0x3fff_ec98_2d5b_b8af]);
    assert_eq!(hash.0, 0x9028_2a50_7f29_7743);
}

fn values<T: Probe>(x: T, y: T) -> Vec<T> {
    T::values(x, y)
}

trait Probe: Sized {
    fn values(x: Self, y: Self) -> Vec<Self>;
}

macro_rules! probe {
    ($type:ident) => {
        impl Probe for $type {
            fn values(x: Self, y: Self) -> Vec<Self> {
                use deterministic::*;
                let unit = y * 0.5;
                let (sine, cosine) = sin_cos(x);
                vec![
                    sine,
                    cosine,
                    tan(x),
                    asin(unit),
                    acos(unit),
                    atan(x),
                    atan2(x, y),
                    sinh(y),
                    cosh(y),
                    tanh(y),
                    exp(y),
                    exp2(y),
                    exp_m1(y),
                    ln(x.abs()),
                    ln_1p(x.abs()),
                    log2(x.abs()),
                    log10(x.abs()),
                    pow(x.abs(), y),
                    cbrt(x),
                    hypot(x, y),
                ]
            }
        }
    };
}

probe!(f32);
probe!(f64);

/// A hash that is easily written anywhere: FNV-1a (Fowler, Noll, Vo, 1991) over bytes.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Against the platform's functions, as an independent implementation: close, though not equal to the bit.
#[test]
#[allow(clippy::disallowed_methods, reason = "the platform's functions are what we compare with")]
fn results_are_right() {
    let mut random = Pcg32::new(1, 1);
    for _ in 0..2000 {
        let x = random.next_f64() * 200.0 - 100.0;
        let y = random.next_f64() * 4.0 - 2.0;
        let unit = y * 0.5;
        let positive = x.abs();
        let expected = [
            x.sin(),
            x.cos(),
            x.tan(),
            unit.asin(),
            unit.acos(),
            x.atan(),
            x.atan2(y),
            y.sinh(),
            y.cosh(),
            y.tanh(),
            y.exp(),
            y.exp2(),
            y.exp_m1(),
            positive.ln(),
            positive.ln_1p(),
            positive.log2(),
            positive.log10(),
            positive.powf(y),
            x.cbrt(),
            x.hypot(y),
        ];
        for (index, (expected, actual)) in expected.into_iter().zip(values(x, y)).enumerate() {
            let tolerance = expected.abs() * 1e-14;
            assert!((expected - actual).abs() <= tolerance, "function {index} of {x}, {y}: {actual}, not {expected}");
        }
        for (index, (expected, actual)) in expected.into_iter().zip(values(x as f32, y as f32)).enumerate() {
            // The argument's own rounding is amplified near poles, so that only rough agreement can be asked for.
            let tolerance = (1.0 + expected * expected) * 1e-4;
            assert!((expected - f64::from(actual)).abs() <= tolerance, "function {index} of {x}, {y} in f32: {actual}");
        }
    }
}

#[test]
fn angle_vectors_are_a_right_handed_frame() {
    let mut random = Pcg32::new(5, 5);
    for _ in 0..500 {
        let angles =
            Angles::new(random.between(-90.0, 90.0), random.between(-180.0, 180.0), random.between(-180.0, 180.0));
        let [forward, right, up] = angles.vectors();
        assert!(forward.cross(right).abs_diff_eq(-up, 1e-5), "{angles:?}");
        assert!((forward.length() - 1.0).abs() < 1e-5 && (up.length() - 1.0).abs() < 1e-5);
        assert!(forward.dot(up).abs() < 1e-5);
        let facing = Angles::facing(forward * 17.0);
        assert!(facing.forward().abs_diff_eq(forward, 1e-5));
    }
    // Rolling clockwise by a quarter takes up to the right.
    assert!(Angles::new(0.0, 0.0, 90.0).up().abs_diff_eq(Vec3::NEG_Y, 1e-6));
}

#[test]
fn random_numbers_match_their_author_s() {
    let mut random = Pcg32::new(42, 54);
    let numbers = [(); 6].map(|()| random.next_u32());
    assert_eq!(numbers, [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e]);
}

#[test]
fn bounded_random_numbers_are_even() {
    let mut random = Pcg32::new(3, 9);
    let mut counts = [0_u32; 6];
    for _ in 0..60_000 {
        counts[random.below(6).map_or(0, |face| face as usize)] += 1;
    }
    // Six standard deviations (91) around the mean.
    assert!(counts.iter().all(|&count| (9_450..=10_550).contains(&count)), "{counts:?}");
    assert_eq!(random.range(i32::MIN..i32::MAX).map(|_| ()), Some(()));
    assert_eq!(random.range(4..4), None);
}
