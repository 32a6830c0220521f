//! What is at a point, and which leaves a box reaches.

use super::map::{ClusterId, CollisionMap, LeafId};
use super::node::Place;
use crate::{Contents, MAX_TREE_DEPTH};
use kerosene_math::{DVec3, Vec3};
use smallvec::SmallVec;

/// The world's root as a child reference.
const WORLD: usize = 0;

impl CollisionMap {
    /// The leaf of the world that holds a point. A point on a splitting plane is in front of it.
    ///
    /// ```
    /// # use kerosene_bsp::{CollisionMap, sample};
    /// # use kerosene_math::Vec3;
    /// let map = CollisionMap::new(&sample::room().to_file()?);
    /// assert_ne!(map.leaf_of(Vec3::new(0.0, 0.0, 8.0)), map.leaf_of(Vec3::new(0.0, 0.0, -8.0)));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn leaf_of(&self, point: Vec3) -> LeafId {
        self.leaf_below(self.models[WORLD].root, point.as_dvec3())
    }

    pub(super) fn leaf_below(&self, root: i32, point: DVec3) -> LeafId {
        match self.nodes.descend_while(root, point, |_| true) {
            Some(leaf) => leaf,
            None => unreachable!("nothing ends the way down before a leaf"),
        }
    }

    /// The visibility cluster that holds a point, `None` in solid.
    ///
    /// ```
    /// # use kerosene_bsp::{CollisionMap, sample};
    /// # use kerosene_math::Vec3;
    /// let map = CollisionMap::new(&sample::room().to_file()?);
    /// assert!(map.cluster_of(Vec3::new(0.0, 0.0, 8.0)).is_some());
    /// assert!(map.cluster_of(Vec3::new(0.0, 0.0, -8.0)).is_none());
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn cluster_of(&self, point: Vec3) -> Option<ClusterId> {
        self.leaf_cluster(self.leaf_of(point))
    }

    /// The visibility cluster of a leaf, `None` for solid ones, those of brush models and past the last leaf.
    pub fn leaf_cluster(&self, leaf: LeafId) -> Option<ClusterId> {
        let cluster = self.leaves.get(leaf.0 as usize)?.cluster;
        u32::try_from(cluster).ok().map(ClusterId)
    }

    /// Everything that fills a point of the world: its leaf's contents and those of the brushes that hold it.
    ///
    /// A point on the surface of a brush is outside it, as for traces.
    ///
    /// ```
    /// # use kerosene_bsp::{CollisionMap, Contents, sample};
    /// # use kerosene_math::Vec3;
    /// let map = CollisionMap::new(&sample::room().to_file()?);
    /// assert_eq!(map.point_contents(Vec3::new(0.0, 0.0, 0.0)), Contents::empty());
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn point_contents(&self, point: Vec3) -> Contents {
        self.contents_below(self.models[WORLD].root, point.as_dvec3())
    }

    /// As [`CollisionMap::point_contents`] for one model, with the point in the model's own coordinates; empty for
    /// models that do not exist.
    pub fn model_point_contents(&self, model: u32, point: Vec3) -> Contents {
        self.models
            .get(model as usize)
            .map_or(Contents::empty(), |model| self.contents_below(model.root, point.as_dvec3()))
    }

    pub(super) fn contents_below(&self, root: i32, point: DVec3) -> Contents {
        let leaf = self.leaves[self.leaf_below(root, point).0 as usize];
        let brushes = &self.leaf_brushes[leaf.first_brush as usize..][..leaf.brush_count as usize];
        brushes.iter().fold(leaf.contents, |contents, &brush| {
            let brush = &self.brushes[brush as usize];
            let inside =
                || self.brush_sides(brush, brush.real_sides).iter().all(|side| side_distance(side, point) < 0.0);
            if contents.contains(brush.contents) || !inside() { contents } else { contents | brush.contents }
        })
    }

    /// The leaves of the world that a box reaches, surface included, in tree order.
    ///
    /// ```
    /// # use kerosene_bsp::{CollisionMap, sample};
    /// # use kerosene_math::Vec3;
    /// let map = CollisionMap::new(&sample::room().to_file()?);
    /// let leaves = map.box_leaves(Vec3::new(-8.0, -8.0, 8.0), Vec3::new(8.0, 8.0, 16.0));
    /// assert_eq!(leaves.collect::<Vec<_>>(), [map.leaf_of(Vec3::new(0.0, 0.0, 12.0))]);
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn box_leaves(&self, mins: Vec3, maxs: Vec3) -> BoxLeaves<'_> {
        let (mins, maxs) = (mins.as_dvec3(), maxs.as_dvec3());
        let mut open = SmallVec::new();
        open.push(self.models[WORLD].root);
        BoxLeaves { map: self, center: Place::new((mins + maxs) * 0.5), half: (maxs - mins) * 0.5, open }
    }
}

/// Signed distance of a point from a side's plane. Products of two `f32` are exact in `f64`.
pub(super) fn side_distance(&[x, y, z, dist]: &[f32; 4], point: DVec3) -> f64 {
    f64::from(x) * point.x + f64::from(y) * point.y + f64::from(z) * point.z - f64::from(dist)
}

/// The leaves that a box reaches; see [`CollisionMap::box_leaves`].
#[derive(Debug, Clone)]
pub struct BoxLeaves<'a> {
    map: &'a CollisionMap,
    center: Place,
    half: DVec3,
    /// Never longer than the tree is deep, which the file's validation bounds: it does not leave the stack.
    open: SmallVec<[i32; MAX_TREE_DEPTH + 1]>,
}

impl Iterator for BoxLeaves<'_> {
    type Item = LeafId;

    fn next(&mut self) -> Option<LeafId> {
        let mut child = self.open.pop()?;
        while child >= 0 {
            let nodes = &self.map.nodes;
            let node = nodes.get(child);
            let distance = nodes.distance(node, &self.center);
            let reach = nodes.normal(node).abs().dot(self.half);
            let [front, back] = node.children;
            if distance >= -reach && distance <= reach {
                self.open.push(back);
            }
            child = if distance >= -reach { front } else { back };
        }
        Some(LeafId(!child as u32))
    }
}
