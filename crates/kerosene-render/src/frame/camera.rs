//! Where a picture is seen from, and how it is shown.

use kerosene_math::{Angles, Vec3};

/// A pair of eyes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Where it is, in units.
    pub origin: Vec3,
    /// Where it looks, in degrees.
    pub angles: Angles,
    /// What a screen of 4:3 shows from left to right, in degrees; wider screens show more and no less height. 1 to 170.
    pub fov: f32,
    /// Nothing nearer is drawn, in units.
    pub near: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { origin: Vec3::ZERO, angles: Angles::default(), fov: 90.0, near: 2.0 }
    }
}

/// How bright colours come to lie between black and white.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tonemap {
    /// Cut off at white.
    Clip,
    /// Reinhard's curve (2002).
    Reinhard,
    /// The fit of ACES' curve by Narkowicz (2015).
    #[default]
    Aces,
}

/// How the picture is shown: what the console's `r_` and `mat_` variables say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// `mat_exposure`: multiplied with all light. 0.01 to 16.
    pub exposure: f32,
    /// `mat_gamma`: 0.5 to 2.5; 1 is the screen's own.
    pub gamma: f32,
    /// `mat_tonemap`.
    pub tonemap: Tonemap,
    /// `r_bloom`: how much of bright light spills over. 0 to 1.
    pub bloom: f32,
    /// `r_occlusion`: how much surfaces that meet shade each other. 0 to 1.
    pub occlusion: f32,
    /// `r_drawworld`.
    pub world: bool,
    /// `r_fullbright`: no light, no shade.
    pub fullbright: bool,
    /// `r_lightmap`: the light alone where 2, without it where 0.
    pub lightmap: u8,
    /// `r_bumpmap`.
    pub normal_maps: bool,
    /// `mat_parallax`: relief from height maps.
    pub parallax: bool,
    /// `r_specular`.
    pub specular: bool,
    /// `r_dynamic`: lights that move.
    pub dynamic_lights: bool,
    /// `r_shadows`.
    pub shadows: bool,
    /// `r_novis`: draws what cannot be seen too.
    pub everything: bool,
    /// `r_wireframe`: edges alone.
    pub wireframe: bool,
    /// `r_debugdraw`: outlines, added up: 1 brush models, 2 leaves near by, 4 moving lights, 8 probes.
    pub outlines: u8,
    /// Whether the camera is under water: fog and colour of that water's material by name.
    pub under_water: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            exposure: 1.0,
            gamma: 1.0,
            tonemap: Tonemap::default(),
            bloom: 0.1,
            occlusion: 0.7,
            world: true,
            fullbright: false,
            lightmap: 1,
            normal_maps: true,
            parallax: true,
            specular: true,
            dynamic_lights: true,
            shadows: true,
            everything: false,
            wireframe: false,
            outlines: 0,
            under_water: false,
        }
    }
}
