//! The map's tree, and the walk over what of it may be seen.

use super::clusters::ClusterSet;
use super::frustum::{Frustum, Planes};
use kerosene_bsp::records::{LeafRecord, NodeRecord};
use kerosene_bsp::{AreaConnections, BspFile, Contents, MAX_TREE_DEPTH};
use kerosene_math::{Aabb, Vec3};

/// Child of a node: leaf 0, the solid outside.
const OUTSIDE: i32 = !0;

/// The tree of the world, laid out for walking: what each leaf shows are *items*, numbers that the caller gave.
#[derive(Debug, Clone)]
pub struct LeafTree {
    root: i32,
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
    items: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    normal: Vec3,
    dist: f32,
    children: [i32; 2],
    mins: Vec3,
    maxs: Vec3,
    /// All that its leaves show lies side by side, and so many of them show something.
    below: Shown,
}

/// What a leaf shows, or all leaves below a node.
#[derive(Debug, Clone, Copy, Default)]
struct Shown {
    first_item: u32,
    item_count: u32,
    leaves: u32,
}

#[derive(Debug, Clone, Copy)]
struct Leaf {
    mins: Vec3,
    maxs: Vec3,
    shown: Shown,
    cluster: i32,
    /// 0 for a leaf that is seen whatever is shut: one in no area, or in an opening itself, which both sides look into.
    area: u32,
    water: u32,
}

/// What is looked at and from where.
#[derive(Debug, Clone, Copy)]
pub struct VisibleLeaves<'a> {
    /// Place of the camera.
    pub origin: Vec3,
    /// What it sees.
    pub frustum: &'a Frustum,
    /// The clusters that may be seen from its own; none where that is not known.
    pub clusters: Option<ClusterSet<'a>>,
    /// Which areas are connected; none where nothing is shut.
    pub areas: Option<&'a AreaConnections>,
}

impl LeafTree {
    /// The tree of the world of `map`; `items_of` appends the items that a leaf shows to a list.
    pub(crate) fn new(map: &BspFile, items_of: impl FnMut(&LeafRecord, &mut Vec<u32>)) -> Self {
        let planes = map.planes();
        let node = |node: &NodeRecord| Node {
            normal: Vec3::from_array(planes[node.plane as usize].normal),
            dist: planes[node.plane as usize].dist,
            children: node.children,
            mins: Vec3::from_array(node.mins),
            maxs: Vec3::from_array(node.maxs),
            below: Shown::default(),
        };
        let leaf = |leaf: &LeafRecord| {
            let opening = Contents::from_bits_retain(leaf.contents).contains(Contents::AREA_PORTAL);
            Leaf {
                mins: Vec3::from_array(leaf.mins),
                maxs: Vec3::from_array(leaf.maxs),
                shown: Shown::default(),
                cluster: leaf.cluster,
                area: if opening { 0 } else { leaf.area },
                water: leaf.water,
            }
        };
        let root = map.models().first().map_or(OUTSIDE, |world| world.head_node);
        let (nodes, leaves) = (map.nodes().iter().map(node).collect(), map.leaves().iter().map(leaf).collect());
        let mut tree = Self { root, nodes, leaves, items: Vec::new() };
        tree.file(map, items_of);
        tree
    }

    /// Takes the items of all leaves in the order of the tree, so that those below a node lie side by side.
    fn file(&mut self, map: &BspFile, mut items_of: impl FnMut(&LeafRecord, &mut Vec<u32>)) {
        let mut leaves = 0;
        // A child to go into, or a node to come out of, with what there was when it was gone into.
        let mut open = vec![(self.root, None)];
        while let Some((child, entered)) = open.pop() {
            let first_item = self.items.len() as u32;
            match (usize::try_from(child), entered) {
                (Ok(node), Some(Shown { first_item, leaves: before, .. })) => {
                    let item_count = self.items.len() as u32 - first_item;
                    self.nodes[node].below = Shown { first_item, item_count, leaves: leaves - before };
                }
                (Ok(node), None) => {
                    open.push((child, Some(Shown { first_item, item_count: 0, leaves })));
                    open.extend(self.nodes[node].children.map(|child| (child, None)));
                }
                // The outside is shared by many nodes and shows nothing.
                (Err(_), _) if child == OUTSIDE => {}
                (Err(_), _) => {
                    let leaf = !child as usize;
                    items_of(&map.leaves()[leaf], &mut self.items);
                    let item_count = self.items.len() as u32 - first_item;
                    let shows = u32::from(item_count > 0);
                    self.leaves[leaf].shown = Shown { first_item, item_count, leaves: shows };
                    leaves += shows;
                }
            }
        }
    }

