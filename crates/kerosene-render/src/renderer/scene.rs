//! The scene: all that has depth, in one pass or two.

use super::level::{Level, OBJECT_STRIDE};
use super::occlusion::Occlusion;
use crate::frame::Frame;
use crate::material::{MaterialHandle, MaterialStore, SkyId};
use crate::targets::Targets;
use crate::things::Things;
use crate::world::{Draw, DrawClass};
use wgpu::{
    BindGroup, Color, CommandEncoder, IndexFormat, LoadOp, Operations, RenderPass, RenderPassColorAttachment,
    RenderPassDepthStencilAttachment, RenderPassDescriptor, StoreOp,
};

/// What is drawn.
pub(super) struct Scene<'a> {
    pub(super) frame: &'a Frame,
    /// Group 0.
    pub(super) group: &'a BindGroup,
    pub(super) level: Option<&'a Level>,
    pub(super) things: &'a Things,
    pub(super) materials: &'a MaterialStore,
}

/// Which part of the scene a pass draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All of it.
    Whole,
    /// What covers; another pass follows.
    Covering,
    /// The sky and what one sees through, over the first part.
    SeenThrough,
}

impl Scene<'_> {
    /// Draws it, in one pass or, where what covers is shaded before one sees through the rest, in two. Says in how many calls.
    pub(super) fn record(&self, encoder: &mut CommandEncoder, targets: &Targets, occlusion: Option<&Occlusion>) -> u32 {
        let Some(occlusion) = occlusion else {
            let mut pass = self.begin(encoder, targets, Part::Whole);
            return self.draw_covering(&mut pass) + self.draw_seen_through(&mut pass);
        };
        let covering = self.draw_covering(&mut self.begin(encoder, targets, Part::Covering));
        occlusion.record(encoder, self.group, targets);
        covering + self.draw_seen_through(&mut self.begin(encoder, targets, Part::SeenThrough))
    }

    fn begin<'pass>(&self, encoder: &'pass mut CommandEncoder, targets: &Targets, part: Part) -> RenderPass<'pass> {
        let (is_first, is_last) = (part != Part::SeenThrough, part != Part::Covering);
        let (view, resolve_target, kept) = match &targets.sampled {
            Some(sampled) => (sampled, is_last.then_some(&targets.scene), !is_last),
            None => (&targets.scene, None, true),
        };
        let store = |kept: bool| if kept { StoreOp::Store } else { StoreOp::Discard };
        let color = if is_first { LoadOp::Clear(Color::BLACK) } else { LoadOp::Load };
        let depth = if is_first { LoadOp::Clear(0.0) } else { LoadOp::Load };
        let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: Operations { load: color, store: store(kept) },
            })],
            depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
                view: &targets.depth,
                depth_ops: Some(Operations { load: depth, store: store(!is_last) }),
                stencil_ops: None,
            }),
            ..RenderPassDescriptor::default()
        });
        pass.set_bind_group(0, self.group, &[]);
        pass.set_bind_group(3, self.things.group(), &[]);
        pass
    }

    /// The level's calls of some classes.
    fn level_draws(&self, from: DrawClass, to: DrawClass) -> &[Draw] {
        let draws = self.level.map_or(&[][..], |level| level.culling.draws());
        let first = draws.partition_point(|draw| draw.class < from);
        &draws[first..draws.partition_point(|draw| draw.class <= to)]
    }

    fn named_sky(&self) -> Option<SkyId> {
        self.materials.skies.named(&self.frame.sky.name)
    }

    fn draw_covering(&self, pass: &mut RenderPass<'_>) -> u32 {
        let Self { frame, level, things, materials, .. } = *self;
        let draws = self.level_draws(DrawClass::Opaque, DrawClass::Opaque);
        let calls = level.map_or(0, |level| draw_list(pass, level, materials, frame, self.named_sky(), draws));
        calls + things.record_opaque(pass, materials).calls
    }

    /// The sky is no surface, which would be shaded: it comes with what one sees through.
    fn draw_sky(&self, pass: &mut RenderPass<'_>, level: &Level) -> u32 {
        let Self { frame, materials, .. } = *self;
        let faces = self.level_draws(DrawClass::Sky, DrawClass::Sky);
        let calls = draw_list(pass, level, materials, frame, self.named_sky(), faces);
        if frame.view.wireframe {
            return calls;
        }
        let background = self.named_sky().unwrap_or(level.sky);
        pass.set_pipeline(&materials.pipelines.background);
        pass.set_bind_group(1, materials.skies.get(background), &[]);
        if let Some(section) = level.sections.first() {
            pass.set_bind_group(2, section, &[0]);
        }
        pass.draw(0..3, 0..1);
        calls + 1
    }

    fn draw_seen_through(&self, pass: &mut RenderPass<'_>) -> u32 {
        let Self { frame, level, things, materials, .. } = *self;
        let (mut calls, mut reached) = (level.map_or(0, |level| self.draw_sky(pass, level)), f32::INFINITY);
        for draw in self.level_draws(DrawClass::Translucent, DrawClass::Translucent) {
            calls += things.record_translucent(pass, materials, reached, draw.distance).calls;
            reached = draw.distance;
            if let Some(level) = level {
                calls += draw_list(pass, level, materials, frame, self.named_sky(), std::slice::from_ref(draw));
            }
        }
        calls += things.record_translucent(pass, materials, reached, -1.0).calls;
        calls + things.record_lines(pass).calls
    }
}

fn draw_list(
    pass: &mut RenderPass<'_>,
    level: &Level,
    materials: &MaterialStore,
    frame: &Frame,
    named: Option<SkyId>,
    draws: &[Draw],
) -> u32 {
    pass.set_vertex_buffer(0, level.vertices.slice(..));
    pass.set_index_buffer(level.indices.slice(..), IndexFormat::Uint32);
    let mut calls = 0;
    let mut bound = None;
    let mut object = None;
    for draw in draws {
        let Some(material) = materials.get(MaterialHandle(draw.material)) else { continue };
        let key = material.key_for(draw.class, frame.view.wireframe);
        let Some(pipeline) = materials.pipelines.get(key) else { continue };
        if bound != Some((draw.material, key)) {
            pass.set_pipeline(pipeline);
            let sky = material.sky.filter(|_| !frame.view.wireframe);
            let group = sky
                .map(|sky| materials.skies.get(named.unwrap_or(if sky == SkyId::GRADIENT { level.sky } else { sky })));
            pass.set_bind_group(1, group.unwrap_or(&material.bind_group), &[]);
            bound = Some((draw.material, key));
        }
        if object != Some((draw.section, draw.model)) {
            let Some(section) = level.sections.get(draw.section as usize) else { continue };
            let place = draw.model.map_or(0, |model| model + 1);
            pass.set_bind_group(2, section, &[place * OBJECT_STRIDE]);
            object = Some((draw.section, draw.model));
        }
        pass.draw_indexed(draw.indices.clone(), 0, 0..1);
        calls += 1;
    }
    calls
}
