//! The compiled map: `.kbsp` on disk, queries and traces in memory. Skeleton: the shared types.

pub mod bevels;
mod collision;
mod contents;
mod convex;
mod format;
mod map;
pub mod records;
pub mod reference;
pub mod sample;
mod trace_types;

pub use collision::{BoxLeaves, ClusterId, CollisionMap, LeafId};
pub use contents::{Contents, SurfaceFlags};
pub use format::{
    BspError, BspFile, FileBytes, Lump, MAGIC, MAX_COORDINATE, MAX_LUMPS, MAX_TREE_DEPTH, MAX_UNFOLDED, VERSION,
    WriteOptions,
};
pub use map::Bsp;
pub use trace_types::{MovingModel, Orientation, Trace, TracePlane, TraceRequest, TraceShape};
