//! Quake's `.map` text, as every editor since 1996 writes it.
//!
//! Standard projection and Valve 220 axes may stand in one file, side by side. Quake 2's and
//! Half-Life's trailing flags are kept. TrenchBroom's layers and groups become visgroups and
//! groups; their brushes and those of a plain `func_group` join the world, as every compiler has it.

mod containers;
mod organise;
mod projection;
mod reader;
mod scanner;
mod side;
mod skipped;

use crate::error::{Problem, ReadError};
use crate::limits::ReadOptions;
use crate::model::Map;
use crate::report::Reporter;
use kerosene_diagnostics::Diagnostic;

/// A map that was read, and what there is to say about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The map; `entities[0]` is its `worldspawn`.
    pub map: Map,
    /// What was dropped, replaced or odd, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The format that the file is in.
    pub format: MapFormat,
    /// The game that the file's header names, such as `Quake 2`.
    pub game: Option<String>,
    /// Counts of what was read and what was not.
    pub statistics: ImportStatistics,
}

/// A format of editable maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapFormat {
    /// Our own `.kmap`.
    Kmap,
    /// Quake's `.map`, in any of its forms.
    QuakeMap,
}

impl MapFormat {
    /// The name that people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kmap => "Kerosene .kmap",
            Self::QuakeMap => "Quake .map",
        }
    }
}

/// Counts of what was read and what was not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportStatistics {
    /// Brushes read, those of layers left out included.
    pub brushes: usize,
    /// Sides of these brushes.
    pub sides: usize,
    /// Brushes dropped because they cannot be understood.
    pub dropped_brushes: usize,
    /// Patches stepped over.
    pub patches_not_read: usize,
    /// Brush primitives and other unknown blocks stepped over.
    pub primitives_not_read: usize,
    /// Layers understood, those left out included.
    pub layers: usize,
    /// Groups understood, plain `func_group`s included.
    pub groups: usize,
    /// Layers left out, as they are marked.
    pub omitted_layers: usize,
    /// Entities left out with their layer.
    pub omitted_entities: usize,
    /// Brushes left out with their layer.
    pub omitted_brushes: usize,
}

/// Reads a Quake `.map`.
///
/// A brush that cannot be used is left out and reported; what leaves the extent of a block in
/// doubt is an error.
///
/// # Errors
///
/// A [`ReadError`] with line and column where the text is cut short, breaks the grammar of
/// entities, or exceeds a limit.
///
/// # Examples
///
/// ```
/// let text = br#"
/// { "classname" "worldspawn" "message" "Hello" }
/// { "classname" "light" "origin" "0 0 64" }
/// "#;
/// let imported = kerosene_map::read_map("hello.map", text, &Default::default())?;
/// assert_eq!(imported.map.entities[0].get("message"), Some("Hello"));
/// assert_eq!(imported.map.entities[1].class_name(), "light");
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn read_map(source_name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Imported, ReadError> {
    check_bytes(source_name, bytes, options)?;
    let mut reporter = Reporter::new(source_name);
    let raw = reader::read(source_name, bytes, options, &mut reporter)?;
    let (map, statistics) = organise::organise(source_name, raw, options, &mut reporter);
    let game = header_field(bytes, "// Game: ");
    Ok(Imported { map, diagnostics: reporter.finish(), format: MapFormat::QuakeMap, game, statistics })
}

/// Refuses what is too large or not in an encoding that one can read.
fn check_bytes(source_name: &str, bytes: &[u8], options: &ReadOptions) -> Result<(), ReadError> {
    let limit = options.limits.bytes;
    let problem = if bytes.len() > limit {
        Problem::OverLimit { what: "bytes in one file", limit }
    } else if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        Problem::WideText
    } else {
        return Ok(());
    };
    Err(ReadError { file: source_name.to_owned(), line: 1, column: 1, problem })
}

/// The rest of the line that starts with `name`, among the comments that open the file.
fn header_field(bytes: &[u8], name: &str) -> Option<String> {
    let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(1_024)).unwrap_or_default());
    let comments = head.lines().take_while(|line| line.starts_with("//") || line.trim().is_empty());
    comments.filter_map(|line| line.strip_prefix(name)).map(|rest| rest.trim().to_owned()).next()
}
