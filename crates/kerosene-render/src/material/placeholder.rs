//! What stands for a material that is missing: coloured by its name, so that one tells surfaces apart.

use super::description::Use;
use kerosene_asset::{Blending, Material, Shader};
use kerosene_bsp::SurfaceFlags;

/// The material that stands for `name`, which has no file.
pub(super) fn material(name: &str, used: Use) -> Material {
    let flags = used.flags();
    let color = color_of(name);
    let plain = Material { color, roughness: 0.9, ..Material::default() };
    if flags.contains(SurfaceFlags::SKY) {
        return Material { shader: Shader::Sky, color: [1.0; 3], ..plain };
    }
    if flags.contains(SurfaceFlags::WARP) || name.starts_with(['*', '!']) {
        return liquid(name);
    }
    if flags.contains(SurfaceFlags::TRANS) {
        return Material { blending: Blending::Translucent, alpha: 0.5, ..plain };
    }
    if flags.contains(SurfaceFlags::LIGHT) {
        return Material { emissive: Some([1.0, 0.9, 0.7]), emissive_strength: 0.6, ..plain };
    }
    plain
}

/// A liquid by its name, as mappers call them.
fn liquid(name: &str) -> Material {
    let name = name.to_ascii_lowercase();
    let water = Material { shader: Shader::Water, roughness: 0.1, fog_distance: 1024.0, ..Material::default() };
    let opaque = |color: [f32; 3], glow: f32| Material {
        color,
        emissive: Some(color),
        emissive_strength: glow,
        fog_color: color,
        fog_distance: 128.0,
        ..water.clone()
    };
    if name.contains("lava") {
        opaque([0.8, 0.16, 0.02], 2.0)
    } else if name.contains("tele") || name.contains("portal") {
        opaque([0.03, 0.02, 0.08], 0.5)
    } else {
        let slime = name.contains("slime") || name.contains("acid");
        let color = if slime { [0.08, 0.22, 0.03] } else { [0.05, 0.14, 0.18] };
        Material { color, alpha: 0.7, blending: Blending::Translucent, fog_color: color, ..water.clone() }
    }
}

/// A quiet colour whose hue follows from a name (FNV-1a, Fowler, Noll and Vo, 1991).
fn color_of(name: &str) -> [f32; 3] {
    let hash = name
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193));
    let hue = (hash >> 8) as f32 / (1 << 24) as f32 * 6.0;
    let ramp = |shift: f32| ((hue + shift).rem_euclid(6.0) - 3.0).abs() - 1.0;
    let brightness = 0.26 + (hash & 0xff) as f32 / 255.0 * 0.2;
    [0.0, 4.0, 2.0].map(|shift| brightness * (0.62 + 0.38 * ramp(shift).clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_colours_of_their_own() {
        assert_ne!(color_of("brick/wall"), color_of("brick/floor"));
        assert_eq!(color_of("Brick/Wall"), color_of("brick/wall"));
        assert!(color_of("metal").iter().all(|part| (0.1..0.7).contains(part)));
    }

    #[test]
    fn flags_and_names_say_what_is_drawn() {
        let with = |flags| Use::of_face(flags);
        assert_eq!(material("sky1", with(SurfaceFlags::SKY)).shader, Shader::Sky);
        assert_eq!(material("*lava1", with(SurfaceFlags::empty())).blending, Blending::Opaque);
        assert_eq!(material("water/pool", with(SurfaceFlags::WARP)).blending, Blending::Translucent);
        assert_eq!(material("glass", with(SurfaceFlags::TRANS)).blending, Blending::Translucent);
        assert_eq!(material("wall", with(SurfaceFlags::SLICK)).shader, Shader::Lit);
    }
}
