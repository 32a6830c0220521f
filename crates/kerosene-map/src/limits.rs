//! Bounds: of a level, and those that keep a hostile file from taking the machine's memory.

/// A level ends here, in units from the origin on each axis.
pub(crate) const WORLD_LIMIT: f64 = 16_384.0;

/// How much of everything a file may hold. The defaults are far above any map a person can make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLimits {
    /// Bytes of the whole file.
    pub bytes: usize,
    /// Entities, groups and layers included.
    pub entities: usize,
    /// Brushes of the whole file.
    pub brushes: usize,
    /// Sides of one brush.
    pub sides_per_brush: usize,
    /// Control points of one patch.
    pub patch_points: usize,
    /// Vertices that the patches of the whole file become.
    pub mesh_vertices: usize,
    /// Keys of one entity.
    pub keys_per_entity: usize,
    /// Keys of the whole file; in a `.kmap`, every pair and block.
    pub keys: usize,
    /// Bytes of one key, value or name.
    pub token_bytes: usize,
    /// Files included within each other.
    pub inclusion_depth: usize,
    /// Inclusions in all; the other limits then hold for the whole.
    pub inclusions: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            bytes: 128 << 20,
            entities: 1 << 20,
            brushes: 1 << 22,
            sides_per_brush: 4_096,
            patch_points: 1 << 14,
            mesh_vertices: 1 << 21,
            keys_per_entity: 16_384,
            keys: 1 << 23,
            token_bytes: 1 << 20,
            inclusion_depth: 16,
            inclusions: 1 << 14,
        }
    }
}

/// How a map is read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadOptions {
    /// Bounds on what the file may hold.
    pub limits: ReadLimits,
    /// Keep the layers that their editor marks to stay out of an export, and hidden objects of a `.vmf`.
    pub keep_omitted_layers: bool,
    /// How far, in units, the triangles of a curved patch may be from the patch, above 0; what is not a
    /// finite number above 1/1024 counts as 1/1024.
    pub patch_tolerance: f64,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { limits: ReadLimits::default(), keep_omitted_layers: false, patch_tolerance: 1.0 }
    }
}
