//! The compiled map: `.kbsp` on disk, queries and traces in memory. Skeleton: the shared types.

pub mod bevels;
mod contents;
mod map;
pub mod records;
mod trace_types;

pub use contents::{Contents, SurfaceFlags};
pub use map::Bsp;
pub use trace_types::{Trace, TracePlane, TraceRequest, TraceShape};
