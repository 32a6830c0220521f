//! Invariants of compiled maps as named functions: tests run them over every map there is, `cleave --check`
//! over yours.
//!
//! Each check trusts as little of the compiler as it can: it looks at the output, and at the map as it was
//! read.

mod bevels;
mod edges;
mod floors;
mod meshes;
mod places;
mod portals;
mod solidity;

pub use bevels::bevels_repeat_no_side;
pub use edges::{edges_hold_no_vertices, rings_close};
pub use floors::floors_are_floors;
pub use meshes::{meshes_are_in_their_leaves, meshes_collide_where_drawn};
pub use places::areas_and_waters_are_whole;
pub use portals::portals_join_their_clusters;
pub use solidity::{Solidity, tree_agrees_with_brushes};

use kerosene_bsp::Bsp;
use kerosene_bsp::records::LeafRecord;
use kerosene_math::DVec3;
use thiserror::Error;

/// An invariant that does not hold, with the first place where.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Violation {
    /// A vertex lies on an edge of a face of the same model, but is not a corner of it.
    #[error("model {model}: vertex {vertex} lies on the edge {from} to {to} of face {face}, {distance} units off")]
    VertexOnEdge {
        /// Model number.
        model: usize,
        /// Face number.
        face: usize,
        /// Edge's first vertex.
        from: u32,
        /// Edge's last vertex.
        to: u32,
        /// The vertex on it.
        vertex: u32,
        /// Its distance from the edge.
        distance: f64,
    },
    /// The surfedges of a face do not go round.
    #[error("face {face}: surfedge {place} does not begin where the one before it ends")]
    OpenRing {
        /// Face number.
        face: usize,
        /// Place within the face's surfedges.
        place: usize,
    },
    /// A portal does not lie between the clusters it names.
    #[error("portal {portal} says it joins clusters {said:?}, but at {point} the tree has {found:?}")]
    StrayPortal {
        /// Place in the portal file.
        portal: usize,
        /// What the file says.
        said: [u32; 2],
        /// What the tree says on either side.
        found: [i32; 2],
        /// Where.
        point: DVec3,
    },
    /// A bevel is the same as another side of its brush.
    #[error("brush {brush}: side {bevel}, a bevel, repeats side {side}")]
    RepeatedBevel {
        /// Brush number.
        brush: usize,
        /// Place of the bevel within its sides.
        bevel: usize,
        /// Place of the side that is the same.
        side: usize,
    },
    /// Two areas meet where no area portal is.
    #[error("portal {portal} joins areas {areas:?}, which no area portal joins there")]
    AreasMeet {
        /// Place in the portal file.
        portal: usize,
        /// The areas of the two leaves.
        areas: [u32; 2],
    },
    /// A cluster lies in more areas than one.
    #[error("cluster {cluster} has leaves in areas {areas:?}")]
    ClusterInAreas {
        /// Its number.
        cluster: usize,
        /// Two of the areas.
        areas: [u32; 2],
    },
    /// A leaf's water is not what fills it.
    #[error("leaf {leaf} is in water {water}, which does not fit its contents")]
    StrangeWater {
        /// Its number.
        leaf: usize,
        /// The water, 0 for none.
        water: u32,
    },
    /// A body of water has two numbers.
    #[error("portal {portal} joins waters {waters:?} of the same contents")]
    DividedWater {
        /// Place in the portal file.
        portal: usize,
        /// The waters of the two leaves.
        waters: [u32; 2],
    },
    /// A piece of floor is too steep, not convex or too small.
    #[error("piece of floor {floor} at {at} is too steep, not convex or too small")]
    NoFloor {
        /// Its number.
        floor: usize,
        /// One of its corners.
        at: DVec3,
    },
    /// A way between two pieces of floor does not lie on an edge of both.
    #[error("walk link {link} does not lie on an edge of both its floors")]
    StrayLink {
        /// Its number.
        link: usize,
    },
    /// A triangle reaches into an open leaf that does not list its mesh.
    #[error("leaf {leaf} does not list mesh {mesh}, of which {point} is a point")]
    MeshNotListed {
        /// Mesh number.
        mesh: usize,
        /// Leaf number.
        leaf: usize,
        /// A point of the mesh in the leaf.
        point: DVec3,
    },
    /// A ray went through a triangle.
    #[error("a ray through mesh {mesh} at {point} goes on for {past} units")]
    MeshPassed {
        /// Mesh number.
        mesh: usize,
        /// Where the triangle is.
        point: DVec3,
        /// How far the ray got beyond it.
        past: f64,
    },
    /// A ray was stopped by a mesh where it has no triangle.
    #[error("a ray is stopped by mesh {mesh} at {point}, where it has no triangle")]
    NoTriangle {
        /// Mesh number.
        mesh: usize,
        /// Where the ray ends.
        point: DVec3,
    },
    /// The map cannot be read back.
    #[error("the map cannot be loaded: {reason}")]
    Unloadable {
        /// Why not.
        reason: String,
    },
    /// Tree and brushes disagree on whether a point is solid.
    #[error("at {point} the tree is {tree:?}, but the brushes are {brushes:?}")]
    Disagreement {
        /// Where.
        point: DVec3,
        /// Structural contents of the leaf.
        tree: kerosene_bsp::Contents,
        /// What the brushes of the map say.
        brushes: kerosene_bsp::Contents,
    },
}

/// The leaf of model 0 at `point`, by the output's own planes.
fn leaf_at(bsp: &Bsp, point: DVec3) -> &LeafRecord {
    let mut child = bsp.models[0].head_node;
    while let Ok(node) = usize::try_from(child) {
        let node = &bsp.nodes[node];
        let plane = &bsp.planes[node.plane as usize];
        let normal = DVec3::from_array(plane.normal.map(f64::from));
        child = node.children[usize::from(normal.dot(point) < f64::from(plane.dist))];
    }
    &bsp.leaves[!child as usize]
}
