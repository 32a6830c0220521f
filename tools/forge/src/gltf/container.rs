//! The file: JSON, alone or in a GLB with a binary chunk, and the buffers that it names.

use super::document::Document;
use crate::ForgeError;
use crate::beside::{Beside, relative_path};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kerosene_asset::SourceFile;
use std::cell::Cell;

/// Largest JSON in bytes.
const MAX_JSON: usize = 256 << 20;
/// Most bytes of all buffers together.
const MAX_BUFFERS: usize = 1 << 30;
/// Most numbers that are read, each as often as it is named.
const MAX_NUMBERS: usize = 1 << 27;
/// Extensions without which a file can be read all the same, or which are read.
const KNOWN_EXTENSIONS: &[&str] =
    &["KHR_mesh_quantization", "KHR_texture_transform", "EXT_texture_webp", "KHR_texture_basisu"];

/// A file whose buffers are there.
pub(super) struct Loaded {
    pub(super) document: Document,
    pub(super) buffers: Vec<Vec<u8>>,
    /// Files that were read beside it.
    pub(super) files: Vec<SourceFile>,
    /// How many numbers may still be read: a small file may name the same ones again and again.
    pub(super) budget: Cell<usize>,
}

pub(super) fn load(name: &str, bytes: &[u8], beside: &mut dyn Beside) -> Result<Loaded, ForgeError> {
    let (json, binary) = if bytes.starts_with(b"glTF") { chunks(bytes)? } else { (bytes, None) };
    if json.len() > MAX_JSON {
        return Err(ForgeError::TooMany { what: "bytes of JSON", most: MAX_JSON });
    }
    let document: Document =
        serde_json::from_slice(json).map_err(|error| ForgeError::json("the JSON", error.to_string()))?;
    if !document.asset.version.starts_with("2.") {
        let found: String = document.asset.version.chars().take(20).collect();
        return Err(ForgeError::json("asset.version", format!("\"{found}\" is not 2.0, which is what is read")));
    }
    for (index, extension) in document.extensions_required.iter().enumerate() {
        let understood = KNOWN_EXTENSIONS.contains(&extension.as_str()) || extension.starts_with("KHR_materials_");
        if !understood {
            let shown: String = extension.chars().take(60).collect();
            return Err(ForgeError::Extension { path: format!("extensionsRequired[{index}]"), name: shown });
        }
    }
    let (buffers, files) = buffers(name, &document, binary, beside)?;
    Ok(Loaded { document, buffers, files, budget: Cell::new(MAX_NUMBERS) })
}

/// The JSON and the binary chunk of a GLB.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), ForgeError> {
    let damaged = |what: &str| ForgeError::json("the GLB", what);
    let word = |at: usize| bytes.get(at..at + 4).and_then(|word| word.first_chunk()).copied().map(u32::from_le_bytes);
    if word(4) != Some(2) {
        return Err(damaged("it is not of version 2"));
    }
    let total = word(8).ok_or_else(|| damaged("it ends in its header"))? as usize;
    let (mut json, mut binary, mut at) = (None, None, 12);
    let end = total.min(bytes.len());
    if end < total {
        return Err(damaged("it is cut off"));
    }
    while at + 8 <= end {
        let (length, kind) = (word(at).unwrap_or(0) as usize, word(at + 4).unwrap_or(0));
        let chunk =
            bytes.get(at + 8..).and_then(|rest| rest.get(..length)).ok_or_else(|| damaged("a chunk is cut off"))?;
        match &kind.to_le_bytes() {
            b"JSON" if json.is_none() => json = Some(chunk),
            b"BIN\0" if binary.is_none() => binary = Some(chunk),
            _ => {}
        }
        at = at + 8 + length;
    }
    Ok((json.ok_or_else(|| damaged("it has no JSON"))?, binary))
}

type Buffers = (Vec<Vec<u8>>, Vec<SourceFile>);

fn buffers(
    name: &str,
    document: &Document,
    binary: Option<&[u8]>,
    beside: &mut dyn Beside,
) -> Result<Buffers, ForgeError> {
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (mut buffers, mut files): Buffers = Default::default();
    let mut total = 0;
    for (index, buffer) in document.buffers.iter().enumerate() {
        let place = format!("buffers[{index}]");
        let mut bytes = match (&buffer.uri, binary) {
            (Some(uri), _) if uri.starts_with("data:") => data(uri, &place)?,
            (Some(uri), _) => {
                let path = relative_path(uri, &format!("{place}.uri"))?;
                let missing = |reason| ForgeError::Beside { path: format!("{place}.uri"), file: path.clone(), reason };
                let bytes = beside.read(&path).map_err(missing)?;
                let whole = if folder.is_empty() { path } else { format!("{folder}/{path}") };
                files.push(SourceFile::of(whole, &bytes));
                bytes
            }
            (None, Some(binary)) if index == 0 => binary.to_vec(),
            (None, _) => return Err(ForgeError::json(place, "it has no uri, and there is no binary chunk for it")),
        };
        if bytes.len() < buffer.byte_length {
            let (found, said) = (bytes.len(), buffer.byte_length);
            return Err(ForgeError::json(
                format!("{place}.byteLength"),
                format!("{said} are said, and there are {found}"),
            ));
        }
        bytes.truncate(buffer.byte_length);
        total += bytes.len();
        if total > MAX_BUFFERS {
            return Err(ForgeError::TooMany { what: "bytes of buffers", most: MAX_BUFFERS });
        }
        buffers.push(bytes);
    }
    Ok((buffers, files))
}

/// The bytes of a data URI (RFC 2397) in base 64.
fn data(uri: &str, place: &str) -> Result<Vec<u8>, ForgeError> {
    let error = |reason: &str| ForgeError::json(format!("{place}.uri"), reason);
    let (head, text) = uri.split_once(',').ok_or_else(|| error("it has no data"))?;
    if !head.ends_with(";base64") {
        return Err(error("its data is not in base 64"));
    }
    STANDARD.decode(text).map_err(|_| error("its data is not in base 64"))
}
