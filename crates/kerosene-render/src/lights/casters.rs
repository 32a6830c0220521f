//! What of the level stands in the light.

use super::shadow::ShadowView;
use crate::MaterialHandle;
use crate::eye::transformed;
use crate::frame::BrushModel;
use crate::model::{Instance, STIFF, Surroundings, rows};
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

/// Triangles with holes, which their material says, among those that are drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HoledCaster {
    /// Its number in the map, 0 for the world.
    pub(crate) model: u32,
    pub(crate) bounds: Aabb,
    pub(crate) indices: Range<u32>,
    pub(crate) material: MaterialHandle,
}

/// All of them, and the level's own vertices and indices.
#[derive(Debug)]
pub(crate) struct HoledCasters {
    pub(crate) vertices: Buffer,
    pub(crate) indices: Buffer,
    pub(crate) list: Vec<HoledCaster>,
}

/// The surfaces of a level that stop light, on the GPU.
#[derive(Debug)]
pub(crate) struct LevelCasters {
    /// Places of corners.
    pub(crate) corners: Buffer,
    /// Triangles, 32 bits an index.
    pub(crate) indices: Buffer,
    /// What lets some light through.
    pub(crate) holed: HoledCasters,
    models: Vec<(Vec3, Vec<CasterChunk>)>,
}

/// What a shadow map draws of the level.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LevelDraw {
    pub(super) indices: Range<u32>,
    /// The instance that says where they are.
    pub(super) instance: u32,
    /// What has the holes, where there are any: then the indices are those of [`HoledCasters`].
    pub(super) holes: Option<MaterialHandle>,
}

impl LevelCasters {
    /// Uploads the surfaces that stop light.
    pub(crate) fn new(device: &Device, queue: &Queue, surfaces: &Surfaces, holed: HoledCasters) -> Self {
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
            holed,
            models,
        }
    }

    /// Where the world and the brush models are: an instance for each, the world first.
    fn place(&self, brush_models: &[BrushModel], instances: &mut Vec<Instance>) {
        let Surroundings { probe, light } = Surroundings::UNKNOWN;
        let stiff = |rows| Instance { rows, tint: [1.0; 4], first_bone: STIFF, probe, light, bone_count: 0 };
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
                add(draws, first, LevelDraw { indices: chunk.indices.clone(), instance: 0, holes: None });
            }
        }
        for (number, placed) in brush_models.iter().enumerate().filter(|(_, placed)| casts(placed)) {
            let Some((pivot, chunks)) = self.models.get(placed.model as usize) else { continue };
            let (origin, instance) = (shifted(placed, *pivot), number as u32 + 1);
            for chunk in chunks {
                if view.sees(&transformed(&chunk.bounds, placed.orientation.axes, origin, 1.0)) {
                    draws.push(LevelDraw { indices: chunk.indices.clone(), instance, holes: None });
                }
            }
        }
        let first = draws.len();
        for caster in &self.holed.list {
            let (indices, holes) = (caster.indices.clone(), Some(caster.material));
            if caster.model == 0 {
                if view.sees(&caster.bounds) {
                    add(draws, first, LevelDraw { indices, instance: 0, holes });
                }
                continue;
            }
            let pivot = self.models.get(caster.model as usize).map_or(Vec3::ZERO, |model| model.0);
            let here = |placed: &BrushModel| placed.model == caster.model && casts(placed);
            for (number, placed) in brush_models.iter().enumerate().filter(|(_, placed)| here(placed)) {
                let bounds = transformed(&caster.bounds, placed.orientation.axes, shifted(placed, pivot), 1.0);
                if view.sees(&bounds) {
                    draws.push(LevelDraw { indices: indices.clone(), instance: number as u32 + 1, holes });
                }
            }
        }
    }
}

/// Adds a draw of the world; neighbours since `first` are drawn with one call.
fn add(draws: &mut Vec<LevelDraw>, first: usize, draw: LevelDraw) {
    match draws[first..].last_mut() {
        Some(last) if last.indices.end == draw.indices.start && last.holes == draw.holes => {
            last.indices.end = draw.indices.end;
        }
        _ => draws.push(draw),
    }
}

/// Whether a brush model stops light: the world has its own place, and what one sees through does not.
fn casts(placed: &BrushModel) -> bool {
    placed.model != 0 && placed.tint[3] >= 1.0
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
