//! Nodes of 16 bytes, four to a cache line: a walk through a large map waits for memory more than for anything else.
//!
//! Most planes of most maps are axial, and of those a node needs one number and a direction. The normals of the others
//! stand beside the nodes.

use super::map::LeafId;
use crate::records::{NodeRecord, PlaneRecord};
use kerosene_math::{DVec3, Vec3};

/// A splitting plane and what is on its sides.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Node {
    /// In front, behind; negative is the leaf `!child`.
    pub(super) children: [i32; 2],
    dist: f32,
    /// 0 to 2 for the normals x, y, z; 3 to 5 for their opposites; from 6 on an index into the slopes.
    facing: u32,
}

/// The nodes of all trees of a map.
#[derive(Debug)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    /// Normals that are not axial.
    slopes: Vec<[f32; 3]>,
}

/// Some of the nodes, a bit for each.
#[derive(Debug)]
pub(super) struct NodeSet(Vec<u64>);

impl NodeSet {
    pub(super) fn contains(&self, node: usize) -> bool {
        self.0[node / 64] >> (node % 64) & 1 != 0
    }
}

/// First `facing` that is no axis.
const SLOPED: u32 = 6;

impl Nodes {
    pub(super) fn new(records: &[NodeRecord], planes: &[PlaneRecord]) -> Self {
        let mut nodes = Self { nodes: Vec::with_capacity(records.len()), slopes: Vec::new() };
        for record in records {
            let plane = &planes[record.plane as usize];
            let facing = match plane.normal.get(plane.axis as usize) {
                Some(component) => plane.axis + if *component > 0.0 { 0 } else { 3 },
                None => {
                    nodes.slopes.push(plane.normal);
                    SLOPED + nodes.slopes.len() as u32 - 1
                }
            };
            nodes.nodes.push(Node { children: record.children, dist: plane.dist, facing });
        }
        nodes
    }

    /// The leaf that holds a point, or `None` where the way down to it came by a node that is not `wanted`. A point on a
    /// plane is in front of it.
    pub(super) fn descend_while(&self, root: i32, point: DVec3, wanted: impl Fn(usize) -> bool) -> Option<LeafId> {
        let (place, mut child) = (Place::new(point), root);
        while child >= 0 {
            if !wanted(child as usize) {
                return None;
            }
            let node = self.get(child);
            let behind = self.distance(node, &place) < 0.0;
            child = node.children[usize::from(behind)];
        }
        Some(LeafId(!child as u32))
    }

    /// Which nodes have a leaf below them that is `wanted`.
    pub(super) fn above(&self, wanted: impl Fn(LeafId) -> bool) -> NodeSet {
        let mut set = NodeSet(vec![0; self.nodes.len().div_ceil(64)]);
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let is_above = node.children.into_iter().any(|child| match usize::try_from(child) {
                // Compilers store parents first. Of one that does not, nothing is known here yet.
                Ok(below) => below <= index || set.contains(below),
                Err(_) => wanted(LeafId(!child as u32)),
            });
            set.0[index / 64] |= u64::from(is_above) << (index % 64);
        }
        set
    }

    pub(super) fn get(&self, index: i32) -> &Node {
        &self.nodes[index as usize]
    }

    pub(super) fn normal(&self, node: &Node) -> DVec3 {
        match node.facing {
            axis @ 0..3 => DVec3::AXES[axis as usize],
            axis @ 3..SLOPED => -DVec3::AXES[axis as usize - 3],
            slope => Vec3::from_array(self.slopes[(slope - SLOPED) as usize]).as_dvec3(),
        }
    }

    /// Signed distance of a point from a node's plane.
    pub(super) fn distance(&self, node: &Node, point: &Place) -> f64 {
        let along = match point.0.get(node.facing as usize) {
            Some(along) => *along,
            None => {
                let [x, y, z] = self.slopes[(node.facing - SLOPED) as usize].map(f64::from);
                x * point.0[0] + y * point.0[1] + z * point.0[2]
            }
        };
        along - f64::from(node.dist)
    }
}

/// A point's coordinates and their opposites: how far it is along each way that an axial plane may face.
#[derive(Debug, Clone)]
pub(super) struct Place([f64; SLOPED as usize]);

impl Place {
    pub(super) fn new(point: DVec3) -> Self {
        let DVec3 { x, y, z } = point;
        Self([x, y, z, -x, -y, -z])
    }
}
