//! Planes and vertices against rational arithmetic.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{RationalPlane, meet, planes, point, pool, vector, within};
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactVertex, PlaneError, Side, Tier};
use proptest::prelude::*;

proptest! {
    #![proptest_config(common::config(400))]

    #[test]
    fn planes_from_points_agree_with_rationals(pool in pool(), probe in point(common::decimal_coordinate().boxed())) {
        let points = [pool[0], pool[1], pool[2]];
        let reference = RationalPlane::from_points(points);
        let plane = ExactPlane::from_points(points);
        prop_assert_eq!(plane.is_ok(), reference.is_some());
        if let (Ok(plane), Some(reference)) = (plane, reference) {
            for &probe in pool.iter().chain([&probe]) {
                prop_assert_eq!(plane.side_of_point(probe), reference.side(&vector(probe)));
                prop_assert_eq!(plane.flipped().side_of_point(probe), reference.side(&vector(probe)).flipped());
            }
            let [p, q, r] = points;
            let again = ExactPlane::from_points([q, r, p]).unwrap();
            prop_assert!(plane.is_same(&again) && plane.flipped().is_opposite(&again));
            prop_assert_eq!(plane.flipped().flipped(), plane);
        }
    }

    #[test]
    fn vertices_agree_with_rationals((planes, rationals) in planes(4)) {
        let truth = meet([&rationals[0], &rationals[1], &rationals[2]]);
        let vertex = ExactVertex::meet(&planes, 0, 3, 4);
        prop_assert_eq!(vertex.is_some(), truth.is_some());
        if let (Some(vertex), Some(truth)) = (vertex, truth) {
            prop_assert!(within(vertex.position(), &truth, vertex.error()), "{:?} {:?}", vertex, truth);
            prop_assert_eq!(vertex.side(&planes, 6), rationals[3].side(&truth));
            prop_assert_eq!(vertex.side(&planes, 7), rationals[3].side(&truth).flipped());
            for own in 0..6 {
                let (side, tier) = vertex.side_and_tier(&planes, own);
                prop_assert_eq!(side, Side::On);
                prop_assert!(matches!(tier, Tier::Grid | Tier::Shared), "{:?}", tier);
            }
        }
    }

    #[test]
    fn same_points_agree_with_rationals((planes, rationals) in planes(4)) {
        let (Some(a), Some(b)) = (ExactVertex::meet(&planes, 0, 2, 4), ExactVertex::meet(&planes, 2, 4, 6)) else {
            return Ok(());
        };
        let truth_a = meet([&rationals[0], &rationals[1], &rationals[2]]);
        let truth_b = meet([&rationals[1], &rationals[2], &rationals[3]]);
        prop_assert_eq!(a.same_point(&planes, &b), truth_a == truth_b);
        prop_assert_eq!(b.same_point(&planes, &a), truth_a == truth_b);
    }
}

#[test]
fn errors_say_which_point() {
    let fine = DVec3::new(1.0, 2.0, 3.0);
    let bad = DVec3::new(f64::NAN, 0.0, 0.0);
    assert!(matches!(ExactPlane::from_points([fine, bad, fine]), Err(PlaneError::NotFinite { point: 1, .. })));
    let far = DVec3::new(0.0, 0.0, -1_048_576.5);
    assert!(matches!(ExactPlane::from_points([fine, fine, far]), Err(PlaneError::TooLarge { point: 2, .. })));
    assert!(matches!(ExactPlane::from_points([fine, fine, DVec3::ZERO]), Err(PlaneError::Collinear { .. })));
}

