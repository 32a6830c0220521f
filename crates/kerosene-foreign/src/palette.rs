//! Palettes: the colours that indices stand for.
//!
//! Half-Life's textures bring their own. Quake's and Quake 2's are drawn with the game's one palette, which lies in its
//! data: `gfx/palette.lmp` in Quake, `pics/colormap.pcx` in Quake 2. We ship neither. Both are id Software's data, and that
//! they may be passed on is said often and shown nowhere that we could quote; who has the textures has the palette too.
//! Where it is not found, [`Palette::approximate`] stands in: sixteen ramps of our own colours in the order in which
//! Quake's indices run, so that a texture can be recognised, and the caller says that the colours are a guess.

use crate::{ForeignError, bytes::Bytes};

/// 256 colours in sRGB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    colors: Box<[[u8; 3]; 256]>,
}

/// Bytes of 256 colours.
const BYTES: usize = 3 * 256;
/// First byte of a PCX file, and its version with a palette.
const PCX: [u8; 2] = [10, 5];
/// Marks the palette at the end of a PCX file.
const PCX_PALETTE: u8 = 12;

/// The bright end of each ramp of the palette that stands in.
const RAMPS: [[u8; 3]; 16] = [
    [235, 235, 235],
    [150, 115, 75],
    [150, 150, 205],
    [115, 115, 45],
    [130, 20, 20],
    [190, 150, 70],
    [235, 170, 110],
    [195, 145, 110],
    [165, 130, 150],
    [180, 115, 150],
    [215, 190, 170],
    [125, 155, 140],
    [250, 235, 25],
    [60, 60, 235],
    [255, 130, 20],
    [255, 255, 160],
];

impl Palette {
    /// The palette in a `palette.lmp`: 256 times red, green and blue, and nothing else.
    ///
    /// # Errors
    /// It has another length.
    ///
    /// ```
    /// let bytes: Vec<u8> = (0..768).map(|at| (at / 3) as u8).collect();
    /// assert_eq!(kerosene_foreign::Palette::from_lump(&bytes)?.color(7), [7, 7, 7]);
    /// # Ok::<(), kerosene_foreign::ForeignError>(())
    /// ```
    pub fn from_lump(bytes: &[u8]) -> Result<Self, ForeignError> {
        if bytes.len() != BYTES {
            let what = format!("a palette has {BYTES} bytes, and this file has {}", bytes.len());
            return Err(ForeignError::Damaged { offset: bytes.len(), what });
        }
        Self::read(&mut Bytes::at(bytes, 0))
    }

    /// The palette of a PCX picture, such as Quake 2's `pics/colormap.pcx`: its last 768 bytes.
    ///
    /// # Errors
    /// It is no PCX picture with a palette.
    pub fn from_pcx(bytes: &[u8]) -> Result<Self, ForeignError> {
        let marked = bytes.len().checked_sub(BYTES + 1).filter(|at| bytes.get(*at) == Some(&PCX_PALETTE));
        match marked {
            Some(at) if bytes.starts_with(&PCX) && at >= 128 => Self::read(&mut Bytes::at(bytes, at + 1)),
            _ => Err(ForeignError::NotOfFormat { format: "PCX picture with a palette" }),
        }
    }

    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Result<Self, ForeignError> {
        let (colors, _) = bytes.take(BYTES, "the palette")?.as_chunks::<3>();
        Ok(Self { colors: Box::new(std::array::from_fn(|at| colors[at])) })
    }

    /// Colours that stand in for Quake's and Quake 2's where theirs are not at hand: sixteen ramps from dark to bright,
    /// those from the ninth to the fourteenth from bright to dark, as Quake's run. It is a guess.
    #[must_use]
    pub fn approximate() -> Self {
        let color = |at: usize| {
            let (row, step) = (at / 16, at % 16);
            let step = if (8..14).contains(&row) { 15 - step } else { step };
            RAMPS[row].map(|bright| (u32::from(bright) * (step as u32 + 1) / 16) as u8)
        };
        Self { colors: Box::new(std::array::from_fn(color)) }
    }

    /// The colour of an index.
    #[must_use]
    pub fn color(&self, index: u8) -> [u8; 3] {
        self.colors[usize::from(index)]
    }
}
