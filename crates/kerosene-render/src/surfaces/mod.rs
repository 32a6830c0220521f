//! A level's surfaces on the CPU: for what is laid onto them and for the shadows that they cast.

mod build;

use kerosene_math::{Aabb, Vec3};
use std::ops::Range;

/// A convex part of a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Polygon {
    /// Away from it, of unit length.
    pub(crate) normal: Vec3,
    /// What it stays within.
    pub(crate) bounds: Aabb,
    /// Whether light is stopped by it.
    pub(crate) casts: bool,
    first: u32,
    count: u32,
}

/// Polygons that lie near each other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Chunk {
    /// What they stay within.
    pub(crate) bounds: Aabb,
    /// Which they are, by their place among all.
    pub(crate) polygons: Range<usize>,
}

/// The surfaces of the world or of a brush model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ModelSurfaces {
    /// The point that it turns about.
    pub(crate) pivot: Vec3,
    /// What it is made of, by place.
    pub(crate) chunks: Vec<Chunk>,
}

/// What is seen of a level: each model's polygons, in its own coordinates.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Surfaces {
    /// The world and the brush models.
    pub(crate) models: Vec<ModelSurfaces>,
    polygons: Vec<Polygon>,
    corners: Vec<Vec3>,
}

impl Surfaces {
    /// A chunk's polygons.
    pub(crate) fn polygons(&self, chunk: &Chunk) -> &[Polygon] {
        &self.polygons[chunk.polygons.clone()]
    }

    /// A polygon's corners, clockwise as seen from its front.
    pub(crate) fn corners(&self, polygon: &Polygon) -> &[Vec3] {
        &self.corners[polygon.first as usize..(polygon.first + polygon.count) as usize]
    }

    /// A model's polygons that may touch a box; none of a model that is not there.
    pub(crate) fn near<'a>(&'a self, model: u32, bounds: &'a Aabb) -> impl Iterator<Item = &'a Polygon> {
        let chunks = self.models.get(model as usize).map_or(&[][..], |model| &model.chunks);
        let chunks = chunks.iter().filter(|chunk| chunk.bounds.touches(bounds));
        chunks.flat_map(|chunk| self.polygons(chunk)).filter(|polygon| polygon.bounds.touches(bounds))
    }
}
