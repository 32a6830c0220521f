//! A compiled map in memory.

use crate::records::{
    AreaPortalRecord, AreaRecord, BrushRecord, BrushSideRecord, EdgeRecord, FaceRecord, LeafRecord, MeshRecord,
    MeshVertexRecord, ModelRecord, NodeRecord, PlaneRecord, SectionRecord, SourceRecord, TexDataRecord, TexInfoRecord,
    WalkLinkRecord, WalkPolygonRecord, WaterRecord,
};
use kerosene_math::Vec3;

/// A compiled map that owns its lumps: what the compiler fills and the writer stores.
///
/// The runtime reads the same lumps in place from a mapped file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bsp {
    /// KeyValues text of the entities, brush entities with `model "*n"`.
    pub entities: String,
    /// Planes in pairs, `index ^ 1` inverts.
    pub planes: Vec<PlaneRecord>,
    /// Welded vertices.
    pub vertices: Vec<Vec3>,
    /// Edges; entry 0 is a placeholder.
    pub edges: Vec<EdgeRecord>,
    /// Edges in face order; negative walks the edge backwards.
    pub surfedges: Vec<i32>,
    /// Drawn polygons, model by model.
    pub faces: Vec<FaceRecord>,
    /// Inner nodes of every tree.
    pub nodes: Vec<NodeRecord>,
    /// Leaves of every tree; leaf 0 is the shared solid outside.
    pub leaves: Vec<LeafRecord>,
    /// Face indices by leaf.
    pub leaf_faces: Vec<u32>,
    /// Brush indices by leaf.
    pub leaf_brushes: Vec<u32>,
    /// Model 0 is the world.
    pub models: Vec<ModelRecord>,
    /// Convex solids, model by model.
    pub brushes: Vec<BrushRecord>,
    /// Half-spaces, brush by brush.
    pub brush_sides: Vec<BrushSideRecord>,
    /// Triangles to draw and collide with, model by model.
    pub meshes: Vec<MeshRecord>,
    /// Corners of meshes, mesh by mesh.
    pub mesh_vertices: Vec<MeshVertexRecord>,
    /// Three for each triangle, clockwise seen from its front, counted from the first vertex of its mesh.
    pub mesh_indices: Vec<u32>,
    /// Mesh indices by leaf.
    pub leaf_meshes: Vec<u32>,
    /// How faces are painted.
    pub texinfos: Vec<TexInfoRecord>,
    /// Materials.
    pub texdata: Vec<TexDataRecord>,
    /// NUL-terminated names.
    pub strings: Vec<u8>,
    /// Where brushes and sides came from.
    pub sources: Vec<SourceRecord>,
    /// Parts that stream; 0 is the world. Empty is the same as the world alone.
    pub sections: Vec<SectionRecord>,
    /// Parts of the world between area portals; 0 stands for none. Empty where areas were not numbered.
    pub areas: Vec<AreaRecord>,
    /// Openings between areas.
    pub area_portals: Vec<AreaPortalRecord>,
    /// Connected volumes of liquid.
    pub waters: Vec<WaterRecord>,
    /// Pieces of floor, model by model.
    pub walk_polygons: Vec<WalkPolygonRecord>,
    /// Corners of the pieces of floor, piece by piece.
    pub walk_points: Vec<Vec3>,
    /// Ways between pieces of floor, piece by piece.
    pub walk_links: Vec<WalkLinkRecord>,
    /// Number of visibility clusters.
    pub cluster_count: u32,
    /// JSON: inputs with hashes, options, tool version.
    pub manifest: String,
    /// Lumps of other stages and other tools by name, carried along untouched.
    pub extra: Vec<(String, Vec<u8>)>,
}
