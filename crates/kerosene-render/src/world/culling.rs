//! What of the level is drawn in a picture, in which calls.

use super::mesh::{Batch, BrushMesh, DrawClass, WorldMesh};
use crate::frame::{BrushModel, Frame};
use crate::projection::Projection;
use crate::visibility::{ClusterSet, Frustum, LeafTree, VisibleLeaves};
use bits::Bits;
use kerosene_bsp::AreaConnections;
use kerosene_math::{Aabb, Vec3};
use std::ops::Range;

mod bits;
#[cfg(test)]
mod tests;

/// One draw call.
#[derive(Debug, Clone, PartialEq)]
pub struct Draw {
    /// When it is drawn.
    pub class: DrawClass,
    /// The caller's number of its material.
    pub material: u32,
    /// The section whose baked light it has.
    pub section: u32,
    /// Its brush model by place in [`Frame::brush_models`]; none for the world.
    pub model: Option<u32>,
    /// Indices: those of the mesh, and behind them the gathered ones.
    pub indices: Range<u32>,
    /// How far away it is, in units, where one sees through it: of several faces, the furthest. 0 elsewhere.
    pub distance: f32,
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CullingStatistics {
    /// Leaves that may be seen.
    pub leaves: u32,
    /// Faces and meshes of the world that may be seen.
    pub items: u32,
    /// Brush models that may be seen.
    pub brush_models: u32,
    /// Triangles that are drawn.
    pub triangles: u32,
}

/// Decides for each picture what of the level is drawn. Its memory is taken once, by [`Culling::new`]: a picture takes none.
///
/// What may be seen is marked, face by face. What is marked of a batch and lies side by side in the mesh's index buffer is
/// drawn from there; otherwise the indices of what is marked are gathered behind each other, so that a batch is one draw call
/// in any case.
#[derive(Debug)]
pub struct Culling {
    marks: Bits,
    open: Vec<(i32, u8)>,
    gathered: Vec<u32>,
    draws: Vec<Draw>,
    /// What one sees through: square of its distance, and what it is.
    sorted: Vec<(f32, SeenThrough)>,
    connections: AreaConnections,
    statistics: CullingStatistics,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeenThrough {
    /// An item of the world and its batch.
    Item { item: u32, batch: u32 },
    /// A batch of a brush model, and the model's place in the frame.
    Model { batch: u32, model: u32 },
}

impl Culling {
    /// Memory for pictures of a level.
    #[must_use]
    pub fn new(mesh: &WorldMesh) -> Self {
        let draws = mesh.items.len() + mesh.model_batches.len() * 2 + 64;
        Self {
            marks: Bits::new(mesh.items.len()),
            open: LeafTree::stack(),
            gathered: Vec::with_capacity(mesh.indices.len()),
            draws: Vec::with_capacity(draws),
            sorted: Vec::with_capacity(draws),
            connections: AreaConnections::default(),
            statistics: CullingStatistics::default(),
        }
    }

    /// Decides what is drawn. Conservative: what is left out is in no pixel of the picture.
    ///
    /// ```
    /// use kerosene_render::world::{Culling, DrawClass, Surface, WorldMesh};
    /// use kerosene_render::{Frame, Projection};
    ///
    /// let map = kerosene_bsp::sample::room().to_file()?;
    /// let mesh = WorldMesh::new(&map, |_| Some(Surface { material: 0, class: DrawClass::Opaque, texels: [64.0; 2] }));
    /// let mut culling = Culling::new(&mesh);
    /// let frame = Frame::default();
    /// culling.update(&mesh, &frame, &Projection::new(&frame.camera, [640, 480]));
    /// assert_eq!(culling.draws().len(), 1);
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn update(&mut self, mesh: &WorldMesh, frame: &Frame, projection: &Projection) {
        self.gathered.clear();
        self.draws.clear();
        self.sorted.clear();
        self.statistics = CullingStatistics::default();
        let frustum = Frustum::new(projection);
        if frame.view.world {
            self.mark(mesh, frame, projection, &frustum);
            for (number, batch) in mesh.batches.iter().enumerate() {
                if is_set(&frame.sections, batch.section as usize) {
                    self.draw_batch(mesh, batch, number as u32, projection.origin);
                }
            }
        }
        for (place, model) in frame.brush_models.iter().enumerate() {
            self.draw_model(mesh, frame, model, place as u32, projection, &frustum);
        }
        self.draws.sort_unstable_by_key(|draw| (draw.class, draw.section, draw.material, draw.model));
        self.draw_seen_through(mesh);
        let triangles = self.draws.iter().map(|draw| (draw.indices.end - draw.indices.start) / 3);
        self.statistics.triangles = triangles.sum();
    }

    /// The draw calls, in order.
    #[must_use]
    pub fn draws(&self) -> &[Draw] {
        &self.draws
    }

    /// Indices that follow those of the mesh.
    #[must_use]
    pub fn gathered(&self) -> &[u32] {
        &self.gathered
    }

    /// What was found.
    #[must_use]
    pub fn statistics(&self) -> CullingStatistics {
        self.statistics
    }

    /// Marks what may be seen of the world.
    fn mark(&mut self, mesh: &WorldMesh, frame: &Frame, projection: &Projection, frustum: &Frustum) {
        if frame.view.everything {
            self.marks.set_all();
            self.statistics.items = mesh.items.len() as u32;
            return;
        }
        self.marks.clear();
        let shut = frame.open_area_portals.iter().any(|open| !open);
        if shut {
            let is_open = |portal| is_set(&frame.open_area_portals, portal);
            self.connections.update(&mesh.areas, &mesh.portals, is_open);
        }
        // Rows of clusters come from the map's visibility, which no tool makes yet.
        let clusters: Option<ClusterSet<'_>> = None;
        let areas = shut.then_some(&self.connections);
        let view = VisibleLeaves { origin: projection.origin, frustum, clusters, areas };
        let marks = &mut self.marks;
        self.statistics.leaves =
            mesh.tree.walk(&view, &mut self.open, |items| items.iter().for_each(|item| marks.set(*item)));
        mesh.unfiled.iter().for_each(|item| marks.set(*item));
        self.statistics.items = marks.count();
    }

