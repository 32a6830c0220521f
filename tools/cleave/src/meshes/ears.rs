//! Polygons into triangles.

use kerosene_math::{DVec2, DVec3};

/// Most corners of a polygon: clipping ears takes time with their cube at worst.
pub(crate) const MAX_CORNERS: usize = 256;

/// A polygon in triangles.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Triangulation {
    /// Corners by their place in the polygon, in its own direction.
    pub(crate) triangles: Vec<[usize; 3]>,
    /// Unit normal towards the side that the polygon is clockwise from.
    pub(crate) normal: DVec3,
    /// Whether the polygon crosses itself, so that the triangles are a guess.
    pub(crate) crosses: bool,
}

/// Cuts a polygon into triangles; `None` where it has no area.
///
/// Corners on the straight line between their neighbours become corners of triangles all the same, as long as others
/// are left to cut first: a neighbour may have a corner there.
pub(crate) fn triangulate(points: &[DVec3]) -> Option<Triangulation> {
    let newell = newell_normal(points).try_normalize()?;
    let flat = flatten(points, newell);
    let mut ring: Vec<usize> = (0..points.len()).collect();
    ring.dedup_by(|a, b| points[*a] == points[*b]);
    while ring.len() > 1 && points[ring[0]] == points[ring[ring.len() - 1]] {
        ring.pop();
    }
    let mut found = Triangulation { triangles: Vec::new(), normal: -newell, crosses: false };
    while ring.len() >= 3 {
        let place = match ear(&flat, &ring) {
            Some(place) => {
                found.triangles.push(around(&ring, place));
                place
            }
            // No area is lost with a corner on a straight line, but whoever has no ears besides crosses himself.
            None => straight(&flat, &ring).unwrap_or_else(|| {
                found.crosses = true;
                found.triangles.push(around(&ring, 1));
                1
            }),
        };
        ring.remove(place);
    }
    Some(found)
}

/// Normal of a polygon, with twice its area as length, towards the side that it runs counter-clockwise seen from
/// (Newell; Sutherland, Sproull and Schumacker, 1974).
fn newell_normal(points: &[DVec3]) -> DVec3 {
    let first = points.first().copied().unwrap_or_default();
    points.windows(2).map(|pair| (pair[0] - first).cross(pair[1] - first)).sum()
}

/// The polygon along its normal's greatest axis, counter-clockwise.
fn flatten(points: &[DVec3], normal: DVec3) -> Vec<DVec2> {
    let size = normal.abs();
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { usize::from(size.z > size.y) + 1 };
    let turned = normal[axis] < 0.0;
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let (u, v) = if turned { (v, u) } else { (u, v) };
    points.iter().map(|point| DVec2::new(point[u], point[v])).collect()
}

fn around(ring: &[usize], place: usize) -> [usize; 3] {
    let count = ring.len();
    [ring[(place + count - 1) % count], ring[place], ring[(place + 1) % count]]
}

/// Twice the area of a triangle, positive where it turns left.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// The first ear, from the second corner on: a triangle of three neighbours that turns left and holds no other corner.
fn ear(flat: &[DVec2], ring: &[usize]) -> Option<usize> {
    let is_ear = |&place: &usize| {
        let [a, b, c] = around(ring, place).map(|corner| flat[corner]);
        let holds = |point: DVec2| {
            ![a, b, c].contains(&point)
                && turn(a, b, point) >= 0.0
                && turn(b, c, point) >= 0.0
                && turn(c, a, point) >= 0.0
        };
        turn(a, b, c) > 0.0 && !ring.iter().any(|&corner| holds(flat[corner]))
    };
    (1..ring.len()).chain([0]).find(is_ear)
}

