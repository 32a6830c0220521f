//! What must hold of a model.

use super::{
    Bone, Clip, Level, MAX_BONES, MAX_CLIPS, MAX_COORDINATE, MAX_FRAMES, MAX_HULLS, MAX_LEVELS, MAX_MATERIALS,
    ModelData, ModelError, Transform, Vertices,
};
use kerosene_math::{Aabb, Quat, Vec2, Vec3};
use std::collections::BTreeSet;

/// Longest name in bytes.
pub(super) const MAX_NAME: usize = 255;
/// Most named places.
const MAX_ATTACHMENTS: usize = 1024;
/// Most vertices, and most indices of all levels.
const MAX_ELEMENTS: usize = 1 << 26;
/// Most frames in a second.
const MAX_RATE: f32 = 1000.0;
/// How far a unit vector may be from unit length.
const UNIT_SLACK: f32 = 1e-3;

/// Checks everything that an engine would rely on.
pub(super) fn validate(data: &ModelData) -> Result<(), ModelError> {
    ModelError::unless(is_name(&data.surface) || data.surface.is_empty(), "surface", 0, "it is no name")?;
    materials(&data.materials)?;
    vertices(&data.vertices, data.bones.len())?;
    ModelError::count("indices", data.indices.len(), 3, MAX_ELEMENTS)?;
    let there = data.indices.iter().position(|index| *index as usize >= data.vertices.len());
    ModelError::unless(there.is_none(), "index", there.unwrap_or(0), "it names no vertex")?;
    levels(&data.levels, data)?;
    bones(&data.bones)?;
    ModelError::count("clips", data.clips.len(), 0, MAX_CLIPS)?;
    unique(data.clips.iter().map(|clip| clip.name.as_str()), "clip")?;
    data.clips.iter().enumerate().try_for_each(|(index, each)| clip(each, index, data.bones.len()))?;
    ModelError::count("hulls", data.hulls.len(), 0, MAX_HULLS)?;
    for (index, hull) in data.hulls.iter().enumerate() {
        ModelError::unless(hull.points.iter().all(is_place), "hull", index, "a corner is out of range")?;
        hull.validate(index)?;
    }
    attachments(data)?;
    let holds = is_box(&data.bounds) && data.vertices.positions.iter().all(|position| data.bounds.contains(*position));
    ModelError::unless(holds, "bounds", 0, "they do not hold the model")
}

fn materials(materials: &[String]) -> Result<(), ModelError> {
    ModelError::count("materials", materials.len(), 1, MAX_MATERIALS)?;
    unique(materials.iter().map(String::as_str), "material")?;
    let path = |name: &String| {
        let plain = name.chars().all(|char| !char.is_control() && !matches!(char, '\\' | ':'));
        plain && name.split('/').all(|part| !matches!(part, "" | "." | ".."))
    };
    let odd = materials.iter().position(|name| !path(name));
    ModelError::unless(odd.is_none(), "material", odd.unwrap_or(0), "its name is no path")
}

fn vertices(vertices: &Vertices, bones: usize) -> Result<(), ModelError> {
    fn all<T>(
        stream: &[T],
        holds: impl Fn(&T) -> bool,
        part: &'static str,
        reason: &'static str,
    ) -> Result<(), ModelError> {
        let odd = stream.iter().position(|item| !holds(item));
        ModelError::unless(odd.is_none(), part, odd.unwrap_or(0), reason)
    }
    let count = vertices.len();
    ModelError::count("vertices", count, 3, MAX_ELEMENTS)?;
    ModelError::count("normals", vertices.normals.len(), count, count)?;
    ModelError::count("tangents", vertices.tangents.len(), count, count)?;
    ModelError::count("texture coordinates", vertices.uvs.len(), count, count)?;
    let optional = [vertices.second_uvs.len(), vertices.colors.len(), vertices.skin.len()];
    let odd = optional.into_iter().find(|length| *length != 0 && *length != count);
    ModelError::count("items of an optional stream", odd.unwrap_or(count), count, count)?;
    all(&vertices.positions, is_place, "position", "it is out of range")?;
    all(&vertices.normals, is_unit, "normal", "it is not of unit length")?;
    let tangent = |[x, y, z, sign]: &[f32; 4]| is_unit(&Vec3::new(*x, *y, *z)) && sign.abs() == 1.0;
    all(&vertices.tangents, tangent, "tangent", "it is not of unit length, or its sign is none")?;
    let finite = |uv: &Vec2| uv.is_finite();
    all(&vertices.uvs, finite, "texture coordinate", "it is not finite")?;
    all(&vertices.second_uvs, finite, "second texture coordinate", "it is not finite")?;
    let named = |skin: &super::SkinVertex| skin.bones.iter().all(|bone| usize::from(*bone) < bones);
    all(&vertices.skin, named, "skinned vertex", "it names no bone")?;
    let whole = |skin: &super::SkinVertex| skin.weights.iter().map(|weight| u32::from(*weight)).sum::<u32>() == 255;
    all(&vertices.skin, whole, "skinned vertex", "its weights do not add up to 255")
}

