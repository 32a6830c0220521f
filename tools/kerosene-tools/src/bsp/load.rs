//! A compiled map of any format that is read, with what there is to tell of its file.

use crate::error::ToolError;
use kerosene_bsp::BspFile;
use kerosene_bsp::foreign::{ForeignFormat, read};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Files longer than this are not read, in bytes.
const LONGEST: u64 = 1 << 30;

/// A compiled map.
pub(super) struct LoadedBsp {
    pub(super) format: &'static str,
    pub(super) length: usize,
    /// The map in our terms, checked.
    pub(super) file: BspFile,
    /// The file's own lumps: name, records, bytes.
    pub(super) lumps: Vec<(String, usize, usize)>,
    /// The file's own limits: what is bounded, how much there is, how much there may be.
    pub(super) limits: Vec<(&'static str, f64, f64)>,
    /// What the file has and `file` has not.
    pub(super) left_out: Vec<(&'static str, usize)>,
}

impl LoadedBsp {
    /// Reads a file by what it begins with; its name does not matter.
    pub(super) fn open(path: &Path) -> Result<Self, ToolError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
        read.map_err(|reason| ToolError::read(path, reason))?;
        if bytes.len() as u64 > LONGEST {
            return Err(ToolError::compiled(path, &format!("over {LONGEST} bytes long")));
        }
        if ForeignFormat::of(&bytes).is_some() { Self::foreign(path, &bytes) } else { Self::own(path, bytes) }
    }

    fn own(path: &Path, bytes: Vec<u8>) -> Result<Self, ToolError> {
        let file = BspFile::from_bytes(bytes).map_err(|error| ToolError::compiled(path, &error))?;
        let description = file.describe();
        Ok(Self {
            format: "Kerosene .kbsp",
            length: description.file_length,
            lumps: description.lumps.into_iter().map(|lump| (lump.name, lump.records, lump.length)).collect(),
            limits: description.limits.iter().map(|limit| (limit.what, limit.used, limit.limit)).collect(),
            left_out: Vec::new(),
            file,
        })
    }

    fn foreign(path: &Path, bytes: &[u8]) -> Result<Self, ToolError> {
        let map = read(bytes).map_err(|error| ToolError::compiled(path, &error))?;
        let file = map.bsp.to_file().map_err(|error| ToolError::compiled(path, &format!("as a .kbsp: {error}")))?;
        Ok(Self {
            format: map.format.name(),
            length: bytes.len(),
            lumps: map.lumps.into_iter().map(|lump| (lump.name.to_owned(), lump.records, lump.length)).collect(),
            limits: map.limits.iter().map(|limit| (limit.what, limit.used as f64, limit.limit as f64)).collect(),
            left_out: map.left_out.into_iter().filter(|(_, count)| *count > 0).collect(),
            file,
        })
    }
}
