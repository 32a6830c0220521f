//! Convex hulls by quickhull (Barber, Dobkin and Huhdanpaa, *The Quickhull Algorithm for Convex Hulls*, 1996).
//!
//! On which side of a face a point lies is decided exactly, so the hull is convex and closed whatever the points are, and
//! there is no tolerance to choose. Of many points the furthest come first: a hull that may have only so many corners is
//! the best that this order gives, and says how far it leaves the other points outside.

use kerosene_asset::Hull;
use kerosene_math::exact::{ExactPlane, Side};
use kerosene_math::{DVec3, Vec3};
use std::collections::BTreeSet;

/// A face in the making.
struct Face {
    corners: [usize; 3],
    plane: ExactPlane,
    /// Points before it that no other face has.
    outside: Vec<usize>,
}

impl Face {
    /// A face, counter-clockwise as seen from outside. Nothing where its corners are in line.
    fn new(points: &[DVec3], corners: [usize; 3]) -> Option<Self> {
        let [a, b, c] = corners.map(|corner| points[corner]);
        // The plane takes its points clockwise.
        let plane = ExactPlane::from_points([b, a, c]).ok()?;
        Some(Self { corners, plane, outside: Vec::new() })
    }

    fn sees(&self, point: DVec3) -> bool {
        self.plane.side_of_point(point) == Side::Front
    }

    fn distance(&self, point: DVec3) -> f64 {
        self.plane.normal().dot(point) - self.plane.dist()
    }

    /// The furthest of the points outside, with its distance.
    fn furthest(&self, points: &[DVec3]) -> Option<(f64, usize)> {
        let distances = self.outside.iter().map(|point| (self.distance(points[*point]), *point));
        distances.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))
    }
}

/// The convex hull of points, with at most so many corners (4 or more), and how far the furthest of the points lies outside
/// of it, in units. Nothing where all points lie in a plane.
pub(crate) fn convex_hull(points: &[Vec3], most: usize) -> Option<(Hull, f64)> {
    let mut distinct: Vec<Vec3> = points.iter().map(|point| *point + Vec3::ZERO).collect();
    distinct.sort_unstable_by(|one, other| compare(*one, *other));
    distinct.dedup();
    let points: Vec<DVec3> = distinct.iter().map(|point| point.as_dvec3()).collect();
    let mut faces = first_faces(&points)?;
    let all = (0..points.len()).collect();
    hand_out(&points, all, &mut faces);
    let mut corners = 4;
    while corners < most {
        let furthest = faces.iter().filter_map(|face| face.furthest(&points));
        let Some((_, point)) = furthest.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))) else {
            break;
        };
        grow(&points, &mut faces, point);
        corners += 1;
    }
    Some(finished(&points, &distinct, &faces))
}

fn compare(one: Vec3, other: Vec3) -> std::cmp::Ordering {
    one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)).then(one.z.total_cmp(&other.z))
}

/// The faces of a tetrahedron of points that are far from each other.
fn first_faces(points: &[DVec3]) -> Option<Vec<Face>> {
    let furthest = |distance: &dyn Fn(DVec3) -> f64| {
        (0..points.len())
            .max_by(|one, other| distance(points[*one]).total_cmp(&distance(points[*other])).then(other.cmp(one)))
    };
    let a = 0;
    let b = furthest(&|point| point.distance_squared(points[a]))?;
    let along = points[b] - points[a];
    let c = furthest(&|point| along.cross(point - points[a]).length_squared())?;
    let plane = ExactPlane::from_points([points[b], points[a], points[c]]).ok();
    // What rounding says is furthest may be in line all the same: then the first that is not.
    let (plane, c) = plane.map(|plane| (plane, c)).or_else(|| {
        let through = |c: usize| Some((ExactPlane::from_points([points[b], points[a], points[c]]).ok()?, c));
        (0..points.len()).find_map(through)
    })?;
    let off = |d: &usize| plane.side_of_point(points[*d]) != Side::On;
    let distance = |d: usize| (plane.normal().dot(points[d]) - plane.dist()).abs();
    let d = (0..points.len())
        .filter(off)
        .max_by(|one, other| distance(*one).total_cmp(&distance(*other)).then(other.cmp(one)))?;
    let front = plane.side_of_point(points[d]) == Side::Front;
    let (b, c) = if front { (c, b) } else { (b, c) };
    [[a, b, c], [a, c, d], [a, d, b], [b, d, c]].into_iter().map(|corners| Face::new(points, corners)).collect()
}

/// Gives each point to the first face that sees it; the others are inside.
fn hand_out(points: &[DVec3], homeless: Vec<usize>, faces: &mut [Face]) {
    for point in homeless {
        if let Some(face) = faces.iter_mut().find(|face| face.sees(points[point])) {
            face.outside.push(point);
        }
    }
}