    /// Draws what is marked of a batch.
    fn draw_batch(&mut self, mesh: &WorldMesh, batch: &Batch, number: u32, eye: Vec3) {
        if batch.class == DrawClass::Translucent {
            let items = self.marks.runs(batch.items.clone()).flatten();
            self.sorted.extend(items.map(|item| {
                let middle = mesh.items[item as usize].bounds.center();
                (middle.distance_squared(eye), SeenThrough::Item { item, batch: number })
            }));
            return;
        }
        let mut runs = self.marks.runs(batch.items.clone());
        let (Some(first), second) = (runs.next(), runs.next()) else { return };
        let indices = |run: Range<u32>| {
            mesh.items[run.start as usize].indices.start..mesh.items[run.end as usize - 1].indices.end
        };
        let range = match second {
            None => indices(first),
            Some(second) => {
                let start = self.gathered.len();
                for run in [first, second].into_iter().chain(runs) {
                    let run = indices(run);
                    self.gathered.extend_from_slice(&mesh.indices[run.start as usize..run.end as usize]);
                }
                let base = mesh.indices.len();
                (base + start) as u32..(base + self.gathered.len()) as u32
            }
        };
        let Batch { class, section, material, .. } = *batch;
        self.draws.push(Draw { class, material, section, model: None, indices: range, distance: 0.0 });
    }

    /// Draws a brush model where it is, if it is in the picture.
    fn draw_model(
        &mut self,
        mesh: &WorldMesh,
        frame: &Frame,
        placed: &BrushModel,
        place: u32,
        projection: &Projection,
        frustum: &Frustum,
    ) {
        let Some(model) = mesh.models.get(placed.model as usize).filter(|_| placed.model != 0) else { return };
        let bounds = bounds_of(model, placed);
        if !frame.view.everything && !frustum.may_see(bounds.min, bounds.max) {
            return;
        }
        self.statistics.brush_models += 1;
        let distance = bounds.center().distance_squared(projection.origin);
        for number in model.batches.clone() {
            let batch = &mesh.model_batches[number as usize];
            // A model that is faded out is seen through as a whole.
            if batch.class == DrawClass::Translucent || placed.tint[3] < 1.0 {
                self.sorted.push((distance, SeenThrough::Model { batch: number, model: place }));
                continue;
            }
            self.draws.push(Draw {
                class: batch.class,
                material: batch.material,
                section: 0,
                model: Some(place),
                indices: batch.indices.clone(),
                distance: 0.0,
            });
        }
    }

    /// Adds what one sees through, the farthest first; what follows each other and is of one material is one call.
    fn draw_seen_through(&mut self, mesh: &WorldMesh) {
        self.sorted
            .sort_unstable_by(|(a, what_a), (b, what_b)| b.total_cmp(a).then(what_a.number().cmp(&what_b.number())));
        let base = mesh.indices.len() as u32;
        for (squared, what) in &self.sorted {
            let (class, distance) = (DrawClass::Translucent, squared.sqrt());
            let draw = match *what {
                SeenThrough::Model { batch, model } => {
                    let batch = &mesh.model_batches[batch as usize];
                    let (material, indices) = (batch.material, batch.indices.clone());
                    Draw { class, material, section: 0, model: Some(model), indices, distance }
                }
                SeenThrough::Item { item, batch } => {
                    let Batch { section, material, .. } = mesh.batches[batch as usize];
                    let indices = mesh.items[item as usize].indices.clone();
                    let start = base + self.gathered.len() as u32;
                    self.gathered.extend_from_slice(&mesh.indices[indices.start as usize..indices.end as usize]);
                    let indices = start..base + self.gathered.len() as u32;
                    Draw { class, material, section, model: None, indices, distance }
                }
            };
            match self.draws.last_mut().filter(|last| continues(last, &draw)) {
                Some(last) => last.indices.end = draw.indices.end,
                None => self.draws.push(draw),
            }
        }
    }
}

impl SeenThrough {
    /// An order for what is equally far.
    fn number(self) -> (bool, u32, u32) {
        match self {
            Self::Item { item, .. } => (false, item, 0),
            Self::Model { batch, model } => (true, model, batch),
        }
    }
}

/// Whether a call goes on where another ends.
fn continues(last: &Draw, next: &Draw) -> bool {
    let like = |draw: &Draw| (draw.class, draw.material, draw.section, draw.model);
    like(last) == like(next) && last.indices.end == next.indices.start && next.model.is_none()
}

/// A flag of a list that may be too short: then it is set.
fn is_set(list: &[bool], place: usize) -> bool {
    list.get(place).copied().unwrap_or(true)
}

/// The box around a brush model where it is.
fn bounds_of(model: &BrushMesh, placed: &BrushModel) -> Aabb {
    let [x, y, z] = placed.orientation.axes;
    let middle = model.bounds.center() - Vec3::from_array(model.pivot);
    let half = model.bounds.size() * 0.5;
    let center = placed.origin + x * middle.x + y * middle.y + z * middle.z;
    let reach = x.abs() * half.x + y.abs() * half.y + z.abs() * half.z;
    Aabb::new(center - reach, center + reach)
}
