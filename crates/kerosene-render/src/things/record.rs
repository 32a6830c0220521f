//! Draw calls.

use super::Things;
use super::pipelines::{Kind, Way};
use super::prepare::way;
use crate::MaterialHandle;
use crate::lights::ShadowScene;
use crate::material::MaterialStore;
use crate::model::Batch;
use wgpu::{CommandEncoder, IndexFormat, RenderPass};

/// What was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Drawn {
    /// Draw calls.
    pub(crate) calls: u32,
    /// Triangles.
    pub(crate) triangles: u64,
}

impl std::ops::AddAssign for Drawn {
    fn add_assign(&mut self, other: Self) {
        self.calls += other.calls;
        self.triangles += other.triangles;
    }
}

/// Which meshes of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meshes {
    Opaque,
    SeenThrough,
    All,
}

impl Things {
    /// Draws the shadow maps that are not what they are to be already.
    pub(crate) fn record_shadows(&self, encoder: &mut CommandEncoder, materials: &MaterialStore) {
        let scene = ShadowScene {
            level: self.casters.as_ref(),
            level_shadows: &self.level_shadows,
            places: self.buffers.places.get(),
            models: &self.models,
            instances: self.buffers.instances.get(),
            bones: &self.buffers.bones_group,
            gathered: &self.gathered,
            materials,
        };
        for (view, layer) in self.lights.layers.iter().enumerate() {
            if self.freshness.is_stale(view) {
                self.shadow_pass.record(encoder, layer, view, &scene);
            }
        }
    }

    /// Draws opaque models, and decals over what is opaque. Group 0 is bound.
    pub(crate) fn record_opaque(&self, pass: &mut RenderPass<'_>, materials: &MaterialStore) -> Drawn {
        let mut drawn = Drawn::default();
        for batch in &self.gathered.batches {
            drawn += self.record_model(pass, materials, batch, Meshes::Opaque);
        }
        for run in self.decals.runs() {
            if self.bind(pass, materials, Kind::Decal, run.material, true) {
                pass.set_vertex_buffer(0, self.buffers.decals.get().slice(..));
                pass.draw(run.vertices.clone(), 0..1);
                drawn += Drawn { calls: 1, triangles: run.vertices.len() as u64 / 3 };
            }
        }
        drawn
    }

    /// Draws what one sees through that is at most `far` units away and further than `near`, from back to front.
    pub(crate) fn record_translucent(
        &self,
        pass: &mut RenderPass<'_>,
        materials: &MaterialStore,
        far: f32,
        near: f32,
    ) -> Drawn {
        let (mut drawn, mut reached) = (Drawn::default(), far);
        let between = self.gathered.translucent.iter().filter(|(distance, _)| *distance <= far && *distance > near);
        for (distance, batch) in between {
            drawn += self.record_quads(pass, materials, reached, *distance);
            let instance = self.gathered.instances.get(batch.instances.start as usize);
            let faded = instance.is_some_and(|instance| instance.tint[3] < 1.0);
            let meshes = if faded { Meshes::All } else { Meshes::SeenThrough };
            drawn += self.record_model(pass, materials, batch, meshes);
            reached = *distance;
        }
        drawn += self.record_quads(pass, materials, reached, near);
        drawn
    }

    /// Draws the lines.
    pub(crate) fn record_lines(&self, pass: &mut RenderPass<'_>) -> Drawn {
        let mut drawn = Drawn::default();
        for (kind, vertices) in [(Kind::HiddenLine, self.lines.hidden()), (Kind::ShownLine, self.lines.shown())] {
            let pipeline = self.pipelines.get(Way::line(kind));
            if let Some(pipeline) = pipeline.filter(|_| !vertices.is_empty()) {
                pass.set_pipeline(pipeline);
                pass.set_vertex_buffer(0, self.buffers.lines.get().slice(..));
                pass.draw(vertices, 0..1);
                drawn += Drawn { calls: 1, triangles: 0 };
            }
        }
        drawn
    }

    fn record_quads(&self, pass: &mut RenderPass<'_>, materials: &MaterialStore, far: f32, near: f32) -> Drawn {
        let mut drawn = Drawn::default();
        for run in self.quads.runs(self.quads.between(far, near)) {
            if self.bind(pass, materials, Kind::Quad, run.material, true) {
                pass.set_vertex_buffer(0, self.buffers.quads.get().slice(..));
                pass.draw(0..6, run.quads.clone());
                drawn += Drawn { calls: 1, triangles: run.quads.len() as u64 * 2 };
            }
        }
        drawn
    }

    fn record_model(
        &self,
        pass: &mut RenderPass<'_>,
        materials: &MaterialStore,
        batch: &Batch,
        which: Meshes,
    ) -> Drawn {
        let mut drawn = Drawn::default();
        let Some(model) = self.models.get(batch.model) else { return drawn };
        pass.set_bind_group(2, &self.buffers.bones_group, &[]);
        pass.set_vertex_buffer(0, model.vertices.slice(..));
        pass.set_vertex_buffer(1, self.buffers.instances.get().slice(..));
        pass.set_index_buffer(model.indices.slice(..), IndexFormat::Uint32);
        for mesh in model.levels.get(batch.level).into_iter().flatten() {
            let asked = match which {
                Meshes::Opaque => mesh.casts,
                Meshes::SeenThrough => !mesh.casts,
                Meshes::All => true,
            };
            if asked && self.bind(pass, materials, Kind::Model, mesh.material, which != Meshes::Opaque) {
                pass.draw_indexed(mesh.indices.clone(), 0, batch.instances.clone());
                let triangles = mesh.indices.len() as u64 / 3 * batch.instances.len() as u64;
                drawn += Drawn { calls: 1, triangles };
            }
        }
        drawn
    }

    /// Sets the pipeline, the material and the lights; false where the material is of a level that is gone.
    fn bind(
        &self,
        pass: &mut RenderPass<'_>,
        materials: &MaterialStore,
        kind: Kind,
        material: MaterialHandle,
        faded: bool,
    ) -> bool {
        let Some(material) = materials.get(material) else { return false };
        let Some(pipeline) = self.pipelines.get(way(kind, material, faded)) else { return false };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(1, &material.bind_group, &[]);
        pass.set_bind_group(3, &self.lights.group, &[]);
        true
    }
}
