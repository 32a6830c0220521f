//! Windings against polygons with rational corners.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Rational, RationalPlane, Vector, cross, dot, magnitude, meet, planes, subtract, within};
use kerosene_math::exact::{ExactPlane, ExactWinding, Side, WindingSplit};
use num_traits::Zero;
use proptest::prelude::*;

const BOX: [u32; 6] = [0, 2, 4, 6, 8, 10];
/// Index of the first plane after the box's.
const FIRST: u32 = 12;

/// The world box's planes followed by `planes`, and the rational twins of the even ones.
fn with_box(planes: &[ExactPlane], rationals: &[RationalPlane]) -> (Vec<ExactPlane>, Vec<RationalPlane>) {
    let mut all = Vec::new();
    let mut twins = Vec::new();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let plane = ExactPlane::axial(axis, sign * 65536.0);
            let outward = if sign > 0.0 { plane } else { plane.flipped() };
            all.extend([outward.clone(), outward.flipped()]);
            let mut normal = [0, 0, 0].map(common::big);
            normal[axis] = common::big(sign as i64);
            twins.push(RationalPlane { normal, dist: common::big(65536) });
        }
    }
    all.extend_from_slice(planes);
    twins.extend_from_slice(rationals);
    (all, twins)
}

fn twin(twins: &[RationalPlane], index: u32) -> RationalPlane {
    let plane = &twins[index as usize / 2];
    if index & 1 == 0 { plane.clone() } else { plane.flipped() }
}

/// The corners as the representation states them: where the winding's plane and adjacent edges meet.
fn corners(winding: &ExactWinding, twins: &[RationalPlane]) -> Vec<Vector> {
    let edges = winding.edges();
    (0..edges.len())
        .map(|i| {
            let before = edges[(i + edges.len() - 1) % edges.len()];
            let planes = [winding.plane(), before, edges[i]].map(|index| twin(twins, index));
            meet([&planes[0], &planes[1], &planes[2]]).expect("adjacent edges meet in a point")
        })
        .collect()
}

/// Twice the area times the length of `normal`, with the sign of clockwise corners seen from its front.
fn area(corners: &[Vector], normal: &Vector) -> Rational {
    let arms: Vec<Vector> = corners.iter().map(|corner| subtract(corner, &corners[0])).collect();
    -arms.windows(2).map(|pair| dot(&cross(&pair[0], &pair[1]), normal)).fold(Rational::zero(), |a, b| a + b)
}

/// Sutherland and Hodgman's clip (1974) in rational arithmetic, as the reference.
fn reference_clip(corners: &[Vector], plane: &RationalPlane, keep: Side) -> Vec<Vector> {
    let mut out = Vec::new();
    for (i, from) in corners.iter().enumerate() {
        let to = &corners[(i + 1) % corners.len()];
        let (a, b) = (dot(&plane.normal, from) - &plane.dist, dot(&plane.normal, to) - &plane.dist);
        let (side_a, side_b) = (common::side(&a), common::side(&b));
        if side_a == keep || side_a == Side::On {
            out.push(from.clone());
        }
        if side_a != Side::On && side_a == side_b.flipped() {
            let along = &a / (&a - &b);
            out.push([0, 1, 2].map(|i| &from[i] + (&to[i] - &from[i]) * &along));
        }
    }
    out
}

fn check(winding: &ExactWinding, planes: &[ExactPlane], expected: &[Vector], twins: &[RationalPlane]) {
    winding.validate(planes).unwrap();
    winding.flipped().validate(planes).unwrap();
    let actual = corners(winding, twins);
    assert_eq!(winding.pack().flipped(), winding.flipped().pack());
    let unpacked = winding.pack().unpack(planes);
    unpacked.validate(planes).unwrap();
    assert_eq!(corners(&unpacked, twins), actual);
    for (vertex, corner) in unpacked.vertices().iter().zip(&actual) {
        assert!(within(vertex.position(), corner, vertex.error()));
    }
    assert_eq!(actual.len(), expected.len());
    let start = actual.iter().position(|corner| *corner == expected[0]).expect("the reference's first corner");
    for (i, corner) in expected.iter().enumerate() {
        assert_eq!(*corner, actual[(start + i) % actual.len()]);
    }
    for (vertex, corner) in winding.vertices().iter().zip(&actual) {
        assert!(within(vertex.position(), corner, vertex.error()));
    }
    let normal = &twin(twins, winding.plane()).normal;
    assert_eq!(common::side(&area(&actual, normal)), Side::Front, "clockwise");
}

