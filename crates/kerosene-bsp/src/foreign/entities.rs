//! Entities of other engines as our text.

use super::error::ForeignError;
use kerosene_kv::{Document, ReadOptions, Writer};

/// The entities lump as KeyValues text.
///
/// Quake writes characters of its own font as single bytes over 127: each becomes the character of that number. These
/// engines never escape, so backslashes mean themselves.
pub(super) fn entity_text(lump: &[u8]) -> Result<String, ForeignError> {
    let text = super::bytes::name_of(lump);
    let document = Document::parse_with(&text, &ReadOptions::verbatim())?;
    let mut writer = Writer::new();
    writer.nodes(&document.nodes);
    Ok(writer.finish())
}
