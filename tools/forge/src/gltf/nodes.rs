//! The nodes of the scene, parents first, and where each is.

use super::document::{Document, Node};
use crate::ForgeError;
use kerosene_math::{DAffine3, DMat3, DQuat, DVec3};

/// Most nodes of a file.
const MAX_NODES: usize = 65_536;

/// A translation, a rotation and a scale, in the source's space.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pose {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
}

impl Pose {
    pub(super) fn of(matrix: &DAffine3) -> Self {
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        Self { translation, rotation: unit(rotation), scale }
    }

    pub(super) fn to_affine(self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

/// A rotation of unit length; what has no length turns nothing.
pub(super) fn unit(rotation: DQuat) -> DQuat {
    let length = rotation.dot(rotation).sqrt();
    if length > 0.0 && length.is_finite() { rotation / length } else { DQuat::IDENTITY }
}

/// The nodes of the scene.
#[derive(Debug)]
pub(super) struct Nodes {
    /// Nodes that are in the scene, each after its parent.
    pub(super) order: Vec<usize>,
    /// The parent of each node; none for roots and for what is not in the scene.
    pub(super) parents: Vec<Option<usize>>,
    /// Where each node is, as seen from its parent.
    pub(super) poses: Vec<Pose>,
    /// Where each node is in the scene.
    pub(super) world: Vec<DAffine3>,
    /// Whether each node is in the scene.
    pub(super) visited: Vec<bool>,
}

impl Nodes {
    pub(super) fn new(document: &Document) -> Result<Self, ForgeError> {
        let count = document.nodes.len();
        if count > MAX_NODES {
            return Err(ForgeError::TooMany { what: "nodes", most: MAX_NODES });
        }
        let mut nodes = Self {
            order: Vec::with_capacity(count),
            parents: vec![None; count],
            poses: Vec::with_capacity(count),
            world: vec![DAffine3::IDENTITY; count],
            visited: vec![false; count],
        };
        let mut matrices = Vec::with_capacity(count);
        for (index, node) in document.nodes.iter().enumerate() {
            let (pose, matrix) = place(node).ok_or_else(|| {
                ForgeError::json(format!("nodes[{index}]"), "its place, rotation or scale is out of range")
            })?;
            nodes.poses.push(pose);
            matrices.push(matrix);
        }
        // Without recursion: a chain of nodes may be as long as the file.
        let mut waiting: Vec<(usize, Option<usize>)> =
            roots(document)?.into_iter().rev().map(|root| (root, None)).collect();
        while let Some((index, parent)) = waiting.pop() {
            if nodes.visited[index] {
                return Err(ForgeError::json(format!("nodes[{index}]"), "it is reached twice: nodes are trees"));
            }
            nodes.visited[index] = true;
            nodes.parents[index] = parent;
            nodes.order.push(index);
            let above = parent.map_or(DAffine3::IDENTITY, |parent| nodes.world[parent]);
            nodes.world[index] = above * matrices[index];
            for child in document.nodes[index].children.iter().rev() {
                if *child >= count {
                    return Err(ForgeError::json(
                        format!("nodes[{index}].children"),
                        format!("there is no node {child}"),
                    ));
                }
                waiting.push((*child, Some(index)));
            }
            if waiting.len() > 2 * MAX_NODES {
                return Err(ForgeError::TooMany { what: "children of nodes", most: 2 * MAX_NODES });
            }
        }
        Ok(nodes)
    }

    /// The nearest node at or above one of which something holds.
    pub(super) fn nearest(&self, node: usize, holds: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = Some(node);
        while let Some(node) = at {
            if holds(node) {
                return Some(node);
            }
            at = self.parents[node];
        }
        None
    }
}

/// The nodes that the scene begins with.
fn roots(document: &Document) -> Result<Vec<usize>, ForgeError> {
    let count = document.nodes.len();
    if document.scenes.is_empty() {
        let mut is_child = vec![false; count];
        for child in document.nodes.iter().flat_map(|node| &node.children) {
            if let Some(child) = is_child.get_mut(*child) {
                *child = true;
            }
        }
        return Ok((0..count).filter(|node| !is_child[*node]).collect());
    }
    let index = document.scene.unwrap_or(0);
    let scene =
        document.scenes.get(index).ok_or_else(|| ForgeError::json("scene", format!("there is no scene {index}")))?;
    match scene.nodes.iter().find(|node| **node >= count) {
        Some(node) => Err(ForgeError::json(format!("scenes[{index}].nodes"), format!("there is no node {node}"))),
        None => Ok(scene.nodes.clone()),
    }
}

/// Where a node is, as a pose and as a matrix, which may also be slanted.
fn place(node: &Node) -> Option<(Pose, DAffine3)> {
    let (pose, matrix) = match &node.matrix {
        Some(matrix) => {
            let affine = affine(matrix);
            (Pose::of(&affine), affine)
        }
        None => {
            let pose = Pose {
                translation: DVec3::from_array(node.translation.unwrap_or_default()),
                rotation: unit(DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]))),
                scale: DVec3::from_array(node.scale.unwrap_or([1.0; 3])),
            };
            (pose, pose.to_affine())
        }
    };
    // A matrix without an inverse has no pose; it is only needed of what moves, and a flat one does no harm.
    let pose = if pose.is_finite() {
        pose
    } else {
        Pose { translation: matrix.translation, rotation: DQuat::IDENTITY, scale: DVec3::ZERO }
    };
    matrix.is_finite().then_some((pose, matrix))
}

/// The upper three rows of a matrix of columns.
pub(super) fn affine(matrix: &[f64; 16]) -> DAffine3 {
    let column = |at: usize| DVec3::new(matrix[at], matrix[at + 1], matrix[at + 2]);
    DAffine3 { matrix3: DMat3::from_cols(column(0), column(4), column(8)), translation: column(12) }
}
