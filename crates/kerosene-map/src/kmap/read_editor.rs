//! Reads what only an editor needs of an object.

use super::cursor::Item;
use super::read::Reader;
use super::{block, key};
use crate::error::ReadError;
use crate::model::{EditorData, UnknownNode};

/// Reads an `editor` block; what it holds beyond the model goes to `unknown`, in an `editor` block.
pub(super) fn editor(
    reader: &mut Reader<'_, '_>,
    editor: &mut EditorData,
    unknown: &mut Vec<UnknownNode>,
) -> Result<(), ReadError> {
    let mut others = Vec::new();
    while let Some(item) = reader.cursor.next()? {
        let Item::Pair(key, value, place) = item else {
            others.push(reader.keep(item)?);
            continue;
        };
        match &*key {
            key::VISGROUP_ID => editor.visgroups.push(reader.cursor.whole(&key, &value, place)?),
            key::GROUP_ID => editor.group = Some(reader.cursor.whole(&key, &value, place)?),
            key::COLOR => {
                let color = parse_color(&value);
                editor.color =
                    Some(reader.cursor.value(color, &key, &value, place, "red, green and blue, 0 to 255")?);
            }
            key::COMMENTS => editor.comments = value.into_owned(),
            key::HIDDEN => editor.hidden = reader.cursor.flag(&key, &value, place)?,
            _ => others.push(UnknownNode::Key(key.into_owned(), value.into_owned())),
        }
    }
    if !others.is_empty() {
        unknown.push(UnknownNode::Block(block::EDITOR.to_owned(), others));
    }
    Ok(())
}

/// Three numbers from 0 to 255.
pub(crate) fn parse_color(text: &str) -> Option<[u8; 3]> {
    let channels: Option<Vec<u8>> = text.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
    channels?.try_into().ok()
}
