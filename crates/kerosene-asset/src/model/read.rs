//! A model from a file that nobody vouches for. Memory is taken for what is there, and what was read is validated.

use super::validate::MAX_NAME;
use super::write::{
    ATTACHMENTS, BONES, CLIPS, COLORS, HEAD, HULLS, INDICES, LEVELS, NORMALS, POSITIONS, SECOND_UVS, SKIN, TANGENTS,
    UVS, index_bytes,
};
use super::{
    Attachment, Bone, Channel, Clip, Hull, Level, MODEL_MAGIC, MODEL_VERSION, Mesh, Model, ModelData, ModelError,
    SkinVertex, Track, Transform, Vertices,
};
use crate::provenance::{PROVENANCE, Provenance};
use crate::references::{self, REFERENCES};
use kerosene_container::{Container, ContainerError, SectionReader, Tag};
use kerosene_math::{Aabb, Quat, Vec2, Vec3};

type Read<T> = Result<T, ContainerError>;

impl Model {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it is no model; memory is only taken for what is there.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let container = Container::parse(bytes, MODEL_MAGIC, MODEL_VERSION)?;
        let mut head = container.reader(HEAD)?;
        let surface = head.text(MAX_NAME, "the surface")?.to_owned();
        let bounds = aabb(&mut head, "the bounds")?;
        let vertices = head.u32("the number of vertices")? as usize;
        let at = head.clone();
        let width = head.u32("the bytes of an index")?;
        if width != index_bytes(vertices) {
            return Err(at.error(format!("{width} bytes are not what an index has")).into());
        }
        head.end()?;
        let bones = list(&container, BONES, 4 + 4 + 40 + 48, bone)?;
        let clips = list(&container, CLIPS, 4 + 4 + 4 + 4 + 24, |reader| clip(reader, bones.len()))?;
        Self::new(ModelData {
            surface,
            materials: materials(container.reader(REFERENCES)?)?,
            vertices: streams(&container, vertices)?,
            indices: indices(container.reader(INDICES)?, width)?,
            levels: list(&container, LEVELS, 4 + 4, level)?,
            bones,
            clips,
            hulls: list(&container, HULLS, 4 + 4, hull)?,
            attachments: list(&container, ATTACHMENTS, 4 + 4 + 40, attachment)?,
            bounds,
            provenance: Provenance::read(container.reader(PROVENANCE)?)?,
        })
    }
}

/// Names of materials from the paths of their files.
fn materials(reader: SectionReader<'_>) -> Read<Vec<String>> {
    let at = reader.clone();
    let name = |path: String| {
        let name = path.strip_prefix("materials/").and_then(|rest| rest.strip_suffix(".kmat_c"));
        name.map(str::to_owned).ok_or_else(|| at.error(format!("{path} is no material")))
    };
    references::read(reader)?.into_iter().map(name).collect()
}

fn streams(container: &Container<'_>, count: usize) -> Read<Vertices> {
    let bytes = |tag: Tag, each: usize, optional: bool| {
        let reader = container.reader(tag)?;
        let fits = reader.left() == count.saturating_mul(each) || (optional && reader.left() == 0);
        if fits { container.section(tag) } else { Err(reader.error(format!("it has not {each} bytes a vertex"))) }
    };
    Ok(Vertices {
        positions: floats(bytes(POSITIONS, 12, false)?).map(Vec3::from_array).collect(),
        normals: floats(bytes(NORMALS, 12, false)?).map(Vec3::from_array).collect(),
        tangents: floats(bytes(TANGENTS, 16, false)?).collect(),
        uvs: floats(bytes(UVS, 8, false)?).map(Vec2::from_array).collect(),
        second_uvs: floats(bytes(SECOND_UVS, 8, true)?).map(Vec2::from_array).collect(),
        colors: bytes(COLORS, 4, true)?.as_chunks::<4>().0.to_vec(),
        skin: bytes(SKIN, 8, true)?.as_chunks::<8>().0.iter().map(skin_vertex).collect(),
    })
}

/// Arrays of floats, as many as there are.
fn floats<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [f32; N]> + '_ {
    let floats = bytes.as_chunks::<4>().0;
    floats.as_chunks::<N>().0.iter().map(|item| item.map(f32::from_le_bytes))
}

fn skin_vertex(&[a, b, c, d, e, f, g, h]: &[u8; 8]) -> SkinVertex {
    SkinVertex { bones: [a, b, c, d], weights: [e, f, g, h] }
}

fn indices(mut reader: SectionReader<'_>, width: u32) -> Read<Vec<u32>> {
    let bytes = reader.take(reader.left(), "the indices")?;
    if !bytes.len().is_multiple_of(width as usize) {
        return Err(reader.error("it ends in the middle of an index"));
    }
    Ok(match width {
        2 => bytes.as_chunks::<2>().0.iter().map(|index| u32::from(u16::from_le_bytes(*index))).collect(),
        _ => bytes.as_chunks::<4>().0.iter().map(|index| u32::from_le_bytes(*index)).collect(),
    })
}

