//! From a frame to what is drawn.

use super::pipelines::{Kind, Mix, Way};
use super::{Things, bones_group};
use crate::decals::Ground;
use crate::eye::Eye;
use crate::frame::Frame;
use crate::material::{LoadedMaterial, MaterialStore};
use crate::model::Surroundings;
use crate::{Gpu, beams, particles, sprites};
use kerosene_asset::{Blending, Shader};
use wgpu::Device;

impl Things {
    /// Takes a frame: gathers, uploads, and makes the pipelines that it is the first to need.
    pub(crate) fn prepare(&mut self, gpu: &Gpu, frame: &Frame, eye: &Eye, materials: &MaterialStore) {
        self.gather(frame, eye, materials);
        self.upload(gpu);
        self.require_pipelines(gpu.device(), materials);
    }

    /// Decides what is drawn. No GPU here; memory is kept from one picture to the next.
    pub(crate) fn gather(&mut self, frame: &Frame, eye: &Eye, materials: &MaterialStore) {
        self.lights.choose(frame, eye);
        let models = &self.models;
        let shape = |model| models.get(model).map(|model| &model.shape);
        let (sites, light, styles) = (&self.sites, &self.light, &frame.light_styles);
        let surroundings = |place| Surroundings { probe: sites.of_place(place), light: light.around(place, styles) };
        self.gathered.gather(&frame.props, eye, self.lights.views(), surroundings, shape);
        self.quads.clear();
        sprites::add(&frame.sprites, eye, &mut self.quads);
        particles::add(&frame.particles, eye, &mut self.quads);
        beams::add(&frame.beams, frame.time, eye, &mut self.quads);
        self.quads.sort();
        let is_lit = |material| materials.get(material).is_some_and(|material| is_lit(way(Kind::Quad, material, true)));
        self.quads.light(is_lit, |place| light.in_air(place, styles));
        let ground = Ground { surfaces: &self.surfaces, sites, light, styles };
        self.decals_changed |= self.decals.update(&frame.decals, &frame.brush_models, &ground);
        self.lines.update(&frame.debug_lines.iter().chain(&self.outlines), eye);
        self.level_shadows.gather(self.casters.as_ref(), self.lights.views(), &frame.brush_models);
        self.freshness.update(self.lights.views(), &self.level_shadows, &self.gathered);
    }

    fn upload(&mut self, gpu: &Gpu) {
        let (device, queue, buffers) = (gpu.device(), gpu.queue(), &mut self.buffers);
        self.lights.upload(queue);
        self.shadow_pass.upload(queue, self.lights.views());
        buffers.instances.write(device, queue, bytemuck::cast_slice(&self.gathered.instances));
        if buffers.bones.write(device, queue, bytemuck::cast_slice(&self.gathered.bones)) {
            buffers.bones_group = bones_group(device, &buffers.bones_layout, &buffers.bones);
        }
        buffers.places.write(device, queue, bytemuck::cast_slice(&self.level_shadows.places));
        buffers.quads.write(device, queue, bytemuck::cast_slice(self.quads.sorted()));
        if std::mem::take(&mut self.decals_changed) {
            buffers.decals.write(device, queue, bytemuck::cast_slice(self.decals.vertices()));
        }
        buffers.lines.write(device, queue, bytemuck::cast_slice(self.lines.vertices()));
    }

    fn require_pipelines(&mut self, device: &Device, materials: &MaterialStore) {
        let pipelines = &mut self.pipelines;
        let mut require = |kind: Kind, material, faded: bool| {
            if let Some(material) = materials.get(material) {
                pipelines.require(device, way(kind, material, faded));
            }
        };
        let opaque = self.gathered.batches.iter().map(|batch| (batch, false));
        let translucent = self.gathered.translucent.iter().map(|(_, batch)| (batch, true));
        for (batch, faded) in opaque.chain(translucent) {
            let meshes = self.models.get(batch.model).and_then(|model| model.levels.get(batch.level));
            for mesh in meshes.into_iter().flatten() {
                require(Kind::Model, mesh.material, faded);
            }
        }
        for run in self.quads.runs(0..u32::MAX) {
            require(Kind::Quad, run.material, true);
        }
        for run in self.decals.runs() {
            require(Kind::Decal, run.material, true);
        }
        for (kind, vertices) in [(Kind::HiddenLine, self.lines.hidden()), (Kind::ShownLine, self.lines.shown())] {
            if !vertices.is_empty() {
                pipelines.require(device, Way::line(kind));
            }
        }
    }
}

/// Whether light that falls onto it shows: what is added to what is behind it shines by itself.
fn is_lit(way: Way) -> bool {
    way.lit && way.mix != Mix::Add
}

/// How a material is drawn on a kind of thing; `faded` where what is behind shows through, whatever the material says.
pub(super) fn way(kind: Kind, material: &LoadedMaterial, faded: bool) -> Way {
    let mix = match material.key.blending {
        Blending::Additive => Mix::Add,
        Blending::Translucent => Mix::Blend,
        Blending::Opaque | Blending::AlphaTest if faded => Mix::Blend,
        Blending::Opaque | Blending::AlphaTest => Mix::Cover,
    };
    let lit = !matches!(material.key.shader, Shader::Unlit | Shader::Ui | Shader::Sky);
    // Pieces in the air and decals have no back that could be left out.
    Way { kind, mix, lit, two_sided: material.key.two_sided || kind != Kind::Model }
}