    fn items(&self, shown: Shown) -> &[u32] {
        &self.items[shown.first_item as usize..][..shown.item_count as usize]
    }

    /// The leaf that holds a point.
    fn leaf_of(&self, point: Vec3) -> Option<&Leaf> {
        let mut child = self.root;
        while let Ok(node) = usize::try_from(child) {
            let node = self.nodes.get(node)?;
            child = node.children[usize::from(node.normal.dot(point) < node.dist)];
        }
        self.leaves.get(!child as usize)
    }

    /// The visibility cluster that holds a point, none in solid.
    #[must_use]
    pub fn cluster_of(&self, point: Vec3) -> Option<u32> {
        self.leaf_of(point).and_then(|leaf| u32::try_from(leaf.cluster).ok())
    }

    /// What each leaf fills that one can be in, and its cluster.
    pub(crate) fn open_leaves(&self) -> impl Iterator<Item = (Aabb, u32)> {
        self.leaves.iter().filter_map(|leaf| Some((Aabb::new(leaf.mins, leaf.maxs), u32::try_from(leaf.cluster).ok()?)))
    }

    /// The map's body of water that holds a point.
    #[must_use]
    pub fn water_of(&self, point: Vec3) -> Option<u32> {
        self.leaf_of(point)?.water.checked_sub(1)
    }

    /// Calls `see` with the items of the leaves that may be seen, and says how many leaves those are. `open` is memory that
    /// is reused; with [`LeafTree::stack`] it never grows.
    pub(crate) fn walk(
        &self,
        view: &VisibleLeaves<'_>,
        open: &mut Vec<(i32, Planes)>,
        mut see: impl FnMut(&[u32]),
    ) -> u32 {
        let own_area = view.areas.and_then(|areas| Some((areas, self.leaf_of(view.origin)?.area)));
        let own_area = own_area.filter(|(_, area)| *area != 0);
        let asks_each_leaf = own_area.is_some() || view.clusters.is_some();
        let mut seen = 0;
        open.clear();
        open.push((self.root, Frustum::ALL));
        while let Some((child, planes)) = open.pop() {
            if let Ok(node) = usize::try_from(child) {
                let node = &self.nodes[node];
                match view.frustum.crossed(node.mins, node.maxs, planes) {
                    // Wholly within the picture: so is all below it.
                    Some(0) if !asks_each_leaf => {
                        seen += node.below.leaves;
                        see(self.items(node.below));
                    }
                    Some(planes) => open.extend(node.children.map(|child| (child, planes))),
                    None => {}
                }
                continue;
            }
            let leaf = &self.leaves[!child as usize];
            let shut = own_area.is_some_and(|(areas, own)| leaf.area != 0 && !areas.connected(own, leaf.area));
            let hidden = || {
                let cluster = u32::try_from(leaf.cluster);
                view.clusters.zip(cluster.ok()).is_some_and(|(clusters, cluster)| !clusters.contains(cluster))
            };
            if leaf.shown.item_count == 0 || shut || hidden() {
                continue;
            }
            if view.frustum.crossed(leaf.mins, leaf.maxs, planes).is_some() {
                seen += 1;
                see(self.items(leaf.shown));
            }
        }
        seen
    }

    /// Memory for [`LeafTree::walk`].
    pub(crate) fn stack() -> Vec<(i32, Planes)> {
        // Each step down leaves one sibling behind.
        Vec::with_capacity(MAX_TREE_DEPTH + 2)
    }
}