proptest! {
    #![proptest_config(common::config(50))]

    #[test]
    fn splits_agree_with_rationals((planes, rationals) in planes(6)) {
        let (planes, twins) = with_box(&planes, &rationals);
        let mut winding = ExactWinding::base(&planes, FIRST, &BOX);
        let mut expected = corners(&winding, &twins);
        check(&winding, &planes, &expected, &twins);
        for by in (FIRST + 2..planes.len() as u32).step_by(2) {
            let plane = twin(&twins, by);
            let (front, back) = winding.classify(&planes, by);
            let sides: Vec<Side> = expected.iter().map(|corner| plane.side(corner)).collect();
            prop_assert_eq!(front, sides.contains(&Side::Front));
            prop_assert_eq!(back, sides.contains(&Side::Back));
            let split = winding.split(&planes, by);
            prop_assert_eq!(matches!(split, WindingSplit::On), !front && !back);
            prop_assert_eq!(matches!(split, WindingSplit::Front), front && !back);
            prop_assert_eq!(matches!(split, WindingSplit::Back), !front && back);
            let (mut in_front, mut behind) = (winding.clone(), winding.clone());
            prop_assert_eq!(in_front.clip_front(&planes, by), front);
            prop_assert_eq!(behind.clip_back(&planes, by), back);
            if let WindingSplit::Split { front, back } = split {
                let front_reference = reference_clip(&expected, &plane, Side::Front);
                let back_reference = reference_clip(&expected, &plane, Side::Back);
                check(&front, &planes, &front_reference, &twins);
                check(&back, &planes, &back_reference, &twins);
                check(&in_front, &planes, &front_reference, &twins);
                check(&behind, &planes, &back_reference, &twins);
                let normal = &twin(&twins, winding.plane()).normal;
                let whole = area(&expected, normal);
                let parts = area(&front_reference, normal) + area(&back_reference, normal);
                prop_assert!(magnitude(&(whole - parts)).is_zero());
                (winding, expected) = if by % 4 == 0 { (front, front_reference) } else { (back, back_reference) };
            }
        }
    }
}

#[test]
fn clipping_a_corner_away_through_two_corners_keeps_them() {
    let diagonal = [kerosene_math::DVec3::ZERO, kerosene_math::DVec3::new(1.0, 1.0, 0.0), kerosene_math::DVec3::Z];
    let planes = [ExactPlane::axial(2, 0.0), ExactPlane::from_points(diagonal).unwrap()];
    let rationals = [
        RationalPlane { normal: [0, 0, 1].map(common::big), dist: common::big(0) },
        RationalPlane::from_points(diagonal).unwrap(),
    ];
    let planes: Vec<_> = planes.into_iter().flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
    let (planes, twins) = with_box(&planes, &rationals);
    let winding = ExactWinding::base(&planes, FIRST, &BOX);
    let WindingSplit::Split { front, back } = winding.split(&planes, FIRST + 2) else {
        panic!("cut along the diagonal")
    };
    assert_eq!((front.vertices().len(), back.vertices().len()), (3, 3));
    assert_eq!(front.area() + back.area(), winding.area());
    for half in [&front, &back] {
        check(half, &planes, &corners(half, &twins), &twins);
    }
}

/// More corners than are stored inline, on decimals: nothing may depend on the count.
#[test]
fn many_sided_windings_are_cut_as_small_ones() {
    const SIDES: u32 = 100;
    let angle = |index: u32| core::f64::consts::TAU * f64::from(index) / f64::from(SIDES) + 0.1;
    let rim = |index: u32, z: f64| {
        let (sine, cosine) = kerosene_math::deterministic::sin_cos(angle(index));
        kerosene_math::DVec3::new(cosine * 777.7, sine * 777.7, z)
    };
    let mut planes = vec![ExactPlane::axial(2, 0.1)];
    planes.extend((0..SIDES).map(|i| ExactPlane::from_points([rim(i, 0.0), rim(i, 8.0), rim(i + 1, 0.0)]).unwrap()));
    planes.push(ExactPlane::from_points([rim(0, 0.0), rim(0, 8.0), rim(SIDES / 2, 0.0)]).unwrap());
    let pairs: Vec<_> = planes.into_iter().flat_map(|plane| [plane.clone(), plane.flipped()]).collect();
    let (planes, _) = with_box(&pairs, &[]);
    let mut winding = ExactWinding::base(&planes, FIRST, &BOX);
    for side in 1..=SIDES {
        // Whichever way the points' order has the side face, the centre is inside.
        let outward = FIRST + 2 * side;
        let inside = planes[outward as usize].side_of_point(kerosene_math::DVec3::ZERO);
        assert!(winding.clip_back(&planes, if inside == Side::Back { outward } else { outward ^ 1 }));
    }
    winding.validate(&planes).unwrap();
    assert_eq!(winding.vertices().len(), SIDES as usize);
    let area = f64::from(SIDES) / 2.0 * 777.7 * 777.7 * kerosene_math::deterministic::sin(angle(1) - angle(0));
    assert!((winding.area() - area).abs() < 1e-6);
    let WindingSplit::Split { front, back } = winding.split(&planes, FIRST + 2 + 2 * SIDES) else {
        panic!("cut in half")
    };
    for half in [&front, &back] {
        half.validate(&planes).unwrap();
        assert!((half.area() - area / 2.0).abs() < 1e-6);
    }
}