/// All of a section: a count, and so many parts of at least so many bytes.
fn list<T>(
    container: &Container<'_>,
    tag: Tag,
    least: usize,
    mut each: impl FnMut(&mut SectionReader<'_>) -> Read<T>,
) -> Read<Vec<T>> {
    let mut reader = container.reader(tag)?;
    let count = reader.count(least, "the parts")?;
    let parts = (0..count).map(|_| each(&mut reader)).collect::<Read<Vec<_>>>()?;
    reader.end()?;
    Ok(parts)
}

fn level(reader: &mut SectionReader<'_>) -> Read<Level> {
    let error = reader.f32("the error of a level")?;
    let count = reader.count(12, "the meshes of a level")?;
    let mut meshes = Vec::with_capacity(count);
    for _ in 0..count {
        let material = reader.u32("a material")?;
        let first_index = reader.u32("a first index")?;
        meshes.push(Mesh { material, first_index, index_count: reader.u32("a number of indices")? });
    }
    Ok(Level { error, meshes })
}

fn bone(reader: &mut SectionReader<'_>) -> Read<Bone> {
    let name = reader.text(MAX_NAME, "a bone's name")?.to_owned();
    let (parent, bind) = (optional(reader)?, transform(reader)?);
    let inverse_bind = [vector(reader)?, vector(reader)?, vector(reader)?, vector(reader)?];
    Ok(Bone { name, parent, bind, inverse_bind })
}

fn clip(reader: &mut SectionReader<'_>, bones: usize) -> Read<Clip> {
    let name = reader.text(MAX_NAME, "a clip's name")?.to_owned();
    let at = reader.clone();
    let looped = match reader.u32("whether it is looped")? {
        0 => false,
        1 => true,
        _ => return Err(at.error("whether it is looped is neither yes nor no")),
    };
    let (rate, frames) = (reader.f32("a clip's rate")?, reader.u32("a clip's frames")?);
    let bounds = aabb(reader, "a clip's bounds")?;
    let tracks = (0..bones).map(|_| track(reader)).collect::<Read<Vec<_>>>()?;
    Ok(Clip { name, looped, rate, frames, tracks, bounds })
}

fn track(reader: &mut SectionReader<'_>) -> Read<Track> {
    let translation = channel(reader, 12, vector)?;
    let rotation = channel(reader, 16, rotation)?;
    Ok(Track { translation, rotation, scale: channel(reader, 12, vector)? })
}

fn channel<T>(
    reader: &mut SectionReader<'_>,
    each: usize,
    mut value: impl FnMut(&mut SectionReader<'_>) -> Read<T>,
) -> Read<Channel<T>> {
    let count = reader.count(each, "the values of a channel")?;
    (0..count).map(|_| value(reader)).collect()
}

fn hull(reader: &mut SectionReader<'_>) -> Read<Hull> {
    let count = reader.count(12, "the corners of a hull")?;
    let points = (0..count).map(|_| vector(reader)).collect::<Read<Vec<_>>>()?;
    let count = reader.count(3, "the triangles of a hull")?;
    let triangles = reader.take(count * 3, "the triangles of a hull")?.as_chunks::<3>().0.to_vec();
    Ok(Hull { points, triangles })
}

fn attachment(reader: &mut SectionReader<'_>) -> Read<Attachment> {
    let name = reader.text(MAX_NAME, "an attachment's name")?.to_owned();
    Ok(Attachment { name, bone: optional(reader)?, transform: transform(reader)? })
}

/// A bone, which is written as one more, or none.
fn optional(reader: &mut SectionReader<'_>) -> Read<Option<u8>> {
    let at = reader.clone();
    match reader.u32("a bone")? {
        0 => Ok(None),
        above => u8::try_from(above - 1).map(Some).map_err(|_| at.error(format!("there is no bone {}", above - 1))),
    }
}

fn transform(reader: &mut SectionReader<'_>) -> Read<Transform> {
    Ok(Transform { translation: vector(reader)?, rotation: rotation(reader)?, scale: vector(reader)? })
}

fn vector(reader: &mut SectionReader<'_>) -> Read<Vec3> {
    Ok(Vec3::new(reader.f32("a vector")?, reader.f32("a vector")?, reader.f32("a vector")?))
}

fn rotation(reader: &mut SectionReader<'_>) -> Read<Quat> {
    let [x, y, z] = vector(reader)?.to_array();
    Ok(Quat::from_xyzw(x, y, z, reader.f32("a rotation")?))
}

fn aabb(reader: &mut SectionReader<'_>, what: &str) -> Read<Aabb> {
    let mut corner = || -> Read<Vec3> { Ok(Vec3::new(reader.f32(what)?, reader.f32(what)?, reader.f32(what)?)) };
    Ok(Aabb::new(corner()?, corner()?))
}
