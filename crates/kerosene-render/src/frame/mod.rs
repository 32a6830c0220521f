//! What is in one picture: filled anew by the host for each, kept between them for its memory.

mod camera;
mod light;
mod things;

pub use camera::{Camera, Tonemap, View};
pub use light::{Fog, LIGHT_STYLES, Light, LightShape, Sky};
pub use things::{Beam, BrushModel, DebugLine, Decal, Particle, Pose, Prop, Sprite};

/// One picture's content. [`Frame::clear`] keeps the memory, so that a frame of a running game allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    /// Where it is seen from.
    pub camera: Camera,
    /// How it is shown.
    pub view: View,
    /// Seconds since the level began: scrolls, warps, flickers.
    pub time: f64,
    /// Brush models where they are; those that are missing are not drawn.
    pub brush_models: Vec<BrushModel>,
    /// Models that stand or walk in the level.
    pub props: Vec<Prop>,
    /// Pictures that face the camera.
    pub sprites: Vec<Sprite>,
    /// Bands from one point to another.
    pub beams: Vec<Beam>,
    /// Small ones, many.
    pub particles: Vec<Particle>,
    /// Pictures laid onto surfaces.
    pub decals: Vec<Decal>,
    /// Lights that shine now.
    pub lights: Vec<Light>,
    /// How bright the light styles are, 1 is as baked.
    pub light_styles: LightStyles,
    /// What is behind everything.
    pub sky: Sky,
    /// What distance does.
    pub fog: Option<Fog>,
    /// Whether each area portal of the map is open, by its place; all are where the list is short.
    pub open_area_portals: Vec<bool>,
    /// Whether each section of the map is there, by its place; all are where the list is short.
    pub sections: Vec<bool>,
    /// Lines for people who look for faults.
    pub debug_lines: Vec<DebugLine>,
}

/// Brightness of each light style.
#[derive(Debug, Clone, PartialEq)]
pub struct LightStyles(pub [f32; LIGHT_STYLES]);

impl Default for LightStyles {
    fn default() -> Self {
        Self([1.0; LIGHT_STYLES])
    }
}

impl Frame {
    /// Empties the lists and keeps their memory, the camera and how the picture is shown.
    pub fn clear(&mut self) {
        self.brush_models.clear();
        self.props.clear();
        self.sprites.clear();
        self.beams.clear();
        self.particles.clear();
        self.decals.clear();
        self.lights.clear();
        self.open_area_portals.clear();
        self.sections.clear();
        self.debug_lines.clear();
        self.fog = None;
    }
}
