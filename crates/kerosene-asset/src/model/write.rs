//! A model as a file.
//!
//! | section | what |
//! |---|---|
//! | `HEAD` | surface, bounds, number of vertices, bytes of an index (2 where all fit, else 4) |
//! | `REFS` | files that it refers to: its materials, in order |
//! | `EDIT` | what it was made from |
//! | `VPOS` `VNRM` `VTAN` `VUV0` | a stream for each property; `VUV1` `VCOL` `VSKN` are empty where there are none |
//! | `INDX` | indices |
//! | `LODS` | levels: error, and meshes of material, first index, count |
//! | `BONE` | name, parent + 1 or 0, bind pose, inverse bind matrix |
//! | `CLIP` | name, looped, rate, frames, bounds, and three channels a bone, each with its length |
//! | `HULL` | corners and triangles |
//! | `ATCH` | name, bone + 1 or 0, place |

use super::{Attachment, Bone, Clip, Hull, Level, MODEL_MAGIC, MODEL_VERSION, Model, Track, Transform};
use crate::provenance::PROVENANCE;
use crate::references::{self, REFERENCES};
use kerosene_container::{ContainerBuilder, Tag, put_text};
use kerosene_math::{Aabb, Quat, Vec2, Vec3};

pub(super) const HEAD: Tag = Tag(*b"HEAD");
pub(super) const POSITIONS: Tag = Tag(*b"VPOS");
pub(super) const NORMALS: Tag = Tag(*b"VNRM");
pub(super) const TANGENTS: Tag = Tag(*b"VTAN");
pub(super) const UVS: Tag = Tag(*b"VUV0");
pub(super) const SECOND_UVS: Tag = Tag(*b"VUV1");
pub(super) const COLORS: Tag = Tag(*b"VCOL");
pub(super) const SKIN: Tag = Tag(*b"VSKN");
pub(super) const INDICES: Tag = Tag(*b"INDX");
pub(super) const LEVELS: Tag = Tag(*b"LODS");
pub(super) const BONES: Tag = Tag(*b"BONE");
pub(super) const CLIPS: Tag = Tag(*b"CLIP");
pub(super) const HULLS: Tag = Tag(*b"HULL");
pub(super) const ATTACHMENTS: Tag = Tag(*b"ATCH");

/// Bytes of an index where there are so many vertices.
pub(super) const fn index_bytes(vertices: usize) -> u32 {
    if vertices <= 1 << 16 { 2 } else { 4 }
}

/// Where parts are written to.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn floats(&mut self, floats: impl IntoIterator<Item = f32>) {
        self.0.extend(floats.into_iter().flat_map(f32::to_le_bytes));
    }

    fn text(&mut self, text: &str) {
        put_text(&mut self.0, text);
    }

    fn aabb(&mut self, bounds: &Aabb) {
        self.floats([bounds.min, bounds.max].into_iter().flat_map(|corner| corner.to_array()));
    }

    fn optional(&mut self, bone: Option<u8>) {
        self.number(bone.map_or(0, |bone| u32::from(bone) + 1));
    }

    fn transform(&mut self, transform: &Transform) {
        self.floats(transform.translation.to_array());
        self.floats(transform.rotation.to_array());
        self.floats(transform.scale.to_array());
    }

    /// A count, and each of so many parts.
    fn list<T>(mut self, parts: &[T], mut each: impl FnMut(&mut Self, &T)) -> Vec<u8> {
        self.number(parts.len() as u32);
        parts.iter().for_each(|part| each(&mut self, part));
        self.0
    }

    fn level(&mut self, level: &Level) {
        self.floats([level.error]);
        self.number(level.meshes.len() as u32);
        for mesh in &level.meshes {
            [mesh.material, mesh.first_index, mesh.index_count].into_iter().for_each(|number| self.number(number));
        }
    }

    fn bone(&mut self, bone: &Bone) {
        self.text(&bone.name);
        self.optional(bone.parent);
        self.transform(&bone.bind);
        self.floats(bone.inverse_bind.iter().flat_map(Vec3::to_array));
    }

    fn clip(&mut self, clip: &Clip) {
        self.text(&clip.name);
        self.number(u32::from(clip.looped));
        self.floats([clip.rate]);
        self.number(clip.frames);
        self.aabb(&clip.bounds);
        clip.tracks.iter().for_each(|track| self.track(track));
    }

    fn track(&mut self, track: &Track) {
        self.number(track.translation.len() as u32);
        self.floats(track.translation.iter().flat_map(Vec3::to_array));
        self.number(track.rotation.len() as u32);
        self.floats(track.rotation.iter().flat_map(Quat::to_array));
        self.number(track.scale.len() as u32);
        self.floats(track.scale.iter().flat_map(Vec3::to_array));
    }

    fn hull(&mut self, hull: &Hull) {
        self.number(hull.points.len() as u32);
        self.floats(hull.points.iter().flat_map(Vec3::to_array));
        self.number(hull.triangles.len() as u32);
        self.0.extend_from_slice(hull.triangles.as_flattened());
    }

    fn attachment(&mut self, attachment: &Attachment) {
        self.text(&attachment.name);
        self.optional(attachment.bone);
        self.transform(&attachment.transform);
    }
}

/// A stream of floats.
fn stream<const N: usize>(items: impl Iterator<Item = [f32; N]>) -> Vec<u8> {
    items.flatten().flat_map(f32::to_le_bytes).collect()
}

impl Model {
    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let vertices = &self.vertices;
        let mut head = Bytes::default();
        head.text(&self.surface);
        head.aabb(&self.bounds);
        head.number(vertices.len() as u32);
        head.number(index_bytes(vertices.len()));
        let indices = match index_bytes(vertices.len()) {
            2 => self.indices.iter().flat_map(|index| (*index as u16).to_le_bytes()).collect(),
            _ => self.indices.iter().flat_map(|index| index.to_le_bytes()).collect(),
        };
        let files: Vec<_> = self.references().collect();
        let skin = vertices.skin.iter().flat_map(|skin| [skin.bones, skin.weights]);
        ContainerBuilder::new(MODEL_MAGIC, MODEL_VERSION)
            .section(HEAD, head.0)
            .section(REFERENCES, references::to_bytes(&files))
            .section(PROVENANCE, self.provenance.to_bytes())
            .section(LEVELS, Bytes::default().list(&self.levels, Bytes::level))
            .section(POSITIONS, stream(vertices.positions.iter().map(Vec3::to_array)))
            .section(NORMALS, stream(vertices.normals.iter().map(Vec3::to_array)))
            .section(TANGENTS, stream(vertices.tangents.iter().copied()))
            .section(UVS, stream(vertices.uvs.iter().map(Vec2::to_array)))
            .section(SECOND_UVS, stream(vertices.second_uvs.iter().map(Vec2::to_array)))
            .section(COLORS, vertices.colors.as_flattened().to_vec())
            .section(SKIN, skin.flatten().collect())
            .section(INDICES, indices)
            .section(BONES, Bytes::default().list(&self.bones, Bytes::bone))
            .section(CLIPS, Bytes::default().list(&self.clips, Bytes::clip))
            .section(HULLS, Bytes::default().list(&self.hulls, Bytes::hull))
            .section(ATTACHMENTS, Bytes::default().list(&self.attachments, Bytes::attachment))
            .to_bytes()
    }
}