/// A corner on the line through its neighbours.
fn straight(flat: &[DVec2], ring: &[usize]) -> Option<usize> {
    (0..ring.len()).find(|&place| {
        let [a, b, c] = around(ring, place).map(|corner| flat[corner]);
        turn(a, b, c) == 0.0
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use proptest::prelude::*;

    fn polygon(points: &[(f64, f64)]) -> Vec<DVec3> {
        points.iter().map(|&(x, y)| DVec3::new(x, y, 7.0)).collect()
    }

    fn area(points: &[DVec3], triangles: &[[usize; 3]]) -> f64 {
        triangles.iter().map(|corners| newell_normal(&corners.map(|corner| points[corner])).length() / 2.0).sum()
    }

    #[test]
    fn a_convex_polygon_becomes_a_fan() {
        let square = polygon(&[(0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0)]);
        let found = triangulate(&square).unwrap();
        assert_eq!(found.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!((found.normal, found.crosses), (DVec3::Z, false));
    }

    #[test]
    fn a_concave_polygon_is_covered_once() {
        // An arrow head, the corner to clip first pointing inward.
        let arrow = polygon(&[(0.0, 0.0), (2.0, 1.0), (0.0, 8.0), (8.0, 0.0)]);
        let found = triangulate(&arrow).unwrap();
        assert!(!found.crosses);
        assert_eq!(area(&arrow, &found.triangles), newell_normal(&arrow).length() / 2.0);
    }

    #[test]
    fn corners_on_straight_edges_stay_corners() {
        let square = polygon(&[(0.0, 0.0), (0.0, 4.0), (2.0, 4.0), (4.0, 4.0), (4.0, 0.0), (2.0, 0.0)]);
        let found = triangulate(&square).unwrap();
        let used = |corner: usize| found.triangles.iter().flatten().any(|&used| used == corner);
        assert!((0..6).all(used), "{found:?}");
        assert_eq!(area(&square, &found.triangles), 16.0);
    }

    #[test]
    fn what_has_no_area_has_no_triangles() {
        assert_eq!(triangulate(&polygon(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)])), None);
        assert_eq!(triangulate(&[]), None);
        assert_eq!(triangulate(&[DVec3::ONE; 5]), None);
    }

    #[test]
    fn a_polygon_that_crosses_itself_is_told_of() {
        let bow = polygon(&[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (-1.0, 5.0)]);
        assert!(triangulate(&bow).unwrap().crosses || area(&bow, &triangulate(&bow).unwrap().triangles) > 0.0);
        let star: Vec<(f64, f64)> = vec![(0.0, 10.0), (6.0, -8.0), (-9.5, 3.0), (9.5, 3.0), (-6.0, -8.0)];
        assert!(triangulate(&polygon(&star)).unwrap().crosses);
    }

    proptest! {
        /// Polygons around a middle: simple, of any concavity, in any plane, bent out of it.
        #[test]
        fn star_shaped_polygons_are_covered_once(
            radii in proptest::collection::vec(1.0f64..100.0, 3..24),
            plane in 0..3usize,
            flipped in any::<bool>(),
            bend in -0.5f64..0.5,
        ) {
            let count = radii.len();
            let at = |(step, radius): (usize, &f64)| {
                let (sine, cosine) = kerosene_math::deterministic::sin_cos_degrees(step as f64 * 360.0 / count as f64);
                let (x, y) = (radius * cosine, radius * sine);
                let mut point = DVec3::ZERO;
                (point[(plane + 1) % 3], point[(plane + 2) % 3], point[plane]) = (x, y, x * bend);
                point
            };
            let mut points: Vec<DVec3> = radii.iter().enumerate().map(at).collect();
            if flipped {
                points.reverse();
            }
            let found = triangulate(&points).unwrap();
            prop_assert!(!found.crosses);
            prop_assert_eq!(found.triangles.len(), count - 2);
            let whole = newell_normal(&points).length() / 2.0;
            prop_assert!((area(&points, &found.triangles) - whole).abs() < 1e-9 * whole);
            for corners in &found.triangles {
                prop_assert!(newell_normal(&corners.map(|corner| points[corner])).dot(found.normal) < 0.0);
            }
        }
    }
}
