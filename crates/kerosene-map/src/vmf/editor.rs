//! What belongs to the editor: membership and colour of objects, visgroups, groups, cordons.

use super::lower;
use super::reader::{Reader, place_of};
use crate::error::ReadError;
use crate::kmap::cursor::{Item, Place as KeyPlace};
use crate::kmap::read_editor::parse_color;
use crate::kmap::text::parse_triple;
use crate::model::{Cordon, EditorData, Group, UnknownNode, VisGroup};
use kerosene_diagnostics::codes;
use kerosene_kv::Position;
use kerosene_math::DVec3;

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
        match &*lower(&key) {
            "visgroupid" => editor.visgroups.push(reader.id(&value, place)),
            // Hammer writes 0 for no group.
            "groupid" => editor.group = Some(reader.id(&value, place)).filter(|id| *id != 0),
            "color" => match parse_color(&value) {
                Some(color) => editor.color = Some(color),
                None => others.push(bad_value(reader, &key, &value, place, "red, green and blue, 0 to 255")),
            },
            "comments" => editor.comments = value.into_owned(),
            // Shown is how everything is that is not hidden.
            "visgroupshown" | "visgroupautoshown" if value.trim() == "1" => {}
            _ => others.push(UnknownNode::Key(key.into_owned(), value.into_owned())),
        }
    }
    if !others.is_empty() {
        unknown.push(UnknownNode::Block("editor".to_owned(), others));
    }
    Ok(())
}

/// Reports a value that says nothing we understand; it stays in the map as it is.
fn bad_value(
    reader: &mut Reader<'_, '_>,
    key: &str,
    value: &str,
    place: KeyPlace,
    expected: &'static str,
) -> UnknownNode {
    let shown: String = value.chars().take(60).collect();
    let message = format!("`{key}` has the value `{shown}`, which is not {expected}; it is kept and means nothing");
    reader.reporter.report(codes::KEY_DROPPED, place_of(place.value), message);
    UnknownNode::Key(key.to_owned(), value.to_owned())
}

/// Reads the `visgroups` block. Visgroups nest in the text; the model has them flat, each with its parent.
pub(super) fn visgroups(reader: &mut Reader<'_, '_>) -> Result<(), ReadError> {
    // Indices of the visgroups whose blocks are open, and those that lie in others.
    let (mut open, mut nesting): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    loop {
        let current = open.last().copied();
        match (reader.cursor.next()?, current) {
            (Some(Item::Block(name, _)), _) if name.eq_ignore_ascii_case("visgroup") => {
                let index = reader.map.visgroups.len();
                nesting.extend(current.map(|parent| (index, parent)));
                open.push(index);
                reader.map.visgroups.push(VisGroup::default());
            }
            (Some(item), Some(at)) => visgroup_item(reader, at, item)?,
            (Some(item), None) => {
                let kept = reader.keep(item)?;
                reader.map.unknown.push(UnknownNode::Block("visgroups".to_owned(), vec![kept]));
            }
            (None, None) => break,
            (None, Some(_)) => {
                open.pop();
            }
        }
    }
    // Only now, since an id may stand after what is nested.
    for (child, parent) in nesting {
        let parent = reader.map.visgroups[parent].id;
        reader.map.visgroups[child].parent = Some(parent);
    }
    Ok(())
}

fn visgroup_item(reader: &mut Reader<'_, '_>, at: usize, item: Item<'_>) -> Result<(), ReadError> {
    let Item::Pair(key, value, place) = item else {
        let kept = reader.keep(item)?;
        reader.map.visgroups[at].unknown.push(kept);
        return Ok(());
    };
    match &*lower(&key) {
        "visgroupid" => reader.map.visgroups[at].id = reader.id(&value, place),
        "name" => reader.map.visgroups[at].name = value.into_owned(),
        "color" => match parse_color(&value) {
            Some(color) => reader.map.visgroups[at].color = Some(color),
            None => {
                let kept = bad_value(reader, &key, &value, place, "red, green and blue, 0 to 255");
                reader.map.visgroups[at].unknown.push(kept);
            }
        },
        _ => reader.map.visgroups[at].unknown.push(UnknownNode::Key(key.into_owned(), value.into_owned())),
    }
    Ok(())
}

/// Reads a `group` of the world.
pub(super) fn group(reader: &mut Reader<'_, '_>) -> Result<(), ReadError> {
    let mut group = Group::default();
    while let Some(item) = reader.cursor.next()? {
        match item {
            Item::Pair(key, value, place) if key.eq_ignore_ascii_case("id") => group.id = reader.id(&value, place),
            Item::Block(name, _) if name.eq_ignore_ascii_case("editor") => {
                let mut data = EditorData::default();
                editor(reader, &mut data, &mut group.unknown)?;
                keep_editor(&mut group, data);
            }
            other => group.unknown.push(reader.keep(other)?),
        }
    }
    reader.map.groups.push(group);
    Ok(())
}

