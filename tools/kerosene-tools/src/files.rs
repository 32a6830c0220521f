//! Files: reading maps and tables, writing without ever leaving half a file.

use crate::error::ToolError;
use cleave::cli::MapFiles;
use kerosene_map::{ClassTable, Imported, ReadLimits, ReadOptions, read_with_includes};
use kerosene_vfs::Replacement;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A map and the text that it came from, for showing places in it.
pub(crate) struct LoadedMap {
    pub(crate) bytes: Vec<u8>,
    pub(crate) imported: Imported,
}

/// Reads a file, up to a byte beyond the limit for maps.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, ToolError> {
    let limit = ReadLimits::default().bytes as u64 + 1;
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|reason| ToolError::read(path, reason))?;
    Ok(bytes)
}

/// Reads a map of any format. A file over the reader's limit is refused after one byte too many.
pub(crate) fn load_map(path: &Path) -> Result<LoadedMap, ToolError> {
    load_map_with(path, &ReadOptions::default())
}

/// Reads a map of any format in a way of one's own.
pub(crate) fn load_map_with(path: &Path, options: &ReadOptions) -> Result<LoadedMap, ToolError> {
    let bytes = read(path)?;
    let name = path.display().to_string();
    let imported = read_with_includes(&name, &bytes, options, &MapFiles::beside(path))?;
    Ok(LoadedMap { bytes, imported })
}

/// Reads a class table.
pub(crate) fn load_classes(path: &Path) -> Result<ClassTable, ToolError> {
    let text = std::fs::read_to_string(path).map_err(|reason| ToolError::read(path, reason))?;
    Ok(ClassTable::parse(&path.display().to_string(), &text)?)
}

/// Writes a file whole: under another name first, so that a failure leaves an old file as it was.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), ToolError> {
    Replacement::write(path, text.as_bytes()).map_err(|reason| ToolError::write(path, reason))
}
