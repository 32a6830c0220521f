//! T-junction repair: every vertex that lies on an edge of a face becomes a corner of that face.
//!
//! Where one face's corner sits in the middle of another's edge, the two rasterise differently and a
//! background pixel shines through. After this pass no edge of a model holds another of its vertices.

use crate::index::BoxIndex;
use kerosene_math::{DAabb, DVec3, Vec3};
use rayon::prelude::*;

/// A vertex this near to an edge is on it, in units. Twice what the checks allow, so that the bend that an
/// insertion makes does not bring a vertex back within their reach.
const ON_EDGE: f64 = 0.02;
/// Insertions bend edges by a hair, which may bring another vertex near; so the pass repeats, at most this often.
const MAX_PASSES: usize = 16;

/// Repairs the rings (vertex indices around each face) of one model; returns how many vertices were inserted.
pub(crate) fn repair(points: &[Vec3], rings: &mut [Vec<u32>]) -> usize {
    let mut used: Vec<u32> = rings.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let boxes = used.iter().map(|&index| point_box(position(points, index))).collect();
    let near = VertexIndex { points, used: &used, index: BoxIndex::new(boxes) };
    let mut inserted = 0;
    for _ in 0..MAX_PASSES {
        let added: usize = rings.par_iter_mut().map(|ring| near.repair_ring(ring)).sum();
        inserted += added;
        if added == 0 {
            break;
        }
    }
    inserted
}

struct VertexIndex<'a> {
    points: &'a [Vec3],
    used: &'a [u32],
    index: BoxIndex,
}

impl VertexIndex<'_> {
    fn repair_ring(&self, ring: &mut Vec<u32>) -> usize {
        let before = ring.len();
        let mut repaired = Vec::with_capacity(before);
        let mut found = Vec::new();
        for (place, &from) in ring.iter().enumerate() {
            let to = ring[(place + 1) % before];
            repaired.push(from);
            let on_edge = self.on_edge(from, to, &mut found);
            repaired.extend(on_edge.into_iter().map(|(_, index)| index).filter(|index| !ring.contains(index)));
        }
        *ring = repaired;
        ring.len() - before
    }

    /// Vertices strictly inside the edge, by how far along it they are.
    fn on_edge(&self, from: u32, to: u32, found: &mut Vec<u32>) -> Vec<(f64, u32)> {
        let (start, end) = (position(self.points, from), position(self.points, to));
        let along = end - start;
        let length = along.length();
        let mut on_edge = Vec::new();
        if length == 0.0 {
            return on_edge;
        }
        let direction = along / length;
        let reach = DAabb::from_points([start, end]).expanded(ON_EDGE);
        self.index.touching(&reach, found);
        for &slot in found.iter() {
            let index = self.used[slot as usize];
            if index == from || index == to {
                continue;
            }
            let offset = position(self.points, index) - start;
            let distance = offset.dot(direction);
            let inside = distance > 0.0 && distance < length;
            if inside && (offset - direction * distance).length_squared() < ON_EDGE * ON_EDGE {
                on_edge.push((distance, index));
            }
        }
        on_edge.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        on_edge
    }
}

fn position(points: &[Vec3], index: u32) -> DVec3 {
    points[index as usize].as_dvec3()
}

fn point_box(point: DVec3) -> DAabb {
    DAabb::new(point, point)
}
