//! The level's geometry in the order in which it is drawn.

use super::{Atlas, WorldVertex};
use crate::probes::ProbeSites;
use crate::visibility::LeafTree;
use kerosene_bsp::records::{AreaPortalRecord, AreaRecord};
use kerosene_math::{Aabb, Vec3};
use std::ops::Range;

/// When in a picture something is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawClass {
    /// First, in any order: it covers what is behind it, or has holes.
    Opaque,
    /// Then: it shows the sky.
    Sky,
    /// Last, the farthest first: one sees through it.
    Translucent,
}

/// How the surfaces of a texinfo are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// The caller's number of the material.
    pub material: u32,
    /// When.
    pub class: DrawClass,
    /// Size of the picture in the texels that the map counts.
    pub texels: [f32; 2],
}

/// The geometry of a level: one list of vertices and one of indices, in which each face and each mesh is a range, those
/// of one section and material side by side.
#[derive(Debug)]
pub struct WorldMesh {
    pub(crate) vertices: Vec<WorldVertex>,
    /// Three for each triangle, clockwise seen from its front.
    pub(crate) indices: Vec<u32>,
    /// Faces and meshes of the world, batch by batch.
    pub(super) items: Vec<Item>,
    /// Of the world, by class, section and material.
    pub(super) batches: Vec<Batch>,
    /// Brush models; the first stands for the world and has no batches.
    pub(super) models: Vec<BrushMesh>,
    pub(super) model_batches: Vec<ModelBatch>,
    /// Items that no leaf names: drawn always.
    pub(super) unfiled: Vec<u32>,
    pub(crate) tree: LeafTree,
    /// Baked light by section; brush models use the first.
    pub(crate) atlases: Vec<Atlas>,
    pub(super) areas: Vec<AreaRecord>,
    pub(super) portals: Vec<AreaPortalRecord>,
}

/// A face or a mesh of the world.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) indices: Range<u32>,
    pub(super) bounds: Aabb,
}

/// All that one draw call may draw of the world.
#[derive(Debug, Clone)]
pub(super) struct Batch {
    pub(super) class: DrawClass,
    pub(super) section: u32,
    pub(super) material: u32,
    pub(super) items: Range<u32>,
}

/// A brush model.
#[derive(Debug, Clone)]
pub(super) struct BrushMesh {
    pub(super) bounds: Aabb,
    /// The point that it turns about.
    pub(super) pivot: [f32; 3],
    pub(super) batches: Range<u32>,
}

/// What one draw call draws of a brush model.
#[derive(Debug, Clone)]
pub(super) struct ModelBatch {
    pub(super) class: DrawClass,
    pub(super) material: u32,
    pub(super) indices: Range<u32>,
}

impl WorldMesh {
    /// Number of triangles, brush models included.
    #[must_use]
    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// The draw calls that the whole world takes at most where all of it is opaque: one for each section and material.
    #[must_use]
    pub fn batches(&self) -> usize {
        self.batches.len()
    }

    /// Faces and meshes of the world that are drawn.
    #[must_use]
    pub fn items(&self) -> usize {
        self.items.len()
    }

    /// The corners of all triangles of the world and its brush models.
    #[must_use]
    pub fn vertices(&self) -> &[WorldVertex] {
        &self.vertices
    }

    /// Where the brush models are that a picture shows, by the pivot and bounds of a model; none for those that do not exist.
    pub(crate) fn pivot(&self, model: u32) -> Option<[f32; 3]> {
        self.models.get(model as usize).map(|model| model.pivot)
    }

    /// All that is drawn, part by part: the number of its model, what it fills, its indices, and its material.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (u32, Aabb, Range<u32>, u32)> {
        let of_world = self.batches.iter().flat_map(|batch| {
            let items = &self.items[batch.items.start as usize..batch.items.end as usize];
            items.iter().map(move |item| (0, item.bounds, item.indices.clone(), batch.material))
        });
        let of_models = self.models.iter().zip(0..).flat_map(|(model, number)| {
            let batches = &self.model_batches[model.batches.start as usize..model.batches.end as usize];
            batches.iter().map(move |batch| (number, model.bounds, batch.indices.clone(), batch.material))
        });
        of_world.chain(of_models)
    }

    /// Gives each surface the probe that it mirrors; brush models the one nearest to where they were built.
    pub(crate) fn take_probes(&mut self, sites: &ProbeSites) {
        let Self { vertices, indices, items, model_batches, .. } = self;
        let of_world = items.iter().map(|item| (item.indices.clone(), true));
        let of_models = model_batches.iter().map(|batch| (batch.indices.clone(), false));
        for (range, faces) in of_world.chain(of_models) {
            let indices = &indices[range.start as usize..range.end as usize];
            let corner = |index: &u32| Vec3::from_array(vertices[*index as usize].position);
            let middle = Aabb::from_points(indices.iter().map(corner)).center();
            let normal = indices.first().map_or([0; 4], |index| vertices[*index as usize].normal);
            let probe = match normal {
                [x, y, z, _] if faces => sites.of_surface(middle, Vec3::new(x.into(), y.into(), z.into())),
                _ => sites.of_place(middle),
            };
            indices.iter().for_each(|index| vertices[*index as usize].probe = probe);
        }
    }

    /// What a model fills where it was built, and the point that it turns about; none for those that do not exist.
    pub(crate) fn model_box(&self, model: u32) -> Option<(Aabb, Vec3)> {
        self.models.get(model as usize).map(|model| (model.bounds, Vec3::from_array(model.pivot)))
    }

    /// The map's tree with what its leaves show.
    #[must_use]
    pub fn tree(&self) -> &LeafTree {
        &self.tree
    }
}
