//! Editable maps in memory, and the formats they come in.
//!
//! One [`Map`] serves every format. An importer fills it and says what it could not hold; the
//! compiler and the editor read it; the `.kmap` writer gives all of it back. Coordinates stay the
//! `f64`s that the file has, so that nothing is rounded before the compiler decides sides exactly.
//!
//! Reading never guesses silently. What an importer drops, replaces or repairs becomes a
//! diagnostic with line, entity and brush; what leaves the extent of a block in doubt stops the
//! reading with a [`ReadError`]. Bad input costs at most time and memory in proportion to its
//! length, within [`ReadLimits`]; no reader recurses.
//!
//! Deliberately absent: files (bytes and a name come in, text goes out), textures and their sizes,
//! anything compiled, and the meaning of classes beyond the table that renames foreign ones.

mod any;
mod check;
mod classes;
mod error;
mod faces;
mod game;
mod ids;
mod import;
mod include;
mod kmap;
mod limits;
mod model;
mod number;
mod patch;
mod placement;
mod quake;
mod report;
mod vmf;

pub use any::{read_any, read_with_includes};
pub use check::{
    LINTS, Lint, Repair, WALK_RULES, brush_bounds, check_map, check_map_for, has_player_start, repair_map,
};
pub use classes::{ClassTable, ClassTableError, SOURCE_CLASS_KEY, apply_class_table};
pub use error::{Problem, ReadError, WriteError};
pub use game::{Game, GuessedGame, UnknownGame, guess_game, settle_game};
pub use import::{ImportStatistics, Imported, MapFormat};
pub use include::{IncludeError, IncludedFile, IncludedFiles, NoIncludedFiles};
pub use kmap::{read_kmap, write_kmap};
pub use limits::{ReadLimits, ReadOptions};
pub use model::{
    Brush, Connection, Cordon, EditorData, Entity, Group, Map, Mesh, MeshFace, Side, TextureAxis, TextureUnits,
    UnknownNode, VisGroup,
};
pub use quake::{Exported, read_map, write_valve220};
pub use vmf::read_vmf;
