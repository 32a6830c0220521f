//! What can be wrong with a `.kbsp`.

use std::path::PathBuf;

/// Why a compiled map could not be read or written. Offsets are bytes from the start of the file.
#[derive(Debug, thiserror::Error)]
pub enum BspError {
    /// The file system refused.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        error: std::io::Error,
    },
    /// Something below is wrong with a file on disk.
    #[error("{}: {error}", path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        error: Box<BspError>,
    },
    /// The first four bytes are not `KROS`.
    #[error("offset 0: not a compiled map: found the bytes {found:02x?}, expected \"KROS\"")]
    Magic {
        /// What is there instead.
        found: [u8; 4],
    },
    /// Written by an older or newer tool.
    #[error("offset 4: version {found}, expected {expected}: compile the map again with the tools of this engine")]
    Version {
        /// The file's version.
        found: u32,
        /// The version read here.
        expected: u32,
    },
    /// The header or the directory contradicts itself or the file's length.
    #[error("offset {offset}: {what} is {found}, expected {expected}")]
    Header {
        /// Where the value stands.
        offset: u64,
        /// Which value.
        what: &'static str,
        /// The value.
        found: u64,
        /// What it should be.
        expected: String,
    },
    /// A lump as a whole is wrong.
    #[error("lump \"{lump}\" at offset {offset}: {what} is {found}, expected {expected}")]
    Lump {
        /// Name of the lump.
        lump: String,
        /// Where its bytes start.
        offset: u64,
        /// Which property.
        what: &'static str,
        /// Its value.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A lump that every compiled map has is missing.
    #[error("lump \"{lump}\" is missing, expected one in every compiled map")]
    MissingLump {
        /// Name of the lump.
        lump: &'static str,
    },
    /// A record of a lump is wrong.
    #[error("lump \"{lump}\", record {index}: {field} is {found}, expected {expected}")]
    Record {
        /// Name of the lump.
        lump: &'static str,
        /// Index of the record.
        index: usize,
        /// The field.
        field: &'static str,
        /// Its value.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// An extra lump cannot be stored under its name.
    #[error("extra lump \"{name}\": {problem}")]
    ExtraName {
        /// The name.
        name: String,
        /// Why not.
        problem: &'static str,
    },
}
