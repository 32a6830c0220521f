//! Nodes of 16 bytes, four to a cache line: a walk through a large map waits for memory more than for anything else.
//!
//! Most planes of most maps are axial, and of those a node needs one number and a direction. The normals of the others
//! stand beside the nodes.

use crate::records::{NodeRecord, PlaneRecord};
use kerosene_math::DVec3;

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

    pub(super) fn get(&self, index: i32) -> &Node {
        &self.nodes[index as usize]
    }

    pub(super) fn normal(&self, node: &Node) -> DVec3 {
        match node.axial() {
            Some((axis, sign)) => DVec3::AXES[axis] * sign,
            None => {
                let [x, y, z] = self.slopes[(node.facing - SLOPED) as usize].map(f64::from);
                DVec3::new(x, y, z)
            }
        }
    }

    /// Signed distance of a point from a node's plane.
    pub(super) fn distance(&self, node: &Node, point: DVec3) -> f64 {
        match node.axial() {
            Some((axis, sign)) => node.axial_distance(axis, sign, point),
            None => self.normal(node).dot(point) - f64::from(node.dist),
        }
    }
}

impl Node {
    /// The axis that the normal lies along, and whether it points up or down that axis.
    pub(super) fn axial(&self) -> Option<(usize, f64)> {
        match self.facing {
            0..3 => Some((self.facing as usize, 1.0)),
            3..SLOPED => Some((self.facing as usize - 3, -1.0)),
            _ => None,
        }
    }

    /// Signed distance of a point from the plane of an axial node.
    pub(super) fn axial_distance(&self, axis: usize, sign: f64, point: DVec3) -> f64 {
        sign * point[axis] - f64::from(self.dist)
    }
}
