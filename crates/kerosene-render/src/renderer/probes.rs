//! Reflections, drawn on the side of pictures.

use super::Renderer;
use super::scene::Scene;
use crate::eye::Eye;
use crate::frame::{Camera, Frame, View};
use crate::probes::{FACE_SIZE, ProbeProgress, ProbeSites, face_projection};
use kerosene_math::Vec3;

/// Faces of probes that are drawn on the side of a picture.
const FACES_A_PICTURE: u32 = 2;

impl Renderer {
    /// Draws all that is missing of the level's reflections, as `frame` has brush models, sky and light styles. Pictures do so
    /// by themselves, little by little; whoever needs the first one to be as all others calls this before.
    pub fn complete_probes(&mut self, frame: &Frame) {
        while self.draw_face(frame) {}
    }

    /// Draws a few faces, and says how many.
    pub(super) fn advance_probes(&mut self, frame: &Frame) -> u32 {
        (0..FACES_A_PICTURE).take_while(|_| self.draw_face(frame)).count() as u32
    }

    /// Begins with the probes of a level.
    pub(super) fn place_probes(&mut self, sites: &ProbeSites) {
        self.probe_pass.resize(&self.gpu, sites.places().len());
        self.probes = ProbeProgress::of(sites.places().len());
        self.frame_group = super::frame_group(&self.gpu, &self.materials.layouts, &self.uniform, &self.probe_pass);
    }

    /// Draws the next face that is missing; false where none is.
    fn draw_face(&mut self, frame: &Frame) -> bool {
        let Some((probe, face)) = self.probes.next() else { return false };
        let Some(place) = self.level.as_ref().and_then(|level| level.sites.places().get(probe).copied()) else {
            return false;
        };
        let (around, size) = (surroundings(frame, place), [FACE_SIZE; 2]);
        let projection = face_projection(place, face);
        self.write(&around, &projection, &Eye::of(&projection, around.camera.near, size), size);
        let mut encoder = self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let scene = Scene {
            frame: &around,
            group: &self.frame_group,
            level: self.level.as_ref(),
            things: &self.things,
            materials: &self.materials,
        };
        scene.record(&mut encoder, self.probe_pass.around(), None);
        self.probe_pass.record_face(&mut encoder, face);
        if self.probes.advance() {
            self.probe_pass.record(&mut encoder, probe);
        }
        self.gpu.queue().submit([encoder.finish()]);
        true
    }
}

/// What a probe sees of a frame: the level alone, without reflections.
fn surroundings(frame: &Frame, place: Vec3) -> Frame {
    let view = View { specular: false, dynamic_lights: false, ..View::default() };
    Frame {
        camera: Camera { origin: place, ..Camera::default() },
        view,
        time: frame.time,
        brush_models: frame.brush_models.clone(),
        light_styles: frame.light_styles.clone(),
        sky: frame.sky.clone(),
        ..Frame::default()
    }
}
