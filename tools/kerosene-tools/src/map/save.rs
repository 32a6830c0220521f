//! Writes maps; the name of the file decides the format.

use crate::error::ToolError;
use crate::files::write_whole;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{Map, MapFormat, write_kmap, write_valve220};
use std::path::Path;

/// A file that may be written.
pub(super) struct Destination<'a> {
    pub(super) path: &'a Path,
    pub(super) format: Target,
}

impl<'a> Destination<'a> {
    /// Refuses a name of no format that can be written, and a file that is there unless `force` is set.
    pub(super) fn new(path: &'a Path, force: bool) -> Result<Self, ToolError> {
        let format = Target::of(path)?;
        if path.exists() && !force {
            return Err(ToolError::Exists { file: path.display().to_string() });
        }
        Ok(Self { path, format })
    }
}

/// A format that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Kmap,
    Valve220,
}

impl Target {
    /// The format that the name of a file says.
    fn of(path: &Path) -> Result<Self, ToolError> {
        let is = |wanted: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted));
        if is("kmap") {
            Ok(Self::Kmap)
        } else if is("map") {
            Ok(Self::Valve220)
        } else {
            Err(ToolError::UnknownFormat { file: path.display().to_string() })
        }
    }

    /// The name that people know it by.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Kmap => MapFormat::Kmap.name(),
            Self::Valve220 => MapFormat::QuakeMap.name(),
        }
    }
}

/// Writes a map; what the format cannot hold is told.
pub(super) fn save(map: &Map, to: &Destination<'_>, told: &mut Diagnostics) -> Result<(), ToolError> {
    let not_held = |reason| ToolError::NotHeld { file: to.path.display().to_string(), reason };
    let text = match to.format {
        Target::Kmap => write_kmap(map).map_err(not_held)?,
        Target::Valve220 => {
            let exported = write_valve220(map).map_err(not_held)?;
            told.append(exported.diagnostics);
            exported.text
        }
    };
    write_whole(to.path, &text)
}
