//! Records of the places that a map is made of: sections, areas, waters, floors.

use bytemuck::{Pod, Zeroable};

/// A part of the map that streams in and out as a whole. Record 0 is the world, which is always there.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct SectionRecord {
    /// Byte offset of the name in the strings lump; the world's is empty.
    pub name: u32,
    /// Bounds of its brushes, lower corner; all zero where it has none.
    pub mins: [f32; 3],
    /// Bounds of its brushes, upper corner.
    pub maxs: [f32; 3],
}

/// A part of the world that is connected without passing an area portal. Record 0 stands for leaves that are in no area.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct AreaRecord {
    /// Number of leaves; those within an area portal count for the first of its two areas.
    pub leaf_count: u32,
    /// Bounds of its leaves, lower corner.
    pub mins: [f32; 3],
    /// Bounds of its leaves, upper corner.
    pub maxs: [f32; 3],
}

/// An opening between two areas that can be closed at run time.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct AreaPortalRecord {
    /// The two areas, the lower number first; both are at least 1.
    pub areas: [u32; 2],
    /// Its entity by place in the entities lump, `NONE` for a portal drawn as a mere brush.
    pub entity: u32,
    /// The brush model that opens it by moving away, `NONE` where only the entity's inputs do.
    pub model: u32,
    /// Bounds of its brushes, lower corner.
    pub mins: [f32; 3],
    /// Bounds of its brushes, upper corner.
    pub maxs: [f32; 3],
}

/// Connected leaves filled with one liquid.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct WaterRecord {
    /// Model whose leaves they are; 0 is the world.
    pub model: u32,
    /// Which liquid ([`crate::Contents`] bits).
    pub contents: u32,
    /// Height of its highest surface under open space, the top of its bounds where it has none.
    pub surface: f32,
    /// Bounds, lower corner.
    pub mins: [f32; 3],
    /// Bounds, upper corner.
    pub maxs: [f32; 3],
}

/// A convex piece of floor.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct WalkPolygonRecord {
    /// Model that it is part of; the floors of brush entities move with them.
    pub model: u32,
    /// [`crate::WalkRule`] as a number.
    pub rule: u32,
    /// Section it streams with; 0 is the world.
    pub section: u32,
    /// First of `point_count` points.
    pub first_point: u32,
    /// At least 3 points, clockwise seen from above.
    pub point_count: u32,
    /// First of `link_count` links.
    pub first_link: u32,
    /// Number of links to neighbours.
    pub link_count: u32,
    /// Unit normal, upward.
    pub normal: [f32; 3],
    /// Distance of its plane from the origin along the normal, in units.
    pub dist: f32,
    /// Bounds, lower corner.
    pub mins: [f32; 3],
    /// Bounds, upper corner.
    pub maxs: [f32; 3],
}

/// A way over a part of an edge onto a neighbouring piece of floor of the same model.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct WalkLinkRecord {
    /// The neighbour.
    pub polygon: u32,
    /// The neighbour's link back over the same part.
    pub back: u32,
    /// Edge of the own polygon: the one that begins at this point of it.
    pub edge: u32,
    /// Where the part begins on that edge.
    pub from: [f32; 3],
    /// Where it ends.
    pub to: [f32; 3],
    /// Height of the neighbour above the own edge in the middle of the part, in units: 0 where the edges touch.
    pub rise: f32,
}
