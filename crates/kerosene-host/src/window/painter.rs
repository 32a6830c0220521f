//! Draws what lies over the picture.

use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use wgpu::{Device, LoadOp, Operations, Queue, RenderPassColorAttachment, RenderPassDescriptor, StoreOp, TextureView};

/// A painter of egui's shapes.
pub(super) struct Painter {
    renderer: Renderer,
    primitives: Vec<egui::ClippedPrimitive>,
    pixels_per_point: f32,
    /// Textures that are free once the picture is drawn.
    free: Vec<egui::TextureId>,
}

impl Painter {
    pub(super) fn new(device: &Device, format: wgpu::TextureFormat) -> Self {
        let renderer = Renderer::new(device, format, RendererOptions::default());
        Self { renderer, primitives: Vec::new(), pixels_per_point: 1.0, free: Vec::new() }
    }

    /// Takes over a laid out picture: its textures now, its shapes for [`paint`](Self::paint).
    pub(super) fn take(&mut self, device: &Device, queue: &Queue, context: &egui::Context, output: egui::FullOutput) {
        let mut textures = output.textures_delta;
        for (id, deltas) in textures.set.drain() {
            for delta in &deltas {
                self.renderer.update_texture(device, queue, id, delta);
            }
        }
        self.free.extend(textures.free.drain());
        self.pixels_per_point = output.pixels_per_point;
        self.primitives = context.tessellate(output.shapes, output.pixels_per_point);
    }

    /// Draws the shapes over what a target shows.
    pub(super) fn paint(&mut self, device: &Device, queue: &Queue, target: &TextureView, size: [u32; 2]) {
        let screen = ScreenDescriptor { size_in_pixels: size, pixels_per_point: self.pixels_per_point };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("overlay") });
        let buffers = self.renderer.update_buffers(device, queue, &mut encoder, &self.primitives, &screen);
        {
            let operations = Operations { load: LoadOp::Load, store: StoreOp::Store };
            let attachment =
                RenderPassColorAttachment { view: target, depth_slice: None, resolve_target: None, ops: operations };
            let descriptor = RenderPassDescriptor {
                label: Some("overlay"),
                color_attachments: &[Some(attachment)],
                ..Default::default()
            };
            let mut pass = encoder.begin_render_pass(&descriptor).forget_lifetime();
            self.renderer.render(&mut pass, &self.primitives, &screen);
        }
        queue.submit(buffers.into_iter().chain([encoder.finish()]));
    }

    /// Lets go of textures that nothing shows any more; after the picture is drawn.
    pub(super) fn finish(&mut self) {
        for id in self.free.drain(..) {
            self.renderer.free_texture(&id);
        }
    }
}
