//! Brushes that close a hole.
//!
//! Each polygon of the opening becomes the front of a flat prism that reaches outward, and a little into the brushes
//! around: what comes through the opening meets it, and hardly anything of it is seen from inside.

use super::Leak;
use super::cells::Cells;
use super::cut::Verdict;
use super::planar::{Frame, area, convex_hull};
use super::shape::{Polygon, Shape};
use crate::flood::leaf_at;
use kerosene_map::{Brush, Entity, Map, Side};
use kerosene_math::{DVec2, DVec3};

/// Material of the brushes, for people to find them by.
const MATERIAL: &str = "leak_patch";
/// Depths and overlaps with the rim to try, in units: the first of which nothing comes out in the inside is taken.
const SIZES: [(f64, f64); 6] = [(8.0, 1.0), (4.0, 1.0), (2.0, 1.0), (1.0, 1.0), (1.0, 0.25), (0.25, 0.25)];
/// Distance of the three points that say where a side is, in units.
const SPAN: f64 = 64.0;
/// Edges shorter than this get no side, in units.
const SHORT: f64 = 0.01;
/// Larger than any polygon of a world, in units.
const HUGE: f64 = 1e6;

/// A convex brush: three points for each side, clockwise seen from outside.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Prism {
    sides: Vec<[DVec3; 3]>,
}

/// Brushes that close an opening: one where that is convex and flat, else one for each polygon.
pub(super) fn close(cells: &Cells<'_>, verdict: &Verdict, shape: &Shape, group: &[u32]) -> Vec<Prism> {
    debug_assert_eq!(shape.polygons.len(), group.len());
    let first = &shape.polygons[0];
    let frame = Frame::new(first.corners[0], first.outward);
    if shape.polygons.iter().all(|polygon| polygon.plane == first.plane && polygon.outward == first.outward) {
        let corners = shape.polygons.iter().flat_map(|polygon| &polygon.corners);
        let hull = convex_hull(corners.map(|&corner| frame.project(corner)).collect());
        if area(&hull) < shape.area * 1.001 {
            return vec![prism(cells, verdict, &frame, &hull)];
        }
    }
    let each = shape.polygons.iter().map(|Polygon { corners, outward, .. }| {
        let frame = Frame::new(corners[0], *outward);
        let hull = convex_hull(corners.iter().map(|&corner| frame.project(corner)).collect());
        prism(cells, verdict, &frame, &hull)
    });
    each.collect()
}

fn prism(cells: &Cells<'_>, verdict: &Verdict, frame: &Frame, hull: &[DVec2]) -> Prism {
    let in_the_way = |&(depth, overlap): &(f64, f64)| {
        let corners: Vec<DVec2> = grown(hull, overlap).into_iter().map(|(corner, _)| corner).collect();
        let middle = corners.iter().sum::<DVec2>() / corners.len().max(1) as f64;
        corners.iter().map(|corner| corner.lerp(middle, 0.01)).chain([middle]).any(|place| {
            [0.05, 0.5, 0.99].iter().any(|share| {
                let place = frame.lift(place) + frame.normal * (depth * share);
                verdict.is_inside(leaf_at(cells.planes, &cells.tree, place))
            })
        })
    };
    let (depth, overlap) = SIZES.into_iter().find(|size| !in_the_way(size)).unwrap_or(SIZES[SIZES.len() - 1]);
    let outline = grown(hull, overlap);
    let mut sides = vec![
        plane_points(frame.origin, -frame.normal, frame.u),
        plane_points(frame.origin + frame.normal * depth, frame.normal, frame.u),
    ];
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let long = edges.filter(|((from, _), (to, _))| from.distance(*to) > SHORT);
    sides.extend(long.map(|((from, outward), _)| {
        let normal = frame.u * outward.x + frame.v * outward.y;
        plane_points(frame.lift(*from), normal, frame.normal)
    }));
    Prism { sides }
}

/// Three points of the plane through `at`, clockwise seen from where `normal` points; `across` lies in the plane.
fn plane_points(at: DVec3, normal: DVec3, across: DVec3) -> [DVec3; 3] {
    [at + across * SPAN, at, at + normal.cross(across) * SPAN]
}

/// A convex polygon grown by `margin` on all sides, its acute corners cut off: each corner with the outward normal of
/// the edge that begins there.
fn grown(hull: &[DVec2], margin: f64) -> Vec<(DVec2, DVec2)> {
    let count = hull.len();
    let edge = |place: usize| (hull[(place + 1) % count] - hull[place % count]).normalize_or_zero();
    let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let mut outline: Vec<(DVec2, DVec2)> =
        square.iter().map(|&(x, y)| (DVec2::new(x, y) * HUGE, DVec2::ZERO)).collect();
    for place in 0..count {
        let (here, next) = (edge(place), edge(place + 1));
        clip(&mut outline, -here.perp(), hull[place], margin);
        if here.dot(next) < 0.0 {
            clip(&mut outline, (here - next).normalize_or_zero(), hull[(place + 1) % count], margin);
        }
    }
    outline
}

/// Keeps what is behind the line `margin` beyond `through`.
fn clip(outline: &mut Vec<(DVec2, DVec2)>, outward: DVec2, through: DVec2, margin: f64) {
    let off = |point: DVec2| outward.dot(point - through) - margin;
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (place, &(from, along)) in outline.iter().enumerate() {
        let (to, _) = outline[(place + 1) % outline.len()];
        let (start, end) = (off(from), off(to));
        let crossing = || from.lerp(to, start / (start - end));
        match (start <= 0.0, end <= 0.0) {
            (true, true) => kept.push((from, along)),
            (true, false) => kept.extend([(from, along), (crossing(), outward)]),
            (false, true) => kept.push((crossing(), along)),
            (false, false) => {}
        }
    }
    *outline = kept;
}

impl Leak {
    /// A map of brushes that close every hole, for merging into the one that leaks; `None` where there is no hole that
    /// could be closed. All are of the material `leak_patch`.
    pub fn patch(&self) -> Option<Map> {
        let mut id = 1;
        let brushes: Vec<Brush> = self.patches.iter().map(|prism| prism.to_brush(&mut id)).collect();
        let keys = vec![("classname".to_owned(), "worldspawn".to_owned())];
        let world = Entity { id: 1, keys, brushes, ..Entity::default() };
        (!self.patches.is_empty()).then(|| Map { entities: vec![world], ..Map::default() })
    }
}

impl Prism {
    fn to_brush(&self, id: &mut u32) -> Brush {
        let mut fresh = || {
            *id += 1;
            *id
        };
        let own = fresh();
        let sides = self.sides.iter().map(|&points| side(fresh(), points)).collect();
        Brush { id: own, sides, ..Brush::default() }
    }
}

fn side(id: u32, points: [DVec3; 3]) -> Side {
    let along = |end: DVec3| (end - points[1]).normalize_or(DVec3::X);
    Side::new(id, points, MATERIAL, [along(points[0]), along(points[2])])
}
