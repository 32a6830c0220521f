//! Bevels against the definition of what they are for.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_bsp::bevels::{BrushShape, DIST_EPSILON, NORMAL_EPSILON, bevels};
use kerosene_math::DVec3;

fn block() -> (Vec<(DVec3, f64)>, Vec<Vec<DVec3>>) {
    let corner = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * 32.0;
    let planes = DVec3::AXES.into_iter().flat_map(|axis| [(-axis, 32.0), (axis, 32.0)]).collect();
    let square = |axis: usize, sign: f64| {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(u, v)| match axis {
                0 => corner(sign, u, v),
                1 => corner(u, sign, v),
                _ => corner(u, v, sign),
            })
            .to_vec()
    };
    (planes, (0..3).flat_map(|axis| [square(axis, -1.0), square(axis, 1.0)]).collect())
}

#[test]
fn an_axial_block_needs_none() {
    let (planes, windings) = block();
    assert_eq!(bevels(&BrushShape { planes: &planes, windings: &windings }), []);
}

#[test]
fn a_nearly_axial_block_needs_none_either() {
    let (mut planes, windings) = block();
    for (normal, _) in &mut planes {
        *normal = (*normal + DVec3::new(1e-6, -1e-6, 1e-6)).normalize();
    }
    assert_eq!(bevels(&BrushShape { planes: &planes, windings: &windings }), []);
}

#[test]
fn nothing_comes_of_nothing() {
    assert_eq!(bevels(&BrushShape { planes: &[], windings: &[] }), []);
    assert_eq!(bevels(&BrushShape { planes: &[(DVec3::X, 0.0)], windings: &[Vec::new()] }), []);
}

#[test]
fn a_turned_prism_gets_its_axial_planes_once() {
    // A square prism turned by 45 degrees about z: its four upright edges stand on x and y extremes.
    let [e, n, w, s] = [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y].map(|corner| corner * 10.0);
    let up = DVec3::Z * 20.0;
    let side = |a: DVec3, b: DVec3| ((a + b).normalize(), (a + b).normalize().dot(a));
    let planes = [side(e, n), side(n, w), side(w, s), side(s, e), (DVec3::Z, 20.0), (DVec3::NEG_Z, 0.0)];
    let wall = |a: DVec3, b: DVec3| vec![a, b, b + up, a + up];
    let top = [e, n, w, s].map(|corner| corner + up).to_vec();
    let windings = [wall(e, n), wall(n, w), wall(w, s), wall(s, e), top, vec![s, w, n, e]];
    let added = bevels(&BrushShape { planes: &planes, windings: &windings });
    let expected = [(DVec3::NEG_X, 10.0), (DVec3::X, 10.0), (DVec3::NEG_Y, 10.0), (DVec3::Y, 10.0)];
    assert_eq!(added, expected);
}

#[test]
fn every_bevel_supports_the_brush_and_none_repeats() {
    // A skewed tetrahedron: nothing axial, every edge slants.
    let corners = [
        DVec3::new(1.0, 2.0, 3.0),
        DVec3::new(40.0, 7.0, -5.0),
        DVec3::new(11.0, 50.0, 2.0),
        DVec3::new(8.0, 9.0, 60.0),
    ];
    let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    let windings: Vec<Vec<DVec3>> = faces.iter().map(|face| face.map(|index| corners[index]).to_vec()).collect();
    let middle = corners.iter().sum::<DVec3>() / 4.0;
    let planes: Vec<(DVec3, f64)> = windings
        .iter()
        .map(|face| {
            let normal = (face[1] - face[0]).cross(face[2] - face[0]).normalize();
            let normal = if normal.dot(middle - face[0]) > 0.0 { -normal } else { normal };
            (normal, normal.dot(face[0]))
        })
        .collect();
    let added = bevels(&BrushShape { planes: &planes, windings: &windings });
    assert!(added.len() >= 6 + 6, "{added:?}");
    let all: Vec<_> = planes.iter().chain(&added).collect();
    for (index, &&(normal, dist)) in all.iter().enumerate() {
        assert!((normal.length() - 1.0).abs() < 1e-12);
        let reach = corners.iter().map(|corner| normal.dot(*corner)).fold(f64::MIN, f64::max);
        assert!((reach - dist).abs() < 1e-9, "{normal} {dist} {reach}");
        for &&(other, other_dist) in &all[..index] {
            let same =
                (normal - other).abs().max_element() < NORMAL_EPSILON && (dist - other_dist).abs() < DIST_EPSILON;
            assert!(!same, "{normal} {dist} twice");
        }
    }
}
