//! Triangles and the tree: which leaves a triangle touches, and in which order a mesh keeps its triangles.
//!
//! Meshes never split the tree: they are filed into the leaves that they touch, as brushes held out of it are. The
//! compiler does that with what is here, on the records as they will be stored, so that what it files by is what the
//! runtime walks.
//!
//! A triangle on a splitting plane, or within [`FILING_SLACK`] of it, is on both sides of it: a sweep that reaches it
//! from either side finds it, and nothing is lost to rounding. A triangle too many in a leaf costs a box test.

use crate::Bsp;
use crate::records::{MeshRecord, NodeRecord};
use kerosene_math::{DVec3, Vec3};
use smallvec::SmallVec;
use std::iter;
use std::ops::Range;

/// How near to a splitting plane a triangle counts as on both sides of it, in units.
pub const FILING_SLACK: f64 = 1.0 / 64.0;
/// Triangles that are tested together.
pub(crate) const GROUP: usize = 4;

/// A polygon on its way down the tree; three corners and one more for each plane that cuts it, a few at most.
type Polygon = SmallVec<[DVec3; 16]>;

/// The leaves below `root` that a triangle touches, each once, in no order that matters but always the same one.
///
/// ```
/// use kerosene_bsp::{meshes::leaves_of_triangle, sample};
/// use kerosene_math::DVec3;
/// let map = sample::room();
/// // In the middle of the room, nothing divides it.
/// let triangle = [DVec3::new(0.0, 0.0, 64.0), DVec3::new(0.0, 64.0, 64.0), DVec3::new(64.0, 0.0, 64.0)];
/// assert_eq!(leaves_of_triangle(&map, map.models[0].head_node, triangle).len(), 1);
/// ```
pub fn leaves_of_triangle(map: &Bsp, root: i32, triangle: [DVec3; 3]) -> Vec<u32> {
    leaves_touched(map, root, triangle, FILING_SLACK)
}

/// As [`leaves_of_triangle`], with another slack; a negative one finds the leaves that a triangle surely reaches into.
pub fn leaves_touched(map: &Bsp, root: i32, triangle: [DVec3; 3], slack: f64) -> Vec<u32> {
    let mut leaves = Vec::new();
    let mut open: Vec<(i32, Polygon)> = vec![(root, Polygon::from_slice(&triangle))];
    while let Some((child, polygon)) = open.pop() {
        let Ok(node) = usize::try_from(child) else {
            leaves.push(!child as u32);
            continue;
        };
        let NodeRecord { plane, children, .. } = map.nodes[node];
        let plane = &map.planes[plane as usize];
        let (normal, dist) = (Vec3::from_array(plane.normal).as_dvec3(), f64::from(plane.dist));
        for (child, normal, dist) in [(children[0], normal, dist), (children[1], -normal, -dist)] {
            let kept = in_front(&polygon, normal, dist - slack);
            if kept.len() >= 3 {
                open.push((child, kept));
            }
        }
    }
    leaves.sort_unstable();
    leaves.dedup();
    leaves
}

/// The part of a polygon that is not behind a plane (Sutherland and Hodgman, 1974).
fn in_front(polygon: &[DVec3], normal: DVec3, dist: f64) -> Polygon {
    let distances: SmallVec<[f64; 16]> = polygon.iter().map(|corner| normal.dot(*corner) - dist).collect();
    if distances.iter().all(|distance| *distance >= 0.0) {
        return Polygon::from_slice(polygon);
    }
    let mut kept = Polygon::new();
    for (index, &from) in polygon.iter().enumerate() {
        let next = (index + 1) % polygon.len();
        let (before, after) = (distances[index], distances[next]);
        if before >= 0.0 {
            kept.push(from);
        }
        if (before >= 0.0) != (after >= 0.0) {
            kept.push(from + (polygon[next] - from) * (before / (before - after)));
        }
    }
    kept
}

/// The corners of a mesh's triangles, clockwise seen from the front, in the order of its indices.
///
/// ```
/// assert_eq!(kerosene_bsp::meshes::triangles(&Default::default(), &bytemuck::Zeroable::zeroed()).count(), 0);
/// ```
pub fn triangles<'a>(map: &'a Bsp, mesh: &MeshRecord) -> impl Iterator<Item = [Vec3; 3]> + 'a {
    let vertices = &map.mesh_vertices[mesh.first_vertex as usize..][..mesh.vertex_count as usize];
    let indices = &map.mesh_indices[mesh.first_index as usize..][..mesh.index_count as usize];
    indices.as_chunks::<3>().0.iter().map(|corners| {
        corners.map(|corner| vertices.get(corner as usize).map_or(Vec3::ZERO, |vertex| vertex.position.into()))
    })
}

/// An order of triangles in which neighbours in the list are neighbours in space, given the middle of each.
///
/// Sweeps test triangles in groups of four that follow each other, so any order is right and a good one is fast.
///
/// ```
/// use kerosene_bsp::meshes::order_triangles;
/// use kerosene_math::Vec3;
/// let middles: Vec<Vec3> = (0..8).map(|index| Vec3::X * (index * 3 % 8) as f32).collect();
/// let order = order_triangles(&middles);
/// assert!(order[..4].iter().all(|&triangle| middles[triangle as usize].x < 4.0));
/// ```
pub fn order_triangles(middles: &[Vec3]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..middles.len() as u32).collect();
    let mut open: Vec<Range<usize>> = iter::once(0..order.len()).collect();
    while let Some(range) = open.pop() {
        if range.len() <= GROUP {
            continue;
        }
        let part = &mut order[range.clone()];
        let (mins, maxs) = part.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(mins, maxs), &triangle| {
            (mins.min(middles[triangle as usize]), maxs.max(middles[triangle as usize]))
        });
        let axis = longest_axis(maxs - mins);
        let half = part.len().div_ceil(GROUP) / 2 * GROUP;
        let along = |&triangle: &u32| middles[triangle as usize][axis];
        part.select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)).then(a.cmp(b)));
        open.push(range.start..range.start + half);
        open.push(range.start + half..range.end);
    }
    order
}

/// The axis along which a box is longest, the first of equals.
pub(crate) fn longest_axis(size: Vec3) -> usize {
    if size.x >= size.y && size.x >= size.z { 0 } else { usize::from(size.z > size.y) + 1 }
}

/// Lists every mesh in the leaves that `leaves_of` names for it, mesh by mesh in rising order.
pub fn list_by_leaf(map: &mut Bsp, leaves_of: &[Vec<u32>]) {
    let mut by_leaf = vec![Vec::new(); map.leaves.len()];
    for (mesh, leaves) in (0u32..).zip(leaves_of) {
        for &leaf in leaves {
            by_leaf[leaf as usize].push(mesh);
        }
    }
    map.leaf_meshes.clear();
    for (leaf, meshes) in map.leaves.iter_mut().zip(by_leaf) {
        leaf.first_mesh = map.leaf_meshes.len() as u32;
        leaf.mesh_count = meshes.len() as u32;
        map.leaf_meshes.extend(meshes);
    }
}