fn levels(levels: &[Level], data: &ModelData) -> Result<(), ModelError> {
    ModelError::count("levels of detail", levels.len(), 1, MAX_LEVELS)?;
    let mut before = 0.0;
    for (index, level) in levels.iter().enumerate() {
        let check = |holds, reason| ModelError::unless(holds, "level", index, reason);
        let grows = if index == 0 { level.error == 0.0 } else { level.error.is_finite() && level.error >= before };
        check(grows, "its error is less than that of the level before, or the finest one has any")?;
        before = level.error;
        check(!level.meshes.is_empty(), "it has no mesh")?;
        check(level.meshes.len() <= data.materials.len(), "it has more meshes than there are materials")?;
        for mesh in &level.meshes {
            check((mesh.material as usize) < data.materials.len(), "a mesh names no material")?;
            check(mesh.index_count > 0 && mesh.index_count.is_multiple_of(3), "a mesh is not made of triangles")?;
            let end = u64::from(mesh.first_index) + u64::from(mesh.index_count);
            check(end <= data.indices.len() as u64, "a mesh names indices that are not there")?;
        }
    }
    Ok(())
}

fn bones(bones: &[Bone]) -> Result<(), ModelError> {
    ModelError::count("bones", bones.len(), 0, MAX_BONES)?;
    unique(bones.iter().map(|bone| bone.name.as_str()), "bone")?;
    for (index, bone) in bones.iter().enumerate() {
        let check = |holds, reason| ModelError::unless(holds, "bone", index, reason);
        check(bone.parent.is_none_or(|parent| usize::from(parent) < index), "its parent does not come before it")?;
        check(is_transform(&bone.bind), "its bind pose is none")?;
        check(bone.inverse_bind.iter().all(|column| column.is_finite()), "its inverse bind matrix is not finite")?;
    }
    Ok(())
}

fn clip(clip: &Clip, index: usize, bones: usize) -> Result<(), ModelError> {
    let check = |holds, reason| ModelError::unless(holds, "clip", index, reason);
    check(bones > 0, "there is no skeleton that it could move")?;
    check(clip.rate > 0.0 && clip.rate <= MAX_RATE, "its rate is out of range")?;
    ModelError::count("frames of a clip", clip.frames as usize, 1, MAX_FRAMES)?;
    check(clip.tracks.len() == bones, "it has not one track for each bone")?;
    let length = |length: usize| length == 1 || length == clip.frames as usize;
    for track in &clip.tracks {
        let lengths = [track.translation.len(), track.rotation.len(), track.scale.len()];
        check(lengths.into_iter().all(length), "a channel has neither one value nor one for each frame")?;
        check(track.translation.iter().all(is_place), "a translation is out of range")?;
        check(track.rotation.iter().all(is_rotation), "a rotation is not of unit length")?;
        check(track.scale.iter().all(is_place), "a scale is out of range")?;
    }
    check(is_box(&clip.bounds), "its bounds are no box")
}

fn attachments(data: &ModelData) -> Result<(), ModelError> {
    ModelError::count("attachments", data.attachments.len(), 0, MAX_ATTACHMENTS)?;
    unique(data.attachments.iter().map(|attachment| attachment.name.as_str()), "attachment")?;
    for (index, attachment) in data.attachments.iter().enumerate() {
        let check = |holds, reason| ModelError::unless(holds, "attachment", index, reason);
        check(attachment.bone.is_none_or(|bone| usize::from(bone) < data.bones.len()), "it names no bone")?;
        check(is_transform(&attachment.transform), "its place is none")?;
    }
    Ok(())
}

/// Names are texts, and no two are equal.
fn unique<'a>(names: impl Iterator<Item = &'a str>, part: &'static str) -> Result<(), ModelError> {
    let mut seen = BTreeSet::new();
    for (index, name) in names.enumerate() {
        ModelError::unless(is_name(name), part, index, "its name is empty or too long")?;
        ModelError::unless(seen.insert(name), part, index, "another one has its name")?;
    }
    Ok(())
}

const fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= MAX_NAME
}

fn is_place(place: &Vec3) -> bool {
    place.abs().cmple(Vec3::splat(MAX_COORDINATE)).all()
}

fn is_unit(vector: &Vec3) -> bool {
    (vector.length_squared() - 1.0).abs() <= UNIT_SLACK
}

fn is_rotation(rotation: &Quat) -> bool {
    let [x, y, z, w] = rotation.to_array();
    (x * x + y * y + z * z + w * w - 1.0).abs() <= UNIT_SLACK
}

fn is_transform(transform: &Transform) -> bool {
    is_place(&transform.translation) && is_rotation(&transform.rotation) && is_place(&transform.scale)
}

fn is_box(bounds: &Aabb) -> bool {
    is_place(&bounds.min) && is_place(&bounds.max) && !bounds.is_empty()
}
