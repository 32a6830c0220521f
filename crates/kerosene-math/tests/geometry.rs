//! Boxes, planes, polygons and the text of floats.

#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_math::{Aabb, DAabb, DPlane, DVec3, Plane, Vec3, Winding, format_float};
use proptest::prelude::*;

fn vector() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-50..50_i32).prop_map(|[x, y, z]| DVec3::new(f64::from(x), f64::from(y), f64::from(z)))
}

proptest! {
    #[test]
    fn boxes_behave_as_sets_of_points(a in vector(), b in vector(), c in vector(), d in vector(), p in vector()) {
        let (first, second) = (DAabb::from_points([a, b]), DAabb::from_points([c, d]));
        let both = first.intersection(&second);
        prop_assert_eq!(both.contains(p), first.contains(p) && second.contains(p));
        prop_assert_eq!(both.is_empty(), !first.touches(&second));
        prop_assert_eq!(first.touches(&second), second.touches(&first));
        if first.size().min_element() > 0.0 && second.size().min_element() > 0.0 {
            prop_assert_eq!(first.intersects(&second), both.size().min_element() > 0.0);
        }
        let union = first.union(&second);
        prop_assert!(union.contains_box(&first) && union.contains_box(&second));
        prop_assert_eq!(union, DAabb::from_points([a, b, c, d]));
        let nearest = p.clamp(first.min, first.max);
        prop_assert_eq!(first.expanded(2.0).contains(p), (p - nearest).abs().max_element() <= 2.0);
        prop_assert_eq!(first.translated(p).center(), first.center() + p);
    }

    #[test]
    fn planes_are_at_no_distance_from_their_points(a in vector(), b in vector(), c in vector(), p in vector()) {
        let Some(plane) = DPlane::from_points([a, b, c]) else { return Ok(()) };
        for point in [a, b, c, plane.project(p)] {
            prop_assert!(plane.distance(point).abs() < 1e-9);
        }
        prop_assert!((plane.distance(p) + plane.flipped().distance(p)).abs() < 1e-12);
        let single = Plane::from(plane);
        prop_assert!((f64::from(single.distance(p.as_vec3())) - plane.distance(p)).abs() < 1e-3);
    }

    #[test]
    fn floats_read_back(bits in any::<u64>(), whole in any::<i32>()) {
        let double = f64::from_bits(bits);
        let single = f32::from_bits(bits as u32);
        if double.is_finite() {
            prop_assert_eq!(format_float(double).parse::<f64>().unwrap(), double);
            prop_assert!(!format_float(double).contains('e'));
        }
        if single.is_finite() {
            prop_assert_eq!(format_float(single).parse::<f32>().unwrap(), single);
        }
        prop_assert_eq!(format_float(f64::from(whole)), whole.to_string());
    }

    #[test]
    fn a_polygon_cut_in_triangles_has_their_area(radii in prop::collection::vec(1.0..20.0_f64, 3..12), p in vector()) {
        let count = radii.len() as f64;
        let points: Vec<DVec3> = radii.iter().enumerate().map(|(index, radius)| {
            let angle = -core::f64::consts::TAU * index as f64 / count;
            let (sine, cosine) = kerosene_math::deterministic::sin_cos(angle);
            p + DVec3::new(radius * cosine, radius * sine, 0.0)
        }).collect();
        // Around a point inside a star-shaped polygon, the triangles do not overlap.
        let following = points.iter().cycle().skip(1);
        let area: f64 = points.iter().zip(following).map(|(&a, &b)| Winding::new([p, a, b]).area()).sum();
        let winding: Winding = points.into_iter().collect();
        prop_assert!((winding.area() - area).abs() < 1e-9 * area);
        prop_assert!(winding.normal().unwrap().abs_diff_eq(DVec3::Z, 1e-12));
        prop_assert!(winding.flipped().normal().unwrap().abs_diff_eq(DVec3::NEG_Z, 1e-12));
        prop_assert!(winding.bounds().contains(winding.center()));
    }
}

#[test]
fn an_empty_box_holds_touches_and_adds_nothing() {
    let solid = Aabb::around(Vec3::ZERO, Vec3::splat(2.0));
    assert!(Aabb::EMPTY.is_empty() && !solid.is_empty());
    assert!(!Aabb::EMPTY.touches(&solid) && !solid.touches(&Aabb::EMPTY));
    assert_eq!(Aabb::EMPTY.union(&solid), solid);
    assert_eq!(Aabb::from_points([]), Aabb::default());
}

#[test]
fn boxes_that_share_a_face_touch_but_do_not_intersect() {
    let (left, right) = (Aabb::new(Vec3::ZERO, Vec3::ONE), Aabb::new(Vec3::X, Vec3::X + Vec3::ONE));
    assert!(left.touches(&right) && !left.intersects(&right));
}

#[test]
fn degenerate_polygons_have_no_normal() {
    for points in [vec![], vec![DVec3::X], vec![DVec3::X, DVec3::Y], vec![DVec3::X; 5]] {
        let winding = Winding::new(points);
        assert_eq!((winding.area(), winding.normal(), winding.plane()), (0.0, None, None));
        assert!(!winding.is_convex(1.0));
    }
    assert_eq!(DPlane::from_points([DVec3::X; 3]), None);
}

#[test]
fn a_dent_makes_a_polygon_concave_beyond_its_depth() {
    let dented = [[0.0, 0.0], [0.0, 8.0], [4.0, 7.5], [8.0, 8.0], [8.0, 0.0]].map(|[x, y]| DVec3::new(x, y, 0.0));
    assert!(!Winding::new(dented).is_convex(0.1));
    assert!(Winding::new(dented).is_convex(1.0));
}
