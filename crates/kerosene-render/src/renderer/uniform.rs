//! What holds for a whole picture, as shaders read it.

use crate::frame::{Fog, Frame, LIGHT_STYLES};
use crate::projection::Projection;
use bytemuck::{Pod, Zeroable};

/// `Globals` of `frame.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(super) struct FrameUniform {
    view_projection: [[f32; 4]; 4],
    camera: [f32; 4],
    right: [f32; 4],
    up: [f32; 4],
    forward: [f32; 4],
    size: [f32; 4],
    fog_color: [f32; 4],
    fog: [f32; 4],
    output: [f32; 4],
    switches: [u32; 4],
    probes: [u32; 4],
    styles: [f32; LIGHT_STYLES],
}

/// Waves of water and the like repeat after so many seconds (1,024 times 2π), beyond which single precision would not do.
const PERIOD: f64 = 6_433.981_754_551_792;

/// Colour and sight of water that no material describes.
pub(super) const PLAIN_WATER: ([f32; 3], f32) = ([0.02, 0.06, 0.08], 1024.0);

const FULLBRIGHT: u32 = 1;
const LIGHT_ALONE: u32 = 1 << 1;
const NO_LIGHTMAP: u32 = 1 << 2;
const NORMAL_MAPS: u32 = 1 << 3;
const SPECULAR: u32 = 1 << 4;
const DYNAMIC: u32 = 1 << 5;
const SHADOWS: u32 = 1 << 6;
const ENCODE_SRGB: u32 = 1 << 7;
const PARALLAX: u32 = 1 << 8;

impl FrameUniform {
    /// What holds for a picture; `probes` has a bit for each probe that can be mirrored.
    pub(super) fn new(frame: &Frame, projection: &Projection, size: [u32; 2], probes: u64) -> Self {
        let view = &frame.view;
        let [width, height] = size.map(|side| side as f32);
        let (fog_color, fog) = frame.fog.as_ref().map_or(([0.0; 4], [0.0; 4]), fog_numbers);
        let switch = |on: bool, bit: u32| if on { bit } else { 0 };
        let switches = switch(view.fullbright, FULLBRIGHT)
            | switch(view.lightmap == 2, LIGHT_ALONE)
            | switch(view.lightmap == 0, NO_LIGHTMAP)
            | switch(view.normal_maps, NORMAL_MAPS)
            | switch(view.specular, SPECULAR)
            | switch(view.dynamic_lights, DYNAMIC)
            | switch(view.shadows, SHADOWS)
            | switch(view.parallax, PARALLAX);
        let gamma = view.gamma.clamp(0.1, 10.0);
        Self {
            view_projection: projection.matrix.to_cols_array_2d(),
            camera: projection.origin.extend(frame.time.rem_euclid(PERIOD) as f32).to_array(),
            right: projection.right.extend(view.occlusion.clamp(0.0, 1.0)).to_array(),
            up: projection.up.extend(0.0).to_array(),
            forward: projection.forward.extend(frame.camera.near.max(0.01)).to_array(),
            size: [width, height, 1.0 / width, 1.0 / height],
            fog_color,
            fog,
            // Edges are drawn without the pass that fills what bloom reads.
            output: [
                view.exposure,
                1.0 / gamma,
                if view.wireframe { 0.0 } else { view.bloom.clamp(0.0, 1.0) },
                view.tonemap.number(),
            ],
            switches: [switches, 0, 0, 0],
            probes: [probes as u32, (probes >> 32) as u32, 0, 0],
            styles: frame.light_styles.0,
        }
    }

    /// Puts the camera under water: of a colour, through which one sees so far, 0 without an end.
    pub(super) fn submerge(&mut self, ([r, g, b], distance): ([f32; 3], f32)) {
        let distance = if distance > 0.0 { distance } else { 4096.0 };
        self.fog_color = [r, g, b, 1.0];
        // Something of the water's colour is before everything, however near.
        self.fog = [-0.15 * distance, 1.0 / (1.15 * distance), 0.0, 0.0];
    }

    /// Whether the picture's format leaves it to the shader to write sRGB.
    pub(super) fn encode_srgb(&mut self, on: bool) {
        self.switches[0] |= if on { ENCODE_SRGB } else { 0 };
    }
}

/// Fog as `fog_color` and `fog`.
fn fog_numbers(fog: &Fog) -> ([f32; 4], [f32; 4]) {
    let length = (fog.end - fog.start).max(1.0);
    // A logistic curve of this steepness falls at its middle as a ramp of the given length does.
    let (height, steep) = fog.height.map_or((0.0, 0.0), |[height, fall]| (height, 4.0 / fall.max(1.0)));
    let color = fog.color.extend(fog.density.clamp(0.0, 1.0)).to_array();
    (color, [fog.start, 1.0 / length, height, steep])
}
