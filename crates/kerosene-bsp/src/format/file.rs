//! A compiled map as a validated file.

use super::bytes::FileBytes;
use super::check;
use super::directory::{LumpBytes, read_lumps};
use super::error::BspError;
use super::layout::Lump;
use super::write::WriteOptions;
use crate::records::{
    BrushRecord, BrushSideRecord, EdgeRecord, FaceRecord, LeafRecord, MeshRecord, MeshVertexRecord, ModelRecord,
    NodeRecord, PlaneRecord, SourceRecord, TexDataRecord, TexInfoRecord,
};
use crate::{Bsp, LIGHT_GRID_LUMP, LightGrid};
use bytemuck::Pod;
use kerosene_math::Vec3;
use std::path::Path;

/// A compiled map read from a file, validated once: every accessor gives records whose indices are in range, whose
/// trees end and whose numbers are finite.
///
/// Raw lumps are read in place; compressed ones, and all of them if the bytes are not aligned to 16, are copies.
#[derive(Debug)]
pub struct BspFile {
    bytes: FileBytes,
    known: [LumpBytes; Lump::ALL.len()],
    stored_lengths: [u64; Lump::ALL.len()],
    extra: Vec<ExtraLump>,
}

/// A lump that this crate does not read.
#[derive(Debug)]
struct ExtraLump {
    name: String,
    bytes: LumpBytes,
    stored_length: u64,
}

impl BspFile {
    /// Maps a file into memory and validates it.
    ///
    /// # Errors
    /// [`BspError::Io`] if it cannot be read, [`BspError::InFile`] with what is wrong in it.
    ///
    /// ```
    /// use kerosene_bsp::BspFile;
    /// let error = BspFile::open("no such.kbsp").unwrap_err();
    /// assert!(error.to_string().starts_with("no such.kbsp: "));
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BspError> {
        let path = path.as_ref();
        Self::from_bytes(FileBytes::map(path)?)
            .map_err(|error| BspError::InFile { path: path.to_owned(), error: Box::new(error) })
    }

    /// Validates a file in memory: a `Vec<u8>`, an `Arc<[u8]>` or a `&'static [u8]` of any alignment.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// ```
    /// use kerosene_bsp::{BspError, BspFile};
    /// assert!(matches!(BspFile::from_bytes(vec![0; 64]), Err(BspError::Magic { .. })));
    /// ```
    pub fn from_bytes(bytes: impl Into<FileBytes>) -> Result<Self, BspError> {
        let bytes = bytes.into();
        let mut known = [const { None }; Lump::ALL.len()];
        let mut stored_lengths = [0; Lump::ALL.len()];
        let mut extra = Vec::new();
        let mut offsets = [0; Lump::ALL.len()];
        for found in read_lumps(bytes.as_slice())? {
            if let Some(lump) = found.known {
                known[lump.index()] = Some(found.bytes);
                stored_lengths[lump.index()] = found.stored_length;
                offsets[lump.index()] = found.offset;
            } else {
                let (name, bytes, stored_length) = (found.name, found.bytes, found.stored_length);
                extra.push(ExtraLump { name, bytes, stored_length });
            }
        }
        if let Some(lump) = Lump::ALL.into_iter().find(|lump| known[lump.index()].is_none()) {
            return Err(BspError::MissingLump { lump: lump.name() });
        }
        let known = known.map(|lump| lump.unwrap_or(LumpBytes::InPlace(0..0)));
        let file = Self { bytes, known, stored_lengths, extra };
        check::check_file(&file, &offsets)?;
        Ok(file)
    }

    /// Bytes of a lump.
    pub fn lump(&self, lump: Lump) -> &[u8] {
        self.known[lump.index()].as_slice(self.bytes.as_slice())
    }

    /// Bytes that a lump takes in the file, which differ from its length if it is compressed.
    pub fn stored_length(&self, lump: Lump) -> u64 {
        self.stored_lengths[lump.index()]
    }

