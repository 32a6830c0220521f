//! The streams of a model's vertices.

use kerosene_math::{Vec2, Vec3};

/// What moves a vertex: up to four bones and how much each of them counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkinVertex {
    /// Bones, by their place in the skeleton. Those of weight 0 are 0.
    pub bones: [u8; 4],
    /// Weights in parts of 255, which they add up to; the greatest first.
    pub weights: [u8; 4],
}

/// The vertices of a model, a stream for each of their properties, so that a renderer binds only what it draws with. All
/// levels of detail share them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Vertices {
    /// Places in the bind pose, in units.
    pub positions: Vec<Vec3>,
    /// Unit vectors away from the surface.
    pub normals: Vec<Vec3>,
    /// Unit vectors along the texture's U, and the sign of the bitangent: `cross(normal, tangent) * sign` points along V,
    /// as MikkTSpace has it.
    pub tangents: Vec<[f32; 4]>,
    /// Texture coordinates; (0, 0) is the picture's upper left corner.
    pub uvs: Vec<Vec2>,
    /// A second set of texture coordinates; empty where there is none.
    pub second_uvs: Vec<Vec2>,
    /// Colours in linear light and alpha, in parts of 255; empty where there are none.
    pub colors: Vec<[u8; 4]>,
    /// What moves them; empty where nothing does.
    pub skin: Vec<SkinVertex>,
}

impl Vertices {
    /// How many vertices there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}
