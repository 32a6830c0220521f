//! How near each quality comes to its pictures, and how fast: a table for `docs/performance.md`.
//!
//! `cargo run --release -p alchemy --example quality [PICTURE...]`; without pictures, three that are made here.

use alchemy::{Options, Quality, compile};
use image::{DynamicImage, ImageFormat, RgbaImage};
use kerosene_asset::linear_to_srgb;
use kerosene_math::deterministic::log10;
use std::io::{Cursor, Write};
use std::time::Instant;

/// Pixels along a side of the pictures that are made here.
const SIDE: u32 = 256;

/// A wall of stones, soft clouds, and letters: hard, smooth and flat.
fn samples() -> Vec<(String, Vec<u8>)> {
    let wall = |x: i32, y: i32| {
        let joint = i32::from(x % 31 < 2 || y % 19 < 2) * 60;
        let grain = (x * 7919 + y * 104_729 + x * y * 31) % 23 - 11;
        [130, 110, 90].map(|base| base + grain - joint + x / 8)
    };
    let clouds = |x: i32, y: i32| {
        let wave = |period: i32, at: i32| (at % period - period / 2).abs() * 120 / period;
        [wave(97, x + y), wave(61, x * 2 - y + 512), wave(173, y * 3)].map(|value| value + 60)
    };
    let letters = |x: i32, y: i32| if (x / 6 * 5 + y / 9 * 3) % 7 < 3 { [250, 240, 40] } else { [20, 24, 60] };
    let make = |pixel: &dyn Fn(i32, i32) -> [i32; 3]| {
        let image = RgbaImage::from_fn(SIDE, SIDE, |x, y| {
            let [r, g, b] = pixel(x as i32, y as i32).map(|value| value.clamp(0, 255) as u8);
            image::Rgba([r, g, b, 255])
        });
        let mut bytes = Cursor::new(Vec::new());
        // Memory takes any PNG.
        let _ = DynamicImage::from(image).write_to(&mut bytes, ImageFormat::Png);
        bytes.into_inner()
    };
    vec![("wall".to_owned(), make(&wall)), ("clouds".to_owned(), make(&clouds)), ("letters".to_owned(), make(&letters))]
}

fn square(value: f64) -> f64 {
    value * value
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let named: Vec<_> = std::env::args()
        .skip(1)
        .map(|name| Ok((name.clone(), std::fs::read(name)?)))
        .collect::<Result<_, std::io::Error>>()?;
    let pictures = if named.is_empty() { samples() } else { named };
    let mut out = std::io::stdout().lock();
    writeln!(out, "| picture | quality | dB | million pixels a second |\n|---|---|---|---|")?;
    for (name, bytes) in &pictures {
        let wanted = image::load_from_memory(bytes)?.to_rgba8();
        for quality in [Quality::Fast, Quality::Normal, Quality::Best] {
            #[expect(clippy::disallowed_methods, reason = "a measurement; never reaches a texture")]
            let start = Instant::now();
            let texture = compile(name, bytes, &Options { quality, no_mips: true, ..Options::default() })?;
            let seconds = start.elapsed().as_secs_f64();
            let pixels = texture.to_linear(0)?;
            let error: f64 = pixels
                .iter()
                .zip(wanted.pixels())
                .map(|(found, wanted)| {
                    (0..3).map(|at| square(f64::from(linear_to_srgb(found[at])) - f64::from(wanted.0[at]))).sum::<f64>()
                })
                .sum();
            let decibels = 10.0 * log10(255.0 * 255.0 * pixels.len() as f64 * 3.0 / error.max(1e-9));
            writeln!(out, "| {name} | {quality:?} | {decibels:.1} | {:.2} |", pixels.len() as f64 / seconds / 1e6)?;
        }
    }
    Ok(())
}
