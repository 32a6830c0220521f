//! Mip levels.

use crate::{Usage, plane::Plane};
use kerosene_asset::mip_size;

/// Alpha from which on a pixel is drawn.
const ALPHA_EDGE: f32 = 0.5;
/// Steps of halving the interval in which the factor for alpha lies.
const BISECTIONS: u32 = 24;
/// How far the part that is drawn may be from the wanted one before pixels of one alpha are told apart.
const COVERAGE_TOLERANCE: f32 = 0.02;
/// Most alpha of a pixel that is left out where pixels of one alpha are told apart.
const HIDDEN_ALPHA: f32 = 0.25;
/// Largest factor that alpha is scaled by.
const MAX_ALPHA_SCALE: f32 = 64.0;

/// The levels after the first, down to one pixel.
pub(crate) fn smaller_levels(first: &Plane, usage: Usage, alpha_test: bool) -> Vec<Plane> {
    let weighted = matches!(usage, Usage::Color | Usage::Ui);
    let coverage = alpha_test.then(|| coverage(first, |_| ALPHA_EDGE, 1.0));
    let mut levels: Vec<Plane> = Vec::new();
    let mut last: Option<Plane> = None;
    for level in 1.. {
        let (width, height) = mip_size(first.width, first.height, level);
        let from = last.as_ref().unwrap_or(first);
        if (from.width, from.height) == (1, 1) {
            break;
        }
        // Weighted on the way, since a copy of the first level would be the largest thing in memory.
        let read = if weighted && last.is_none() { premultiply } else { |pixel| pixel };
        let mut smaller = halve_down(&halve_across(from, width, read), height);
        if usage == Usage::Normal {
            smaller = smaller.map(normalized);
        }
        let shown = if weighted { smaller.map(unmultiply) } else { smaller.clone() };
        levels.push(match coverage {
            Some(wanted) => with_coverage(&shown, wanted),
            None => shown,
        });
        last = Some(smaller);
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

/// Each row made shorter, of pixels as they are read.
fn halve_across(plane: &Plane, width: u32, read: impl Fn([f32; 4]) -> [f32; 4]) -> Plane {
    let rows = plane.pixels.chunks_exact(plane.width as usize);
    let shorten = |row: &[[f32; 4]]| -> Vec<[f32; 4]> {
        (0..width).map(|x| blend(covered(x, plane.width, width).map(|(at, part)| (read(row[at]), part)))).collect()
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

/// Part of the pixels that pass an edge, which may lie elsewhere for each, when alpha is scaled.
fn coverage(plane: &Plane, edge: impl Fn(usize) -> f32, scale: f32) -> f32 {
    let drawn = plane.pixels.iter().enumerate().filter(|(at, pixel)| pixel[3] * scale >= edge(*at)).count();
    drawn as f32 / plane.pixels.len() as f32
}

/// The scale of alpha by which as many pixels pass an edge as is wanted, and how far the part that does is from that.
fn scale_for(plane: &Plane, edge: impl Fn(usize) -> f32, wanted: f32) -> (f32, f32) {
    let (mut low, mut high) = (0.0, MAX_ALPHA_SCALE);
    for _ in 0..BISECTIONS {
        let middle = f32::midpoint(low, high);
        if coverage(plane, &edge, middle) < wanted { low = middle } else { high = middle }
    }
    // The coverage goes in steps: of the two around the wanted one the nearer counts.
    let error = |scale: f32| (coverage(plane, &edge, scale) - wanted).abs();
    let (of_low, of_high) = (error(low), error(high));
    if of_low < of_high { (low, of_low) } else { (high, of_high) }
}

/// The plane with as much of it passing the alpha test as is wanted.
///
/// Scaling alpha is enough where it varies (after Castaño, 2010). Where many pixels have the same, as thin wires do once they
/// are thinner than a pixel, all of them would pass or none: then each is held against an edge of its own, spread evenly, so
/// that a part of them passes (after Yuksel, "Alpha Distribution for Alpha Testing", 2018, with a fixed pattern in place of his
/// error diffusion).
fn with_coverage(plane: &Plane, wanted: f32) -> Plane {
    let (scale, error) = scale_for(plane, |_| ALPHA_EDGE, wanted);
    let scaled = |[r, g, b, a]: [f32; 4]| [r, g, b, (a * scale).min(1.0)];
    if error <= COVERAGE_TOLERANCE {
        return plane.map(scaled);
    }
    let width = plane.width as usize;
    let edge = |at: usize| gradient_noise(at % width, at / width);
    let (scale, spread_error) = scale_for(plane, edge, wanted);
    if spread_error >= error {
        return plane.map(scaled);
    }
    let spread = plane.pixels.iter().enumerate().map(|(at, [r, g, b, a])| {
        let is_drawn = a * scale >= edge(at);
        // Far enough from the edge that blocks do not carry it across.
        [*r, *g, *b, if is_drawn { a.max(1.0 - HIDDEN_ALPHA) } else { a.min(HIDDEN_ALPHA) }]
    });
    Plane { pixels: spread.collect(), ..*plane }
}

/// A value above 0 and at most 1 for each pixel, such that those of neighbours are spread evenly (Jimenez, "Next Generation Post
/// Processing in Call of Duty: Advanced Warfare", 2014).
fn gradient_noise(x: usize, y: usize) -> f32 {
    1.0 - (52.982_92 * (0.067_110_56 * x as f32 + 0.005_837_15 * y as f32).fract()).fract()
}
