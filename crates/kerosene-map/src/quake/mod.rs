//! Quake's `.map` text, as every editor since 1996 writes it.
//!
//! Standard projection, Valve 220 axes, brush primitives and patches may stand in one file, side by side.
//! Quake 2's and its heirs' trailing flags are kept; patches become meshes (see [`crate::patch`]). TrenchBroom's layers and groups become visgroups and
//! groups; their brushes and those of a plain `func_group` join the world, as every compiler has it.

mod containers;
mod external;
mod kinds;
mod organise;
mod patch;
mod primitive;
mod projection;
mod reader;
mod scanner;
mod side;
mod skipped;
mod write;
mod write_losses;

pub(crate) use external::include;
pub(crate) use projection::StandardProjection;
pub(crate) use reader::QUAKE_DETAIL;
pub(crate) use side::COORDINATE_LIMIT;
pub use write::{Exported, write_valve220};

use crate::error::{Problem, ReadError};
use crate::import::{Imported, MapFormat};
use crate::limits::ReadOptions;
use crate::report::Reporter;

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
