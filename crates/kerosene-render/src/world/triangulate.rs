//! Polygons as triangles.

use kerosene_math::Vec3;
use smallvec::SmallVec;

/// What of a polygon's area must be left for it not to be a line.
const LEFT: f32 = 1e-5;

/// The triangles of a convex polygon, in its own direction, as numbers of its corners; `emit` is given each.
///
/// Faces have corners in the middle of straight edges, where a neighbour's corner meets them. A fan leaves such a corner
/// to a triangle of no area, and the edge beside it is then drawn without the corner: a crack of single pixels. So
/// ears are cut that have an area, the plumpest first.
pub(super) fn triangulate(corners: &[Vec3], mut emit: impl FnMut([u32; 3])) {
    let mut left: SmallVec<[u32; 32]> = (0..corners.len() as u32).collect();
    let area = |[a, b, c]: [u32; 3]| {
        let [a, b, c] = [a, b, c].map(|corner| corners[corner as usize]);
        (b - a).cross(c - a).length()
    };
    let total: f32 = (2..corners.len() as u32).map(|corner| area([0, corner - 1, corner])).sum();
    let mut remaining = total;
    while left.len() > 3 {
        let ears = (0..left.len()).map(|at| (at, ear(&left, at)));
        let plump = |triangle: [u32; 3]| {
            let cut = area(triangle);
            let ends = [triangle[0], triangle[2]].map(|corner| corners[corner as usize]);
            if remaining - cut <= total * LEFT { -1.0 } else { cut / (ends[0].distance_squared(ends[1]) + 1e-6) }
        };
        let best = ears.map(|(at, triangle)| (at, triangle, plump(triangle))).max_by(|a, b| a.2.total_cmp(&b.2));
        let Some((at, triangle, _)) = best else { return };
        remaining -= area(triangle);
        left.remove(at);
        emit(triangle);
    }
    if let [a, b, c] = left[..] {
        emit([a, b, c]);
    }
}

/// The triangle that goes with the corner at a place of what is left.
fn ear(left: &[u32], at: usize) -> [u32; 3] {
    let count = left.len();
    [left[(at + count - 1) % count], left[at], left[(at + 1) % count]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangles(corners: &[Vec3]) -> Vec<[Vec3; 3]> {
        let mut found = Vec::new();
        triangulate(corners, |triangle| found.push(triangle.map(|corner| corners[corner as usize])));
        found
    }

    fn area([a, b, c]: [Vec3; 3]) -> f32 {
        (b - a).cross(c - a).z * 0.5
    }

    #[test]
    fn corners_on_straight_edges_get_triangles_with_an_area() {
        let corners =
            [(0.0, 0.0), (32.0, 0.0), (64.0, 0.0), (64.0, 64.0), (40.0, 64.0), (8.0, 64.0), (0.0, 64.0), (0.0, 8.0)];
        let corners = corners.map(|(x, y)| Vec3::new(x, y, 0.0));
        let triangles = triangles(&corners);
        assert_eq!(triangles.len(), corners.len() - 2);
        assert!(triangles.iter().all(|triangle| area(*triangle) > 1.0), "{triangles:?}");
        assert_eq!(triangles.into_iter().map(area).sum::<f32>(), 64.0 * 64.0);
    }

    #[test]
    fn a_triangle_with_a_corner_on_one_edge_is_not_cut_to_a_line() {
        let corners = [(0.0, 0.0), (30.0, 0.0), (64.0, 0.0), (0.0, 64.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
        assert!(triangles(&corners).into_iter().all(|triangle| area(triangle) > 1.0));
    }

    #[test]
    fn what_is_no_polygon_gives_nothing() {
        assert!(triangles(&[]).is_empty() && triangles(&[Vec3::ZERO, Vec3::X]).is_empty());
        assert_eq!(triangles(&[Vec3::ZERO; 5]).len(), 3);
    }
}
