//! Reading pictures.

use crate::{AlchemyError, plane::Plane};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgba32FImage, RgbaImage};
use kerosene_asset::{MAX_SIZE, srgb_to_linear, srgb_value_to_linear};
use std::io::Cursor;

/// Most memory that reading a picture may take, in bytes.
pub const MAX_PICTURE_BYTES: u64 = 1 << 30;
/// Most pixels of a picture: 8,192 by 8,192. Working on one takes floats, and a file of a few bytes may claim any size.
pub const MAX_PIXELS: u64 = 1 << 26;
/// Bytes of memory for each pixel while a texture is made: the picture, floats of it and of its smaller levels, and blocks.
const BYTES_PER_PIXEL: u64 = 48;
/// Most pixels for each byte of a JPEG: a block of 8 by 8 takes at least a bit.
const JPEG_PIXELS_PER_BYTE: u64 = 512;

/// A picture that was read.
///
/// ```
/// // The smallest PNG there is would do; here a TGA of one red pixel.
/// let tga = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0x20, 0, 0, 255];
/// let picture = alchemy::Picture::read("red.tga", &tga)?;
/// assert_eq!((picture.width(), picture.height(), picture.is_hdr()), (1, 1, false));
/// # Ok::<(), alchemy::AlchemyError>(())
/// ```
#[derive(Debug)]
pub struct Picture {
    image: DynamicImage,
}

impl Picture {
    /// Reads a picture; the name helps with formats that have no mark of their own (TGA).
    ///
    /// # Errors
    /// What is no picture, is damaged, is larger than a texture can be, or holds values that are no numbers.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, AlchemyError> {
        let format = format(name, bytes)?;
        let reader = || ImageReader::with_format(Cursor::new(bytes), format);
        if let Ok(size) = reader().into_dimensions() {
            check_size(size, format, bytes.len() as u64)?;
        }
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_PICTURE_BYTES);
        (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIZE), Some(MAX_SIZE));
        let picture = Self { image: decode(reader(), limits).map_err(AlchemyError::Damaged)? };
        picture.check_finite()?;
        Ok(picture)
    }

    /// A picture of bytes: red, green and blue in sRGB, and alpha, row by row from the top.
    ///
    /// # Errors
    /// The pixels are not as many as the size says, or a side is zero or too long.
    ///
    /// ```
    /// assert!(alchemy::Picture::from_rgba8(2, 2, vec![[9, 9, 9, 255]; 4]).is_ok());
    /// assert!(alchemy::Picture::from_rgba8(2, 2, vec![]).is_err());
    /// ```
    pub fn from_rgba8(width: u32, height: u32, pixels: Vec<[u8; 4]>) -> Result<Self, AlchemyError> {
        let image = RgbaImage::from_raw(width, height, pixels.into_flattened()).map(DynamicImage::from);
        Self::of_image(width, height, image)
    }

    /// A picture of light without an upper end, and alpha.
    ///
    /// # Errors
    /// As [`from_rgba8`](Self::from_rgba8); a value that is no finite number.
    pub fn from_rgba32f(width: u32, height: u32, pixels: Vec<[f32; 4]>) -> Result<Self, AlchemyError> {
        let image = Rgba32FImage::from_raw(width, height, pixels.into_flattened()).map(DynamicImage::from);
        let picture = Self::of_image(width, height, image)?;
        picture.check_finite()?;
        Ok(picture)
    }

    fn of_image(width: u32, height: u32, image: Option<DynamicImage>) -> Result<Self, AlchemyError> {
        let possible = |side: u32| (1..=MAX_SIZE).contains(&side);
        let is_possible = possible(width) && possible(height) && u64::from(width) * u64::from(height) <= MAX_PIXELS;
        let image = image.filter(|_| is_possible);
        image.map(|image| Self { image }).ok_or(AlchemyError::TooLarge { width, height })
    }

    /// Pixels from left to right.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.image.width()
    }

    /// Pixels from top to bottom.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.image.height()
    }

    /// Whether it holds light without an upper end.
    #[must_use]
    pub fn is_hdr(&self) -> bool {
        matches!(self.image, DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_))
    }

    /// The alpha of each pixel, from 0 to 1; nothing of a picture without.
    pub(crate) fn alpha(&self) -> impl Iterator<Item = f32> {
        let pixels = if self.image.color().has_alpha() { self.values().pixels } else { Vec::new() };
        pixels.into_iter().map(|[.., alpha]| alpha)
    }

    /// Its values as they are, bytes from 0 to 1.
    pub(crate) fn values(&self) -> Plane {
        let image = self.image.to_rgba32f();
        self.plane(image.as_raw().as_chunks::<4>().0.to_vec())
    }

    /// Its colours in linear light.
    pub(crate) fn colors(&self) -> Plane {
        if self.is_hdr() {
            return self.values();
        }
        if self.is_deep() {
            return self
                .values()
                .map(|[r, g, b, a]| [srgb_value_to_linear(r), srgb_value_to_linear(g), srgb_value_to_linear(b), a]);
        }
        let image = self.image.to_rgba8();
        let color = |[r, g, b, a]: &[u8; 4]| {
            [srgb_to_linear(*r), srgb_to_linear(*g), srgb_to_linear(*b), f32::from(*a) / 255.0]
        };
        self.plane(image.as_raw().as_chunks::<4>().0.iter().map(color).collect())
    }

    fn plane(&self, pixels: Vec<[f32; 4]>) -> Plane {
        Plane { width: self.width(), height: self.height(), pixels }
    }

    /// Whether it has 16 bits a value.
    fn is_deep(&self) -> bool {
        let color = self.image.color();
        color.bytes_per_pixel() / color.channel_count() > 1
    }

    fn check_finite(&self) -> Result<(), AlchemyError> {
        if !self.is_hdr() {
            return Ok(());
        }
        let first = self.values().pixels.iter().position(|pixel| pixel.iter().any(|value| !value.is_finite()));
        first.map_or(Ok(()), |at| {
            let (x, y) = (at as u32 % self.width(), at as u32 / self.width());
            Err(AlchemyError::NotFinite { x, y })
        })
    }
}

