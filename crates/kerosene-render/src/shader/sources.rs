//! The crate's shaders.

use super::{Part, Shader};

/// A file below `shaders`.
macro_rules! part {
    ($file:literal) => {
        Part { file: $file, text: include_str!(concat!("../../shaders/", $file)) }
    };
}

const FRAME: Part = part!("frame.wgsl");
const ENVIRONMENT: Part = part!("environment.wgsl");
const LIGHT: Part = part!("light.wgsl");
const MATERIAL: Part = part!("material.wgsl");
const MOVING_LIGHT: Part = part!("moving_light.wgsl");
const RELIEF: Part = part!("relief.wgsl");

/// Surfaces of the map.
pub(crate) const WORLD: Shader =
    Shader { name: "world", parts: &[FRAME, ENVIRONMENT, LIGHT, MATERIAL, RELIEF, MOVING_LIGHT, part!("world.wgsl")] };

/// Models.
pub(crate) const MODEL: Shader =
    Shader { name: "model", parts: &[FRAME, ENVIRONMENT, LIGHT, MATERIAL, RELIEF, MOVING_LIGHT, part!("model.wgsl")] };

/// Sprites, particles, beams.
pub(crate) const QUADS: Shader =
    Shader { name: "quads", parts: &[FRAME, ENVIRONMENT, LIGHT, MATERIAL, MOVING_LIGHT, part!("quads.wgsl")] };

/// Decals.
pub(crate) const DECAL: Shader =
    Shader { name: "decal", parts: &[FRAME, ENVIRONMENT, LIGHT, MATERIAL, MOVING_LIGHT, part!("decal.wgsl")] };

/// Debug lines.
pub(crate) const LINES: Shader = Shader { name: "lines", parts: &[FRAME, part!("lines.wgsl")] };

/// Depths for lights.
pub(crate) const SHADOW: Shader = Shader { name: "shadow", parts: &[part!("shadow.wgsl")] };

/// The sky.
pub(crate) const SKY: Shader = Shader { name: "sky", parts: &[FRAME, part!("sky.wgsl")] };

/// What probes keep.
pub(crate) const PROBE: Shader = Shader { name: "probe", parts: &[FRAME, part!("probe.wgsl")] };

/// Shade where surfaces meet, from a depth of one sample a pixel.
pub(crate) const OCCLUSION: Shader =
    Shader { name: "occlusion", parts: &[FRAME, part!("depth_single.wgsl"), part!("occlusion.wgsl")] };

/// The same from a depth of several.
pub(crate) const OCCLUSION_SAMPLED: Shader =
    Shader { name: "occlusion", parts: &[FRAME, part!("depth_sampled.wgsl"), part!("occlusion.wgsl")] };

/// Light that spills over.
pub(crate) const BLOOM: Shader = Shader { name: "bloom", parts: &[FRAME, part!("bloom.wgsl")] };

/// From light to a picture.
pub(crate) const OUTPUT: Shader = Shader { name: "output", parts: &[FRAME, part!("output.wgsl")] };

/// Every shader.
#[cfg(test)]
pub(super) const ALL: &[Shader] =
    &[WORLD, SKY, BLOOM, OUTPUT, MODEL, QUADS, DECAL, LINES, SHADOW, PROBE, OCCLUSION, OCCLUSION_SAMPLED];