    /// Length of the file in bytes.
    pub fn file_length(&self) -> usize {
        self.bytes.as_slice().len()
    }

    /// Lumps of other stages and tools, by name, in file order.
    pub fn extra(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.extra.iter().map(|lump| (lump.name.as_str(), lump.bytes.as_slice(self.bytes.as_slice())))
    }

    /// Name, length and length in the file of each lump of another stage or tool.
    pub(crate) fn extra_lengths(&self) -> impl Iterator<Item = (&str, usize, u64)> {
        self.extra().zip(&self.extra).map(|((name, bytes), lump)| (name, bytes.len(), lump.stored_length))
    }

    /// The lump of another stage or tool with this name.
    pub fn extra_lump(&self, name: &str) -> Option<&[u8]> {
        self.extra().find(|(other, _)| *other == name).map(|(_, bytes)| bytes)
    }

    pub(super) fn records<T: Pod>(&self, lump: Lump) -> &[T] {
        bytemuck::cast_slice(self.lump(lump))
    }

    /// The text of a lump that [`check`] found to be UTF-8.
    fn text(&self, lump: Lump) -> &str {
        str::from_utf8(self.lump(lump)).unwrap_or_default()
    }

    /// KeyValues text of the entities; see [`crate::parse_entities`].
    pub fn entities(&self) -> &str {
        self.text(Lump::Entities)
    }

    /// JSON of how the map was made.
    pub fn manifest(&self) -> &str {
        self.text(Lump::Manifest)
    }

    /// Planes in pairs, `index ^ 1` inverts.
    pub fn planes(&self) -> &[PlaneRecord] {
        self.records(Lump::Planes)
    }

    /// Welded vertices.
    pub fn vertices(&self) -> &[Vec3] {
        self.records(Lump::Vertices)
    }

    /// Edges; entry 0 is a placeholder.
    pub fn edges(&self) -> &[EdgeRecord] {
        self.records(Lump::Edges)
    }

    /// Edges in face order; negative walks the edge backwards.
    pub fn surfedges(&self) -> &[i32] {
        self.records(Lump::Surfedges)
    }

    /// Drawn polygons, model by model.
    pub fn faces(&self) -> &[FaceRecord] {
        self.records(Lump::Faces)
    }

    /// Inner nodes of every tree.
    pub fn nodes(&self) -> &[NodeRecord] {
        self.records(Lump::Nodes)
    }

    /// Leaves of every tree; leaf 0 is the shared solid outside.
    pub fn leaves(&self) -> &[LeafRecord] {
        self.records(Lump::Leaves)
    }

    /// Face indices by leaf.
    pub fn leaf_faces(&self) -> &[u32] {
        self.records(Lump::LeafFaces)
    }

    /// Brush indices by leaf.
    pub fn leaf_brushes(&self) -> &[u32] {
        self.records(Lump::LeafBrushes)
    }

    /// Model 0 is the world.
    pub fn models(&self) -> &[ModelRecord] {
        self.records(Lump::Models)
    }

    /// Convex solids, model by model.
    pub fn brushes(&self) -> &[BrushRecord] {
        self.records(Lump::Brushes)
    }

    /// Half-spaces, brush by brush.
    pub fn brush_sides(&self) -> &[BrushSideRecord] {
        self.records(Lump::BrushSides)
    }

    /// Triangles to draw and collide with, model by model.
    pub fn meshes(&self) -> &[MeshRecord] {
        self.records(Lump::Meshes)
    }

    /// Corners of meshes, mesh by mesh.
    pub fn mesh_vertices(&self) -> &[MeshVertexRecord] {
        self.records(Lump::MeshVertices)
    }

    /// Three for each triangle, clockwise seen from its front, counted from the first vertex of its mesh.
    pub fn mesh_indices(&self) -> &[u32] {
        self.records(Lump::MeshIndices)
    }

