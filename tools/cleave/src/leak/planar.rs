//! Plane geometry of openings: frames, hulls, the tightest rectangle, nearest points.

use kerosene_math::{DVec2, DVec3};

/// A plane with axes; `u` is level where that is possible, and `u`, `v` and `normal` turn right-handed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    pub(super) origin: DVec3,
    pub(super) u: DVec3,
    pub(super) v: DVec3,
    pub(super) normal: DVec3,
}

impl Frame {
    pub(super) fn new(origin: DVec3, normal: DVec3) -> Self {
        let level = DVec3::Z.cross(normal);
        let u = if level.length() < 1e-3 { DVec3::X } else { level };
        // For a nearly level plane X is not quite in it; for an axial one all of this is exact.
        let u = (u - normal * u.dot(normal)).normalize();
        Self { origin, u, v: normal.cross(u), normal }
    }

    pub(super) fn project(&self, point: DVec3) -> DVec2 {
        let arm = point - self.origin;
        DVec2::new(arm.dot(self.u), arm.dot(self.v))
    }

    pub(super) fn lift(&self, point: DVec2) -> DVec3 {
        self.origin + self.u * point.x + self.v * point.y
    }
}

/// The convex hull, counter-clockwise, without points in line (Andrew 1979).
pub(super) fn convex_hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull: Vec<DVec2> = Vec::new();
    let forth = points.iter().copied();
    let back = points.iter().rev().skip(1).copied();
    let mut floor = 2;
    for (place, point) in forth.chain(back).enumerate() {
        if place == points.len() {
            floor = hull.len() + 1;
        }
        while hull.len() >= floor {
            let [.., a, b] = hull[..] else { break };
            if (b - a).perp_dot(point - b) > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    hull.pop();
    hull
}

/// Area of a polygon, positive where it is counter-clockwise.
pub(super) fn area(polygon: &[DVec2]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>() * 0.5
}

/// A rectangle in the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rectangle {
    /// Direction of its first side.
    pub(super) along: DVec2,
    /// Extent along and across.
    pub(super) size: DVec2,
    pub(super) center: DVec2,
}

/// The rectangle of least area around a convex hull. One of its sides lies on one of the hull's (Freeman and
/// Shapira 1975).
pub(super) fn tightest_rectangle(hull: &[DVec2]) -> Rectangle {
    let mut best = Rectangle { along: DVec2::X, size: DVec2::INFINITY, center: DVec2::ZERO };
    let directions = hull.iter().zip(hull.iter().cycle().skip(1)).map(|(from, to)| (*to - *from).normalize_or_zero());
    for along in directions.filter(|along| *along != DVec2::ZERO) {
        let turned = hull.iter().map(|point| DVec2::new(point.dot(along), point.dot(along.perp())));
        let (low, high) =
            turned.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
        let size = high - low;
        if size.x * size.y < best.size.x * best.size.y * (1.0 - 1e-9) {
            let middle = (low + high) * 0.5;
            best = Rectangle { along, size, center: along * middle.x + along.perp() * middle.y };
        }
    }
    best
}

/// The point of a convex polygon in space that is nearest to `target`.
pub(super) fn nearest_in_polygon(corners: &[DVec3], normal: DVec3, target: DVec3) -> DVec3 {
    let target = target - normal * (target - corners[0]).dot(normal);
    if contains(corners, normal, target) {
        return target;
    }
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let nearest = edges.map(|(&from, &to)| {
        let along = to - from;
        let share = (target - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
        from + along * share.clamp(0.0, 1.0)
    });
    let distance = |point: &DVec3| point.distance_squared(target);
    nearest.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(corners[0])
}

/// Whether a point on the plane of a convex polygon is within it; the corners may turn either way.
pub(super) fn contains(corners: &[DVec3], normal: DVec3, point: DVec3) -> bool {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let turns = edges.map(|(&from, &to)| (to - from).cross(point - from).dot(normal));
    let (mut left, mut right) = (true, true);
    for turn in turns {
        left &= turn >= -1e-9;
        right &= turn <= 1e-9;
    }
    left || right
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_math::Pcg32;

    fn cloud(random: &mut Pcg32, count: usize) -> Vec<DVec2> {
        let mut number = || f64::from(random.next_u32() % 33) - 16.0;
        (0..count).map(|_| DVec2::new(number(), number())).collect()
    }

    #[test]
    fn a_hull_is_convex_and_holds_all_points() {
        let mut random = Pcg32::new(3, 0);
        for count in 3..60 {
            let points = cloud(&mut random, count);
            let hull = convex_hull(points.clone());
            if hull.len() < 3 {
                continue;
            }
            for (place, &a) in hull.iter().enumerate() {
                let b = hull[(place + 1) % hull.len()];
                assert!(points.iter().all(|&p| (b - a).perp_dot(p - a) >= 0.0), "{points:?}: {hull:?}");
            }
            assert!(area(&hull) > 0.0 && hull.iter().all(|corner| points.contains(corner)));
        }
    }

    #[test]
    fn the_tightest_rectangle_is_no_larger_than_any_turned_one() {
        let mut random = Pcg32::new(4, 0);
        for _ in 0..50 {
            let hull = convex_hull(cloud(&mut random, 12));
            let Rectangle { size, along, center } = tightest_rectangle(&hull);
            for corner in &hull {
                let arm = *corner - center;
                let (x, y) = (arm.dot(along).abs(), arm.dot(along.perp()).abs());
                assert!(x <= size.x * 0.5 + 1e-9 && y <= size.y * 0.5 + 1e-9);
            }
            for step in 0..90 {
                let (sine, cosine) = kerosene_math::deterministic::sin_cos_degrees(f64::from(step));
                let turn = DVec2::new(cosine, sine);
                let extent = |axis: DVec2| {
                    let along = hull.iter().map(|corner| corner.dot(axis));
                    along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
                };
                assert!(size.x * size.y <= extent(turn) * extent(turn.perp()) + 1e-6);
            }
        }
    }
}
