//! Reads meshes with their faces.

use super::cursor::{Item, Place};
use super::read::Reader;
use super::read_brush::{AXIS, NUMBER, empty_side};
use super::text::{parse_axis, parse_indices, parse_number, parse_pair, parse_texture_units, parse_triple};
use super::{block, key, read_editor};
use crate::error::{Problem, ReadError};
use crate::model::{Mesh, MeshFace, TextureUnits, UnknownNode};
use kerosene_kv::Position;

/// Reads a `mesh` that began at `position`.
pub(super) fn mesh(reader: &mut Reader<'_, '_>, position: Position) -> Result<Mesh, ReadError> {
    let mut mesh = Mesh { line: position.line, ..Mesh::default() };
    let mut face_positions = Vec::new();
    while let Some(item) = reader.cursor.next()? {
        match item {
            Item::Pair(key, value, place) => mesh_key(reader, &mut mesh, &key, &value, place)?,
            Item::Block(name, position) => match &*name {
                block::FACE => {
                    mesh.faces.push(face(reader)?);
                    face_positions.push(position);
                }
                block::EDITOR => read_editor::editor(reader, &mut mesh.editor, &mut mesh.unknown)?,
                _ => mesh.unknown.push(reader.cursor.unknown_block(&name)?),
            },
        }
    }
    check_indices(reader, &mesh, &face_positions)?;
    check_counts(reader, &mesh, position)?;
    Ok(mesh)
}

fn mesh_key(reader: &Reader<'_, '_>, mesh: &mut Mesh, key: &str, value: &str, place: Place) -> Result<(), ReadError> {
    let cursor = &reader.cursor;
    let triple = || cursor.value(parse_triple(value), key, value, place, "three numbers");
    match key {
        key::ID => mesh.id = cursor.whole(key, value, place)?,
        key::VERTEX => mesh.vertices.push(triple()?),
        key::NORMAL => mesh.normals.push(triple()?),
        key::TEXTURE_COORDINATE => {
            mesh.texture_coordinates.push(cursor.value(parse_pair(value), key, value, place, "two numbers")?);
        }
        key::TEXTURE_UNITS => {
            let units = cursor.value(parse_texture_units(value), key, value, place, "texels or repeats")?;
            mesh.coordinates_in_texels = units == TextureUnits::Texels;
        }
        key::ALPHA => mesh.alphas.push(cursor.value(parse_number(value), key, value, place, NUMBER)?),
        key::CONTENTS => mesh.content_flags = cursor.whole(key, value, place)?,
        key::FLAGS => mesh.surface_flags = cursor.whole(key, value, place)?,
        _ => mesh.unknown.push(UnknownNode::Key(key.to_owned(), value.to_owned())),
    }
    Ok(())
}

/// What a vertex may have besides its place, each has or none.
fn check_counts(reader: &Reader<'_, '_>, mesh: &Mesh, position: Position) -> Result<(), ReadError> {
    for (key, count) in [
        (key::TEXTURE_COORDINATE, mesh.texture_coordinates.len()),
        (key::NORMAL, mesh.normals.len()),
        (key::ALPHA, mesh.alphas.len()),
    ] {
        let vertices = mesh.vertices.len();
        if count != 0 && count != vertices {
            let problem = Problem::WrongCount { block: block::MESH, key, count, expected: vertices };
            return Err(reader.cursor.error(position, problem));
        }
    }
    Ok(())
}

/// Every index names a vertex, so that no reader of the model needs to ask.
fn check_indices(reader: &Reader<'_, '_>, mesh: &Mesh, positions: &[Position]) -> Result<(), ReadError> {
    for (face, position) in mesh.faces.iter().zip(positions) {
        if let Some(index) = face.indices.iter().find(|index| mesh.vertices.get(**index as usize).is_none()) {
            let problem = Problem::BadValue {
                key: key::INDICES.to_owned(),
                value: index.to_string(),
                expected: "the number of a vertex of this mesh, from 0",
            };
            return Err(reader.cursor.error(*position, problem));
        }
    }
    Ok(())
}

fn face(reader: &mut Reader<'_, '_>) -> Result<MeshFace, ReadError> {
    let side = empty_side(0);
    let (u_axis, v_axis, lightmap_scale) = (side.u_axis, side.v_axis, side.lightmap_scale);
    let mut face = MeshFace { indices: Vec::new(), material: String::new(), u_axis, v_axis, lightmap_scale };
    while let Some(item) = reader.cursor.next()? {
        let Item::Pair(key, value, place) = item else {
            reader.discard(item, block::FACE)?;
            continue;
        };
        let cursor = &reader.cursor;
        match &*key {
            key::INDICES => {
                let expected = "whole numbers";
                face.indices = cursor.value(parse_indices(&value), &key, &value, place, expected)?;
            }
            key::MATERIAL => face.material = value.into_owned(),
            key::U_AXIS => face.u_axis = cursor.value(parse_axis(&value), &key, &value, place, AXIS)?,
            key::V_AXIS => face.v_axis = cursor.value(parse_axis(&value), &key, &value, place, AXIS)?,
            key::LIGHTMAP_SCALE => {
                face.lightmap_scale = cursor.value(parse_number(&value), &key, &value, place, NUMBER)?;
            }
            _ => reader.discard(Item::Pair(key, value, place), block::FACE)?,
        }
    }
    Ok(face)
}
