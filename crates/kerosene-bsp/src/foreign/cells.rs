//! The convex cells that a tree cuts space into.

use super::error::ForeignError;
use crate::MAX_TREE_DEPTH;
use crate::convex::{Plane, windings};
use kerosene_math::{DVec3, Vec3};

/// How far outside a model's bounds its outermost cells end, in units.
pub const MARGIN: f32 = 64.0;
/// Most pairs of planes that are looked at to find the cells of a map. The largest Quake maps need a tenth of it.
pub const MAX_CELL_WORK: u64 = 1 << 25;

/// A node of a tree of planes; a child below 0 is the leaf `!child`. Both were checked to be there.
pub(super) struct TreeNode {
    pub(super) plane: Plane,
    /// In front, behind.
    pub(super) children: [i32; 2],
}

/// A leaf where the walk met it.
pub(super) struct Cell {
    pub(super) leaf: usize,
    /// The node it hangs on and the side of it, `None` for a root.
    pub(super) parent: Option<(usize, usize)>,
    /// The planes that bound it, outward; empty where it has no volume.
    pub(super) planes: Vec<Plane>,
}

/// The cells of several trees that share their nodes.
pub(super) struct Cells<'a> {
    nodes: &'a [TreeNode],
    reached: Vec<bool>,
    work: u64,
}

impl<'a> Cells<'a> {
    pub(super) fn new(nodes: &'a [TreeNode]) -> Self {
        Self { nodes, reached: vec![false; nodes.len()], work: 0 }
    }

    /// Finds the cells below `root` within bounds grown by [`MARGIN`].
    pub(super) fn below(
        &mut self,
        root: i32,
        [mins, maxs]: [[f32; 3]; 2],
        mut visit: impl FnMut(Cell) -> Result<(), ForeignError>,
    ) -> Result<(), ForeignError> {
        let (mins, maxs) = (Vec3::from_array(mins) - MARGIN, Vec3::from_array(maxs) + MARGIN);
        let (mins, maxs) = (mins.as_dvec3(), maxs.as_dvec3());
        let planes = DVec3::AXES.into_iter().flat_map(|axis| [(-axis, -axis.dot(mins)), (axis, axis.dot(maxs))]);
        let mut open = vec![(root, None, 0, planes.collect::<Vec<Plane>>())];
        while let Some((child, parent, depth, planes)) = open.pop() {
            let Ok(index) = usize::try_from(child) else {
                visit(Cell { leaf: !child as usize, parent, planes })?;
                continue;
            };
            if std::mem::replace(&mut self.reached[index], true) {
                return Err(node_error(index, "parent", "a second one", "one parent"));
            }
            if depth >= MAX_TREE_DEPTH {
                return Err(node_error(index, "depth", &depth.to_string(), &format!("below {MAX_TREE_DEPTH}")));
            }
            let TreeNode { plane: (normal, dist), children } = self.nodes[index];
            for (side, plane) in [(1, (normal, dist)), (0, (-normal, -dist))] {
                let planes = self.cut(&planes, plane)?;
                open.push((children[side], Some((index, side)), depth + 1, planes));
            }
        }
        Ok(())
    }

    /// The planes that bound what of a cell is behind a plane.
    fn cut(&mut self, planes: &[Plane], plane: Plane) -> Result<Vec<Plane>, ForeignError> {
        if planes.is_empty() {
            return Ok(Vec::new());
        }
        let mut planes = planes.to_vec();
        planes.retain(|other| *other != plane);
        planes.push(plane);
        self.work += (planes.len() as u64).pow(2);
        if self.work > MAX_CELL_WORK {
            return Err(ForeignError::TooComplex { limit: MAX_CELL_WORK });
        }
        let mut faces = windings(&planes).into_iter();
        planes.retain(|_| faces.next().is_some_and(|face| !face.is_empty()));
        if planes.len() < 4 {
            planes.clear();
        }
        Ok(planes)
    }
}

fn node_error(index: usize, field: &'static str, found: &str, expected: &str) -> ForeignError {
    ForeignError::Record { lump: "nodes", index, field, found: found.to_owned(), expected: expected.to_owned() }
}
