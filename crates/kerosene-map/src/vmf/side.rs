//! Sides of solids.

use super::dispinfo::{self, DispInfo};
use super::lower;
use super::reader::{Reader, place_of};
use crate::error::ReadError;
use crate::kmap::cursor::{Item, Place as KeyPlace};
use crate::kmap::read_brush::empty_side;
use crate::kmap::text::{parse_axis, parse_number, parse_plane};
use crate::model::{Side, UnknownNode};
use crate::quake::COORDINATE_LIMIT;
use crate::report::Place;
use kerosene_diagnostics::{Code, codes};
use kerosene_kv::Position;

/// A side, its displacement if it has one, and why its solid is of no use if it is not.
pub(super) struct ReadSide {
    pub(super) side: Side,
    pub(super) displacement: Option<DispInfo>,
    pub(super) fault: Option<SideFault>,
}

/// What makes a solid useless.
pub(super) struct SideFault {
    pub(super) code: Code,
    pub(super) place: Place,
    pub(super) message: String,
}

/// Reads a `side` that began at `position`.
pub(super) fn side(reader: &mut Reader<'_, '_>, position: Position) -> Result<ReadSide, ReadError> {
    let mut read = ReadSide { side: empty_side(position.line), displacement: None, fault: None };
    let mut has_plane = false;
    while let Some(item) = reader.cursor.next()? {
        match item {
            Item::Pair(key, value, place) => {
                has_plane |= key.eq_ignore_ascii_case("plane");
                side_key(reader, &mut read, &key, &value, place);
            }
            Item::Block(name, position) if name.eq_ignore_ascii_case("dispinfo") => {
                read.displacement = Some(dispinfo::read(reader, position)?);
            }
            Item::Block(name, _) => read.side.unknown.push(reader.cursor.unknown_block(&name)?),
        }
    }
    if !has_plane {
        let message = "this side has no `plane`".to_owned();
        read.fault.get_or_insert(SideFault { code: codes::BRUSH_NOT_READ, place: place_of(position), message });
    }
    Ok(read)
}

fn side_key(reader: &mut Reader<'_, '_>, read: &mut ReadSide, key: &str, value: &str, place: KeyPlace) {
    let side = &mut read.side;
    let is_read = match &*lower(key) {
        "id" => {
            side.id = reader.id(value, place);
            true
        }
        "plane" => {
            match plane(value) {
                Ok(points) => side.points = points,
                Err((code, message)) => {
                    read.fault.get_or_insert(SideFault { code, place: place_of(place.value), message });
                }
            }
            true
        }
        "material" => {
            value.clone_into(&mut side.material);
            true
        }
        "uaxis" => parse_axis(value).map(|axis| side.u_axis = axis).is_some(),
        "vaxis" => parse_axis(value).map(|axis| side.v_axis = axis).is_some(),
        "rotation" => parse_number(value).map(|number| side.rotation = number).is_some(),
        "lightmapscale" => parse_number(value).map(|number| side.lightmap_scale = number).is_some(),
        "smoothing_groups" => smoothing_groups(value).map(|groups| side.smoothing_groups = groups).is_some(),
        _ => {
            side.unknown.push(UnknownNode::Key(key.to_owned(), value.to_owned()));
            true
        }
    };
    if !is_read {
        let shown: String = value.chars().take(60).collect();
        let message = format!("`{key}` has the value `{shown}`, which cannot be read; the default stands in for it");
        let fix = "align the texture of this face again";
        reader.reporter.report_with_fix(codes::TEXTURE_NUMBER_REPLACED, place_of(place.value), message, fix);
    }
}

fn plane(value: &str) -> Result<[kerosene_math::DVec3; 3], (Code, String)> {
    let shown = || value.chars().take(120).collect::<String>();
    let expected = "which is not three points such as (0 0 0) (0 1 0) (1 0 0)";
    let points = parse_plane(value)
        .ok_or_else(|| (codes::BRUSH_NOT_READ, format!("`plane` has the value `{}`, {expected}", shown())))?;
    if points.iter().any(|point| point.abs().max_element() > COORDINATE_LIMIT) {
        let message = format!("a coordinate of `{}` is beyond {COORDINATE_LIMIT} units", shown());
        return Err((codes::COORDINATE_OUT_OF_RANGE, message));
    }
    Ok(points)
}

/// Bits, which some tools write as a signed number.
fn smoothing_groups(value: &str) -> Option<u32> {
    let number: i64 = value.trim().parse().ok()?;
    u32::try_from(number).ok().or_else(|| i32::try_from(number).ok().map(i32::cast_unsigned))
}
