//! The shape of an opening: where it is, how wide, how high, which way out.

use super::cells::Cells;
use super::cut::Cut;
use super::planar::{Frame, contains, convex_hull, tightest_rectangle};
use kerosene_math::{DVec2, DVec3};

/// An opening steeper than this (by the vertical part of its normal) is in a floor or ceiling.
const LEVEL: f64 = 0.7;

/// One convex polygon of an opening.
pub(super) struct Polygon {
    pub(super) corners: Vec<DVec3>,
    /// The way out, of unit length.
    pub(super) outward: DVec3,
    /// Index of its plane, of the pair the lower.
    pub(super) plane: u32,
    pub(super) area: f64,
}

/// An opening.
pub(super) struct Shape {
    pub(super) polygons: Vec<Polygon>,
    /// A point within one of the polygons.
    pub(super) center: DVec3,
    pub(super) normal: DVec3,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) area: f64,
}

impl Shape {
    pub(super) fn of(cells: &Cells<'_>, cut: &Cut, group: &[u32]) -> Self {
        let polygons: Vec<Polygon> = group.iter().map(|&portal| polygon(cells, cut, portal)).collect();
        let (normal, area) = facing(&polygons);
        let frame = Frame::new(polygons[0].corners[0], normal);
        let flat = polygons.iter().flat_map(|polygon| polygon.corners.iter().map(|&corner| frame.project(corner)));
        let rectangle = tightest_rectangle(&convex_hull(flat.collect()));
        let size = rectangle.size;
        // The second axis of the frame is the steep one.
        let (level, steep) =
            if rectangle.along.x.abs() >= rectangle.along.y.abs() { (size.x, size.y) } else { (size.y, size.x) };
        let (width, height) =
            if normal.z.abs() > LEVEL { (size.min_element(), size.max_element()) } else { (level, steep) };
        let center = center(&polygons, &frame, rectangle.center);
        Self { polygons, center, normal, width, height, area }
    }
}

fn polygon(cells: &Cells<'_>, cut: &Cut, index: u32) -> Polygon {
    let winding = &cells.portal(index).winding;
    let normal = cells.planes[winding.plane() as usize].normal();
    let outward = if cut.inner_side(index) == 0 { -normal } else { normal };
    Polygon {
        corners: winding.positions(cells.planes).collect(),
        outward,
        plane: winding.plane() & !1,
        area: winding.area(cells.planes),
    }
}

/// The way out and the area across it: direction and length of the vector area, which is the same for all surfaces that
/// span one rim, so that an opening over several planes counts as a flat one. Of an opening that looks all ways, those of
/// its largest part.
fn facing(polygons: &[Polygon]) -> (DVec3, f64) {
    let first = polygons[0].outward;
    let total: f64 = polygons.iter().map(|polygon| polygon.area).sum();
    if polygons.iter().all(|polygon| polygon.outward == first) {
        return (first, total);
    }
    let sum: DVec3 = polygons.iter().map(|polygon| polygon.outward * polygon.area).sum();
    let largest = largest(polygons);
    if sum.length() > total * 0.1 { (sum.normalize(), sum.length()) } else { (largest.outward, largest.area) }
}

fn largest(polygons: &[Polygon]) -> &Polygon {
    let larger = |best: &'_ Polygon, next: &Polygon| next.area > best.area;
    polygons.iter().fold(&polygons[0], |best, next| if larger(best, next) { next } else { best })
}

/// The middle of the opening where that is within it, else the middle of its largest part.
fn center(polygons: &[Polygon], frame: &Frame, middle: DVec2) -> DVec3 {
    let line = frame.lift(middle);
    let hits = polygons.iter().filter_map(|polygon| {
        let slope = frame.normal.dot(polygon.outward);
        if slope.abs() < 1e-6 {
            return None;
        }
        let hit = line + frame.normal * ((polygon.corners[0] - line).dot(polygon.outward) / slope);
        contains(&polygon.corners, polygon.outward, hit).then_some(hit)
    });
    let mean = |corners: &[DVec3]| corners.iter().sum::<DVec3>() / corners.len() as f64;
    hits.into_iter().next().unwrap_or_else(|| mean(&largest(polygons).corners))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: an opening over several planes had more area than the rectangle around it.
    #[test]
    fn an_opening_around_a_corner_has_the_area_of_the_flat_one() {
        let part = |outward: DVec3, area: f64| Polygon { corners: vec![DVec3::ZERO; 3], outward, plane: 0, area };
        let (normal, area) = facing(&[part(DVec3::X, 300.0), part(DVec3::Y, 400.0)]);
        assert!((area - 500.0).abs() < 1e-9 && normal.distance(DVec3::new(0.6, 0.8, 0.0)) < 1e-12);
        let (normal, area) = facing(&[part(DVec3::Z, 30.0), part(DVec3::Z, 40.0)]);
        assert_eq!((normal, area), (DVec3::Z, 70.0));
    }
}
