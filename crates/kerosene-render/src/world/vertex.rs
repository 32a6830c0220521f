//! Corners of the level's triangles as the GPU reads them.

use crate::probes::ProbeSites;
use bytemuck::{Pod, Zeroable};
use kerosene_math::Vec3;
use wgpu::{VertexAttribute, VertexBufferLayout, VertexStepMode, vertex_attr_array};

/// "No style" in a vertex's light styles.
pub(crate) const NO_STYLE: u8 = u8::MAX;

/// A corner of the level's triangles.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct WorldVertex {
    /// Where it is, in the model's coordinates.
    pub position: [f32; 3],
    /// Unit normal, 32,767 is 1; the last is 0.
    pub normal: [i16; 4],
    /// Unit vector in which the picture goes to the right; the last is 32,767 where the normal times it goes up in the
    /// picture, and the opposite of that where the picture is mirrored.
    pub tangent: [i16; 4],
    /// In repeats of the picture, right and down.
    pub texture: [f32; 2],
    /// Place in the lightmap's atlas, 0 to 1.
    pub luxel: [f32; 2],
    /// How far below in the atlas each further style is, and the weight of a blend's second material.
    pub step_and_blend: [f32; 2],
    /// Light styles; 255 is none, and 255 in the first means that there is no lightmap.
    pub styles: [u8; 4],
    /// Which of the level's probes it mirrors; `u32::MAX` where there is none.
    pub probe: u32,
}

impl WorldVertex {
    // Instances have 7 to 14 where both are there.
    const ATTRIBUTES: [VertexAttribute; 8] = vertex_attr_array![
        0 => Float32x3, 1 => Snorm16x4, 2 => Snorm16x4, 3 => Float32x2, 4 => Float32x2, 5 => Float32x2, 6 => Uint8x4,
        15 => Uint32
    ];

    /// How a vertex buffer of them is laid out.
    pub(crate) const LAYOUT: VertexBufferLayout<'static> = VertexBufferLayout {
        array_stride: size_of::<Self>() as u64,
        step_mode: VertexStepMode::Vertex,
        attributes: &Self::ATTRIBUTES,
    };

    /// A corner without light.
    pub(super) fn unlit(position: Vec3, normal: Vec3, tangent: [i16; 4], texture: [f32; 2]) -> Self {
        let normal = packed(normal, 0.0);
        let styles = [NO_STYLE; 4];
        Self {
            position: position.to_array(),
            normal,
            tangent,
            texture,
            luxel: [0.0; 2],
            step_and_blend: [0.0; 2],
            styles,
            probe: ProbeSites::NONE,
        }
    }
}

/// A unit vector and a fourth number as whole numbers.
pub(super) fn packed(vector: Vec3, last: f32) -> [i16; 4] {
    vector.extend(last).to_array().map(|part| (part.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16)
}
