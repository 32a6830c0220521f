//! The compiled map: `.kbsp` on disk, queries and traces in memory.
//!
//! # What is here
//!
//! * [`Bsp`] owns a map's lumps as plain vectors of [`records`]: what the compiler fills and later stages edit.
//!   [`Bsp::write_file`] stores it; the same map gives the same bytes, and a file is replaced in one step.
//! * [`BspFile`] is a map read back. The file is mapped into memory, checked once from end to end, and from then on
//!   read in place through typed slices. What the check promises (indices in range, trees that end within
//!   [`MAX_TREE_DEPTH`], finite numbers, paired unit planes) is what lets everything behind it run without checks.
//! * [`CollisionMap`] holds copies of what queries and traces need, laid out for them: planes stand in the brush sides
//!   and nodes themselves, and a tree of boxes over the brushes of each model is what sweeps walk. It is immutable, so
//!   threads share it, and nothing allocates after it is built.
//! * [`PlacedModels`] are brush models where they are now, displaced and turned as they like, with a tree of boxes over
//!   them: a sweep or a point against a level with hundreds of doors and triggers asks only the few that are near. A
//!   model's volume is its brushes, exactly, for sweeps, for points and for what overlaps it.
//! * [`reference`](mod@reference) sweeps exactly and slowly; tests hold the traces against it, here on random maps and
//!   elsewhere on real ones. [`sample`] makes small maps from brushes for tests, examples and benchmarks.
//! * [`foreign`] reads the compiled maps of Quake, GoldSrc and Quake III into a [`Bsp`], to trace through them and to
//!   compare.
//! * [`bevels`](mod@bevels) finds the planes that make box sweeps exact; the compiler stores them with each brush.
//!
//! # Decisions
//!
//! **Named lumps, not numbered ones.** A tool that knows nothing of another's lumps still carries them along
//! ([`Bsp::extra`]), and a directory can be read by eye. Each lump has a hash, so damage is found before it is
//! believed, and a stage can tell whether its input changed.
//!
//! **Raw by default.** A raw lump costs nothing to load. Compression is for shipping; it unfolds into memory, bounded
//! by [`MAX_UNFOLDED`].
//!
//! **Traces reckon in `f64` on `f32` data.** Products of the stored numbers are then exact, so a box that rests on an
//! axial surface is at distance zero and not a rounding error inside it. Only the boxes that choose which brushes are
//! clipped are tested in `f32`, grown by more than what that rounds away.
//!
//! **Sweeps walk boxes over brushes, points the map's tree.** The tree answers for a point in one way down. For a sweep
//! it is the longer way: it passes every splitting plane, and names each brush in every leaf that it reaches into. The
//! answers are the same, since a sweep's answer does not depend on the order in which brushes are met.
//!
//! **A sweep is ordered by touch, not by where it is pulled back to,** which makes its answer independent of any tree
//! (see [`CollisionMap::trace`] for the exact meaning of each field).
//!
//! # Deliberate absences
//!
//! * No capsules and no spheres: plane offsets do not sweep them exactly.
//! * No visibility, lightmaps or sound: other stages' lumps are bytes here until they have a reader. The light grid has one:
//!   it answers for a place, as a trace does ([`LightGrid`]).
//! * No older versions: a `.kbsp` is made again from its source.
//! * No big-endian machines: records are cast in place.

#[cfg(target_endian = "big")]
compile_error!("kerosene-bsp reads little-endian records in place");

mod areas;
mod assembly;
pub mod bevels;
mod collision;
mod contents;
mod convex;
mod describe;
mod entities;
pub mod foreign;
mod format;
mod light_grid;
mod map;
pub mod meshes;
pub mod records;
pub mod reference;
pub mod sample;
pub mod shared_exponent;
mod trace_types;
mod walk;

pub use areas::AreaConnections;
pub use collision::{BoxLeaves, ClusterId, CollisionMap, LeafId, PlacedModels};
pub use contents::{Contents, SurfaceFlags};
pub use describe::{Description, LimitDescription, LumpDescription};
pub use entities::{EntitiesError, EntityKeys, parse_entities};
pub use format::{
    BspError, BspFile, FileBytes, Lump, MAGIC, MAX_BRUSH_SIDES, MAX_COORDINATE, MAX_HULL_WORK, MAX_LUMPS,
    MAX_REAL_SIDES, MAX_TREE_DEPTH, MAX_UNFOLDED, VERSION, WriteOptions,
};
pub use light_grid::{AmbientCube, LIGHT_GRID_LUMP, LightCube, LightGrid, LightSample, MAX_SAMPLE_STYLES};
pub use map::Bsp;
pub use trace_types::{ModelPose, MovingModel, Orientation, Trace, TracePlane, TraceRequest, TraceShape};
pub use walk::WalkRule;
