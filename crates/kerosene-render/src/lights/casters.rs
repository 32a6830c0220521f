//! What of the level stands in the light.

use super::shadow::ShadowView;
use crate::eye::transformed;
use crate::frame::BrushModel;
use crate::model::{Instance, STIFF, rows};
use crate::surfaces::Surfaces;
use crate::things::buffer::filled;
use kerosene_math::{Aabb, Vec3};
use std::ops::Range;
use wgpu::{Buffer, BufferUsages, Device, Queue};

/// Triangles that lie near each other.
#[derive(Debug, Clone, PartialEq)]
struct CasterChunk {
    bounds: Aabb,
    indices: Range<u32>,
}

/// The surfaces of a level that stop light, on the GPU.
#[derive(Debug)]
pub(crate) struct LevelCasters {
    /// Places of corners.
    pub(crate) corners: Buffer,
    /// Triangles, 32 bits an index.
    pub(crate) indices: Buffer,
    models: Vec<(Vec3, Vec<CasterChunk>)>,
}

/// What a shadow map draws of the level: indices, and the instance that says where they are.
pub(super) type LevelDraw = (Range<u32>, u32);

impl LevelCasters {
    /// Uploads the surfaces that stop light.
    pub(crate) fn new(device: &Device, queue: &Queue, surfaces: &Surfaces) -> Self {
        let (mut corners, mut indices) = (Vec::new(), Vec::new());
        let mut models = Vec::new();
        for model in &surfaces.models {
            let mut chunks = Vec::new();
            for chunk in &model.chunks {
                let (first, mut bounds) = (indices.len() as u32, Aabb::EMPTY);
                for polygon in surfaces.polygons(chunk).iter().filter(|polygon| polygon.casts) {
                    let (start, own) = (corners.len() as u32, surfaces.corners(polygon));
                    corners.extend(own.iter().map(Vec3::to_array));
                    indices
                        .extend((2..own.len() as u32).flat_map(|corner| [start, start + corner - 1, start + corner]));
                    bounds = bounds.union(&polygon.bounds);
                }
                if indices.len() as u32 > first {
                    chunks.push(CasterChunk { bounds, indices: first..indices.len() as u32 });
                }
            }
            models.push((model.pivot, chunks));
        }
        let upload = |label, usage, bytes: &[u8]| filled(device, queue, label, usage, bytes);
        Self {
            corners: upload("shadow corners", BufferUsages::VERTEX, bytemuck::cast_slice(&corners)),
            indices: upload("shadow triangles", BufferUsages::INDEX, bytemuck::cast_slice(&indices)),
            models,
        }
    }

    /// Where the world and the brush models are: an instance for each, the world first.
    fn place(&self, brush_models: &[BrushModel], instances: &mut Vec<Instance>) {
        let stiff = |rows| Instance { rows, tint: [1.0; 4], first_bone: STIFF, bone_count: 0 };
        instances.push(stiff(rows([Vec3::X, Vec3::Y, Vec3::Z], Vec3::ZERO, 1.0)));
        for placed in brush_models {
            let pivot = self.models.get(placed.model as usize).map_or(Vec3::ZERO, |model| model.0);
            instances.push(stiff(rows(placed.orientation.axes, shifted(placed, pivot), 1.0)));
        }
    }

    /// Adds what a shadow map draws; instances are as [`Self::place`] made them.
    fn gather(&self, view: &ShadowView, brush_models: &[BrushModel], draws: &mut Vec<LevelDraw>) {
        let first = draws.len();
        for chunk in self.models.first().map_or(&[][..], |world| &world.1) {
            if view.sees(&chunk.bounds) {
                // Neighbours are drawn with one call.
                match draws[first..].last_mut() {
                    Some((indices, _)) if indices.end == chunk.indices.start => indices.end = chunk.indices.end,
                    _ => draws.push((chunk.indices.clone(), 0)),
                }
            }
        }
        for (number, placed) in brush_models.iter().enumerate() {
            let Some((pivot, chunks)) = self.models.get(placed.model as usize) else { continue };
            // The world has its own place, and what one sees through casts nothing.
            if placed.model == 0 || placed.tint[3] < 1.0 {
                continue;
            }
            let origin = shifted(placed, *pivot);
            for chunk in chunks {
                if view.sees(&transformed(&chunk.bounds, placed.orientation.axes, origin, 1.0)) {
                    draws.push((chunk.indices.clone(), number as u32 + 1));
                }
            }
        }
    }
}

/// What the shadow maps of a picture draw of the level. It keeps its memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct LevelShadows {
    /// Where the level's parts are: the world first, then the brush models.
    pub(crate) places: Vec<Instance>,
    draws: Vec<LevelDraw>,
    ranges: Vec<Range<usize>>,
}

impl LevelShadows {
    /// Gathers what the maps of a picture draw.
    pub(crate) fn gather(&mut self, casters: Option<&LevelCasters>, views: &[ShadowView], brush_models: &[BrushModel]) {
        self.places.clear();
        self.draws.clear();
        self.ranges.clear();
        let Some(casters) = casters.filter(|_| !views.is_empty()) else { return };
        casters.place(brush_models, &mut self.places);
        for view in views {
            let first = self.draws.len();
            casters.gather(view, brush_models, &mut self.draws);
            self.ranges.push(first..self.draws.len());
        }
    }

    /// What one map draws.
    pub(super) fn draws_of(&self, view: usize) -> &[LevelDraw] {
        self.ranges.get(view).and_then(|range| self.draws.get(range.clone())).unwrap_or_default()
    }
}

/// Where a brush model's own origin of coordinates is.
fn shifted(placed: &BrushModel, pivot: Vec3) -> Vec3 {
    let [x, y, z] = placed.orientation.axes;
    placed.origin - (x * pivot.x + y * pivot.y + z * pivot.z)
}
