//! A whole entity world as bytes: the entity section of a save.
//!
//! Everything is little-endian. Texts and components are in the embedded world
//! ([`kerosene_world::State::to_bytes`]), which says itself what component kinds it has; the rest refers to texts by
//! their ids. Counts stand before lists.
//!
//! | what | how |
//! |---|---|
//! | magic | `KENT` |
//! | version | `u32`, 1 |
//! | game version | `u32`: how many migrations the game had when it saved |
//! | world | `u64` length, and the world's own binary form |
//! | clock | time in nanoseconds, next event, next spawn order, player, picker: `u64` each, handles 0 for none |
//! | names | `u32`; each the id of a folded text, `u64`, in the order in which the world met them |
//! | entities | `u32`; see below, by slot |
//! | free rows | of the bag, then of the wires: rows in all `u32`, free ones `u32`, each `u32` in order |
//! | to be removed | `u32`; each a handle `u64`, in the order in which they were marked |
//! | events | `u32`; see below, in firing order |
//! | checksum | `u64`, the XXH3 of all before it |
//!
//! An entity: handle `u64`, spawn order `u64`, class name and name as written (text ids), stage of life `u32`, line
//! `u32`; children: `u32`, each a slot `u32`; loose fields: `u32`, each row `u32`, key (text id), value; wires: `u32`,
//! each row `u32`, output and input (text ids), target, value, delay `u64`, remaining fires `i64`, negative for no limit.
//! A value: kind `u8` and 12 bytes. A target: kind `u8`, special target `u8`, and a handle or text id. An event: due
//! `u64`, sequence `u64`, target, activator and caller (handles), value, input and output (text ids).
//!
//! Rows are told so that a restored world goes on to the same hashes as the one that was saved.

mod capture;
mod cursor;
mod fit;
mod instantiate;
mod model;
mod read;
mod text;
mod write;

pub use instantiate::RestoreReport;
pub use model::WorldSnapshot;
pub(crate) use model::{FreeRows, SavedEntity, SavedEvent, SavedTarget, SavedWire};
pub use read::{SaveError, SaveProblem};

/// Changes a snapshot that was saved by an earlier version of a game.
pub type Migration = fn(&mut WorldSnapshot);

const MAGIC: &[u8; 4] = b"KENT";

/// Version of the format that is written, and the only one that there is so far.
const VERSION: u32 = 1;
