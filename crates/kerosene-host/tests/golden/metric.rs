//! How different two pictures look.
//!
//! Both are blurred a little, since nobody sees single pixels from where one looks at a picture, and compared in CIELAB, in which
//! equal distances look about equally far apart. The distance of two colours is HyAB (Abasi, Tehrani and Fairchild,
//! "Distance metrics for very large color differences", 2020): of lightness and colour apart, then added; so ꟻLIP does it
//! (Andersson et al., "ꟻLIP: A Difference Evaluator for Alternating Images", 2020), from which the order of the steps comes. A
//! distance of 1 is about what one just sees in two patches beside each other.

use kerosene_asset::srgb_to_linear;
use kerosene_math::deterministic::cbrt;

/// A picture without alpha: width, height and sRGB bytes, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Image {
    pub(crate) size: [u32; 2],
    pub(crate) rgb: Vec<[u8; 3]>,
}

/// How far two pictures are apart.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Difference {
    /// Distance by pixel.
    pub(crate) distances: Vec<f32>,
    /// Mean of all pixels.
    pub(crate) mean: f32,
    /// Mean of the worst tile of [`TILE`] by `TILE` pixels.
    pub(crate) worst_tile: f32,
}

/// Side of the tiles, in pixels: about what is missing when a small thing is.
pub(crate) const TILE: usize = 12;

/// Weights of the blur along one axis: a binomial of five, whose deviation is a pixel.
const BLUR: [f32; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];

/// How different two pictures of one size look; `None` where they are of different sizes.
pub(crate) fn difference(a: &Image, b: &Image) -> Option<Difference> {
    if a.size != b.size || a.rgb.is_empty() {
        return None;
    }
    let [first, second] = [a, b].map(|image| blurred(image).into_iter().map(lab).collect::<Vec<_>>());
    let distances: Vec<f32> = first.iter().zip(&second).map(|(a, b)| hyab(*a, *b)).collect();
    let mean = distances.iter().sum::<f32>() / distances.len() as f32;
    let worst_tile = worst_tile(&distances, a.size[0] as usize);
    Some(Difference { distances, mean, worst_tile })
}

fn worst_tile(distances: &[f32], width: usize) -> f32 {
    let tiles = width.div_ceil(TILE);
    let rows = distances.chunks(width * TILE);
    let means = rows.flat_map(|rows| {
        let mut sums = vec![(0.0_f32, 0_u32); tiles];
        for (index, distance) in rows.iter().enumerate() {
            let (sum, count) = &mut sums[index % width / TILE];
            *sum += distance;
            *count += 1;
        }
        sums.into_iter().map(|(sum, count)| sum / count as f32)
    });
    means.fold(0.0, f32::max)
}

/// The picture in linear light, blurred.
fn blurred(image: &Image) -> Vec<[f32; 3]> {
    let [width, height] = image.size.map(|side| side as usize);
    let linear: Vec<[f32; 3]> = image.rgb.iter().map(|pixel| pixel.map(srgb_to_linear)).collect();
    let across = blurred_along(&linear, |index, step| {
        let x = (index % width).saturating_add_signed(step).min(width - 1);
        index / width * width + x
    });
    blurred_along(&across, |index, step| {
        let y = (index / width).saturating_add_signed(step).min(height - 1);
        y * width + index % width
    })
}

fn blurred_along(pixels: &[[f32; 3]], neighbour: impl Fn(usize, isize) -> usize) -> Vec<[f32; 3]> {
    let blend = |index: usize| {
        let mut sum = [0.0; 3];
        for (weight, step) in BLUR.into_iter().zip(-2..) {
            let pixel = pixels[neighbour(index, step)];
            sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += weight * part);
        }
        sum
    };
    (0..pixels.len()).map(blend).collect()
}

/// CIELAB with the white of sRGB (D65), from linear sRGB.
fn lab([r, g, b]: [f32; 3]) -> [f32; 3] {
    // To XYZ by white (IEC 61966-2-1).
    let x = (0.412_456_4 * r + 0.357_576_1 * g + 0.180_437_5 * b) / 0.950_47;
    let y = 0.212_672_9 * r + 0.715_152_2 * g + 0.072_175 * b;
    let z = (0.019_333_9 * r + 0.119_192 * g + 0.950_304_1 * b) / 1.088_83;
    let bent = |part: f32| if part > 0.008_856 { cbrt(part) } else { 7.787 * part + 16.0 / 116.0 };
    let [x, y, z] = [x, y, z].map(bent);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn hyab(a: [f32; 3], b: [f32; 3]) -> f32 {
    let [l, x, y] = [0, 1, 2].map(|part: usize| a[part] - b[part]);
    l.abs() + (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(pixel: impl Fn(usize, usize) -> [u8; 3]) -> Image {
        let pixels = (0..96 * 96).map(|index| pixel(index % 96, index / 96));
        Image { size: [96, 96], rgb: pixels.collect() }
    }

    #[test]
    fn white_and_black_are_a_hundred_apart() {
        let difference = difference(&image(|_, _| [255; 3]), &image(|_, _| [0; 3])).unwrap();
        assert!((difference.mean - 100.0).abs() < 0.1 && (difference.worst_tile - 100.0).abs() < 0.1);
    }

    #[test]
    fn a_small_thing_that_is_missing_stands_out_from_its_tile() {
        let plain = image(|x, _| [100 + (x % 3) as u8; 3]);
        let marked =
            image(
                |x, y| if x.abs_diff(30) < 4 && y.abs_diff(30) < 4 { [200, 60, 60] } else { [100 + (x % 3) as u8; 3] },
            );
        let difference = difference(&plain, &marked).unwrap();
        assert!(difference.mean < 0.5, "{}", difference.mean);
        assert!(difference.worst_tile > 10.0, "{}", difference.worst_tile);
    }

    #[test]
    fn an_edge_that_another_driver_rounds_otherwise_does_not() {
        let edge = |shift: usize| image(move |x, y| if x * 3 + y >= 200 + shift { [120; 3] } else { [90; 3] });
        let difference = difference(&edge(0), &edge(1)).unwrap();
        assert!(difference.mean < 0.1 && difference.worst_tile < 1.5, "{} {}", difference.mean, difference.worst_tile);
    }

    #[test]
    fn pictures_of_two_sizes_are_not_compared() {
        let small = Image { size: [1, 1], rgb: vec![[0; 3]] };
        assert_eq!(difference(&small, &image(|_, _| [0; 3])), None);
    }
}