/// Takes a point in: the faces that see it go, and their rim is joined to it.
fn grow(points: &[DVec3], faces: &mut Vec<Face>, point: usize) {
    let (seeing, blind): (Vec<_>, Vec<_>) =
        std::mem::take(faces).into_iter().partition(|face| face.sees(points[point]));
    *faces = blind;
    let edges: BTreeSet<_> = seeing.iter().flat_map(|face| edges(face.corners)).collect();
    let rim = edges.iter().filter(|(a, b)| !edges.contains(&(*b, *a)));
    // An edge of the rim is not in line with the point: both its faces would hold the point then, and none see it.
    let mut joined: Vec<_> = rim.filter_map(|(a, b)| Face::new(points, [*a, *b, point])).collect();
    let homeless = seeing.into_iter().flat_map(|face| face.outside).filter(|other| *other != point).collect();
    hand_out(points, homeless, &mut joined);
    faces.append(&mut joined);
}

const fn edges([a, b, c]: [usize; 3]) -> [(usize, usize); 3] {
    [(a, b), (b, c), (c, a)]
}

fn finished(points: &[DVec3], exact: &[Vec3], faces: &[Face]) -> (Hull, f64) {
    let used: BTreeSet<usize> = faces.iter().flat_map(|face| face.corners).collect();
    let used: Vec<usize> = used.into_iter().collect();
    let number = |corner: usize| used.binary_search(&corner).unwrap_or(0) as u8;
    let hull = Hull {
        points: used.iter().map(|corner| exact[*corner]).collect(),
        triangles: faces.iter().map(|face| face.corners.map(number)).collect(),
    };
    let outside = faces.iter().flat_map(|face| &face.outside);
    let beyond = outside.map(|point| {
        let furthest = faces.iter().map(|face| face.distance(points[*point])).max_by(f64::total_cmp);
        furthest.unwrap_or(0.0)
    });
    (hull, beyond.max_by(f64::total_cmp).unwrap_or(0.0).max(0.0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::convex_hull;
    use kerosene_math::{Pcg32, Vec3};

    fn cloud(seed: u64, count: usize, grid: f32) -> Vec<Vec3> {
        let mut random = Pcg32::new(seed, 1);
        let mut number = || ((random.next_u32() >> 8) as f32 / 16_777_216.0 - 0.5) * grid;
        (0..count).map(|_| Vec3::new(number().round(), number().round(), number().round())).collect()
    }

    /// On a coarse grid most faces have more than three points in their plane, and many edges more than two.
    #[test]
    fn a_hull_holds_all_its_points_and_is_closed() {
        for seed in 0..60 {
            let points = cloud(seed, 300, [4.0, 12.0, 1000.0][seed as usize % 3]);
            let (hull, beyond) = convex_hull(&points, 256).unwrap();
            assert_eq!(beyond, 0.0);
            for [a, b, c] in &hull.triangles {
                let [a, b, c] = [*a, *b, *c].map(|corner| hull.points[usize::from(corner)].as_dvec3());
                let normal = (b - a).cross(c - a);
                // Whole numbers below 2^40 in doubles: exact.
                assert!(points.iter().all(|point| normal.dot(point.as_dvec3() - a) <= 0.0));
            }
            assert_eq!(hull.points.len() + hull.triangles.len(), hull.triangles.len() * 3 / 2 + 2, "Euler");
        }
    }

    #[test]
    fn the_hull_of_a_box_is_the_box() {
        let mut points = Vec::new();
        for at in 0..125 {
            points.push(Vec3::new((at % 5) as f32, (at / 5 % 5) as f32, (at / 25) as f32) * 0.1);
        }
        let (hull, _) = convex_hull(&points, 32).unwrap();
        assert_eq!(hull.points.len(), 8);
        assert!((hull.volume() - 0.4 * 0.4 * 0.4).abs() < 1e-6);
    }

    #[test]
    fn few_corners_leave_points_outside_and_say_how_far() {
        let points = cloud(7, 2000, 1000.0);
        let mut before = f64::INFINITY;
        for most in [8, 16, 32, 64] {
            let (hull, beyond) = convex_hull(&points, most).unwrap();
            assert!(hull.points.len() <= most && beyond > 0.0 && beyond < before, "{most} {beyond}");
            let outside = points.iter().map(|point| {
                let planes = hull.triangles.iter().map(|triangle| {
                    let [a, b, c] = triangle.map(|corner| hull.points[usize::from(corner)].as_dvec3());
                    (b - a).cross(c - a).normalize().dot(point.as_dvec3() - a)
                });
                planes.fold(f64::NEG_INFINITY, f64::max)
            });
            let furthest = outside.fold(0.0, f64::max);
            assert!((furthest - beyond).abs() < 1e-6, "{furthest} {beyond}");
            before = beyond;
        }
    }

    #[test]
    fn flat_things_have_no_hull() {
        let flat: Vec<_> = (0..50).map(|at| Vec3::new((at % 7) as f32, (at % 5) as f32, 0.0)).collect();
        assert!(convex_hull(&flat, 32).is_none());
        let line: Vec<_> = (0..50).map(|at| Vec3::splat(at as f32)).collect();
        assert!(convex_hull(&line, 32).is_none());
        assert!(convex_hull(&[Vec3::ONE; 9], 32).is_none() && convex_hull(&[], 32).is_none());
    }
}