/// The kind that the first bytes say; TGA, which has no mark, by the name.
fn format(name: &str, bytes: &[u8]) -> Result<ImageFormat, AlchemyError> {
    let by_name = || ImageFormat::from_path(name).ok().filter(|format| *format == ImageFormat::Tga);
    image::guess_format(bytes).ok().or_else(by_name).ok_or(AlchemyError::UnknownFormat)
}

/// Refuses a size before memory is taken for it: one that no texture has, that the file cannot hold, or that there is not the
/// memory for.
fn check_size((width, height): (u32, u32), format: ImageFormat, bytes: u64) -> Result<(), AlchemyError> {
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_SIZE || height > MAX_SIZE || pixels > MAX_PIXELS {
        return Err(AlchemyError::TooLarge { width, height });
    }
    if format == ImageFormat::Jpeg && pixels > bytes * JPEG_PIXELS_PER_BYTE {
        return Err(AlchemyError::CutOff { width, height });
    }
    let needed = pixels * BYTES_PER_PIXEL;
    // An allocation that fails later would end the program without naming the picture.
    let is_there = usize::try_from(needed).is_ok_and(|needed| Vec::<u8>::new().try_reserve_exact(needed).is_ok());
    if is_there { Ok(()) } else { Err(AlchemyError::NoMemory { mebibytes: needed.div_ceil(1 << 20) }) }
}

/// The picture the way up that its camera says.
fn decode(reader: ImageReader<Cursor<&[u8]>>, limits: Limits) -> Result<DynamicImage, image::ImageError> {
    let mut reader = reader;
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    let mut left = limits;
    left.reserve(decoder.total_bytes())?;
    decoder.set_limits(left)?;
    // A note that cannot be read says nothing.
    let orientation = decoder.orientation().ok();
    let mut image = DynamicImage::from_decoder(decoder)?;
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    Ok(image)
}
