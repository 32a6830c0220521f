//! Picks the reader by what the file is called and what is in it.

use crate::error::ReadError;
use crate::import::{Imported, MapFormat};
use crate::include::{IncludedFiles, NoIncludedFiles};
use crate::kmap::read_kmap;
use crate::limits::ReadOptions;
use crate::quake::read_map;
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
    match format_of(source_name, bytes) {
        MapFormat::Kmap => read_kmap(source_name, bytes, options),
        MapFormat::QuakeMap => read_map(source_name, bytes, options),
        MapFormat::Vmf => {
            let mut imported = read_vmf(source_name, bytes, options)?;
            vmf::include(&mut imported, bytes, options, files);
            Ok(imported)
        }
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
    use super::*;

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
