//! Reading pictures.

use crate::{AlchemyError, plane::Plane};
use image::{DynamicImage, ImageReader, Limits, Rgba32FImage, RgbaImage};
use kerosene_asset::{MAX_SIZE, srgb_to_linear, srgb_value_to_linear};
use std::io::Cursor;

/// Most memory that reading a picture may take, in bytes: 16,384 by 16,384 pixels of four bytes.
pub const MAX_PICTURE_BYTES: u64 = 1 << 30;

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
        let mut reader =
            ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| AlchemyError::UnknownFormat)?;
        if reader.format().is_none() {
            let by_name = image::ImageFormat::from_path(name).ok().filter(|format| *format == image::ImageFormat::Tga);
            reader.set_format(by_name.ok_or(AlchemyError::UnknownFormat)?);
        }
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_PICTURE_BYTES);
        (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIZE), Some(MAX_SIZE));
        reader.limits(limits);
        let image = reader.decode().map_err(|error| refused(error, bytes))?;
        let picture = Self { image };
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
        let image = image.filter(|_| possible(width) && possible(height));
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

/// What a refusal means: a size beyond the limits is told with the size, where the picture's head can be read.
fn refused(error: image::ImageError, bytes: &[u8]) -> AlchemyError {
    if let image::ImageError::Limits(_) = &error
        && let Ok(reader) = ImageReader::new(Cursor::new(bytes)).with_guessed_format()
        && let Ok((width, height)) = reader.into_dimensions()
        && (width > MAX_SIZE || height > MAX_SIZE)
    {
        return AlchemyError::TooLarge { width, height };
    }
    AlchemyError::Damaged(error)
}
