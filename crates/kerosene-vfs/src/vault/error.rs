//! What can be wrong with an archive.

use super::{ContentHash, MAX_ENTRIES, VAULT_VERSION};
use crate::PathError;
use std::io;

/// What exactly is damaged in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// It ends before its header does.
    #[error("it ends within its header")]
    ShortHeader,
    /// Its length is not the one that its header gives.
    #[error("it should have {expected} bytes")]
    Length {
        /// Bytes that the header promises.
        expected: u64,
    },
    /// The parts of the index do not fill the place between contents and end.
    #[error("its index does not fit between its contents and its end")]
    IndexSize,
    /// The hash over header and index does not match them.
    #[error("its index does not match its hash")]
    IndexHash,
    /// A content lies outside the part of contents, overlaps its neighbour or is not aligned.
    #[error("content {0} does not lie where contents are")]
    ContentPlace(u32),
    /// A content's encoding is none that this version knows.
    #[error("content {0} has an unknown encoding")]
    ContentEncoding(u32),
    /// A content would be larger than what may be read.
    #[error("content {0} is larger than {limit} bytes", limit = crate::READ_LIMIT)]
    ContentSize(u32),
    /// An entry's name or content lies outside the tables.
    #[error("entry {0} points outside the archive")]
    EntryPlace(u32),
    /// An entry's name is no text or not in the normal form of a virtual path.
    #[error("entry {0} has a name that no archive may hold")]
    EntryName(u32),
    /// An entry's name does not come after its predecessor's.
    #[error("entry {0} is out of order")]
    EntryOrder(u32),
    /// What fills up the place between two contents is not zero.
    #[error("a byte between two contents is not zero")]
    Padding,
}

/// Why an archive cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The operating system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is no .vault archive (it does not begin with KVLT)")]
    NotAVault,
    /// It was made by a newer version.
    #[error(
        "this archive has version {found}, newer than {VAULT_VERSION}, the newest that can be read: update Kerosene"
    )]
    Newer {
        /// The version that it gives.
        found: u32,
    },
    /// The archive is damaged.
    #[error("the archive is damaged, {damage} (at byte {offset}): get it again or pack it anew")]
    Damaged {
        /// What is wrong.
        damage: Damage,
        /// Where, from the beginning of the archive.
        offset: u64,
    },
    /// A file in it is not the one that was packed.
    #[error("{name} is damaged in the archive (content {hash}): get the archive again or pack it anew")]
    Content {
        /// The file.
        name: String,
        /// What its content should hash to.
        hash: ContentHash,
    },
    /// A name that is to be packed is no virtual path.
    #[error(transparent)]
    Name(#[from] PathError),
    /// A name that is to be packed is not in its normal form.
    #[error("{name:?} cannot be packed under this name: {normal:?} is its normal form")]
    NotNormal {
        /// The name.
        name: String,
        /// What it should be.
        normal: String,
    },
    /// Names must be packed in ascending order, each once.
    #[error("{name:?} is packed after {previous:?}: names go in ascending order, each once")]
    Order {
        /// The name.
        name: String,
        /// The one before it.
        previous: String,
    },
    /// A name is that of a file and that of a folder.
    #[error("{file:?} is a file and {below:?} lies below it: rename one of them")]
    FileIsFolder {
        /// The file.
        file: String,
        /// A file in the folder of the same name.
        below: String,
    },
    /// Too many files.
    #[error("an archive holds at most {MAX_ENTRIES} files: make two")]
    TooMany,
    /// A file is too large.
    #[error("a file of {len} bytes is larger than the {limit} bytes that may be read", limit = crate::READ_LIMIT)]
    TooLarge {
        /// Its bytes.
        len: u64,
    },
}
