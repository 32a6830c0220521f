//! What importers give: triangles with everything at each corner, in our units and axes.

use kerosene_asset::{Attachment, Bone, Clip, SkinVertex};
use kerosene_diagnostics::Diagnostics;
use kerosene_math::{DVec3, Vec2, Vec3};

/// Most triangles of a model, with those that are collided with.
pub(crate) const MAX_TRIANGLES: usize = 1 << 20;

/// Nothing moves it: the first bone with all weight, for what stands in a model with a skeleton.
pub(crate) const UNSKINNED: SkinVertex = SkinVertex { bones: [0; 4], weights: [255, 0, 0, 0] };

/// A corner of a triangle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Corner {
    pub(crate) position: Vec3,
    /// Of unit length; zero where the source has none.
    pub(crate) normal: Vec3,
    /// Zero where the source has none.
    pub(crate) tangent: [f32; 4],
    pub(crate) uv: Vec2,
    pub(crate) second_uv: Vec2,
    pub(crate) color: [u8; 4],
    pub(crate) skin: SkinVertex,
}

impl Corner {
    /// A corner of which only the place is known.
    pub(crate) const fn at(position: Vec3) -> Self {
        let (uv, second_uv, color) = (Vec2::ZERO, Vec2::ZERO, [255; 4]);
        Self { position, normal: Vec3::ZERO, tangent: [0.0; 4], uv, second_uv, color, skin: UNSKINNED }
    }
}

/// A triangle, counter-clockwise as seen from outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Triangle {
    pub(crate) material: u32,
    /// Triangles of one group are shaded as one round surface where the source has no normals; 0 is flat.
    pub(crate) smoothing: u32,
    pub(crate) corners: [Corner; 3],
}

impl Triangle {
    /// Along its normal, twice as long as it has area.
    pub(crate) fn area_vector(&self) -> DVec3 {
        let [a, b, c] = self.corners.map(|corner| corner.position.as_dvec3());
        (b - a).cross(c - a)
    }
}

/// A mesh that is collided with and not drawn: the places of its triangles' corners.
pub(crate) type CollisionMesh = Vec<[DVec3; 3]>;

/// A model as its source has it.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    /// Names of materials as the source has them.
    pub(crate) materials: Vec<String>,
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) has_second_uvs: bool,
    pub(crate) has_colors: bool,
    pub(crate) collision: Vec<CollisionMesh>,
    /// Empty where nothing moves.
    pub(crate) bones: Vec<Bone>,
    /// Their bounds are not known yet.
    pub(crate) clips: Vec<Clip>,
    pub(crate) attachments: Vec<Attachment>,
    /// Files that were read beside the source, with their BLAKE3.
    pub(crate) files: Vec<kerosene_asset::SourceFile>,
    pub(crate) diagnostics: Diagnostics,
}

impl Scene {
    /// The place of a material of this name, which is added where it is new.
    pub(crate) fn material(&mut self, name: &str) -> u32 {
        let known = self.materials.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.materials.push(name.to_owned());
            self.materials.len() - 1
        }) as u32
    }

    /// How many triangles there are, of all kinds.
    pub(crate) fn count(&self) -> usize {
        self.triangles.len() + self.collision.iter().map(Vec::len).sum::<usize>()
    }
}

/// Whether a mesh of this name is what others collide with: `col_...` or, as Unreal's tools name it, `UCX_...`.
pub(crate) fn is_collision(name: &str) -> bool {
    let begins = |with: &str| name.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    begins("col_") || begins("ucx_")
}
