//! A model in memory.

use super::{Bone, Clip, Hull, ModelError, Transform, Vertices};
use crate::provenance::Provenance;
use kerosene_container::Tag;
use kerosene_math::{Aabb, units::WORLD_LIMIT};
use std::ops::{Deref, Range};

/// The first bytes of a model's file.
pub const MODEL_MAGIC: Tag = Tag(*b"KMDL");
/// Version of the files that are written and read.
pub const MODEL_VERSION: u32 = 1;
/// Most materials of a model.
pub const MAX_MATERIALS: usize = 256;
/// Most levels of detail.
pub const MAX_LEVELS: usize = 8;
/// Most hulls of a model.
pub const MAX_HULLS: usize = 256;
/// No coordinate of a model lies further out, in units: as much as the world is wide.
pub const MAX_COORDINATE: f32 = 2.0 * WORLD_LIMIT as f32;

/// Triangles of one material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mesh {
    /// Its material, by its place in [`ModelData::materials`].
    pub material: u32,
    /// Its first index.
    pub first_index: u32,
    /// How many indices it has; three are a triangle, counter-clockwise as seen from outside.
    pub index_count: u32,
}

impl Mesh {
    /// Its indices, by their place in [`ModelData::indices`].
    #[must_use]
    pub const fn range(&self) -> Range<usize> {
        self.first_index as usize..self.first_index as usize + self.index_count as usize
    }
}

/// A level of detail.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// How far its surface lies from the vertices of the finest level, in units; 0 for that one.
    pub error: f32,
    /// Its triangles, a mesh for each material that is seen in it.
    pub meshes: Vec<Mesh>,
}

impl Level {
    /// How many triangles it has.
    #[must_use]
    pub fn triangles(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.index_count as usize / 3).sum()
    }

    /// From how far away its error is at most so many pixels, in units: on a screen of so many rows that shows 90 degrees
    /// from bottom to top.
    ///
    /// ```
    /// use kerosene_asset::Level;
    ///
    /// let coarse = Level { error: 0.5, meshes: vec![] };
    /// assert_eq!(coarse.distance(1080.0, 1.0), 270.0);
    /// ```
    #[must_use]
    pub fn distance(&self, rows: f32, pixels: f32) -> f32 {
        // What is one unit large covers half the rows from one unit away, since the tangent of 45 degrees is 1.
        self.error * rows * 0.5 / pixels
    }
}

/// A named place on a model: a muzzle, a hand, the bottom of a lamp.
#[derive(Debug, Clone, PartialEq)]
pub struct Attachment {
    /// Its name, unlike that of any other.
    pub name: String,
    /// The bone that carries it; none where it stays where it is.
    pub bone: Option<u8>,
    /// Where it is, as seen from the bone, or from the model.
    pub transform: Transform,
}

/// What a model is made of. [`Model::new`] checks that its parts fit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelData {
    /// What it sounds and chips like: `wood`, `metal`; empty where its materials say so.
    pub surface: String,
    /// Names of its materials, as brushes name theirs: `dev/crate` is `materials/dev/crate.kmat_c`.
    pub materials: Vec<String>,
    /// Its vertices, of all levels.
    pub vertices: Vertices,
    /// Corners of triangles, by their place in the vertices; of all levels.
    pub indices: Vec<u32>,
    /// Its levels of detail, the finest first, with growing error.
    pub levels: Vec<Level>,
    /// Its skeleton, parents first; empty where it stays as it is.
    pub bones: Vec<Bone>,
    /// What its skeleton can do.
    pub clips: Vec<Clip>,
    /// What it is collided with; empty where nothing touches it.
    pub hulls: Vec<Hull>,
    /// Its named places.
    pub attachments: Vec<Attachment>,
    /// What its vertices stay within in the bind pose, in units.
    pub bounds: Aabb,
    /// What it was made from.
    pub provenance: Provenance,
}

/// A model whose parts fit: every index names something, every number is finite. It reads as [`ModelData`].
///
/// ```
/// use kerosene_asset::{Level, Mesh, Model, ModelData, Vertices};
/// use kerosene_math::{Aabb, Vec2, Vec3};
///
/// let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
/// let bounds = Aabb::from_points(positions.iter().copied());
/// let (normals, tangents) = (vec![Vec3::Z; 3], vec![[1.0, 0.0, 0.0, 1.0]; 3]);
/// let vertices = Vertices { positions, normals, tangents, uvs: vec![Vec2::ZERO; 3], ..Vertices::default() };
/// let meshes = vec![Mesh { material: 0, first_index: 0, index_count: 3 }];
/// let levels = vec![Level { error: 0.0, meshes }];
/// let (materials, indices) = (vec!["dev/grey".to_owned()], vec![0, 1, 2]);
/// let triangle = Model::new(ModelData { materials, vertices, indices, levels, bounds, ..ModelData::default() })?;
/// assert_eq!(Model::from_bytes(&triangle.to_bytes())?, triangle);
/// assert_eq!(triangle.levels[0].triangles(), 1);
/// # Ok::<(), kerosene_asset::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    data: ModelData,
}

impl Deref for Model {
    type Target = ModelData;

    fn deref(&self) -> &ModelData {
        &self.data
    }
}

impl Model {
    /// A model of parts that fit.
    ///
    /// # Errors
    /// The first part that does not.
    pub fn new(data: ModelData) -> Result<Self, ModelError> {
        super::validate::validate(&data)?;
        Ok(Self { data })
    }

    /// Its parts, to change them.
    #[must_use]
    pub fn into_data(self) -> ModelData {
        self.data
    }

    /// The files that it refers to, as the content has them: its materials.
    pub fn references(&self) -> impl Iterator<Item = String> + '_ {
        self.materials.iter().map(|name| format!("materials/{name}.kmat_c"))
    }
}
