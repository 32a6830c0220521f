//! A texture in memory and as a file.

use super::{PixelFormat, TextureFlags, decode, mip_size};
use crate::provenance::{PROVENANCE, Provenance};
use kerosene_container::{Container, ContainerBuilder, ContainerError, SectionReader, Tag};

/// The first bytes of a texture's file.
pub const TEXTURE_MAGIC: Tag = Tag(*b"KTEX");

/// Version of the files that are written and read.
pub const TEXTURE_VERSION: u32 = 1;

/// Most pixels along a side.
pub const MAX_SIZE: u32 = 16_384;

const HEAD: Tag = Tag(*b"HEAD");

/// The section of a mip level, 0 being the largest: `MP00`, `MP01`, ...
fn mip_tag(level: u32) -> Tag {
    let digit = |number: u32| b'0' + (number % 10) as u8;
    Tag([b'M', b'P', digit(level / 10), digit(level)])
}

/// One mip level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mip {
    /// Its pixels or blocks, row by row from the top.
    pub bytes: Vec<u8>,
}

/// A texture.
///
/// ```
/// use kerosene_asset::{Mip, PixelFormat, Texture};
///
/// let red = Texture::new(PixelFormat::Rgba8Srgb, 1, 1, vec![Mip { bytes: vec![255, 0, 0, 255] }])?;
/// let read = Texture::from_bytes(&red.to_bytes())?;
/// assert_eq!(read, red);
/// assert_eq!(read.to_linear(0)?, [[1.0, 0.0, 0.0, 1.0]]);
/// # Ok::<(), kerosene_asset::TextureError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    format: PixelFormat,
    width: u32,
    height: u32,
    mips: Vec<Mip>,
    /// What it is for.
    pub flags: TextureFlags,
    /// Average colour in linear light, with average alpha: what it looks like from far away, and what light it throws back.
    pub average: [f32; 4],
    /// What it was made from.
    pub provenance: Provenance,
}

/// Why a texture cannot be made or read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TextureError {
    /// The file is no texture, of another version, or damaged.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// A side is zero or too long.
    #[error("a texture of {width} by {height} pixels: each side has 1 to {MAX_SIZE}")]
    Size {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// It has no mip level, or more than its size gives.
    #[error("{found} mip levels, where 1 to {most} can be")]
    Levels {
        /// How many there are.
        found: usize,
        /// How many there can be.
        most: u32,
    },
    /// A mip level has not the bytes that its size and format need.
    #[error("mip level {level} has {found} bytes instead of {expected}")]
    MipBytes {
        /// The level.
        level: u32,
        /// Its bytes.
        found: usize,
        /// The bytes that it needs.
        expected: usize,
    },
    /// There is no such mip level.
    #[error("there is no mip level {level}: there are {count}")]
    NoLevel {
        /// The level that was asked for.
        level: u32,
        /// How many there are.
        count: usize,
    },
}

impl Texture {
    /// A texture of mip levels, the largest first. The chain may end before one pixel.
    ///
    /// # Errors
    /// A size that no texture has; levels too many, none, or of the wrong number of bytes.
    pub fn new(format: PixelFormat, width: u32, height: u32, mips: Vec<Mip>) -> Result<Self, TextureError> {
        let in_range = |side: u32| (1..=MAX_SIZE).contains(&side);
        if !in_range(width) || !in_range(height) {
            return Err(TextureError::Size { width, height });
        }
        let most = Self::full_chain(width, height);
        if mips.is_empty() || mips.len() > most as usize {
            return Err(TextureError::Levels { found: mips.len(), most });
        }
        for (mip, level) in mips.iter().zip(0..) {
            let (width, height) = mip_size(width, height, level);
            let (found, expected) = (mip.bytes.len(), format.image_bytes(width, height));
            if found != expected {
                return Err(TextureError::MipBytes { level, found, expected });
            }
        }
        let (flags, average, provenance) = (TextureFlags::empty(), [0.0; 4], Provenance::default());
        Ok(Self { format, width, height, mips, flags, average, provenance })
    }