/// A group has a parent of its own in the model; the rest of its editor data stays as it was written.
fn keep_editor(group: &mut Group, data: EditorData) {
    group.parent = data.group;
    let mut nodes = Vec::new();
    nodes.extend(data.visgroups.iter().map(|id| UnknownNode::Key("visgroupid".to_owned(), id.to_string())));
    if let Some([red, green, blue]) = data.color {
        nodes.push(UnknownNode::Key("color".to_owned(), format!("{red} {green} {blue}")));
    }
    if !data.comments.is_empty() {
        nodes.push(UnknownNode::Key("comments".to_owned(), data.comments));
    }
    if !nodes.is_empty() {
        group.unknown.push(UnknownNode::Block("editor".to_owned(), nodes));
    }
}

/// Reads a `cordon`: a box itself in older files, a name and boxes in newer ones.
pub(super) fn cordon(reader: &mut Reader<'_, '_>, position: Position, enabled: bool) -> Result<(), ReadError> {
    let mut cordon = Cordon::default();
    let mut corners: [Option<DVec3>; 2] = [None; 2];
    let mut boxes: Vec<[Option<DVec3>; 2]> = Vec::new();
    while let Some(item) = reader.cursor.next()? {
        match item {
            Item::Block(name, _) if name.eq_ignore_ascii_case("box") => boxes.push(cordon_box(reader)?),
            Item::Pair(key, value, place) => match &*lower(&key) {
                "mins" => corners[0] = corner(reader, &value, place),
                "maxs" => corners[1] = corner(reader, &value, place),
                "active" => cordon.active = value.trim() == "1" && enabled,
                _ => drop_key(reader, &key, &value, place.key),
            },
            Item::Block(name, position) => {
                drop_key(reader, &name, "{}", position);
                reader.cursor.unknown_block(&name)?;
            }
        }
    }
    if corners.iter().any(Option::is_some) {
        boxes.push(corners);
    }
    for corners in boxes {
        match corners {
            [Some(mins), Some(maxs)] => reader.map.cordons.push(Cordon { mins, maxs, ..cordon }),
            _ => {
                let message = "a cordon without two corners is left out".to_owned();
                reader.reporter.report(codes::KEY_DROPPED, place_of(position), message);
            }
        }
    }
    Ok(())
}

fn cordon_box(reader: &mut Reader<'_, '_>) -> Result<[Option<DVec3>; 2], ReadError> {
    let mut corners = [None; 2];
    while let Some(item) = reader.cursor.next()? {
        match item {
            Item::Pair(key, value, place) if key.eq_ignore_ascii_case("mins") => {
                corners[0] = corner(reader, &value, place);
            }
            Item::Pair(key, value, place) if key.eq_ignore_ascii_case("maxs") => {
                corners[1] = corner(reader, &value, place);
            }
            Item::Pair(key, value, place) => drop_key(reader, &key, &value, place.key),
            Item::Block(name, position) => {
                drop_key(reader, &name, "{}", position);
                reader.cursor.unknown_block(&name)?;
            }
        }
    }
    Ok(corners)
}

/// Reads the `cordons` of newer files: whether they count at all, and each by name.
pub(super) fn cordons(reader: &mut Reader<'_, '_>) -> Result<(), ReadError> {
    let first = reader.map.cordons.len();
    let mut enabled = false;
    while let Some(item) = reader.cursor.next()? {
        match item {
            Item::Pair(key, value, _) if key.eq_ignore_ascii_case("active") => enabled = value.trim() == "1",
            Item::Block(name, position) if name.eq_ignore_ascii_case("cordon") => cordon(reader, position, true)?,
            other => {
                let kept = reader.keep(other)?;
                reader.map.unknown.push(UnknownNode::Block("cordons".to_owned(), vec![kept]));
            }
        }
    }
    for cordon in &mut reader.map.cordons[first..] {
        cordon.active &= enabled;
    }
    Ok(())
}

/// A corner, with or without parentheses.
fn corner(reader: &mut Reader<'_, '_>, value: &str, place: KeyPlace) -> Option<DVec3> {
    let corner = parse_triple(value.trim().trim_start_matches('(').trim_end_matches(')'));
    if corner.is_none() {
        drop_key(reader, "corner of a cordon", value, place.value);
    }
    corner
}

fn drop_key(reader: &mut Reader<'_, '_>, key: &str, value: &str, position: Position) {
    let shown: String = value.chars().take(60).collect();
    let message = format!("`{key}` `{shown}` of a cordon is dropped");
    reader.reporter.report(codes::KEY_DROPPED, place_of(position), message);
}
