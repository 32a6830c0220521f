//! Patches against closed forms, against their own surface, and against their neighbours.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::{ControlPoint, Patch, PatchMesh, TooManyVertices, curve, tessellate};
use kerosene_math::{DVec2, DVec3};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const NO_LIMIT: usize = usize::MAX;

/// A patch of these positions, row by row; texture coordinates count columns and rows.
fn patch(width: usize, positions: &[DVec3]) -> Patch {
    let texture = |index: usize| DVec2::new((index % width) as f64, (index / width) as f64);
    let point = |(index, position): (usize, &DVec3)| ControlPoint { position: *position, texture: texture(index) };
    Patch { width, points: positions.iter().enumerate().map(point).collect() }
}

/// The arc from +x to +y of a tube along z, seen from outside.
fn quarter_tube(radius: f64, height: f64) -> Patch {
    let arc = [DVec3::X, DVec3::X + DVec3::Y, DVec3::Y].map(|point| point * radius);
    let rows = [0.0, height / 2.0, height].map(|z| arc.map(|point| point + DVec3::Z * z));
    patch(3, &rows.concat())
}

/// The point of the whole patch at parameters that count cells.
fn surface(patch: &Patch, u: f64, v: f64) -> DVec3 {
    let [columns, rows] = patch.cells();
    let (column, row) = ((u as u32).min(columns - 1), (v as u32).min(rows - 1));
    let points = patch.cell(column, row).points.map(|row| row.map(|point| point.position));
    curve::point(points.map(|row| curve::point(row, u - f64::from(column))), v - f64::from(row))
}

