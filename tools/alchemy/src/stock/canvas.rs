//! A picture that is drawn on.

use super::font::{self, GLYPH_HEIGHT, GLYPH_WIDTH};
use image::{ImageFormat, RgbaImage};
use std::io::Cursor;

/// A colour in sRGB, and alpha.
pub(super) type Rgba = [u8; 4];

/// A picture that is drawn on; what lies outside of it is left out.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    image: RgbaImage,
}

impl Canvas {
    /// A picture of one colour.
    pub(super) fn new(width: u32, height: u32, color: Rgba) -> Self {
        Self { image: RgbaImage::from_pixel(width, height, image::Rgba(color)) }
    }

    /// Pixels from left to right.
    pub(super) fn width(&self) -> u32 {
        self.image.width()
    }

    /// Sets a pixel.
    pub(super) fn set(&mut self, x: u32, y: u32, color: Rgba) {
        if let Some(pixel) = self.image.get_pixel_mut_checked(x, y) {
            pixel.0 = color;
        }
    }

    /// Fills a rectangle.
    pub(super) fn fill(&mut self, [x, y]: [u32; 2], [width, height]: [u32; 2], color: Rgba) {
        for row in y..y.saturating_add(height) {
            for column in x..x.saturating_add(width) {
                self.set(column, row, color);
            }
        }
    }

    /// Draws the edge of a rectangle, so many pixels wide, inside of it.
    pub(super) fn frame(&mut self, [x, y]: [u32; 2], [width, height]: [u32; 2], thickness: u32, color: Rgba) {
        self.fill([x, y], [width, thickness], color);
        self.fill([x, y + height - thickness], [width, thickness], color);
        self.fill([x, y], [thickness, height], color);
        self.fill([x + width - thickness, y], [thickness, height], color);
    }

    /// Fills all pixels of which a rule says a colour.
    pub(super) fn shade(&mut self, rule: impl Fn(u32, u32) -> Option<Rgba>) {
        for (x, y, pixel) in self.image.enumerate_pixels_mut() {
            if let Some(color) = rule(x, y) {
                pixel.0 = color;
            }
        }
    }

    /// Writes a line of text from a corner, each of its pixels a square.
    pub(super) fn text(&mut self, [left, top]: [u32; 2], text: &str, scale: u32, color: Rgba) {
        for (character, at) in text.chars().zip(0..) {
            let left = left + at * font::ADVANCE * scale;
            for (x, y) in (0..GLYPH_HEIGHT).flat_map(|y| (0..GLYPH_WIDTH).map(move |x| (x, y))) {
                if font::is_set(character, x, y) {
                    self.fill([left + x * scale, top + y * scale], [scale, scale], color);
                }
            }
        }
    }

    /// Writes lines of text in the middle, with an edge of another colour around the letters.
    pub(super) fn label(&mut self, lines: &[&str], scale: u32, color: Rgba, edge: Rgba) {
        let line_height = (GLYPH_HEIGHT + 2) * scale;
        let top = (self.image.height().saturating_sub(lines.len() as u32 * line_height) + 2 * scale) / 2;
        for (line, at) in lines.iter().zip(0..) {
            let left = self.width().saturating_sub(font::width(line) * scale) / 2;
            let place = [left, top + at * line_height];
            let offsets = (0..3).flat_map(|y| (0..3).map(move |x| [x, y])).filter(|offset| *offset != [1, 1]);
            for [x, y] in offsets {
                self.text(
                    [(place[0] + x * scale).saturating_sub(scale), (place[1] + y * scale).saturating_sub(scale)],
                    line,
                    scale,
                    edge,
                );
            }
            self.text(place, line, scale, color);
        }
    }

    /// The picture as a PNG.
    pub(super) fn to_png(&self) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        // Memory takes all that is written to it, and every size of picture that is drawn here is one that PNG has.
        self.image.write_to(&mut bytes, ImageFormat::Png).expect("a small picture in memory");
        bytes.into_inner()
    }
}
