//! `.kbsp` on disk.

mod bytes;
mod check;
mod directory;
mod error;
mod file;
mod layout;
mod mesh_check;
mod places;
mod tree_check;
mod write;

pub use bytes::FileBytes;
pub(crate) use check::Subject;
pub use error::BspError;
pub use file::BspFile;
pub use layout::{
    Lump, MAGIC, MAX_BRUSH_SIDES, MAX_COORDINATE, MAX_HULL_WORK, MAX_LUMPS, MAX_REAL_SIDES, MAX_TREE_DEPTH,
    MAX_UNFOLDED, VERSION,
};
pub use write::WriteOptions;