fn distance_to_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let to_segment = |from: DVec3, to: DVec3| {
        let along = to - from;
        let t = ((point - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        point.distance(from + along * t)
    };
    let rim = to_segment(a, b).min(to_segment(b, c)).min(to_segment(c, a));
    let normal = (a - b).cross(c - b);
    let inside = [(a, b), (b, c), (c, a)].iter().all(|(from, to)| normal.cross(*to - *from).dot(point - *from) <= 0.0)
        || [(a, b), (b, c), (c, a)].iter().all(|(from, to)| normal.cross(*to - *from).dot(point - *from) >= 0.0);
    if inside { rim.min((point - a).dot(normal.normalize_or_zero()).abs()) } else { rim }
}

fn corners(mesh: &PatchMesh, triangle: [u32; 3]) -> [DVec3; 3] {
    triangle.map(|index| mesh.positions[index as usize])
}

/// The furthest that any of a grid of surface points is from the mesh.
fn furthest(patch: &Patch, mesh: &PatchMesh, samples: u32) -> f64 {
    let [columns, rows] = patch.cells();
    let mut furthest: f64 = 0.0;
    for i in 0..=columns * samples {
        for j in 0..=rows * samples {
            let point = surface(patch, f64::from(i) / f64::from(samples), f64::from(j) / f64::from(samples));
            let distances = mesh.triangles.iter().map(|triangle| distance_to_triangle(point, corners(mesh, *triangle)));
            furthest = furthest.max(distances.fold(f64::INFINITY, f64::min));
        }
    }
    furthest
}

fn bits(position: DVec3) -> [u64; 3] {
    position.to_array().map(|value| (value + 0.0).to_bits())
}

/// Edges, by vertex, that only one triangle has: the rim.
fn rim(mesh: &PatchMesh) -> BTreeSet<[u32; 2]> {
    let mut edges = BTreeSet::new();
    for triangle in &mesh.triangles {
        for edge in 0..3 {
            let (from, to) = (triangle[edge], triangle[(edge + 1) % 3]);
            if !edges.remove(&[to, from]) {
                assert!(edges.insert([from, to]), "an edge is used twice in one direction");
            }
        }
    }
    edges
}

#[test]
fn a_quarter_tube_lies_on_its_parabola_and_is_cut_as_coarsely_as_the_tolerance_allows() {
    let radius = 64.0;
    let tube = quarter_tube(radius, 128.0);
    for tolerance in [8.0, 2.0, 1.0, 0.25, 1.0 / 64.0] {
        let mesh = tessellate(&tube, tolerance, NO_LIMIT).unwrap();
        for (position, normal) in mesh.positions.iter().zip(&mesh.normals) {
            // (R, 0), (R, R), (0, R) is the curve sqrt(1 - x/R) + sqrt(1 - y/R) = 1.
            let sum = (1.0 - position.x / radius).sqrt() + (1.0 - position.y / radius).sqrt();
            assert!((sum - 1.0).abs() < 1e-7, "{position}");
            let gradient = DVec3::new((1.0 - position.y / radius).sqrt(), (1.0 - position.x / radius).sqrt(), 0.0);
            assert!(normal.distance(gradient.normalize()) < 1e-6, "{position} {normal} {gradient}");
        }
        let pieces = mesh.triangles.len() / 2;
        let bend = radius * 2.0_f64.sqrt();
        let deviation = |pieces: usize| bend / (4.0 * (pieces * pieces) as f64);
        assert!(deviation(pieces) <= tolerance && pieces.is_power_of_two());
        assert!(pieces == 1 || deviation(pieces / 2) * 4.0 / 3.0 > tolerance, "{pieces} at {tolerance}");
        assert!(furthest(&tube, &mesh, 37) <= tolerance);
        for triangle in &mesh.triangles {
            let [a, b, c] = corners(&mesh, *triangle);
            assert!((a - b).cross(c - b).dot(a.with_z(0.0) + c.with_z(0.0)) > 0.0, "faces outward");
        }
    }
}

#[test]
fn a_flat_patch_is_two_triangles_a_cell_and_keeps_its_texture() {
    let positions: Vec<DVec3> =
        (0..15).map(|i| DVec3::new(f64::from(i % 5) * 32.0, f64::from(i / 5) * 64.0, 8.0)).collect();
    let flat = patch(5, &positions);
    let mesh = tessellate(&flat, 1.0, NO_LIMIT).unwrap();
    assert_eq!((mesh.triangles.len(), mesh.positions.len()), (4, 6));
    assert!(mesh.normals.iter().all(|normal| *normal == DVec3::Z));
    for (position, texture) in mesh.positions.iter().zip(&mesh.textures) {
        assert_eq!(*texture, DVec2::new(position.x / 32.0, position.y / 64.0));
    }
}

/// An arch above a straight line: the rims want 1 and many pieces.
#[test]
fn a_straight_rim_opposite_a_curved_one_stays_whole_and_the_surface_between_is_near() {
    let arch = [DVec3::ZERO, DVec3::new(64.0, 128.0, 0.0), DVec3::new(128.0, 0.0, 0.0)];
    let line =
        [DVec3::ZERO, DVec3::new(64.0, 0.0, 0.0), DVec3::new(128.0, 0.0, 0.0)].map(|point| point + DVec3::Z * 64.0);
    let middle: Vec<DVec3> = (0..3).map(|i| (arch[i] + line[i]) / 2.0).collect();
    let loft = patch(3, &[arch.to_vec(), middle, line.to_vec()].concat());
    for tolerance in [4.0, 1.0, 0.25] {
        let mesh = tessellate(&loft, tolerance, NO_LIMIT).unwrap();
        let on_line = mesh.positions.iter().filter(|position| position.z == 64.0).count();
        assert_eq!(on_line, 2);
        assert!(furthest(&loft, &mesh, 33) <= tolerance);
        assert!(mesh.triangles.len() < 40_000);
        rim(&mesh);
    }
}

/// A cone's tip, and a patch that is a line or a point.
#[test]
fn what_is_pinched_has_no_empty_triangles() {
    let base = [DVec3::X, DVec3::X + DVec3::Y, DVec3::Y].map(|point| point * 64.0);
    let tip = DVec3::Z * 128.0;
    let half = base.map(|point| (point + tip) / 2.0);
    let cone = patch(3, &[base.to_vec(), half.to_vec(), vec![tip; 3]].concat());
    let mesh = tessellate(&cone, 1.0, NO_LIMIT).unwrap();
    assert!(furthest(&cone, &mesh, 33) <= 1.0);
    assert!(mesh.triangles.iter().all(|triangle| {
        let [a, b, c] = corners(&mesh, *triangle);
        (a - b).cross(c - b) != DVec3::ZERO
    }));
    assert!(mesh.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-12));
    for flat in [vec![DVec3::ONE; 9], (0..9).map(|i| DVec3::X * f64::from(i)).collect()] {
        assert_eq!(tessellate(&patch(3, &flat), 1.0, NO_LIMIT).unwrap().triangles, Vec::<[u32; 3]>::new());
    }
}

