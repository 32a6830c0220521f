//! The flat records of a compiled map, cast in place from the file.
//!
//! All little-endian, padding-free, 4-byte aligned. `-1` and `NONE` mean "none" wherever a field says
//! so. Indices are 32-bit everywhere; every one is validated once at load.

mod places;

pub use places::{AreaPortalRecord, AreaRecord, SectionRecord, WalkLinkRecord, WalkPolygonRecord, WaterRecord};

use bytemuck::{Pod, Zeroable};

/// "None" in unsigned index fields.
pub const NONE: u32 = u32::MAX;

/// A half-space boundary; stored in pairs, `index ^ 1` is the inverse.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct PlaneRecord {
    /// Unit normal; points in front satisfy `dot(normal, p) > dist`.
    pub normal: [f32; 3],
    /// Distance from the origin along `normal`, in units.
    pub dist: f32,
    /// 0, 1, 2 for a normal along +-x, +-y, +-z exactly; 3 otherwise.
    pub axis: u32,
}

/// An edge between two vertices; edge 0 is a placeholder, since surfedges carry their direction as a sign.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct EdgeRecord {
    /// Indices into the vertices.
    pub vertices: [u32; 2],
}

/// A drawn polygon, convex, clockwise seen from its front.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct FaceRecord {
    /// Plane whose normal points to the side the face is seen from.
    pub plane: u32,
    /// First of `surfedge_count` entries in the surfedges.
    pub first_surfedge: u32,
    /// At least 3.
    pub surfedge_count: u32,
    /// Index into the texinfos.
    pub texinfo: u32,
    /// Brush it came from, index into the brushes, or `NONE`.
    pub brush: u32,
    /// Source side, index into the source ids, or `NONE`.
    pub source: u32,
    /// Index into the sections; 0 is the world.
    pub section: u32,
    /// Contents in front of the face ([`crate::Contents`] bits): what one looks through to see it.
    pub front_contents: u32,
    /// Offset into the lighting lump in samples, `NONE` where unlit.
    pub lightmap_offset: u32,
    /// Lightmap grid origin, in luxels.
    pub lightmap_mins: [i32; 2],
    /// Lightmap grid size, in luxels; 0 where unlit.
    pub lightmap_size: [u32; 2],
    /// Light styles in use; 255 is none.
    pub light_styles: [u8; 4],
    /// Area in square units.
    pub area: f32,
}

/// An inner node of a tree. A child `>= 0` is a node; below, it is the leaf `-(child + 1)`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct NodeRecord {
    /// Splitting plane.
    pub plane: u32,
    /// Child in front, child behind.
    pub children: [i32; 2],
    /// Bounds of all that lies below, lower corner.
    pub mins: [f32; 3],
    /// Bounds of all that lies below, upper corner.
    pub maxs: [f32; 3],
}

/// A convex region of space.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct LeafRecord {
    /// What fills it by structure ([`crate::Contents`] bits); detail contents come from its brushes.
    pub contents: u32,
    /// Visibility cluster, -1 for solid and for brush models.
    pub cluster: i32,
    /// Index into the areas, 0 where it is in none.
    pub area: u32,
    /// First of `face_count` entries in the leaf faces.
    pub first_face: u32,
    /// Number of leaf faces.
    pub face_count: u32,
    /// First of `brush_count` entries in the leaf brushes.
    pub first_brush: u32,
    /// Number of leaf brushes.
    pub brush_count: u32,
    /// Index into the waters + 1, 0 where dry.
    pub water: u32,
    /// First of `mesh_count` entries in the leaf meshes.
    pub first_mesh: u32,
    /// Number of leaf meshes.
    pub mesh_count: u32,
    /// Bounds, lower corner.
    pub mins: [f32; 3],
    /// Bounds, upper corner.
    pub maxs: [f32; 3],
}

/// A tree with its own faces: model 0 is the world, the others belong to brush entities (`*1`, `*2`, ...).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct ModelRecord {
    /// Bounds, lower corner.
    pub mins: [f32; 3],
    /// Bounds, upper corner.
    pub maxs: [f32; 3],
    /// Point it turns about, from the entity's `origin` key or origin brush.
    pub origin: [f32; 3],
    /// Root of its tree: a node, or a leaf as `-(leaf + 1)`.
    pub head_node: i32,
    /// First of `face_count` faces.
    pub first_face: u32,
    /// Number of faces.
    pub face_count: u32,
    /// First of `brush_count` brushes.
    pub first_brush: u32,
    /// Number of brushes.
    pub brush_count: u32,
    /// First of `mesh_count` meshes.
    pub first_mesh: u32,
    /// Number of meshes.
    pub mesh_count: u32,
}

