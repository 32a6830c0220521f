//! Vertices and edges of the brushes of brush models, for sweeps against models that are turned.
//!
//! The stored bevels are for boxes along the model's axes. A model that is turned meets boxes along the world's axes,
//! which to the model are turned: the facets that its brushes need then depend on the angle and are found per sweep,
//! from the same rule as bevels (see [`crate::bevels`]). A brush has few edges, and turned models are few.

use crate::BspFile;
use crate::convex::{Plane, windings};
use crate::records::ModelRecord;
use kerosene_math::DVec3;
use std::ops::Range;

/// How far, in units, a vertex may stand in front of an edge's plane that is still taken to support the brush.
const SUPPORT_SLACK: f64 = 1e-3;
/// Sine of the angle below which an edge counts as parallel to a box axis.
const PARALLEL: f64 = 1e-6;

/// The hulls of all brushes of models after the world.
#[derive(Debug, Default)]
pub(super) struct Hulls {
    /// Index of the first brush that has one.
    first_brush: u32,
    ranges: Vec<(Range<usize>, Range<usize>)>,
    vertices: Vec<DVec3>,
    /// One end and the direction of each edge.
    edges: Vec<(DVec3, DVec3)>,
}

impl Hulls {
    pub(super) fn of_brush_models(file: &BspFile, sides: &[[f32; 4]]) -> Self {
        let models = || file.models().iter().skip(1).filter(|model| model.brush_count > 0);
        let owned = |model: &ModelRecord| model.first_brush..model.first_brush + model.brush_count;
        let first_brush = models().map(|model| model.first_brush).min().unwrap_or(0);
        let end = models().map(|model| owned(model).end).max().unwrap_or(0);
        let ranges = vec![(0..0, 0..0); (end - first_brush) as usize];
        let mut hulls = Self { first_brush, ranges, ..Self::default() };
        for index in models().flat_map(owned) {
            let brush = &file.brushes()[index as usize];
            let range = brush.first_side as usize..(brush.first_side + brush.side_count) as usize;
            let real = range.filter(|&side| file.brush_sides()[side].bevel == 0);
            let planes: Vec<Plane> = real
                .map(|side| {
                    let [x, y, z, dist] = sides[side].map(f64::from);
                    (DVec3::new(x, y, z), dist)
                })
                .collect();
            hulls.ranges[(index - first_brush) as usize] = hulls.add(&windings(&planes));
        }
        hulls
    }

    /// Adds the vertices and edges of a brush; returns where they are.
    fn add(&mut self, faces: &[Vec<DVec3>]) -> (Range<usize>, Range<usize>) {
        let (first_vertex, first_edge) = (self.vertices.len(), self.edges.len());
        self.vertices.extend(faces.iter().flatten());
        for face in faces {
            for (index, &from) in face.iter().enumerate() {
                let to = face[(index + 1) % face.len()];
                if let Some(direction) = (to - from).try_normalize().filter(|direction| is_forward(*direction)) {
                    self.edges.push((from, direction));
                }
            }
        }
        (first_vertex..self.vertices.len(), first_edge..self.edges.len())
    }

    /// Goes through the facets, as normals and distances, that a brush and a box along `axes` have together beyond the
    /// brush's own, until one is answered with false; says whether none was.
    pub(super) fn facets(&self, brush: u32, axes: [DVec3; 3], mut visit: impl FnMut(DVec3, f64) -> bool) -> bool {
        let hull = brush.checked_sub(self.first_brush).and_then(|index| self.ranges.get(index as usize));
        let Some((vertices, edges)) = hull else {
            return true;
        };
        let (vertices, edges) = (&self.vertices[vertices.clone()], &self.edges[edges.clone()]);
        if vertices.is_empty() {
            return true;
        }
        let extent = |normal: DVec3| {
            let along = vertices.iter().map(|vertex| normal.dot(*vertex));
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
        };
        axes.iter().all(|&axis| {
            let (low, high) = extent(axis);
            visit(axis, high) && visit(-axis, -low)
        }) && edges.iter().all(|&(from, direction)| {
            axes.iter().all(|&axis| {
                let across = direction.cross(axis);
                let sine = across.length();
                if sine < PARALLEL {
                    return true;
                }
                let normal = across / sine;
                let ((low, high), at) = (extent(normal), normal.dot(from));
                (high > at + SUPPORT_SLACK || visit(normal, high)) && (low < at - SUPPORT_SLACK || visit(-normal, -low))
            })
        })
    }
}

/// True for one of the two directions of an edge, each of which one of its faces gives, a rounding error apart; for
/// both where the error could decide.
fn is_forward(direction: DVec3) -> bool {
    direction.dot(DVec3::new(0.801, 0.537, 0.264)) > -1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two faces of an edge give its ends a rounding error apart. Compared by their coordinates, some edges looked
    /// like the backward copy from both faces, were in no hull, and boxes stopped late at turned brushes.
    #[test]
    fn every_edge_is_in_the_hull() {
        let slopes = [DVec3::new(0.3, 0.0, 0.9), DVec3::new(-0.4, 0.7, 0.1), DVec3::new(0.1, -0.9, -0.3)];
        let slopes = slopes.map(|normal| (normal.normalize(), 30.0 + normal.x));
        let block = DVec3::AXES.into_iter().flat_map(|axis| [(-axis, 33.3), (axis, 41.7)]);
        let planes: Vec<Plane> = block.chain(slopes).collect();
        let faces = windings(&planes);
        let mut hulls = Hulls::default();
        hulls.add(&faces);
        let mut checked = 0;
        for face in &faces {
            for (index, &from) in face.iter().enumerate() {
                let along = (face[(index + 1) % face.len()] - from).normalize();
                let same = |&(point, direction): &(DVec3, DVec3)| {
                    direction.cross(along).length() < 1e-9 && (from - point).cross(along).length() < 1e-6
                };
                assert!(hulls.edges.iter().any(same), "edge at {from} along {along}");
                checked += 1;
            }
        }
        assert!(checked > 24 && hulls.edges.len() >= checked / 2);
    }
}
