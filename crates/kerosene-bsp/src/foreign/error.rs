//! What can be wrong with a compiled map of another engine.

use kerosene_kv::ParseError;

/// Why a compiled map of another engine could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ForeignError {
    /// It begins like no format that is read here.
    #[error(
        "offset 0: not a compiled map that is read here: found the bytes {found:02x?}, expected version 29 or 30, \
         \"BSP2\", or \"IBSP\" version 46"
    )]
    Format {
        /// The first bytes, zeros after the end of the file.
        found: [u8; 8],
    },
    /// The file ends before its header does.
    #[error("the file has {length} bytes, expected at least the {expected} of a header")]
    Header {
        /// Bytes there are.
        length: usize,
        /// Bytes there must be.
        expected: usize,
    },
    /// A lump does not lie in the file, or not in whole records.
    #[error("lump \"{lump}\": {what} is {found}, expected {expected}")]
    Lump {
        /// Its name.
        lump: &'static str,
        /// Which property.
        what: &'static str,
        /// Its value.
        found: i64,
        /// What it should be.
        expected: String,
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
    /// The entities are no text of keys and values.
    #[error("lump \"entities\": {0}")]
    Entities(#[from] ParseError),
    /// The cells of the tree would take too long to find.
    #[error("the tree cuts space into more than it is reasonable to follow: over {limit} pairs of planes")]
    TooComplex {
        /// The bound, [`crate::foreign::MAX_CELL_WORK`].
        limit: u64,
    },
}
