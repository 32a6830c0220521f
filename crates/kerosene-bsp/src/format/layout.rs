//! The layout of a `.kbsp`: header, directory, names of the lumps.
//!
//! ```text
//! header      32 bytes   magic, version, lump count, directory hash, file length
//! directory   56 bytes each, in the order of the lumps
//! lumps       each at a multiple of 16, zeros between
//! ```

use crate::records;
use bytemuck::{Pod, Zeroable};

/// First four bytes of every compiled map.
pub const MAGIC: [u8; 4] = *b"KROS";
/// Version of the format that this crate reads and writes.
pub const VERSION: u32 = 5;
/// Lumps start at multiples of this many bytes.
pub(super) const LUMP_ALIGNMENT: u64 = 16;
/// Most lumps in one file.
pub const MAX_LUMPS: u32 = 256;
/// Most bytes that the compressed lumps of one file may unfold to; the writer leaves lumps raw beyond it.
pub const MAX_UNFOLDED: u64 = 128 << 20;
/// Coordinates, in units, lie within this of the origin.
pub const MAX_COORDINATE: f32 = 16_777_216.0;
/// Most sides of a brush, bevels included: enough for the bevels of any brush with [`MAX_REAL_SIDES`].
pub const MAX_BRUSH_SIDES: u32 = 2048;
/// Most sides of a brush that are no bevels. Levels have brushes of up to some 60; finding the vertices of a brush takes
/// time with the square of its real sides, with their cube at worst.
pub const MAX_REAL_SIDES: u32 = 256;
/// Most that the squares of the real sides of all brushes of brush models may add up to, since their vertices are found
/// when a map is made ready for traces: as many as 460,000 boxes have. Prisms made to cost the most took
/// under 2 s of processor time in a build for tests, checks of the file included.
pub const MAX_HULL_WORK: u64 = 1 << 24;
/// Most nodes on the way from a model's root to a leaf.
pub const MAX_TREE_DEPTH: usize = 512;

/// The start of the file.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Header {
    pub(crate) magic: [u8; 4],
    pub(crate) version: u32,
    pub(crate) lump_count: u32,
    pub(crate) reserved: u32,
    /// xxh3-64 of the directory's bytes.
    pub(crate) directory_hash: u64,
    /// Length of the whole file in bytes.
    pub(crate) file_length: u64,
}

/// Where a lump lies and how it is stored.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct DirectoryEntry {
    /// ASCII, padded with zeros.
    pub(crate) name: [u8; 16],
    /// From the start of the file, in bytes.
    pub(crate) offset: u64,
    /// Bytes in the file.
    pub(crate) stored_length: u64,
    /// Bytes once unfolded; equals `stored_length` for raw lumps.
    pub(crate) length: u64,
    /// xxh3-64 of the unfolded bytes.
    pub(crate) hash: u64,
    /// [`RAW`] or [`ZSTD`].
    pub(crate) codec: u32,
    /// Bytes of one record, 1 for text and lumps of others.
    pub(crate) record_size: u32,
}

/// Codec of a lump stored as it is.
pub(crate) const RAW: u32 = 0;
/// Codec of a lump stored as zstd frames.
pub(crate) const ZSTD: u32 = 1;

/// The lumps that every compiled map has, in file order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lump {
    /// KeyValues text of the entities.
    Entities,
    /// [`records::PlaneRecord`]s in pairs.
    Planes,
    /// Three floats each.
    Vertices,
    /// [`records::EdgeRecord`]s.
    Edges,
    /// Signed edge indices.
    Surfedges,
    /// [`records::FaceRecord`]s.
    Faces,
    /// [`records::NodeRecord`]s.
    Nodes,
    /// [`records::LeafRecord`]s.
    Leaves,
    /// Face indices by leaf.
    LeafFaces,
    /// Brush indices by leaf.
    LeafBrushes,
    /// [`records::ModelRecord`]s.
    Models,
    /// [`records::BrushRecord`]s.
    Brushes,
    /// [`records::BrushSideRecord`]s.
    BrushSides,
    /// [`records::MeshRecord`]s.
    Meshes,
    /// [`records::MeshVertexRecord`]s.
    MeshVertices,
    /// Vertex indices, three for each triangle of a mesh.
    MeshIndices,
    /// Mesh indices by leaf.
    LeafMeshes,
    /// [`records::TexInfoRecord`]s.
    TexInfos,
    /// [`records::TexDataRecord`]s.
    TexData,
    /// NUL-terminated names.
    Strings,
    /// [`records::SourceRecord`]s.
    Sources,
    /// [`records::SectionRecord`]s.
    Sections,
    /// [`records::AreaRecord`]s.
    Areas,
    /// [`records::AreaPortalRecord`]s.
    AreaPortals,
    /// [`records::WaterRecord`]s.
    Waters,
    /// [`records::WalkPolygonRecord`]s.
    WalkPolygons,
    /// Three floats each, corner by corner.
    WalkPoints,
    /// [`records::WalkLinkRecord`]s.
    WalkLinks,
    /// One number: how many visibility clusters there are.
    Clusters,
    /// JSON of how the map was made.
    Manifest,
}

