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
    /// Cuts spikes off the ring, then inserts what lies on its edges; returns how many vertices came or went.
    fn repair_ring(&self, ring: &mut Vec<u32>) -> usize {
        let mut found = Vec::new();
        let mut changes = 0;
        while let Some(rest) = self.without_spike(ring, &mut found) {
            changes += ring.len() - rest.len();
            *ring = rest;
        }
        let before = ring.len();
        let mut repaired = Vec::with_capacity(before);
        for (place, &from) in ring.iter().enumerate() {
            let to = ring[(place + 1) % before];
            repaired.push(from);
            repaired.extend(self.on_edge(from, to, &mut found).into_iter().map(|(_, index)| index));
        }
        *ring = repaired;
        changes + ring.len() - before
    }

    /// Where one of the ring's own vertices lies on one of its edges, the ring pinches there into two loops, one of them
    /// without a width: the loop that is left. A face that is no wider anywhere comes to nothing.
    fn without_spike(&self, ring: &[u32], found: &mut Vec<u32>) -> Option<Vec<u32>> {
        let count = ring.len();
        for (place, &from) in ring.iter().enumerate() {
            let on_edge = self.on_edge(from, ring[(place + 1) % count], found);
            let Some(pinch) = on_edge.iter().find_map(|(_, index)| ring.iter().position(|known| known == index)) else {
                continue;
            };
            let walk = |from: usize, to: usize| -> Vec<u32> {
                let steps = (to + count - from) % count;
                (0..=steps).map(|step| ring[(from + step) % count]).collect()
            };
            let (ahead, behind) = (walk((place + 1) % count, pinch), walk(pinch, place));
            let area = |ring: &[u32]| doubled_area(self.points, ring);
            return Some(if area(&ahead) > area(&behind) { ahead } else { behind });
        }
        None
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

/// Twice the area of a ring, in square units.
pub(crate) fn doubled_area(points: &[Vec3], ring: &[u32]) -> f64 {
    let Some((&first, rest)) = ring.split_first() else { return 0.0 };
    let origin = position(points, first);
    let corner = |pair: &[u32]| (position(points, pair[0]) - origin).cross(position(points, pair[1]) - origin);
    rest.windows(2).map(corner).fold(DVec3::ZERO, |sum, area| sum + area).length()
}

fn position(points: &[Vec3], index: u32) -> DVec3 {
    points[index as usize].as_dvec3()
}

fn point_box(point: DVec3) -> DAabb {
    DAabb::new(point, point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_on_an_edge_becomes_a_corner() {
        let points = [Vec3::ZERO, Vec3::X * 64.0, Vec3::new(64.0, 64.0, 0.0), Vec3::new(32.0, 0.0, 0.0), Vec3::NEG_Y];
        let mut rings = [vec![0, 1, 2], vec![0, 3, 4]];
        assert_eq!(repair(&points, &mut rings), 1);
        assert_eq!(rings, [vec![0, 3, 1, 2], vec![0, 3, 4]]);
    }

    /// Found by fuzzing: a face narrower than the tolerance held its own vertex on its edge.
    #[test]
    fn a_needle_comes_to_nothing() {
        let points = [Vec3::ZERO, Vec3::X * 100.0, Vec3::new(50.0, 0.006, 0.0)];
        let mut rings = [vec![0, 1, 2]];
        repair(&points, &mut rings);
        assert!(rings[0].len() < 3, "{rings:?}");
    }

    #[test]
    fn a_spike_is_cut_off() {
        let corners = [(0.0, 0.0), (20.0, 0.0), (10.0, 0.005), (10.0, 10.0), (0.0, 10.0)];
        let points = corners.map(|(x, y)| Vec3::new(x, y, 0.0));
        let mut rings = [vec![0, 1, 2, 3, 4]];
        repair(&points, &mut rings);
        assert_eq!(rings[0], [2, 3, 4, 0]);
    }
}
