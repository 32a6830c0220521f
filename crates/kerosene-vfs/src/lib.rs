//! Layered search paths and content root discovery.
//!
//! A game's files come from several places: the player's own directory, folders of loose content, archives ([`vault`]), and
//! the small base content that is compiled into the binary so that there is always something to load.
//! [`Vfs`] stacks these places as *layers*, nearest first, and answers every question ("read this",
//! "what is in that folder") from the nearest layer that has an answer. A game's own file therefore
//! always wins over the base content's file at the same path, and nothing has to be unpacked.
//!
//! # Paths
//!
//! Inside the engine a file is named by a [`VirtualPath`]: relative, forward slashes, ASCII letters in
//! lower case. The same name works on every platform because the folder layer looks for a file whose
//! name differs only in case when there is none in lower case. Where two names on disk differ only
//! in case, the lower-case one wins, then the first in byte order, so the choice does not depend on the
//! order in which a file system lists its entries.
//!
//! # Safety
//!
//! Content is made by strangers, so a layer is a wall:
//!
//! * a path that climbs above its root (`../..`), an absolute path or a drive letter is refused, never
//!   clamped to something that exists;
//! * a symbolic link inside a folder may lead elsewhere *inside* that folder; one that leads out of it
//!   is refused with [`VfsError::Escapes`]. The folder itself may be reached through a link. The check
//!   and the opening are two steps, so it is a guard against careless or hostile content, not against
//!   another process that rewrites the folder at the same moment;
//! * only regular files are opened (a named pipe would wait for ever) and only up to
//!   [`READ_LIMIT`] bytes;
//! * a file that exists but may not be read is an error, not "absent": answering with the lower layer's
//!   file instead would load something the user replaced.
//!
//! Writing goes to the first layer that was mounted as writable, by temporary file and rename, so
//! that a crash leaves the old file or the new one.
//!
//! # Content roots
//!
//! [`find_content_root`] is the one function by which the runtime and every tool decide which folder is
//! *the content*. Its answer carries the reason, because a tool that looks in the wrong directory is
//! indistinguishable from a tool that is broken.
//!
//! [`find_program`] answers the like question for the engine's other programs.
//!
//! # Deliberately absent
//!
//! No knowledge of any file format but the archive's, no cache (the operating system has one), no watching for changes.
//! Project files (`.kproj`) mark a root and are not read here.

mod builtin;
mod error;
mod folder;
mod located;
mod material_name;
mod path;
mod replace;
mod root;
mod stack;
mod toolchain;
pub mod vault;

pub use builtin::BuiltinFile;
pub use error::VfsError;
pub use located::{FileBytes, Located, READ_LIMIT};
pub use material_name::material_name;
pub use path::{PathError, VirtualPath, is_map_name};
pub use replace::Replacement;
pub use root::{
    ContentRoot, MAX_CLIMB, Place, RootError, RootMarker, RootReason, RootSearch, archives_in, find_content_root,
};
pub use stack::{Access, EntryKind, ListedEntry, Vfs};
pub use toolchain::{FoundBy, FoundProgram, find_program};
pub use vault::{Vault, VaultError, VaultWriter};
