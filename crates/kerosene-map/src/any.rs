//! Picks the reader by what the file is called and what is in it.

use crate::error::{Problem, ReadError};
use crate::import::{Imported, MapFormat};
use crate::include::{IncludedFiles, NoIncludedFiles};
use crate::kmap::read_kmap;
use crate::limits::ReadOptions;
use crate::quake::{self, read_map};
use crate::vmf::{self, read_vmf};

/// Reads a map of any format: by its name's extension, or by its content where the extension says nothing.
///
/// # Errors
///
/// Those of [`read_map`], [`read_kmap`] and [`read_vmf`].
///
/// # Examples
///
/// ```
/// use kerosene_map::{MapFormat, read_any};
///
/// let quake = read_any("unnamed", b"{ \"classname\" \"worldspawn\" }", &Default::default())?;
/// assert_eq!(quake.format, MapFormat::QuakeMap);
/// let ours = read_any("unnamed", b"world { id 1 }", &Default::default())?;
/// assert_eq!(ours.format, MapFormat::Kmap);
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn read_any(source_name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Imported, ReadError> {
    read_with_includes(source_name, bytes, options, &NoIncludedFiles)
}

/// Reads a map of any format together with the files that it includes.
///
/// An included file that is not to be had, or that leads in a circle, is a diagnostic and nothing more.
///
/// # Errors
///
/// Those of [`read_map`], [`read_kmap`] and [`read_vmf`], for the map itself.
///
/// # Examples
///
/// ```
/// use kerosene_map::{NoIncludedFiles, read_with_includes};
///
/// let imported = read_with_includes("a.kmap", b"world { id 1 }", &Default::default(), &NoIncludedFiles)?;
/// assert_eq!(imported.map.entities.len(), 1);
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn read_with_includes(
    source_name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    files: &dyn IncludedFiles,
) -> Result<Imported, ReadError> {
    refuse_binary(source_name, bytes)?;
    match format_of(source_name, bytes) {
        MapFormat::Kmap => read_kmap(source_name, bytes, options),
        MapFormat::QuakeMap => {
            let mut imported = read_map(source_name, bytes, options)?;
            quake::include(&mut imported, bytes, options, files);
            Ok(imported)
        }
        MapFormat::Vmf => {
            let mut imported = read_vmf(source_name, bytes, options)?;
            vmf::include(&mut imported, bytes, options, files);
            Ok(imported)
        }
    }
}

/// What compiled maps begin with, and whose they are.
const COMPILED: [(&[u8], &str); 7] = [
    (b"KROS", "Kerosene's .kbsp"),
    (b"IBSP", "a .bsp of Quake 2 or 3"),
    (b"VBSP", "a .bsp of Source"),
    (b"BSP2", "a .bsp of Quake"),
    (b"2PSB", "a .bsp of Quake"),
    (b"\x1d\0\0\0", "a .bsp of Quake"),
    (b"\x1e\0\0\0", "a .bsp of Half-Life"),
];

/// Says of what is surely no editable map what it is, instead of where it breaks a grammar.
fn refuse_binary(source_name: &str, bytes: &[u8]) -> Result<(), ReadError> {
    let compiled = COMPILED.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, what)| Problem::Compiled(what));
    let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let head = bytes.get(..bytes.len().min(512)).unwrap_or(bytes);
    let binary = (!wide && head.contains(&0)).then_some(Problem::Binary);
    match compiled.or(binary) {
        Some(problem) => Err(ReadError { file: source_name.to_owned(), line: 1, column: 1, problem }),
        None => Ok(()),
    }
}

const EDITOR_VERSION: &[u8] = b"editorversion";

fn format_of(source_name: &str, bytes: &[u8]) -> MapFormat {
    let name = source_name.to_ascii_lowercase();
    if name.ends_with(".kmap") {
        return MapFormat::Kmap;
    }
    if name.ends_with(".vmf") {
        return MapFormat::Vmf;
    }
    if name.ends_with(".map") || starts_with_brace(bytes) {
        MapFormat::QuakeMap
    } else if has_hammers_version(bytes) {
        MapFormat::Vmf
    } else {
        MapFormat::Kmap
    }
}

/// Quake's entities have no name before their brace; our blocks all have one.
fn starts_with_brace(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut content = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = content.find(|line| !line.is_empty() && !line.starts_with(b"//"));
    first.is_none_or(|line| line.starts_with(b"{"))
}

/// Hammer says which editor wrote a file before anything else.
fn has_hammers_version(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(512)).unwrap_or(bytes);
    head.windows(EDITOR_VERSION.len()).any(|window| window.eq_ignore_ascii_case(EDITOR_VERSION))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn what_is_no_editable_map_is_named() {
        for (bytes, expected) in [
            (&b"IBSP\x26\0\0\0"[..], "this is a compiled map (a .bsp of Quake 2 or 3)"),
            (b"KROS", "Kerosene's .kbsp"),
            (b"\x1d\0\0\0\x10", "a .bsp of Quake"),
            (b"{ \0 }", "the file is not text"),
        ] {
            let error = read_any("a.map", bytes, &ReadOptions::default()).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    #[test]
    fn the_name_decides_before_the_content() {
        for (name, text, format) in [
            ("a.kmap", "{ }", MapFormat::Kmap),
            ("A.MAP", "world { }", MapFormat::QuakeMap),
            ("a.txt", "// Game: Quake\r\n\r\n{\n}", MapFormat::QuakeMap),
            ("a.txt", "\u{feff}{ }", MapFormat::QuakeMap),
            ("a.txt", "versioninfo\n{\n}", MapFormat::Kmap),
            ("a.txt", "", MapFormat::QuakeMap),
            ("a.VMF", "{ }", MapFormat::Vmf),
            ("a.txt", "versioninfo\n{\n\"editorversion\" \"400\"\n}", MapFormat::Vmf),
        ] {
            assert_eq!(format_of(name, text.as_bytes()), format, "{name}: {text}");
        }
    }
}
