//! The line from an entity through a hole to the void.
//!
//! Two searches serve all holes: from the entities through the inside, from the void through the outside. The portals
//! on the way are then a corridor, in which the line is pulled taut, and corners that can be cut are.

use super::cells::Cells;
use super::cut::Verdict;
use super::planar::nearest_in_polygon;
use super::shape::Shape;
use super::sight::Sight;
use crate::compile::Space;
use crate::flood::Occupant;
use crate::portals::{Portal, PortalGraph};
use kerosene_math::DVec3;
use kerosene_math::exact::ExactPlane;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Polygons are drawn in by this share, so that the line keeps off the walls.
const INSET: f64 = 0.2;
/// Times that the line is pulled.
const PULLS: usize = 24;
/// Corners that a shortcut is tried over at most.
const LOOK_AHEAD: usize = 48;

/// How far a portal is from where a search began.
#[derive(Clone, Copy)]
struct Reached {
    distance: f64,
    /// The portal before it.
    via: Option<u32>,
    /// Which of the starts it is nearest to.
    start: u32,
}

/// Shortest ways between portal centres, by Dijkstra's method (1959).
struct Field {
    reached: Vec<Option<Reached>>,
}

struct Step {
    distance: f64,
    portal: u32,
    enters: Option<u32>,
}

struct Search<'a> {
    planes: &'a [ExactPlane],
    graph: &'a PortalGraph,
    field: Field,
    queue: BinaryHeap<Reverse<Step>>,
}

impl<'a> Search<'a> {
    fn new(planes: &'a [ExactPlane], graph: &'a PortalGraph) -> Self {
        let field = Field { reached: vec![None; graph.portals.len()] };
        Self { planes, graph, field, queue: BinaryHeap::new() }
    }

    /// Goes from `point` in `leaf` to each of its portals.
    fn leave(&mut self, leaf: u32, point: DVec3, from: Reached) {
        for (index, portal) in self.graph.of_leaf(leaf).filter(|(_, portal)| !portal.is_crack()) {
            let distance = from.distance + point.distance(portal.winding.center(self.planes));
            self.arrive(index, portal.other(Some(leaf)), Reached { distance, ..from });
        }
    }

    fn arrive(&mut self, portal: u32, enters: Option<u32>, reached: Reached) {
        let known = &mut self.field.reached[portal as usize];
        if known.is_none_or(|known| reached.distance < known.distance) {
            *known = Some(reached);
            self.queue.push(Reverse(Step { distance: reached.distance, portal, enters }));
        }
    }

    /// Goes on through all leaves that are `allowed`.
    fn spread(mut self, allowed: impl Fn(u32) -> bool) -> Field {
        while let Some(Reverse(Step { distance, portal, enters })) = self.queue.pop() {
            let Some(reached) = self.field.reached[portal as usize] else { continue };
            if distance > reached.distance {
                continue;
            }
            if let Some(leaf) = enters.filter(|&leaf| allowed(leaf)) {
                let center = self.graph.portals[portal as usize].winding.center(self.planes);
                self.leave(leaf, center, Reached { via: Some(portal), ..reached });
            }
        }
        self.field
    }
}

impl Field {
    fn at(&self, portal: u32) -> Option<Reached> {
        self.reached[portal as usize]
    }

    /// The portals from `last` back to where the search began.
    fn back(&self, last: u32) -> Vec<u32> {
        std::iter::successors(Some(last), |&portal| self.at(portal)?.via).collect()
    }
}

/// Ways from inside entities out through any hole.
pub(super) struct Paths<'a> {
    cells: &'a Cells<'a>,
    occupants: &'a [Occupant],
    inner: Field,
    outer: Field,
}

impl<'a> Paths<'a> {
    /// `inside` are the places in `occupants` of those that are inside.
    pub(super) fn new(cells: &'a Cells<'a>, verdict: &Verdict, occupants: &'a [Occupant], inside: &[usize]) -> Self {
        let mut search = Search::new(cells.planes, &cells.graph);
        for &place in inside {
            let start = Reached { distance: 0.0, via: None, start: place as u32 };
            search.leave(cells.stands[place], occupants[place].stands_at, start);
        }
        let inner = search.spread(|cell| verdict.is_inside(cell));
        let mut search = Search::new(cells.planes, &cells.graph);
        for &portal in &cells.graph.to_void {
            let start = Reached { distance: 0.0, via: None, start: 0 };
            search.arrive(portal, cells.portal(portal).other(None), start);
        }
        let outer = search.spread(|cell| verdict.is_outside(cells, cell));
        Self { cells, occupants, inner, outer }
    }

