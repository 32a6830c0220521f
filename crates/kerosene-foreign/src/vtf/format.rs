//! The pixel formats of Source's textures that are read: those that its tools write.

use crate::{ForeignError, Pixels, bytes::Bytes};
use kerosene_asset::{blocks, half_pixel};

/// Pixels along a side of a block.
const BLOCK: usize = 4;

/// A pixel format. Names are Source's: channels from the lowest byte up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Rgba8888,
    Abgr8888,
    Rgb888,
    Bgr888,
    I8,
    Ia88,
    A8,
    Argb8888,
    Bgra8888,
    Dxt1,
    Dxt3,
    Dxt5,
    Bgrx8888,
    Uv88,
    Rgba16161616F,
}

/// Formats by their numbers in files, with their names. `RGB888` and `BGR888` with a blue screen are read without it, and
/// DXT1 with a bit of alpha is DXT1.
const FORMATS: [(u32, Format, &str); 18] = [
    (0, Format::Rgba8888, "RGBA8888"),
    (1, Format::Abgr8888, "ABGR8888"),
    (2, Format::Rgb888, "RGB888"),
    (3, Format::Bgr888, "BGR888"),
    (5, Format::I8, "I8"),
    (6, Format::Ia88, "IA88"),
    (8, Format::A8, "A8"),
    (9, Format::Rgb888, "RGB888"),
    (10, Format::Bgr888, "BGR888"),
    (11, Format::Argb8888, "ARGB8888"),
    (12, Format::Bgra8888, "BGRA8888"),
    (13, Format::Dxt1, "DXT1"),
    (14, Format::Dxt3, "DXT3"),
    (15, Format::Dxt5, "DXT5"),
    (16, Format::Bgrx8888, "BGRX8888"),
    (20, Format::Dxt1, "DXT1"),
    (22, Format::Uv88, "UV88"),
    (24, Format::Rgba16161616F, "RGBA16161616F"),
];

impl Format {
    pub(super) fn read(head: &mut Bytes<'_>) -> Result<Self, ForeignError> {
        let number = head.u32("the pixel format")?;
        let found = FORMATS.iter().find(|(known, ..)| *known == number).map(|(_, format, _)| *format);
        found.ok_or_else(|| ForeignError::Unsupported { what: format!("the pixel format {number}") })
    }

    pub(super) fn name(self) -> &'static str {
        FORMATS.iter().find(|(_, format, _)| *format == self).map_or("", |(.., name)| name)
    }

    /// Bytes of a pixel, or of a block where there are blocks.
    const fn unit(self) -> usize {
        match self {
            Self::I8 | Self::A8 => 1,
            Self::Ia88 | Self::Uv88 => 2,
            Self::Rgb888 | Self::Bgr888 => 3,
            Self::Rgba8888 | Self::Abgr8888 | Self::Argb8888 | Self::Bgra8888 | Self::Bgrx8888 => 4,
            Self::Dxt1 | Self::Rgba16161616F => 8,
            Self::Dxt3 | Self::Dxt5 => 16,
        }
    }

    const fn is_of_blocks(self) -> bool {
        matches!(self, Self::Dxt1 | Self::Dxt3 | Self::Dxt5)
    }

    /// Bytes of a picture; the sides are at most 65,536, so nothing overflows.
    pub(super) const fn bytes(self, width: u32, height: u32) -> usize {
        let side = if self.is_of_blocks() { BLOCK as u32 } else { 1 };
        width.div_ceil(side) as usize * height.div_ceil(side) as usize * self.unit()
    }

    /// The pixels of a picture; `bytes` are as many as the size needs.
    pub(super) fn decode(self, width: u32, height: u32, bytes: &[u8]) -> Pixels {
        if self == Self::Rgba16161616F {
            let (pixels, _) = bytes.as_chunks::<8>();
            return Pixels::Rgba32Float(pixels.iter().map(half_pixel).collect());
        }
        let (width, height) = (width as usize, height as usize);
        Pixels::Rgba8(match self {
            Self::Dxt1 => {
                blocks(width, height, bytes, |block: &[u8; 8]| decoded(|out| bcdec_rs::bc1(block, out, BLOCK * 4)))
            }
            Self::Dxt3 => {
                blocks(width, height, bytes, |block: &[u8; 16]| decoded(|out| bcdec_rs::bc2(block, out, BLOCK * 4)))
            }
            Self::Dxt5 => {
                blocks(width, height, bytes, |block: &[u8; 16]| decoded(|out| bcdec_rs::bc3(block, out, BLOCK * 4)))
            }
            _ => bytes.chunks_exact(self.unit()).map(|pixel| self.pixel(pixel)).collect(),
        })
    }

    /// Red, green, blue and alpha of a pixel that is no block.
    fn pixel(self, bytes: &[u8]) -> [u8; 4] {
        match (self, bytes) {
            (Self::Rgba8888, &[r, g, b, a])
            | (Self::Abgr8888, &[a, b, g, r])
            | (Self::Argb8888, &[a, r, g, b])
            | (Self::Bgra8888, &[b, g, r, a]) => [r, g, b, a],
            (Self::Bgrx8888, &[b, g, r, _]) | (Self::Bgr888, &[b, g, r]) | (Self::Rgb888, &[r, g, b]) => [r, g, b, 255],
            (Self::I8, &[i]) => [i, i, i, 255],
            (Self::A8, &[a]) => [255, 255, 255, a],
            (Self::Ia88, &[i, a]) => [i, i, i, a],
            // Signed: zero is the middle.
            (Self::Uv88, &[u, v]) => [u ^ 0x80, v ^ 0x80, 255, 255],
            // Every other format is decoded elsewhere.
            _ => [0; 4],
        }
    }
}

/// The pixels of a block, by a decoder that writes them.
fn decoded(decode: impl FnOnce(&mut [u8])) -> [[u8; 4]; BLOCK * BLOCK] {
    let mut pixels = [[0; 4]; BLOCK * BLOCK];
    decode(pixels.as_flattened_mut());
    pixels
}
