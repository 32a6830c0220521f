//! Corners of models as the GPU reads them.

use bytemuck::{Pod, Zeroable};
use kerosene_asset::Vertices;
use wgpu::{VertexAttribute, VertexBufferLayout, VertexStepMode, vertex_attr_array};

/// A corner of a model's triangles, 48 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(crate) struct ModelVertex {
    position: [f32; 3],
    normal: [i16; 4],
    tangent: [i16; 4],
    texture: [f32; 2],
    color: [u8; 4],
    bones: [u8; 4],
    weights: [u8; 4],
}

const ATTRIBUTES: [VertexAttribute; 7] = vertex_attr_array![
    0 => Float32x3, 1 => Snorm16x4, 2 => Snorm16x4, 3 => Float32x2, 4 => Unorm8x4, 5 => Uint8x4, 6 => Unorm8x4
];

impl ModelVertex {
    /// How a vertex buffer of them is laid out.
    pub(crate) const LAYOUT: VertexBufferLayout<'static> = VertexBufferLayout {
        array_stride: size_of::<Self>() as u64,
        step_mode: VertexStepMode::Vertex,
        attributes: &ATTRIBUTES,
    };

    /// All vertices of a model.
    pub(crate) fn all(vertices: &Vertices) -> Vec<Self> {
        let vertex = |index: usize| {
            let skin = vertices.skin.get(index);
            let normal = vertices.normals[index];
            Self {
                position: vertices.positions[index].to_array(),
                normal: packed([normal.x, normal.y, normal.z, 0.0]),
                tangent: packed(vertices.tangents[index]),
                texture: vertices.uvs[index].to_array(),
                color: vertices.colors.get(index).copied().unwrap_or([255; 4]),
                bones: skin.map_or([0; 4], |skin| skin.bones),
                weights: skin.map_or([255, 0, 0, 0], |skin| skin.weights),
            }
        };
        (0..vertices.len()).map(vertex).collect()
    }
}

/// Numbers from -1 to 1 as whole ones.
fn packed(numbers: [f32; 4]) -> [i16; 4] {
    numbers.map(|number| (number.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16)
}
