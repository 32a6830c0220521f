//! Planes, points and polygons in rational arithmetic: the reference for the exact module.

#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, unreachable_pub, reason = "not every test binary uses every helper")]

use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, Side};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use proptest::prelude::*;

pub type Rational = BigRational;
pub type Vector = [Rational; 3];

/// As many cases as `PROPTEST_CASES` says, or `cases` where it says nothing: rationals are slow.
pub fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { default } else { ProptestConfig { cases, ..default } }
}

pub fn rational(value: f64) -> Rational {
    Rational::from_float(value).unwrap()
}

pub fn vector(v: DVec3) -> Vector {
    v.to_array().map(rational)
}

pub fn subtract(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|i| &a[i] - &b[i])
}

pub fn cross(a: &Vector, b: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

pub fn dot(a: &Vector, b: &Vector) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// `normal . p = dist`
#[derive(Clone, Debug)]
pub struct RationalPlane {
    pub normal: Vector,
    pub dist: Rational,
}

impl RationalPlane {
    pub fn from_points(points: [DVec3; 3]) -> Option<Self> {
        let [p, q, r] = points.map(vector);
        let normal = cross(&subtract(&p, &q), &subtract(&r, &q));
        let dist = dot(&normal, &q);
        normal.iter().any(|value| !value.is_zero()).then_some(Self { normal, dist })
    }

    pub fn side(&self, p: &Vector) -> Side {
        side(&(dot(&self.normal, p) - &self.dist))
    }

    pub fn flipped(&self) -> Self {
        Self { normal: self.normal.clone().map(|value| -value), dist: -self.dist.clone() }
    }
}

pub fn side(value: &Rational) -> Side {
    Side::from(value.cmp(&Rational::zero()))
}

pub fn meet(planes: [&RationalPlane; 3]) -> Option<Vector> {
    let [a, b, c] = planes;
    let determinant = dot(&a.normal, &cross(&b.normal, &c.normal));
    if determinant.is_zero() {
        return None;
    }
    let crosses = [cross(&b.normal, &c.normal), cross(&c.normal, &a.normal), cross(&a.normal, &b.normal)];
    Some(
        [0, 1, 2]
            .map(|i| (&crosses[0][i] * &a.dist + &crosses[1][i] * &b.dist + &crosses[2][i] * &c.dist) / &determinant),
    )
}

/// Whether `position` is within `error` of `truth`, exactly.
pub fn within(position: DVec3, truth: &Vector, error: f64) -> bool {
    let offset = subtract(&vector(position), truth);
    let error = if error.is_finite() { rational(error) } else { return true };
    dot(&offset, &offset) <= &error * &error
}

/// A value moved by `steps * 2^exponent` times the distance to the next float.
pub fn nudged(value: f64, steps: i32, exponent: u32) -> f64 {
    value + f64::from(steps) * (value.abs().next_up() - value.abs()) * f64::from(1 << exponent)
}

pub fn integer_coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-8..=8).prop_map(f64::from),
        (-4096..=4096).prop_map(f64::from),
        (-512..=512).prop_map(|i| f64::from(i) * 0.125)
    ]
}

pub fn decimal_coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        -4096.0..4096.0_f64,
        -1.0..1.0_f64,
        (-100_000..100_000).prop_map(|i| f64::from(i) * 0.01),
        -1e-9..1e-9_f64
    ]
}

pub fn point(coordinate: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = DVec3> {
    (coordinate.clone(), coordinate.clone(), coordinate).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

/// A few points, some of them next to others by one step of floats up to a millionth of their size, so that triples drawn from them make planes
/// through common points, planes almost through common points, and almost parallel planes.
pub fn pool() -> impl Strategy<Value = Vec<DVec3>> {
    let points = prop_oneof![
        prop::collection::vec(point(integer_coordinate().boxed()), 6),
        prop::collection::vec(point(decimal_coordinate().boxed()), 6),
    ];
    let nudges = prop::collection::vec((0..6_usize, prop::array::uniform3(-2..=2), 0..30_u32), 0..4);
    (points, nudges).prop_map(|(mut points, nudges)| {
        for (source, [x, y, z], exponent) in nudges {
            let nudged = |value, steps| nudged(value, steps, exponent);
            let point = points[source];
            points.push(DVec3::new(nudged(point.x, x), nudged(point.y, y), nudged(point.z, z)));
        }
        points
    })
}

/// Planes through triples from a pool of points: pairs of exact planes, and the rational twin of each pair's first.
pub fn planes(count: usize) -> impl Strategy<Value = (Vec<ExactPlane>, Vec<RationalPlane>)> {
    let triples = prop::collection::vec(prop::array::uniform3(any::<prop::sample::Index>()), count);
    (pool(), triples).prop_filter_map("collinear", |(pool, triples)| {
        let mut exact = Vec::new();
        let mut rational = Vec::new();
        for triple in triples {
            let points = triple.map(|index| *index.get(&pool));
            rational.push(RationalPlane::from_points(points)?);
            let plane = ExactPlane::from_points(points).unwrap();
            exact.extend([plane.clone(), plane.flipped()]);
        }
        Some((exact, rational))
    })
}

pub fn big(value: i64) -> Rational {
    Rational::from_integer(BigInt::from(value))
}

pub fn magnitude(value: &Rational) -> Rational {
    value.abs()
}