/// A convex solid to collide with.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct BrushRecord {
    /// First of `side_count` brush sides; real sides first, then bevels.
    pub first_side: u32,
    /// Number of sides, bevels included.
    pub side_count: u32,
    /// [`crate::Contents`] bits.
    pub contents: u32,
    /// Index into the source ids, or `NONE`.
    pub source: u32,
    /// Index into the sections; 0 is the world.
    pub section: u32,
}

/// One half-space of a brush.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct BrushSideRecord {
    /// Plane whose normal points out of the brush.
    pub plane: u32,
    /// Index into the texinfos, `NONE` for a bevel.
    pub texinfo: u32,
    /// 1 for a plane added so that boxes collide rightly, 0 for a side that was drawn.
    pub bevel: u32,
}

/// Triangles of one material: a part of a patch, a displacement or a converted shape.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct MeshRecord {
    /// Bounds, lower corner.
    pub mins: [f32; 3],
    /// Bounds, upper corner.
    pub maxs: [f32; 3],
    /// First of `vertex_count` mesh vertices.
    pub first_vertex: u32,
    /// Number of vertices.
    pub vertex_count: u32,
    /// First of `index_count` mesh indices.
    pub first_index: u32,
    /// Number of indices, three for each triangle.
    pub index_count: u32,
    /// Index into the texinfos, of which the material and the flags count: vertices carry their own coordinates.
    pub texinfo: u32,
    /// What it is to collide with, [`crate::Contents`] bits; those of no solid where it is only drawn.
    pub contents: u32,
    /// Index into the source ids, or `NONE`.
    pub source: u32,
    /// Section it streams with; 0 is the world.
    pub section: u32,
    /// What the vertices' texture coordinates count: 0 repeats of the texture, 1 texels.
    pub texture_units: u32,
    /// World units per luxel that the author asked for.
    pub lightmap_scale: f32,
    /// Offset into the lighting lump in samples, `NONE` where unlit.
    pub lightmap_offset: u32,
    /// Lightmap size, in luxels; 0 where unlit.
    pub lightmap_size: [u32; 2],
    /// Light styles in use; 255 is none.
    pub light_styles: [u8; 4],
}

/// A corner of a mesh's triangles.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct MeshVertexRecord {
    /// Where it is, in the model's coordinates.
    pub position: [f32; 3],
    /// Unit normal for light.
    pub normal: [f32; 3],
    /// Texture coordinates, in the mesh's units.
    pub texture: [f32; 2],
    /// Lightmap coordinates in luxels; 0 where unlit.
    pub lightmap: [f32; 2],
    /// Weight of a blend's second material, 0 to 1.
    pub alpha: f32,
}

/// How a face is painted. Texel u of a point is `dot(texture[0].xyz, p) + texture[0].w`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct TexInfoRecord {
    /// Texture vectors in texels per unit, for u and v.
    pub texture: [[f32; 4]; 2],
    /// Lightmap vectors in luxels per unit, for u and v.
    pub lightmap: [[f32; 4]; 2],
    /// [`crate::SurfaceFlags`] bits.
    pub flags: u32,
    /// Index into the texdata.
    pub texdata: u32,
}

/// A material as the compiler knew it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct TexDataRecord {
    /// Average colour, linear, 0 to 1.
    pub reflectivity: [f32; 3],
    /// Byte offset of the name in the strings lump.
    pub name: u32,
    /// Texture width in texels, 0 where unknown.
    pub width: u32,
    /// Texture height in texels, 0 where unknown.
    pub height: u32,
}

/// Where a brush or side came from in the editable map.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct SourceRecord {
    /// Id of the entity in the source map.
    pub entity: u32,
    /// Id of the brush or mesh in the source map.
    pub brush: u32,
    /// Id of the side in the source map, `NONE` where the whole brush is meant.
    pub side: u32,
    /// 1-based line in the source file, 0 where there is none.
    pub line: u32,
}