    /// Place of the nearest entity, and the corners of the line from it through the hole to the void.
    pub(super) fn through(&self, shape: &Shape, group: &[u32]) -> Option<(usize, Vec<DVec3>)> {
        let reached = group.iter().filter_map(|&portal| {
            let (inner, outer) = (self.inner.at(portal)?, self.outer.at(portal)?);
            Some((inner.distance + outer.distance, portal, inner.start))
        });
        let (_, portal, place) = reached.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        let corridor = Corridor { planes: self.cells.planes, graph: &self.cells.graph };
        let sight = Sight::new(self.cells.planes, &self.cells.tree);
        let start = self.occupants[place as usize].stands_at;
        let hole = nearest_in_polygon(&corridor.polygon(portal), corridor.normal(portal), shape.center);
        let mut inward = self.inner.back(portal);
        inward.remove(0);
        inward.reverse();
        let mut points = cut_corners(&sight, &corridor.taut(start, &inward, hole));
        let outward = self.outer.back(portal);
        if let [_, passed @ .., last] = &outward[..] {
            let end = nearest_in_polygon(&corridor.polygon(*last), corridor.normal(*last), hole);
            points.extend(cut_corners(&sight, &corridor.taut(hole, passed, end)).into_iter().skip(1));
        }
        Some((place as usize, points))
    }
}

/// The shortest way from an entity to the void, whatever it passes.
pub(super) fn way_out(world: &Space<'_>, occupant: &Occupant) -> Vec<DVec3> {
    let Space { planes, tree, graph } = world;
    let mut search = Search::new(planes, graph);
    search.leave(occupant.leaf, occupant.stands_at, Reached { distance: 0.0, via: None, start: 0 });
    let field = search.spread(|leaf| !tree.leaves[leaf as usize].is_opaque());
    let reached = graph.to_void.iter().filter_map(|&portal| Some((field.at(portal)?.distance, portal)));
    let Some((_, last)) = reached.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))) else {
        return vec![occupant.stands_at];
    };
    let corridor = Corridor { planes, graph };
    let mut passed = field.back(last);
    passed.remove(0);
    passed.reverse();
    let end = nearest_in_polygon(&corridor.polygon(last), corridor.normal(last), occupant.stands_at);
    cut_corners(&Sight::new(planes, tree), &corridor.taut(occupant.stands_at, &passed, end))
}

/// Portals to pass one after another.
struct Corridor<'a> {
    planes: &'a [ExactPlane],
    graph: &'a PortalGraph,
}

impl Corridor<'_> {
    fn normal(&self, portal: u32) -> DVec3 {
        self.planes[self.graph.portals[portal as usize].winding.plane() as usize].normal()
    }

    /// Corners of a portal, drawn in.
    fn polygon(&self, portal: u32) -> Vec<DVec3> {
        let Portal { winding, .. } = &self.graph.portals[portal as usize];
        let center = winding.center(self.planes);
        winding.positions(self.planes).map(|corner| corner.lerp(center, INSET)).collect()
    }

    /// A line from `start` to `end` through all of `portals`, nearly as short as can be: each corner in turn is put
    /// where the line between its neighbours passes its portal.
    fn taut(&self, start: DVec3, portals: &[u32], end: DVec3) -> Vec<DVec3> {
        let polygons: Vec<(Vec<DVec3>, DVec3)> =
            portals.iter().map(|&portal| (self.polygon(portal), self.normal(portal))).collect();
        let centers = portals.iter().map(|&portal| self.graph.portals[portal as usize].winding.center(self.planes));
        let mut line: Vec<DVec3> = [start].into_iter().chain(centers).chain([end]).collect();
        for _ in 0..PULLS {
            for (place, (polygon, normal)) in polygons.iter().enumerate() {
                let (before, after) = (line[place], line[place + 2]);
                let (near, far) = ((before - polygon[0]).dot(*normal), (after - polygon[0]).dot(*normal));
                let share = if near * far < 0.0 { near / (near - far) } else { 0.5 };
                line[place + 1] = nearest_in_polygon(polygon, *normal, before.lerp(after, share));
            }
        }
        line
    }
}

/// Leaves out corners that are not needed: from each, the line goes on to the last that is in sight.
fn cut_corners(sight: &Sight<'_>, line: &[DVec3]) -> Vec<DVec3> {
    let mut kept = vec![line[0]];
    let mut at = 0;
    while at + 1 < line.len() {
        let furthest = (at + LOOK_AHEAD).min(line.len() - 1);
        let seen = (at + 2..=furthest).rev().find(|&next| sight.is_clear(line[at], line[next]));
        at = seen.unwrap_or(at + 1);
        kept.push(line[at]);
    }
    kept.dedup_by(|next, last| next.distance_squared(*last) < 1e-12);
    kept
}

impl Ord for Step {
    fn cmp(&self, other: &Self) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.portal.cmp(&other.portal))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Step {}