#[test]
fn a_huge_patch_is_cut_as_finely_as_can_be_and_says_so() {
    let tube = quarter_tube(1e6, 10.0);
    let mesh = tessellate(&tube, 1e-3, NO_LIMIT).unwrap();
    assert!(!mesh.within_tolerance);
    assert_eq!(mesh.triangles.len(), 2 * 128);
    assert_eq!(tessellate(&tube, 1e-3, 100), Err(TooManyVertices));
}

fn any_patch() -> impl Strategy<Value = Patch> {
    let coordinate = prop_oneof![(-512_i32..512).prop_map(f64::from), -512.0_f64..512.0, Just(0.0)];
    let point = [coordinate.clone(), coordinate.clone(), coordinate].prop_map(DVec3::from_array);
    (prop_oneof![Just(3_usize), Just(5)], prop_oneof![Just(3_usize), Just(5)]).prop_flat_map(move |(width, height)| {
        proptest::collection::vec(point.clone(), width * height).prop_map(move |points| patch(width, &points))
    })
}

/// The patch on the other side of the last row: it begins with that row, mirrored or not.
fn neighbour(of: &Patch, rest: &[DVec3], mirrored: bool) -> Patch {
    let mut first: Vec<DVec3> = of.points[of.points.len() - of.width..].iter().map(|point| point.position).collect();
    if mirrored {
        first.reverse();
    }
    let rest = rest.iter().cycle().take(of.width * 2).copied();
    patch(of.width, &first.into_iter().chain(rest).collect::<Vec<_>>())
}

/// Vertices of the first or last row, by their texture coordinate down the patch.
fn row(mesh: &PatchMesh, v: f64) -> BTreeMap<[u64; 3], u32> {
    let vertices = mesh.positions.iter().zip(&mesh.textures).filter(|(_, texture)| texture.y == v);
    let mut row = BTreeMap::new();
    vertices.for_each(|(position, _)| *row.entry(bits(*position)).or_default() += 1);
    row
}

/// Whether each curve of control points, along rows and columns, bends: no three of them lie on a line.
fn is_generic(patch: &Patch) -> bool {
    let [width, height] = [patch.width, patch.points.len() / patch.width];
    let at = |row: usize, column: usize| patch.points[row * width + column].position;
    let bends = |a: DVec3, b: DVec3, c: DVec3| (a - b).cross(c - b).length() > 1.0;
    let rows = (0..height).all(|row| (2..width).all(|end| bends(at(row, end - 2), at(row, end - 1), at(row, end))));
    rows && (0..width)
        .all(|column| (2..height).all(|end| bends(at(end - 2, column), at(end - 1, column), at(end, column))))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_patch_is_within_the_tolerance_and_has_no_crack_inside(patch in any_patch(), tolerance in 4.0_f64..64.0) {
        let mesh = tessellate(&patch, tolerance, NO_LIMIT).unwrap();
        prop_assert!(mesh.within_tolerance);
        prop_assert!(furthest(&patch, &mesh, 7) <= tolerance * (1.0 + 1e-9));
        // Where control points lie on a line, triangles without an area are left out: a rim there closes on itself.
        prop_assume!(is_generic(&patch));
        let [columns, rows] = patch.cells().map(|count| f64::from(count) * 2.0);
        for vertex in rim(&mesh).into_iter().flatten() {
            let texture = mesh.textures[vertex as usize];
            prop_assert!([0.0, columns].contains(&texture.x) || [0.0, rows].contains(&texture.y), "{texture}");
        }
    }

    #[test]
    fn neighbours_have_the_same_vertices_on_their_common_rim(
        patch in any_patch(),
        rest in any_patch(),
        tolerance in 0.5_f64..64.0,
        mirrored in any::<bool>(),
    ) {
        let rest: Vec<DVec3> = rest.points.iter().map(|point| point.position).collect();
        let other = neighbour(&patch, &rest, mirrored);
        // Where a rim lies on a line, faces without area may take vertices of it with them.
        let rim: Vec<DVec3> = patch.points[patch.points.len() - patch.width..].iter().map(|point| point.position).collect();
        prop_assume!(rim.windows(3).step_by(2).all(|curve| (curve[0] - curve[1]).cross(curve[2] - curve[1]) != DVec3::ZERO));
        let rows = f64::from(patch.cells()[1]) * 2.0;
        let (mesh, other) = (tessellate(&patch, tolerance, NO_LIMIT).unwrap(), tessellate(&other, tolerance, NO_LIMIT).unwrap());
        prop_assert_eq!(row(&mesh, rows), row(&other, 0.0));
    }
}
