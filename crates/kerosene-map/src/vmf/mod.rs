//! Hammer's `.vmf`: KeyValues text of Source's level editor and those that descend from it.
//!
//! Entities, solids and sides map onto the model one to one. What differs:
//!
//! * A side with a `dispinfo` is drawn as a displaced grid, and Source draws nothing else of its solid. The
//!   grid becomes a [`Mesh`](crate::Mesh) and the solid goes, with a count of the sides that went with it.
//!   Borders of displacements that meet are welded, so that no crack opens between them.
//! * Objects in `hidden` blocks stay out of a compile in Source; they are left out here, unless
//!   [`ReadOptions::keep_omitted_layers`] asks for them.
//! * Hammer numbers objects, sides and visgroups each from 1. Entities, solids and groups keep their numbers;
//!   sides and visgroups move up behind them, and keys that name sides follow.
//! * A `func_instance` stays an entity until [`read_with_includes`](crate::read_with_includes) puts the file
//!   that it names in its place.
//!
//! Text is never escaped in this format. What the model has no field for is kept as unknown nodes, so that a
//! `.kmap` written from the map holds it; only the state "shown" of objects, the default, is not stored.

mod connection;
mod dispinfo;
mod displacement;
mod editor;
mod instances;
mod numbering;
mod reader;
mod rows;
mod sew;
mod side;
mod solid;

pub(crate) use instances::include;

use crate::error::{Problem, ReadError};
use crate::ids;
use crate::import::{Imported, MapFormat};
use crate::kmap::cursor::Cursor;
use crate::limits::ReadOptions;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use kerosene_kv::Dialect;
use std::borrow::Cow;

/// Reads a Hammer `.vmf`.
///
/// A solid, displacement or wire that cannot be used is left out or left flat and reported; what breaks the
/// grammar is an error.
///
/// # Errors
///
/// A [`ReadError`] with line and column where the text is cut short, is no KeyValues, or exceeds a limit.
///
/// # Examples
///
/// ```
/// let text = br#"
/// versioninfo { "editorversion" "400" "formatversion" "100" }
/// world { "id" "1" "classname" "worldspawn" "skyname" "sky_day01_01" }
/// entity { "id" "2" "classname" "logic_auto" connections { "OnMapSpawn" "door,Open,,0.5,1" } }
/// "#;
/// let imported = kerosene_map::read_vmf("hello.vmf", text, &Default::default())?;
/// assert_eq!(imported.map.entities[0].get("skyname"), Some("sky_day01_01"));
/// assert_eq!(imported.map.entities[1].connections[0].delay, 0.5);
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn read_vmf(source_name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Imported, ReadError> {
    read(source_name, bytes, options, Wires::AsTheyAre)
}

/// Whether a wire may hold the name of a parameter where a number must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wires {
    AsTheyAre,
    /// Wires with a `$` that cannot be read are kept without a word until parameters are filled in.
    AwaitParameters,
}

fn read(source_name: &str, bytes: &[u8], options: &ReadOptions, wires: Wires) -> Result<Imported, ReadError> {
    let mut reporter = Reporter::new(source_name);
    let text = decode(source_name, bytes, options, &mut reporter)?;
    let cursor = Cursor::new(source_name, &text, options, Dialect::Verbatim)?;
    let (mut map, statistics) = reader::Reader::new(cursor, options, wires, &mut reporter).read_map()?;
    map.source = source_name.to_owned();
    ids::repair(&mut map, &mut reporter);
    Ok(Imported { map, diagnostics: reporter.finish(), format: MapFormat::Vmf, game: None, statistics })
}

/// The bytes as UTF-8. Hammer writes whatever the system's code page is; what is no UTF-8 is read as Latin-1.
fn decode<'a>(
    source_name: &str,
    bytes: &'a [u8],
    options: &ReadOptions,
    reporter: &mut Reporter,
) -> Result<Cow<'a, [u8]>, ReadError> {
    let error = |problem| Err(ReadError { file: source_name.to_owned(), line: 1, column: 1, problem });
    let limit = options.limits.bytes;
    if bytes.len() > limit {
        return error(Problem::OverLimit { what: "bytes in one file", limit });
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return error(Problem::WideText);
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Ok(Cow::Borrowed(bytes));
    }
    let message = "the text is not UTF-8; it was read as Latin-1, byte for byte".to_owned();
    reporter.report(codes::LATIN_1, Place::default(), message);
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    Ok(Cow::Owned(text.into_bytes()))
}

/// A name as it is compared: without case.
fn lower<'a>(name: &'a str) -> Cow<'a, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}
