//! Convex pieces of floor as corners in floating point: what meshes leave of them, and pieces put together again.
//!
//! Floors of brushes are cut exactly while they are windings. A mesh's triangles lie on no planes of the map, so what has
//! to do with those is cut here, and a floor's corners are rounded a little earlier than they would be anyway.

use kerosene_math::{DVec2, DVec3};

/// Parts with less area than this, in square units, are none.
const SLIVER: f64 = 1e-3;
/// Corners nearer to each other than this are the same, and nearer to a plane lie on it, in units.
const NEAR: f64 = 0.01;
/// Sine of the greatest angle between two edges that run straight on.
const STRAIGHT: f64 = 1e-6;

/// A convex polygon of a floor.
#[derive(Debug, Clone)]
pub(super) struct Outline {
    /// Clockwise from above.
    pub(super) points: Vec<DVec3>,
    /// Unit normal, upward.
    pub(super) normal: DVec3,
    /// Where the plane is along it.
    pub(super) dist: f64,
}

/// What is behind lines in plan: each has its normal outward and its distance along that. Convex.
pub(super) type Plot = Vec<(DVec2, f64)>;

impl Outline {
    fn with(&self, points: Vec<DVec3>) -> Self {
        Self { points, ..*self }
    }

    pub(super) fn area(&self) -> f64 {
        let fan = self.points.windows(2).map(|pair| (pair[0] - self.points[0]).cross(pair[1] - self.points[0]));
        fan.sum::<DVec3>().length() * 0.5
    }

    /// How high a point is over the plane, straight up.
    pub(super) fn height(&self, point: DVec3) -> f64 {
        (self.normal.dot(point) - self.dist) / self.normal.z
    }

    /// The convex parts in front of any of `half_spaces`, which together hold what is behind all of them; `None` where no
    /// part of the polygon is behind all.
    pub(super) fn outside(&self, half_spaces: impl Iterator<Item = (DVec3, f64)>) -> Option<Vec<Self>> {
        let (mut inside, mut outside) = (self.clone(), Vec::new());
        for (normal, dist) in half_spaces {
            let [front, back] = inside.parted(normal, dist);
            outside.extend(front);
            inside = back?;
        }
        Some(outside)
    }

    /// As [`Outline::outside`], of what is behind the lines of a plot.
    pub(super) fn beside(&self, plot: &Plot) -> Option<Vec<Self>> {
        self.outside(plot.iter().map(|&(normal, dist)| (normal.extend(0.0), dist)))
    }

    /// The parts in front of and behind a plane, where they have an area and do not lie on it.
    pub(super) fn parted(&self, normal: DVec3, dist: f64) -> [Option<Self>; 2] {
        let part = |side: f64| {
            let distance = |point: DVec3| side * (normal.dot(point) - dist);
            let reaches = self.points.iter().any(|&point| distance(point) > NEAR);
            reaches.then(|| self.with(clip(&self.points, distance))).filter(|part| part.area() >= SLIVER)
        };
        [part(1.0), part(-1.0)]
    }

    /// The union of two polygons of one plane that share a whole edge, where it is convex.
    pub(super) fn joined(&self, other: &Self) -> Option<Self> {
        let on_plane = |point: &DVec3| (self.normal.dot(*point) - self.dist).abs() < NEAR;
        if self.normal.dot(other.normal) < 1.0 - NEAR || !other.points.iter().all(on_plane) {
            return None;
        }
        let (i, j) = self.shared_edge(other)?;
        let (count, others) = (self.points.len(), other.points.len());
        // From the end of the shared edge all round the first, then all round the second, both joints once.
        let own = (1..=count).map(|step| self.points[(i + step) % count]);
        let theirs = (2..others).map(|step| other.points[(j + step) % others]);
        let ring: Vec<DVec3> = own.chain(theirs).collect();
        without_straight_corners(&ring).map(|points| self.with(points))
    }

    /// An edge that `other` has the other way round.
    fn shared_edge(&self, other: &Self) -> Option<(usize, usize)> {
        let same = |a: DVec3, b: DVec3| (a - b).abs().max_element() < NEAR;
        let end = |points: &[DVec3], edge: usize| points[(edge + 1) % points.len()];
        let pairs = (0..self.points.len()).flat_map(|i| (0..other.points.len()).map(move |j| (i, j)));
        pairs
            .into_iter()
            .find(|&(i, j)| same(self.points[i], end(&other.points, j)) && same(end(&self.points, i), other.points[j]))
    }
}

/// The part of a convex polygon where `distance` is not negative (Sutherland and Hodgman 1974).
pub(super) fn clip(points: &[DVec3], distance: impl Fn(DVec3) -> f64) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(points.len() + 1);
    for (&from, &to) in points.iter().zip(points.iter().cycle().skip(1)) {
        let (start, end) = (distance(from), distance(to));
        if start >= 0.0 {
            kept.push(from);
        }
        if (start > 0.0 && end < 0.0) || (start < 0.0 && end > 0.0) {
            kept.push(from + (to - from) * (start / (start - end)));
        }
    }
    kept
}

/// The corners where a clockwise ring turns; `None` where it turns the wrong way.
fn without_straight_corners(ring: &[DVec3]) -> Option<Vec<DVec3>> {
    let mut corners = Vec::with_capacity(ring.len());
    for (place, &at) in ring.iter().enumerate() {
        let arms = [at - ring[(place + ring.len() - 1) % ring.len()], ring[(place + 1) % ring.len()] - at];
        let [before, after] = arms.map(DVec3::truncate);
        let turn = before.perp_dot(after);
        let straight = STRAIGHT * before.length() * after.length();
        if turn > straight {
            return None;
        }
        if turn < -straight {
            corners.push(at);
        }
    }
    (corners.len() >= 3).then_some(corners)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn rectangle(min: [f64; 2], max: [f64; 2]) -> Outline {
        let corners = [(min[0], min[1]), (min[0], max[1]), (max[0], max[1]), (max[0], min[1])];
        let points = corners.map(|(x, y)| DVec3::new(x, y, 0.0)).to_vec();
        Outline { points, normal: DVec3::Z, dist: 0.0 }
    }

    #[test]
    fn what_is_beside_a_plot_has_the_rest_of_the_area() {
        let floor = rectangle([0.0, 0.0], [64.0, 64.0]);
        let plot: Plot = vec![(DVec2::X, 32.0), (-DVec2::X, -16.0), (DVec2::Y, 48.0), (-DVec2::Y, -40.0)];
        let parts = floor.beside(&plot).unwrap();
        assert_eq!(parts.iter().map(Outline::area).sum::<f64>(), 64.0 * 64.0 - 16.0 * 8.0);
        assert!(rectangle([0.0, 0.0], [8.0, 8.0]).beside(&plot).is_none());
        assert!(rectangle([20.0, 42.0], [24.0, 44.0]).beside(&plot).unwrap().is_empty());
    }

    #[test]
    fn neighbours_join_where_the_whole_is_convex() {
        let (left, right) = (rectangle([0.0, 0.0], [32.0, 16.0]), rectangle([32.0, 0.0], [48.0, 16.0]));
        let whole = left.joined(&right).unwrap();
        assert_eq!((whole.points.len(), whole.area()), (4, 48.0 * 16.0));
        assert!(left.joined(&rectangle([32.0, 0.0], [48.0, 8.0])).is_none(), "no whole edge");
        let mut corner = rectangle([32.0, 0.0], [48.0, 16.0]);
        corner.points[2] = DVec3::new(48.0, 32.0, 0.0);
        assert!(left.joined(&corner).is_none(), "a reflex corner");
    }
}
