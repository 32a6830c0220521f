//! Pictures of what is not built of brushes: lights, smoke, beams, cracks.
//!
//! All of them are drawn by rules of place alone, with the noise of a fixed table of mixed numbers: the same bytes always.

use super::canvas::{Canvas, Rgba};
use super::{StockMaterial, StockPicture};
use crate::{Options, Quality};
use kerosene_asset::{Blending, Material, Shader, TextureName};
use kerosene_math::deterministic::atan2;

/// Names of the textures, and of the materials that show them.
const NAMES: [&str; 5] = ["decals/crack", "decals/scorch", "sprites/beam", "sprites/glow", "sprites/particle"];

/// The sky of a level that names none. It has no picture: what draws skies makes it of colours, a clear day.
const SKY: &str = "dev/sky_kero";

pub(super) fn names() -> impl Iterator<Item = String> {
    NAMES.iter().map(|name| (*name).to_owned())
}

pub(super) fn pictures() -> impl Iterator<Item = StockPicture> {
    NAMES.iter().map(|name| StockPicture { name: (*name).to_owned(), png: draw(name).to_png(), options: options(name) })
}

fn options(name: &str) -> Options {
    // Along a beam its picture repeats.
    let clamp = name != "sprites/beam";
    Options { clamp, quality: Quality::Normal, ..Options::default() }
}

pub(super) fn materials() -> impl Iterator<Item = StockMaterial> {
    let sky = Material { shader: Shader::Sky, ..Material::default() };
    let of_pictures = NAMES.iter().map(|name| {
        let is_lit = name.starts_with("decals/");
        let usual = Material::default();
        let material = Material {
            shader: if is_lit { Shader::Lit } else { Shader::Unlit },
            base_texture: TextureName::new(name),
            blending: match *name {
                "sprites/beam" | "sprites/glow" => Blending::Additive,
                _ => Blending::Translucent,
            },
            roughness: if is_lit { 0.9 } else { usual.roughness },
            ..usual
        };
        StockMaterial { name: (*name).to_owned(), material }
    });
    of_pictures.chain([StockMaterial { name: SKY.to_owned(), material: sky }])
}

fn draw(name: &str) -> Canvas {
    match name {
        "decals/crack" => crack(),
        "decals/scorch" => round(128, |far, at| {
            let edge = (1.0 - far + 0.35 * (noise(at, 9.0) - 0.5)).clamp(0.0, 1.0);
            [14, 12, 11, byte(edge * edge * 1.6)]
        }),
        // From edge to edge bright in the middle, the same all along.
        "sprites/beam" => shaded([16, 64], |_, y| {
            let off = (y - 0.5).abs() * 2.0;
            let bright = (1.0 - off).max(0.0);
            [255, 255, 255, byte(bright * bright * (3.0 - 2.0 * bright))]
        }),
        "sprites/glow" => round(64, |far, _| {
            let left = (1.0 - far).max(0.0);
            [255, 255, 255, byte(left * left * left)]
        }),
        _ => round(32, |far, _| {
            let left = ((1.0 - far) * 1.6).clamp(0.0, 1.0);
            [255, 255, 255, byte(left * left * (3.0 - 2.0 * left))]
        }),
    }
}

/// A picture of a rule over 0 to 1 from left to right and from top to bottom.
fn shaded([width, height]: [u32; 2], rule: impl Fn(f32, f32) -> Rgba) -> Canvas {
    let mut canvas = Canvas::new(width, height, [0; 4]);
    let along = |pixel: u32, side: u32| (pixel as f32 + 0.5) / side as f32;
    canvas.shade(|x, y| Some(rule(along(x, width), along(y, height))));
    canvas
}

/// A square picture of a rule over the distance from its middle, 1 at the edge, and the place from -1 to 1.
fn round(side: u32, rule: impl Fn(f32, [f32; 2]) -> Rgba) -> Canvas {
    shaded([side; 2], |x, y| {
        let [x, y] = [x * 2.0 - 1.0, y * 2.0 - 1.0];
        rule((x * x + y * y).sqrt(), [x, y])
    })
}

/// Rays that stray from the middle, darkest there.
fn crack() -> Canvas {
    round(128, |far, [x, y]| {
        let mut depth = 0.0_f32;
        for ray in 0..7_u32 {
            let turn = ray as f32 * 0.9 + 0.55 * (mixed(ray, 3) - 0.5);
            let reach = 0.45 + 0.5 * mixed(ray, 5);
            let bend = 0.5 * (noise([far * 2.0, ray as f32], 4.0) - 0.5);
            let off = wrapped(atan2(y, x) - turn - bend) * far;
            let width = 0.045 * (1.0 - far / reach).max(0.0);
            depth = depth.max(((width - off.abs()) / 0.02).clamp(0.0, 1.0));
        }
        let hole = ((0.09 - far) / 0.05).clamp(0.0, 1.0);
        [22, 20, 18, byte(depth.max(hole) * 0.9)]
    })
}

fn byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// An angle from -pi to pi.
fn wrapped(angle: f32) -> f32 {
    let turns = (angle / std::f32::consts::TAU).round();
    angle - turns * std::f32::consts::TAU
}

/// 0 to 1 for a pair of numbers, without order (the finisher of MurmurHash3, Appleby 2011).
fn mixed(one: u32, other: u32) -> f32 {
    let mut bits = one.wrapping_mul(0x9E37_79B9) ^ other.wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xC2B2_AE35);
    ((bits ^ (bits >> 16)) >> 8) as f32 / (1 << 24) as f32
}

/// Value noise, 0 to 1: mixed numbers at whole places, smoothly between them.
fn noise([x, y]: [f32; 2], scale: f32) -> f32 {
    let (x, y) = (x * scale + 64.0, y * scale + 64.0);
    let smooth = |part: f32| part * part * (3.0 - 2.0 * part);
    let (column, row) = (x.floor(), y.floor());
    let (across, down) = (smooth(x - column), smooth(y - row));
    let at = |right: u32, below: u32| mixed((column as u32).wrapping_add(right), (row as u32).wrapping_add(below));
    let upper = at(0, 0) + (at(1, 0) - at(0, 0)) * across;
    let lower = at(0, 1) + (at(1, 1) - at(0, 1)) * across;
    upper + (lower - upper) * down
}