impl Lump {
    /// Every lump, in file order.
    pub const ALL: [Self; 30] = [
        Self::Entities,
        Self::Planes,
        Self::Vertices,
        Self::Edges,
        Self::Surfedges,
        Self::Faces,
        Self::Nodes,
        Self::Leaves,
        Self::LeafFaces,
        Self::LeafBrushes,
        Self::Models,
        Self::Brushes,
        Self::BrushSides,
        Self::Meshes,
        Self::MeshVertices,
        Self::MeshIndices,
        Self::LeafMeshes,
        Self::TexInfos,
        Self::TexData,
        Self::Strings,
        Self::Sources,
        Self::Sections,
        Self::Areas,
        Self::AreaPortals,
        Self::Waters,
        Self::WalkPolygons,
        Self::WalkPoints,
        Self::WalkLinks,
        Self::Clusters,
        Self::Manifest,
    ];

    /// Name in the directory.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entities => "entities",
            Self::Planes => "planes",
            Self::Vertices => "vertices",
            Self::Edges => "edges",
            Self::Surfedges => "surfedges",
            Self::Faces => "faces",
            Self::Nodes => "nodes",
            Self::Leaves => "leaves",
            Self::LeafFaces => "leaf_faces",
            Self::LeafBrushes => "leaf_brushes",
            Self::Models => "models",
            Self::Brushes => "brushes",
            Self::BrushSides => "brush_sides",
            Self::Meshes => "meshes",
            Self::MeshVertices => "mesh_vertices",
            Self::MeshIndices => "mesh_indices",
            Self::LeafMeshes => "leaf_meshes",
            Self::TexInfos => "texinfos",
            Self::TexData => "texdata",
            Self::Strings => "strings",
            Self::Sources => "sources",
            Self::Sections => "sections",
            Self::Areas => "areas",
            Self::AreaPortals => "area_portals",
            Self::Waters => "waters",
            Self::WalkPolygons => "walk_polygons",
            Self::WalkPoints => "walk_points",
            Self::WalkLinks => "walk_links",
            Self::Clusters => "clusters",
            Self::Manifest => "manifest",
        }
    }

    /// Bytes of one record.
    pub const fn record_size(self) -> usize {
        match self {
            Self::Entities | Self::Strings | Self::Manifest => 1,
            Self::Planes => size_of::<records::PlaneRecord>(),
            Self::Vertices | Self::WalkPoints => size_of::<kerosene_math::Vec3>(),
            Self::Edges => size_of::<records::EdgeRecord>(),
            Self::Surfedges
            | Self::LeafFaces
            | Self::LeafBrushes
            | Self::MeshIndices
            | Self::LeafMeshes
            | Self::Clusters => size_of::<u32>(),
            Self::Faces => size_of::<records::FaceRecord>(),
            Self::Nodes => size_of::<records::NodeRecord>(),
            Self::Leaves => size_of::<records::LeafRecord>(),
            Self::Models => size_of::<records::ModelRecord>(),
            Self::Brushes => size_of::<records::BrushRecord>(),
            Self::BrushSides => size_of::<records::BrushSideRecord>(),
            Self::Meshes => size_of::<records::MeshRecord>(),
            Self::MeshVertices => size_of::<records::MeshVertexRecord>(),
            Self::TexInfos => size_of::<records::TexInfoRecord>(),
            Self::TexData => size_of::<records::TexDataRecord>(),
            Self::Sources => size_of::<records::SourceRecord>(),
            Self::Sections => size_of::<records::SectionRecord>(),
            Self::Areas => size_of::<records::AreaRecord>(),
            Self::AreaPortals => size_of::<records::AreaPortalRecord>(),
            Self::Waters => size_of::<records::WaterRecord>(),
            Self::WalkPolygons => size_of::<records::WalkPolygonRecord>(),
            Self::WalkLinks => size_of::<records::WalkLinkRecord>(),
        }
    }

    /// The lump of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lump| lump.name() == name)
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}
