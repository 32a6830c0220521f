//! Pictures that are made here.

use image::{ImageFormat, Rgba, RgbaImage};
use std::io::Cursor;

/// A square PNG.
pub(super) fn png(side: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    // Memory takes any PNG of this size.
    let _ = RgbaImage::from_fn(side, side, |x, y| Rgba(pixel(x, y))).write_to(&mut bytes, ImageFormat::Png);
    bytes.into_inner()
}
