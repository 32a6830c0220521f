//! `.vault`: one archive of content.
//!
//! An archive is what a finished game ships and what a player's content comes in, so it is made to be *checked*: a file
//! is addressed by the hash of its content and the hash is compared each time it is read, so that a bad disk or a
//! careless download is a message with a name in it and never a strange picture. It is also made to be *the same*: equal
//! content gives an equal archive, byte by byte, on every system and for any number of threads, so that two builds can
//! be compared and an update carries only what changed.
//!
//! # Layout, version 1
//!
//! All numbers are little-endian. Contents come first, each aligned to [`CONTENT_ALIGNMENT`] bytes so that what is stored
//! as it is can be used where it is mapped; the index comes last, so that an archive is written in one pass.
//!
//! | part | bytes | what |
//! |---|---|---|
//! | header | 4 | `KVLT` |
//! | | 4 | version, 1 |
//! | | 4 | entries |
//! | | 4 | contents: fewer than entries where files are equal |
//! | | 8 | bytes of names |
//! | | 8 | offset of the index |
//! | | 8 | length of the archive |
//! | | 8 | zero |
//! | | 16 | the first 16 bytes of BLAKE3 over the 48 bytes above and the index |
//! | contents | | each entry's content, equal ones once, in the order of the entries |
//! | index | 64 per content | BLAKE3 of the content (32), offset (8), stored bytes (8), bytes (8), encoding (4), zero (4) |
//! | | 8 per entry | end of its name among the names (4), its content (4) |
//! | | | the names without separators, in ascending order of their bytes |
//!
//! An encoding is 0 (as it is) or 1 (one zstd frame, where that saves at least a sixteenth).
//!
//! # Safety
//!
//! Opening checks the index whole: its hash, every offset and length, that names are in ascending order and in the
//! normal form of a [`crate::VirtualPath`]. A name that climbs out, an absolute one, or one in capitals is therefore
//! refused before anything is read by it. What an archive says about sizes is bounded by [`crate::READ_LIMIT`], and memory
//! follows the bytes that really come out, not the ones that are claimed.
//!
//! Sources: BLAKE3 (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, 2020); Zstandard (RFC 8878, 2021).

mod content;
mod error;
mod index;
mod layout;
mod names;
mod read;
mod write;

pub use content::{ContentHash, EncodedContent, Encoding, MAX_LEVEL};
pub use error::{Damage, VaultError};
pub use index::VaultEntry;
pub use layout::{CONTENT_ALIGNMENT, MAX_ENTRIES, VAULT_VERSION};
pub use read::Vault;
pub use write::VaultWriter;