#[test]
fn extreme_coordinates_stay_exact() {
    let tiny = f64::from_bits(1);
    let huge = 1_048_576.0;
    let plane = ExactPlane::from_points([
        DVec3::new(tiny, huge, -huge),
        DVec3::new(-huge, tiny, huge),
        DVec3::new(huge, -huge, tiny),
    ])
    .unwrap();
    assert!(plane.normal().is_finite() && plane.dist().is_finite());
    assert_eq!(plane.side_of_point(DVec3::new(tiny, huge, -huge)), Side::On);
    assert_ne!(plane.side_of_point(DVec3::new(tiny * 2.0, huge, -huge)), Side::On);
    let wall = ExactPlane::axial(0, tiny);
    assert_eq!(wall.side_of_point(DVec3::ZERO), Side::Back);
    assert_eq!(wall.dist(), tiny);
}

#[test]
fn every_tier_is_reached() {
    let tier = |points: [[DVec3; 3]; 4]| {
        let planes: Vec<_> = points
            .into_iter()
            .map(|points| ExactPlane::from_points(points).unwrap())
            .flat_map(|plane| [plane.clone(), plane.flipped()])
            .collect();
        ExactVertex::meet(&planes, 0, 2, 4).unwrap().side_and_tier(&planes, 6)
    };
    // Four planes through one point, at three scales: a whole one, thirds, and long decimals.
    let through = |apex: DVec3, unit: f64| {
        let arms = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(-3.0, -5.0, -7.0)].map(|arm| apex + arm * unit);
        [[apex, arms[0], arms[1]], [apex, arms[1], arms[2]], [apex, arms[2], arms[0]], [apex, arms[3], arms[0]]]
    };
    assert_eq!(tier(through(DVec3::splat(16.0), 64.0)), (Side::On, Tier::Grid));
    assert_eq!(tier(through(DVec3::new(0.1, 0.7, -23.425_625_842_204_08), 13.3)), (Side::On, Tier::Fixed));
    let apex = DVec3::new(1e-100, 7e-101, -3e-99);
    let arms = [DVec3::new(13.0, 2.0, 3.0), DVec3::new(1.0, 17.0, 2.0), DVec3::new(3.0, 1.0, 19.0), -DVec3::ONE];
    let planes =
        [[apex, arms[0], arms[1]], [apex, arms[1], arms[2]], [apex, arms[2], arms[0]], [apex, arms[3], arms[0]]];
    assert_eq!(tier(planes), (Side::On, Tier::Big));
    let thirds = |points: [f64; 9]| {
        let [a, b, c, d, e, f, g, h, i] = points;
        [DVec3::new(a, b, c), DVec3::new(d, e, f), DVec3::new(g, h, i)]
    };
    // x = y = z = 1/3 on x + y + z = 1, and on 2 x + y = 1.
    let planes = [
        thirds([0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
        thirds([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]),
        thirds([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
        thirds([0.0, 1.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 1.0]),
    ];
    assert_eq!(tier(planes), (Side::On, Tier::Wide));
    let far = [planes[0], planes[1], planes[2], thirds([2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0])];
    assert_eq!(tier(far).1, Tier::Filter);
}

/// A plane through the origin beside one with a thousand binary places: the shift to a common scale is longer than
/// 128 bits, but the origin's zero must not be shifted.
#[test]
fn zero_distances_meet_tiny_ones() {
    let tiny = f64::from_bits(1);
    let planes: Vec<_> = [(0, 0.0), (1, 0.0), (2, tiny), (0, tiny)]
        .into_iter()
        .map(|(axis, dist)| ExactPlane::axial(axis, dist))
        .flat_map(|plane| [plane.clone(), plane.flipped()])
        .collect();
    let vertex = ExactVertex::meet(&planes, 0, 2, 4).unwrap();
    assert_eq!(vertex.position(), DVec3::new(0.0, 0.0, tiny));
    assert_eq!(vertex.side(&planes, 6), Side::Back);
    let slope = ExactPlane::from_points([DVec3::ZERO, DVec3::X, DVec3::new(0.0, 1.0, 1.0)]).unwrap();
    assert_eq!(slope.side_of_point(DVec3::new(0.0, tiny, tiny)), Side::On);
    assert_ne!(slope.side_of_point(DVec3::new(0.0, tiny, 0.0)), Side::On);
}
