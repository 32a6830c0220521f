//! The crate's shaders.

use super::{Part, Shader};

/// A file below `shaders`.
macro_rules! part {
    ($file:literal) => {
        Part { file: $file, text: include_str!(concat!("../../shaders/", $file)) }
    };
}

const FRAME: Part = part!("frame.wgsl");

/// Surfaces of the map.
pub(crate) const WORLD: Shader =
    Shader { name: "world", parts: &[FRAME, part!("light.wgsl"), part!("material.wgsl"), part!("world.wgsl")] };

/// The sky.
pub(crate) const SKY: Shader = Shader { name: "sky", parts: &[FRAME, part!("sky.wgsl")] };

/// Light that spills over.
pub(crate) const BLOOM: Shader = Shader { name: "bloom", parts: &[FRAME, part!("bloom.wgsl")] };

/// From light to a picture.
pub(crate) const OUTPUT: Shader = Shader { name: "output", parts: &[FRAME, part!("output.wgsl")] };

/// Every shader.
#[cfg(test)]
pub(super) const ALL: &[Shader] = &[WORLD, SKY, BLOOM, OUTPUT];