    /// Mesh indices by leaf.
    pub fn leaf_meshes(&self) -> &[u32] {
        self.records(Lump::LeafMeshes)
    }

    /// How faces are painted.
    pub fn texinfos(&self) -> &[TexInfoRecord] {
        self.records(Lump::TexInfos)
    }

    /// Materials.
    pub fn texdata(&self) -> &[TexDataRecord] {
        self.records(Lump::TexData)
    }

    /// Where brushes and sides came from.
    pub fn sources(&self) -> &[SourceRecord] {
        self.records(Lump::Sources)
    }

    /// Number of visibility clusters.
    pub fn cluster_count(&self) -> u32 {
        self.records(Lump::Clusters).first().copied().unwrap_or(0)
    }

    /// Baked light for what moves, a copy; `None` of a map that no stage has made one for.
    pub fn light_grid(&self) -> Option<LightGrid> {
        // Checked when the file was read.
        self.extra_lump(LIGHT_GRID_LUMP).and_then(|bytes| LightGrid::from_bytes(bytes).ok())
    }

    /// Name of a material, `None` past the end of the texdata.
    ///
    /// ```
    /// let file = kerosene_bsp::sample::room().to_file()?;
    /// assert_eq!(file.material(0), Some("sample/wall"));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn material(&self, texdata: u32) -> Option<&str> {
        self.string_at(self.texdata().get(texdata as usize)?.name)
    }

    /// The name that begins at `offset` in the strings lump.
    pub(super) fn string_at(&self, offset: u32) -> Option<&str> {
        let text = self.lump(Lump::Strings).get(offset as usize..)?.split(|&byte| byte == 0).next()?;
        str::from_utf8(text).ok()
    }
}

impl Bsp {
    /// A copy of a file to edit.
    ///
    /// ```
    /// # let map = kerosene_bsp::sample::room();
    /// let file = map.to_file()?;
    /// assert_eq!(kerosene_bsp::Bsp::from_file(&file), map);
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn from_file(file: &BspFile) -> Self {
        Self {
            entities: file.entities().to_owned(),
            planes: file.planes().to_vec(),
            vertices: file.vertices().to_vec(),
            edges: file.edges().to_vec(),
            surfedges: file.surfedges().to_vec(),
            faces: file.faces().to_vec(),
            nodes: file.nodes().to_vec(),
            leaves: file.leaves().to_vec(),
            leaf_faces: file.leaf_faces().to_vec(),
            leaf_brushes: file.leaf_brushes().to_vec(),
            models: file.models().to_vec(),
            brushes: file.brushes().to_vec(),
            brush_sides: file.brush_sides().to_vec(),
            meshes: file.meshes().to_vec(),
            mesh_vertices: file.mesh_vertices().to_vec(),
            mesh_indices: file.mesh_indices().to_vec(),
            leaf_meshes: file.leaf_meshes().to_vec(),
            texinfos: file.texinfos().to_vec(),
            texdata: file.texdata().to_vec(),
            strings: file.lump(Lump::Strings).to_vec(),
            sources: file.sources().to_vec(),
            sections: file.sections().to_vec(),
            areas: file.areas().to_vec(),
            area_portals: file.area_portals().to_vec(),
            waters: file.waters().to_vec(),
            walk_polygons: file.walk_polygons().to_vec(),
            walk_points: file.walk_points().to_vec(),
            walk_links: file.walk_links().to_vec(),
            cluster_count: file.cluster_count(),
            manifest: file.manifest().to_owned(),
            extra: file.extra().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect(),
        }
    }

    /// The map as a validated file in memory.
    ///
    /// # Errors
    /// As [`Bsp::write_to`] and [`BspFile::from_bytes`].
    ///
    /// ```
    /// let file = kerosene_bsp::sample::room().to_file()?;
    /// assert_eq!(file.models().len(), 1);
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn to_file(&self) -> Result<BspFile, BspError> {
        BspFile::from_bytes(self.write_to(WriteOptions::default())?)
    }
}
