//! A bounding volume hierarchy over boxes: which of many boxes touch this one?
//!
//! Built by median splits along the longest axis, so that cutting a map's faces against each other costs
//! n log n and never n squared.

use kerosene_math::DAabb;

const LEAF_SIZE: usize = 4;

/// A static hierarchy over the boxes it was built from.
#[derive(Debug, Clone)]
pub(crate) struct BoxIndex {
    nodes: Vec<Node>,
    /// Box indices, each leaf a contiguous range.
    order: Vec<u32>,
    boxes: Vec<DAabb>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    bounds: DAabb,
    first: u32,
    count: u32,
    /// Index of the second child; the first follows its parent. 0 for a leaf.
    second: u32,
}

impl BoxIndex {
    /// Builds the hierarchy.
    pub(crate) fn new(boxes: Vec<DAabb>) -> Self {
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut nodes = Vec::with_capacity(boxes.len());
        if !boxes.is_empty() {
            build(&boxes, &mut order, 0, &mut nodes);
        }
        Self { nodes, order, boxes }
    }

    /// Indices of the boxes that touch or overlap `query`, in rising order.
    pub(crate) fn touching(&self, query: &DAabb, found: &mut Vec<u32>) {
        found.clear();
        let mut pending: smallvec::SmallVec<[u32; 64]> = smallvec::SmallVec::new();
        if !self.nodes.is_empty() {
            pending.push(0);
        }
        while let Some(index) = pending.pop() {
            let node = &self.nodes[index as usize];
            if !node.bounds.touches(query) {
                continue;
            }
            if node.second == 0 {
                let range = node.first as usize..(node.first + node.count) as usize;
                found
                    .extend(self.order[range].iter().copied().filter(|&item| self.boxes[item as usize].touches(query)));
            } else {
                pending.push(node.second);
                pending.push(index + 1);
            }
        }
        found.sort_unstable();
    }
}

fn build(boxes: &[DAabb], order: &mut [u32], first: usize, nodes: &mut Vec<Node>) {
    let bounds = order.iter().fold(DAabb::EMPTY, |all, &index| all.union(&boxes[index as usize]));
    let node = nodes.len();
    nodes.push(Node { bounds, first: first as u32, count: order.len() as u32, second: 0 });
    if order.len() <= LEAF_SIZE {
        return;
    }
    let size = bounds.size();
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { usize::from(size.y < size.z) + 1 };
    let middle = order.len() / 2;
    let key = |index: u32| boxes[index as usize].min[axis] + boxes[index as usize].max[axis];
    order.select_nth_unstable_by(middle, |&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
    let (left, right) = order.split_at_mut(middle);
    build(boxes, left, first, nodes);
    nodes[node].second = nodes.len() as u32;
    build(boxes, right, first + middle, nodes);
}
