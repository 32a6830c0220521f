//! Leaves and nodes.

use super::{EmitModel, Emitter, VOID_LEAF, bounds_outward};
use crate::buckets::Buckets;
use crate::filing::FiledSpace;
use crate::tree::{Child, Tree};
use kerosene_bsp::Contents;
use kerosene_bsp::records::{LeafRecord, NodeRecord};
use kerosene_math::DAabb;

/// Where a child of the tree went, and its bounds.
#[derive(Clone, Copy)]
struct Placed {
    child: i32,
    bounds: DAabb,
}

impl Emitter<'_> {
    /// Adds the tree of a model; returns its root.
    pub(super) fn leaves_and_nodes(
        &mut self,
        is_world: bool,
        model: &EmitModel<'_>,
        space: &FiledSpace,
        first_brush: u32,
        leaf_faces: &Buckets,
    ) -> i32 {
        let mut leaves = Vec::with_capacity(space.tree.leaves.len());
        self.bsp.leaves.reserve(space.tree.leaves.len());
        for (leaf, &bounds) in space.bounds.iter().enumerate() {
            let (faces, brushes) = (leaf_faces.of(leaf as u32), space.brushes.of(leaf as u32));
            let contents = leaf_contents(is_world, model, space, leaf, brushes);
            let child = if contents.contains(Contents::SOLID) && brushes.is_empty() {
                leaf_child(VOID_LEAF)
            } else {
                let cluster = space.clusters.of_leaf[leaf].filter(|_| is_world).map_or(-1, |cluster| cluster as i32);
                let child = self.leaf(contents, cluster, &bounds, faces, brushes, first_brush);
                if let Some(record) = self.bsp.leaves.last_mut() {
                    (record.area, record.water) = model.places.of_leaf(leaf);
                }
                child
            };
            leaves.push(Placed { child, bounds });
        }
        self.nodes(&space.tree, &leaves)
    }

    fn leaf(
        &mut self,
        contents: Contents,
        cluster: i32,
        bounds: &DAabb,
        faces: &[u32],
        brushes: &[u32],
        first_brush: u32,
    ) -> i32 {
        let (mins, maxs) = bounds_outward(bounds);
        let index = self.bsp.leaves.len() as u32;
        self.bsp.leaves.push(LeafRecord {
            contents: contents.bits(),
            cluster,
            area: 0,
            first_face: self.bsp.leaf_faces.len() as u32,
            face_count: faces.len() as u32,
            first_brush: self.bsp.leaf_brushes.len() as u32,
            brush_count: brushes.len() as u32,
            water: 0,
            first_mesh: 0,
            mesh_count: 0,
            mins,
            maxs,
        });
        self.bsp.leaf_faces.extend(faces);
        self.bsp.leaf_brushes.extend(brushes.iter().map(|brush| first_brush + brush));
        leaf_child(index)
    }

    /// Numbers the nodes in preorder, leaving out those with nothing but void on both sides.
    fn nodes(&mut self, tree: &Tree, leaves: &[Placed]) -> i32 {
        let void = leaf_child(VOID_LEAF);
        // Children come after their parents, so backwards every child is known before its parent.
        let mut kept = vec![false; tree.nodes.len()];
        let mut bounds = vec![DAabb::EMPTY; tree.nodes.len()];
        let mut is_void = vec![false; tree.nodes.len()];
        for index in (0..tree.nodes.len()).rev() {
            let of_child = |child: Child| match child {
                Child::Leaf(leaf) => (leaves[leaf as usize].child == void, leaves[leaf as usize].bounds),
                Child::Node(node) => (is_void[node as usize], bounds[node as usize]),
            };
            let [(front_void, front), (back_void, back)] = tree.nodes[index].children.map(of_child);
            is_void[index] = front_void && back_void;
            kept[index] = !is_void[index];
            bounds[index] = front.union(&back);
        }
        let first = self.bsp.nodes.len() as i32;
        let mut numbers = vec![void; tree.nodes.len()];
        for (number, place) in
            numbers.iter_mut().zip(&kept).filter(|(_, kept)| **kept).map(|(number, _)| number).zip(first..)
        {
            *number = place;
        }
        let place = |child: Child| match child {
            Child::Leaf(leaf) => leaves[leaf as usize].child,
            Child::Node(node) => numbers[node as usize],
        };
        self.bsp.nodes.reserve(tree.nodes.len());
        for (index, node) in tree.nodes.iter().enumerate().filter(|(index, _)| kept[*index]) {
            let (mins, maxs) = bounds_outward(&bounds[index]);
            let plane = self.output_planes.number(self.planes, node.plane);
            self.bsp.nodes.push(NodeRecord { plane, children: node.children.map(place), mins, maxs });
        }
        place(tree.root)
    }
}

fn leaf_contents(is_world: bool, model: &EmitModel<'_>, space: &FiledSpace, leaf: usize, brushes: &[u32]) -> Contents {
    let class = space.tree.leaves[leaf];
    if is_world || class.contents().is_empty() {
        return if is_world && !space.inside[leaf] { Contents::SOLID } else { class.contents() };
    }
    brushes.iter().map(|&brush| model.model.brushes[brush as usize].contents).fold(Contents::empty(), |all, c| all | c)
}

fn leaf_child(leaf: u32) -> i32 {
    -(leaf as i32) - 1
}
