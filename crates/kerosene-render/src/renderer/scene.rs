//! The scene pass: all that has depth.

use super::level::{Level, OBJECT_STRIDE};
use crate::frame::Frame;
use crate::material::{MaterialHandle, MaterialStore, SkyId};
use crate::targets::Targets;
use crate::things::Things;
use crate::world::{Draw, DrawClass};
use wgpu::{
    Color, CommandEncoder, IndexFormat, LoadOp, Operations, RenderPass, RenderPassColorAttachment,
    RenderPassDepthStencilAttachment, RenderPassDescriptor, StoreOp,
};

/// Begins the pass that draws the scene.
pub(super) fn begin<'a>(encoder: &'a mut CommandEncoder, targets: &Targets) -> RenderPass<'a> {
    let (view, resolve_target, store) = match &targets.sampled {
        Some(sampled) => (sampled, Some(&targets.scene), StoreOp::Discard),
        None => (&targets.scene, None, StoreOp::Store),
    };
    encoder.begin_render_pass(&RenderPassDescriptor {
        label: Some("scene"),
        color_attachments: &[Some(RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target,
            ops: Operations { load: LoadOp::Clear(Color::BLACK), store },
        })],
        depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
            view: &targets.depth,
            depth_ops: Some(Operations { load: LoadOp::Clear(0.0), store: StoreOp::Discard }),
            stencil_ops: None,
        }),
        ..RenderPassDescriptor::default()
    })
}

/// Draws the level and the sky, and says in how many calls.
pub(super) fn draw(
    pass: &mut RenderPass<'_>,
    level: Option<&Level>,
    things: &Things,
    materials: &MaterialStore,
    frame: &Frame,
) -> u32 {
    let named = materials.skies.named(&frame.sky.name);
    let background = named.or(level.map(|level| level.sky)).unwrap_or(SkyId::GRADIENT);
    let mut calls = 0;
    pass.set_bind_group(3, things.group(), &[]);
    let draws = level.map_or(&[][..], |level| level.culling.draws());
    let (covering, seen_through) = draws.split_at(draws.partition_point(|draw| draw.class < DrawClass::Translucent));
    if let Some(level) = level {
        calls += draw_list(pass, level, materials, frame, named, covering);
    }
    calls += things.record_opaque(pass, materials).calls;
    if !frame.view.wireframe {
        pass.set_pipeline(&materials.pipelines.background);
        pass.set_bind_group(1, materials.skies.get(background), &[]);
        if let Some(section) = level.and_then(|level| level.sections.first()) {
            pass.set_bind_group(2, section, &[0]);
        }
        if level.is_some() {
            pass.draw(0..3, 0..1);
            calls += 1;
        }
    }
    let mut reached = f32::INFINITY;
    for draw in seen_through {
        calls += things.record_translucent(pass, materials, reached, draw.distance).calls;
        reached = draw.distance;
        if let Some(level) = level {
            calls += draw_list(pass, level, materials, frame, named, std::slice::from_ref(draw));
        }
    }
    calls += things.record_translucent(pass, materials, reached, -1.0).calls;
    calls + things.record_lines(pass).calls
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
