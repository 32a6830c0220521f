//! Reads solids with their sides.

use super::cursor::{Item, Place};
use super::read::Reader;
use super::text::{DEFAULT_SCALE, parse_axis, parse_number, parse_plane, parse_texture_units};
use super::{block, key, read_editor};
use crate::error::{Problem, ReadError};
use crate::model::{Brush, Side, UnknownNode};
use kerosene_kv::Position;
use kerosene_math::DVec3;

pub(super) const AXIS: &str = "a texture axis such as [1 0 0 0] 0.25";
const PLANE: &str = "three points such as (0 0 0) (0 1 0) (1 0 0)";
pub(super) const NUMBER: &str = "a finite number";

/// Reads a `solid` that began at `position`.
pub(super) fn solid(reader: &mut Reader<'_, '_>, position: Position) -> Result<Brush, ReadError> {
    let mut brush = Brush { line: position.line, ..Brush::default() };
    while let Some(item) = reader.cursor.next()? {
        match item {
            Item::Pair(key, value, place) => match &*key {
                key::ID => brush.id = reader.cursor.whole(&key, &value, place)?,
                key::DETAIL => brush.detail = reader.cursor.flag(&key, &value, place)?,
                key::SECTION => brush.section = value.into_owned(),
                _ => brush.unknown.push(UnknownNode::Key(key.into_owned(), value.into_owned())),
            },
            Item::Block(name, position) => match &*name {
                block::SIDE => {
                    let limit = reader.options.limits.sides_per_brush;
                    reader.check_limit(brush.sides.len(), limit, "sides in one solid", position)?;
                    brush.sides.push(side(reader, position)?);
                }
                block::EDITOR => read_editor::editor(reader, &mut brush.editor, &mut brush.unknown)?,
                _ => brush.unknown.push(reader.cursor.unknown_block(&name)?),
            },
        }
    }
    Ok(brush)
}

fn side(reader: &mut Reader<'_, '_>, position: Position) -> Result<Side, ReadError> {
    let mut side = empty_side(position.line);
    let mut has_plane = false;
    while let Some(item) = reader.cursor.next()? {
        let Item::Pair(key, value, place) = item else {
            side.unknown.push(reader.keep(item)?);
            continue;
        };
        has_plane |= key == key::PLANE;
        side_key(reader, &mut side, &key, &value, place)?;
    }
    if !has_plane {
        return Err(reader.cursor.error(position, Problem::MissingKey { block: block::SIDE, key: key::PLANE }));
    }
    Ok(side)
}

fn side_key(reader: &Reader<'_, '_>, side: &mut Side, key: &str, value: &str, place: Place) -> Result<(), ReadError> {
    let cursor = &reader.cursor;
    let number = || cursor.value(parse_number(value), key, value, place, NUMBER);
    let axis = || cursor.value(parse_axis(value), key, value, place, AXIS);
    match key {
        key::ID => side.id = cursor.whole(key, value, place)?,
        key::PLANE => side.points = cursor.value(parse_plane(value), key, value, place, PLANE)?,
        key::MATERIAL => value.clone_into(&mut side.material),
        key::U_AXIS => side.u_axis = axis()?,
        key::V_AXIS => side.v_axis = axis()?,
        key::ROTATION => side.rotation = number()?,
        key::LIGHTMAP_SCALE => side.lightmap_scale = number()?,
        key::SMOOTHING_GROUPS => side.smoothing_groups = cursor.whole(key, value, place)?,
        key::TEXTURE_UNITS => {
            side.texture_units = cursor.value(parse_texture_units(value), key, value, place, "texels or repeats")?;
        }
        key::WALK => value.clone_into(&mut side.walk_rule),
        key::CONTENTS => side.content_flags = cursor.whole(key, value, place)?,
        key::FLAGS => side.surface_flags = cursor.whole(key, value, place)?,
        key::VALUE => side.value = number()?,
        _ => side.unknown.push(UnknownNode::Key(key.to_owned(), value.to_owned())),
    }
    Ok(())
}

pub(crate) fn empty_side(line: u32) -> Side {
    let mut side = Side::new(0, [DVec3::ZERO; 3], "", [DVec3::X, DVec3::NEG_Y]);
    side.line = line;
    side.u_axis.scale = DEFAULT_SCALE;
    side.v_axis.scale = DEFAULT_SCALE;
    side
}
