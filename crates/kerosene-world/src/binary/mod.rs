//! The binary form: all of a world, in bytes of which there is one sequence for each world.
//!
//! Everything is little-endian. `str` is a length byte and that many bytes of UTF-8.
//!
//! | what | how |
//! |---|---|
//! | magic | `KWLD` |
//! | version | `u32`, 1 |
//! | component kinds | `u8`; for each: name `str`, fields `u8`; for each: name `str`, kind `u8` |
//! | tick | `u64` |
//! | texts | `u32`; for each, by id: id `u64`, length `u16`, bytes |
//! | slots | `u32`; the generation of each, `u32`; a bit for each that is alive, eight to a byte, lowest first |
//! | free slots | `u32`; each, `u32`, in the order in which they will be used |
//! | components | for each kind: `u32`; for each, by slot: slot `u32`, fields one behind the other |
//! | checksum | `u64`, the XXH3 of all before it |
//!
//! A slot that is neither alive nor free has used up its generations. The kinds are there so that a file can be read
//! without knowing what it was written with: a reader that expects other kinds can see what there is and move
//! it over by name.

mod cursor;
mod read;
mod write;

pub use read::{BinaryError, BinaryProblem};

const MAGIC: &[u8; 4] = b"KWLD";
const VERSION: u32 = 1;
