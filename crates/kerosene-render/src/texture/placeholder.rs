//! What stands for a picture that is missing.

use kerosene_asset::linear_to_srgb;

/// Texels along a side.
pub(super) const SIDE: u32 = 64;
/// Texels along a side of a square of the checker.
const SQUARE: u32 = 16;
const DARK: f32 = 0.72;
const LIGHT: f32 = 1.0;
/// The line around it, by which one sees where the map's texels repeat.
const LINE: f32 = 0.5;

/// A quiet checker of white and grey, to be coloured by what it stands for: all its mip levels, four bytes in sRGB a pixel.
pub(super) fn checker() -> Vec<Vec<u8>> {
    let square = |x: u32, y: u32| if (x / SQUARE + y / SQUARE).is_multiple_of(2) { LIGHT } else { DARK };
    let texel = |x: u32, y: u32| if x == 0 || y == 0 { LINE } else { square(x, y) };
    let mut pixels: Vec<f32> = (0..SIDE * SIDE).map(|at| texel(at % SIDE, at / SIDE)).collect();
    let (mut side, mut levels) = (SIDE as usize, Vec::new());
    loop {
        levels.push(pixels.iter().flat_map(|value| [linear_to_srgb(*value); 3].into_iter().chain([255])).collect());
        if side == 1 {
            return levels;
        }
        let half = side / 2;
        let mean = |at: usize| {
            let corner = at / half * 2 * side + at % half * 2;
            (pixels[corner] + pixels[corner + 1] + pixels[corner + side] + pixels[corner + side + 1]) * 0.25
        };
        pixels = (0..half * half).map(mean).collect();
        side = half;
    }
}