    /// How many levels there are from this size down to one pixel.
    ///
    /// ```
    /// assert_eq!(kerosene_asset::Texture::full_chain(256, 5), 9);
    /// ```
    #[must_use]
    pub const fn full_chain(width: u32, height: u32) -> u32 {
        let longest = if width > height { width } else { height };
        32 - longest.leading_zeros()
    }

    /// Layout of its pixels.
    #[must_use]
    pub const fn format(&self) -> PixelFormat {
        self.format
    }

    /// Pixels from left to right of the largest level.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Pixels from top to bottom of the largest level.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Its mip levels, the largest first.
    #[must_use]
    pub fn mips(&self) -> &[Mip] {
        &self.mips
    }

    /// The pixels of a level as linear values, red, green, blue and alpha, row by row from the top. Normals give X and Y
    /// in the first two, a mask its value in the first.
    ///
    /// # Errors
    /// [`TextureError::NoLevel`].
    pub fn to_linear(&self, level: u32) -> Result<Vec<[f32; 4]>, TextureError> {
        let mip = self.mips.get(level as usize).ok_or(TextureError::NoLevel { level, count: self.mips.len() })?;
        let (width, height) = mip_size(self.width, self.height, level);
        Ok(decode::to_linear(self.format, width, height, &mip.bytes))
    }

    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut head = Vec::new();
        for number in [self.width, self.height, self.format.number(), self.flags.bits(), self.mips.len() as u32] {
            head.extend_from_slice(&number.to_le_bytes());
        }
        for value in self.average {
            head.extend_from_slice(&value.to_le_bytes());
        }
        let builder = ContainerBuilder::new(TEXTURE_MAGIC, TEXTURE_VERSION)
            .section(HEAD, head)
            .section(PROVENANCE, self.provenance.to_bytes());
        let mips = self.mips.iter().zip(0..);
        mips.fold(builder, |builder, (mip, level)| builder.section(mip_tag(level), mip.bytes.clone())).to_bytes()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is no texture; memory is only taken for what is there.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TextureError> {
        let container = Container::parse(bytes, TEXTURE_MAGIC, TEXTURE_VERSION)?;
        let mut head = container.reader(HEAD)?;
        let (width, height) = (head.u32("the width")?, head.u32("the height")?);
        let format = read_format(&mut head)?;
        let flags = read_flags(&mut head)?;
        let levels = head.u32("the number of mip levels")?;
        let mut average = [0.0; 4];
        for value in &mut average {
            *value = head.f32("the average colour")?;
        }
        head.end()?;
        let most = Self::full_chain(width.clamp(1, MAX_SIZE), height.clamp(1, MAX_SIZE));
        if levels > most {
            return Err(TextureError::Levels { found: levels as usize, most });
        }
        let mips = (0..levels).map(|level| Ok(Mip { bytes: container.section(mip_tag(level))?.to_vec() }));
        let mips = mips.collect::<Result<Vec<_>, ContainerError>>()?;
        let provenance = Provenance::read(container.reader(PROVENANCE)?)?;
        Ok(Self { flags, average, provenance, ..Self::new(format, width, height, mips)? })
    }
}

fn read_format(head: &mut SectionReader<'_>) -> Result<PixelFormat, ContainerError> {
    let at = head.clone();
    let number = head.u32("the pixel format")?;
    PixelFormat::from_number(number).ok_or_else(|| at.error(format!("there is no pixel format {number}")))
}

fn read_flags(head: &mut SectionReader<'_>) -> Result<TextureFlags, ContainerError> {
    let at = head.clone();
    let bits = head.u32("the flags")?;
    TextureFlags::from_bits(bits).ok_or_else(|| at.error(format!("there are no flags {bits:#x}")))
}
