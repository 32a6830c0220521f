//! Mip levels.

use crate::{Usage, plane::Plane};
use kerosene_asset::mip_size;

/// Alpha from which on a pixel is drawn.
const ALPHA_EDGE: f32 = 0.5;
/// Steps of halving the interval in which the factor for alpha lies.
const BISECTIONS: u32 = 24;
/// Largest factor that alpha is scaled by.
const MAX_ALPHA_SCALE: f32 = 64.0;

/// The levels after the first, down to one pixel.
pub(crate) fn smaller_levels(first: &Plane, usage: Usage, alpha_test: bool) -> Vec<Plane> {
    let weighted = matches!(usage, Usage::Color | Usage::Ui);
    let coverage = alpha_test.then(|| coverage(first, 1.0));
    let mut levels: Vec<Plane> = Vec::new();
    let mut last = if weighted { first.map(premultiply) } else { first.clone() };
    for level in 1.. {
        if (last.width, last.height) == (1, 1) {
            break;
        }
        let (width, height) = mip_size(first.width, first.height, level);
        let mut smaller = halve_down(&halve_across(&last, width), height);
        if usage == Usage::Normal {
            smaller = smaller.map(normalized);
        }
        let shown = if weighted { smaller.map(unmultiply) } else { smaller.clone() };
        levels.push(match coverage {
            Some(wanted) => with_coverage(&shown, wanted),
            None => shown,
        });
        last = smaller;
    }
    levels
}

/// Gives what cannot be seen the colour of what is near it, taken from the next smaller level, from the smallest level up:
/// a GPU blends neighbouring pixels without asking for their alpha (push-pull, after Gortler and others, 1996).
pub(crate) fn fill_invisible(levels: &mut [Plane]) {
    for large in (0..levels.len().saturating_sub(1)).rev() {
        let [level, smaller] = &mut levels[large..large + 2] else { continue };
        let width = level.width;
        for (at, pixel) in level.pixels.iter_mut().enumerate().filter(|(_, pixel)| pixel[3] <= 0.0) {
            let (x, y) = (at as u32 % width / 2, at as u32 / width / 2);
            let near = y.min(smaller.height - 1) * smaller.width + x.min(smaller.width - 1);
            let [r, g, b, _] = smaller.pixels[near as usize];
            *pixel = [r, g, b, 0.0];
        }
    }
}

fn premultiply([r, g, b, a]: [f32; 4]) -> [f32; 4] {
    // What cannot be seen still has a colour, where nothing beside it has one: it weighs next to nothing.
    let weight = a.max(1e-6);
    [r * weight, g * weight, b * weight, a]
}

fn unmultiply([r, g, b, a]: [f32; 4]) -> [f32; 4] {
    let weight = a.max(1e-6);
    [r / weight, g / weight, b / weight, a]
}

/// A normal of unit length; one that points nowhere points up.
pub(crate) fn normalized([x, y, z, a]: [f32; 4]) -> [f32; 4] {
    let length = (x * x + y * y + z * z).sqrt();
    if length > 1e-6 { [x / length, y / length, z / length, a] } else { [0.0, 0.0, 1.0, a] }
}

/// The pixels of a line that a pixel of the shorter line covers, each with the part of it that is covered.
fn covered(at: u32, from: u32, to: u32) -> impl Iterator<Item = (usize, f32)> {
    // In units of 1/to of a long pixel, so that every border is a whole number.
    let (start, end) = (u64::from(at) * u64::from(from), u64::from(at + 1) * u64::from(from));
    let to = u64::from(to);
    (start / to..end.div_ceil(to)).map(move |pixel| {
        let part = ((pixel + 1) * to).min(end) - (pixel * to).max(start);
        (pixel as usize, part as f32 / from as f32)
    })
}

/// The weighted sum of pixels.
fn blend(pixels: impl Iterator<Item = ([f32; 4], f32)>) -> [f32; 4] {
    pixels.fold([0.0; 4], |sum, (pixel, weight)| std::array::from_fn(|channel| sum[channel] + pixel[channel] * weight))
}

/// Each row made shorter.
fn halve_across(plane: &Plane, width: u32) -> Plane {
    let rows = plane.pixels.chunks_exact(plane.width as usize);
    let shorten = |row: &[[f32; 4]]| -> Vec<[f32; 4]> {
        (0..width).map(|x| blend(covered(x, plane.width, width).map(|(at, part)| (row[at], part)))).collect()
    };
    Plane { width, height: plane.height, pixels: rows.flat_map(shorten).collect() }
}

/// Each column made shorter.
fn halve_down(plane: &Plane, height: u32) -> Plane {
    let columns = plane.width as usize;
    let pixel = |x: usize, y: u32| {
        blend(covered(y, plane.height, height).map(|(at, part)| (plane.pixels[at * columns + x], part)))
    };
    let pixels = (0..height).flat_map(|y| (0..columns).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
    Plane { width: plane.width, height, pixels }
}

/// Part of the pixels that pass the alpha test when alpha is scaled.
fn coverage(plane: &Plane, scale: f32) -> f32 {
    let drawn = plane.pixels.iter().filter(|pixel| pixel[3] * scale >= ALPHA_EDGE).count();
    drawn as f32 / plane.pixels.len() as f32
}

/// The plane with alpha scaled so that as much of it passes the alpha test as is wanted.
fn with_coverage(plane: &Plane, wanted: f32) -> Plane {
    let (mut low, mut high) = (0.0, MAX_ALPHA_SCALE);
    for _ in 0..BISECTIONS {
        let middle = f32::midpoint(low, high);
        if coverage(plane, middle) < wanted { low = middle } else { high = middle }
    }
    // The coverage goes in steps: of the two around the wanted one the nearer counts.
    let error = |scale: f32| (coverage(plane, scale) - wanted).abs();
    let scale = if error(low) < error(high) { low } else { high };
    plane.map(|[r, g, b, a]| [r, g, b, (a * scale).min(1.0)])
}
