//! How pixels are laid out, and what a texture is for.

/// Pixels along a side of a block of the block-compressed formats.
const BLOCK: u32 = 4;

/// Layout of the pixels of a texture. Block-compressed mips are whole blocks of 4 by 4 pixels, the last ones filled up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PixelFormat {
    /// BC7, colour in sRGB with alpha: 8 bits a pixel.
    Bc7Srgb,
    /// BC7, linear values with alpha: 8 bits a pixel.
    Bc7,
    /// BC5, two values: X and Y of a normal, each from 0 to 1; Z follows from them. 8 bits a pixel.
    Bc5,
    /// BC4, one value from 0 to 1: a mask. 4 bits a pixel.
    Bc4,
    /// BC6H, colour in linear light without an upper end and without alpha: 8 bits a pixel.
    Bc6h,
    /// Four bytes, colour in sRGB with alpha.
    Rgba8Srgb,
    /// Four bytes, linear values with alpha.
    Rgba8,
    /// One byte, a value from 0 to 1.
    R8,
    /// Four half floats in linear light.
    Rgba16Float,
}

impl PixelFormat {
    /// Every format, in the order of the numbers that they have in files.
    pub const ALL: [Self; 9] = [
        Self::Bc7Srgb,
        Self::Bc7,
        Self::Bc5,
        Self::Bc4,
        Self::Bc6h,
        Self::Rgba8Srgb,
        Self::Rgba8,
        Self::R8,
        Self::Rgba16Float,
    ];

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bc7Srgb => "BC7 sRGB",
            Self::Bc7 => "BC7",
            Self::Bc5 => "BC5",
            Self::Bc4 => "BC4",
            Self::Bc6h => "BC6H",
            Self::Rgba8Srgb => "RGBA8 sRGB",
            Self::Rgba8 => "RGBA8",
            Self::R8 => "R8",
            Self::Rgba16Float => "RGBA16 float",
        }
    }

    /// Whether its pixels stand in blocks of 4 by 4.
    #[must_use]
    pub const fn is_block_compressed(self) -> bool {
        matches!(self, Self::Bc7Srgb | Self::Bc7 | Self::Bc5 | Self::Bc4 | Self::Bc6h)
    }

    /// Whether its colours are in sRGB and not in linear light.
    #[must_use]
    pub const fn is_srgb(self) -> bool {
        matches!(self, Self::Bc7Srgb | Self::Rgba8Srgb)
    }

    /// Bytes of a block, or of a pixel where there are no blocks.
    #[must_use]
    pub const fn unit_bytes(self) -> usize {
        match self {
            Self::Bc7Srgb | Self::Bc7 | Self::Bc5 | Self::Bc6h => 16,
            Self::Bc4 | Self::Rgba16Float => 8,
            Self::Rgba8Srgb | Self::Rgba8 => 4,
            Self::R8 => 1,
        }
    }

    /// Bytes of an image of this size.
    ///
    /// ```
    /// use kerosene_asset::PixelFormat;
    ///
    /// assert_eq!(PixelFormat::Bc7.image_bytes(5, 4), 2 * 16);
    /// assert_eq!(PixelFormat::Rgba8.image_bytes(5, 4), 5 * 4 * 4);
    /// ```
    #[must_use]
    pub const fn image_bytes(self, width: u32, height: u32) -> usize {
        let side = if self.is_block_compressed() { BLOCK } else { 1 };
        width.div_ceil(side) as usize * height.div_ceil(side) as usize * self.unit_bytes()
    }

    pub(super) fn number(self) -> u32 {
        Self::ALL.iter().zip(0..).find_map(|(format, number)| (*format == self).then_some(number)).unwrap_or_default()
    }

    pub(super) fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }
}

bitflags::bitflags! {
    /// What a texture is for, as far as drawing it depends on that.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct TextureFlags: u32 {
        /// Its edges do not repeat.
        const CLAMP = 1;
        /// Its pixels are shown as squares.
        const POINT = 1 << 1;
        /// It holds normals.
        const NORMAL = 1 << 2;
        /// Some of it is translucent.
        const TRANSLUCENT = 1 << 3;
        /// It is drawn or left out by its alpha, with an edge at one half.
        const ALPHA_TEST = 1 << 4;
        /// It belongs to the user interface: no mip levels.
        const UI = 1 << 5;
        /// It holds values and no colours: roughness, metalness, occlusion, masks.
        const DATA = 1 << 6;
    }
}

/// Width and height of a mip level: each level is half of the one before, rounded down, and at least 1.
///
/// ```
/// assert_eq!(kerosene_asset::mip_size(100, 7, 2), (25, 1));
/// ```
#[must_use]
pub fn mip_size(width: u32, height: u32, level: u32) -> (u32, u32) {
    let half = |side: u32| if level < 32 && side >> level > 0 { side >> level } else { 1 };
    (half(width), half(height))
}
