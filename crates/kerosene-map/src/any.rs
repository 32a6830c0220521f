//! Picks the reader by what the file is called and what is in it.

use crate::error::ReadError;
use crate::import::{Imported, MapFormat};
use crate::kmap::read_kmap;
use crate::limits::ReadOptions;
use crate::quake::read_map;

/// Reads a map of any format: by its name's extension, or by its content where the extension says nothing.
///
/// # Errors
///
/// Those of [`read_map`] and [`read_kmap`].
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
    match format_of(source_name, bytes) {
        MapFormat::Kmap => read_kmap(source_name, bytes, options),
        MapFormat::QuakeMap => read_map(source_name, bytes, options),
    }
}

fn format_of(source_name: &str, bytes: &[u8]) -> MapFormat {
    let name = source_name.to_ascii_lowercase();
    if name.ends_with(".kmap") {
        return MapFormat::Kmap;
    }
    if name.ends_with(".map") || starts_with_brace(bytes) { MapFormat::QuakeMap } else { MapFormat::Kmap }
}

/// Quake's entities have no name before their brace; our blocks all have one.
fn starts_with_brace(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut content = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = content.find(|line| !line.is_empty() && !line.starts_with(b"//"));
    first.is_none_or(|line| line.starts_with(b"{"))
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
        ] {
            assert_eq!(format_of(name, text.as_bytes()), format, "{name}: {text}");
        }
    }
}
