//! Meshes: patches, displacements and converted shapes on their way through the compile.
//!
//! A mesh is a skin, not a volume. It fills nothing, so it cannot seal a map, and it never splits the tree: a curved
//! floor of 2,048 triangles would cut a room to ribbons. It is always detail, drawn and collided with triangle by
//! triangle, and filed into the leaves that it touches once the tree stands ([`crate::emit`]).
//!
//! Here the polygons of a map's meshes become triangles in parts of one material each:
//!
//! * Polygons may be concave, or bent out of their plane. They are cut into triangles by clipping ears (Meisters,
//!   "Polygons Have Ears", 1975), from the first corner on, so the same polygon always gives the same triangles; a
//!   convex one becomes a fan.
//! * What a part is to collide with comes from its material, the class of its entity and the flags of Quake 2 and its
//!   heirs, as for brushes. What is neither drawn nor collided with is left out.
//! * Corners keep the normal, texture coordinates and alpha that the map gives them; where it gives none, a polygon is
//!   flat and its axes paint it.
//!
//! Deliberately absent: T-junctions between meshes are left as they are. Patches and displacements that were meant to
//! join have the same corners on their seam, and those are welded.

mod ears;
mod parts;
mod solidity;

pub(crate) use ears::MAX_CORNERS;
pub(crate) use parts::{Corner, MeshPart, MeshReader};
