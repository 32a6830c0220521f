//! How far a point is from a triangle.

use kerosene_math::DVec3;

/// The distance of a point to the nearest point of a triangle (Ericson, *Real-Time Collision Detection*, 2005, 5.1.5).
pub(crate) fn to_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let normal = ab.cross(ac);
    let area = normal.length_squared();
    if area > 0.0 {
        // Barycentric coordinates of the point's foot on the plane.
        let v = ap.cross(ac).dot(normal) / area;
        let w = ab.cross(ap).dot(normal) / area;
        if v >= 0.0 && w >= 0.0 && v + w <= 1.0 {
            return ap.dot(normal).abs() / area.sqrt();
        }
    }
    to_segment(point, a, b).min(to_segment(point, b, c)).min(to_segment(point, c, a))
}

fn to_segment(point: DVec3, start: DVec3, end: DVec3) -> f64 {
    let along = end - start;
    let length = along.length_squared();
    let at = if length > 0.0 { ((point - start).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    point.distance(start + along * at)
}

#[cfg(test)]
mod tests {
    use super::to_triangle;
    use kerosene_math::DVec3;

    #[test]
    fn the_nearest_point_is_inside_on_an_edge_or_a_corner() {
        let triangle = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
        for (x, y, z, distance) in [
            (1.0, 1.0, 3.0, 3.0),
            (1.0, -2.0, 0.0, 2.0),
            (-3.0, -4.0, 0.0, 5.0),
            (7.0, 0.0, 4.0, 5.0),
            (4.0, 4.0, 0.0, 8.0_f64.sqrt()),
            (0.0, 0.0, 0.0, 0.0),
        ] {
            let found = to_triangle(DVec3::new(x, y, z), triangle);
            assert!((found - distance).abs() < 1e-12, "{found} instead of {distance}");
        }
        assert_eq!(to_triangle(DVec3::new(3.0, 4.0, 0.0), [DVec3::ZERO; 3]), 5.0);
    }
}
