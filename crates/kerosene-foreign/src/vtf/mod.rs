//! Source's textures: `.vtf`, versions 7.0 to 7.5.

mod format;

use crate::{ForeignError, Image, bytes::Bytes};
use format::Format;

/// Most animation frames, and slices of a volume, that are believed.
const MAX_COUNT: u16 = 8192;
/// Most levels of a texture: from 65,536 pixels to one.
const MAX_LEVELS: u8 = 17;
/// Most entries of the list of resources.
const MAX_RESOURCES: u32 = 32;
/// The resource that holds the pixels.
const PIXELS: [u8; 3] = [0x30, 0, 0];

bitflags::bitflags! {
    /// What a texture is for, as its head says.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct VtfFlags: u32 {
        /// Its pixels are shown as squares.
        const POINT = 1;
        /// It does not repeat from left to right.
        const CLAMP_S = 1 << 2;
        /// It does not repeat from top to bottom.
        const CLAMP_T = 1 << 3;
        /// It holds normals, whose green points down.
        const NORMAL = 1 << 7;
        /// Its alpha is a hole or none.
        const ONE_BIT_ALPHA = 1 << 12;
        /// Its alpha has steps.
        const EIGHT_BIT_ALPHA = 1 << 13;
        /// It is six pictures around a place.
        const ENVIRONMENT = 1 << 14;
    }
}

/// A texture of Source: its head, and where the pixels of the largest level are.
#[derive(Debug, Clone, PartialEq)]
pub struct Vtf<'a> {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// What it is for.
    pub flags: VtfFlags,
    /// Pictures of its animation, at least one.
    pub frames: u16,
    /// Its average colour in linear light, as its maker found it.
    pub reflectivity: [f32; 3],
    format: Format,
    pixels: &'a [u8],
}

/// The numbers of the head that say where things are.
struct Layout {
    levels: u8,
    faces: usize,
    depth: u16,
    frames: u16,
}

impl<'a> Vtf<'a> {
    /// Reads the head, and finds the first picture of the largest level.
    ///
    /// # Errors
    /// It is no such texture, of another version, in a format that is not read, or damaged.
    ///
    /// ```
    /// assert!(kerosene_foreign::Vtf::read(b"VTFX").is_err());
    /// ```
    pub fn read(bytes: &'a [u8]) -> Result<Self, ForeignError> {
        let mut head = Bytes::at(bytes, 0);
        if head.array::<4>("the mark").ok() != Some(*b"VTF\0") {
            return Err(ForeignError::NotOfFormat { format: "texture of Source (VTF)" });
        }
        let minor = version(&mut head)?;
        let head_bytes = head.u32("the length of the head")? as usize;
        let at = head.clone();
        let (width, height) = (u32::from(head.u16("the width")?), u32::from(head.u16("the height")?));
        at.check_size(width, height)?;
        let flags = VtfFlags::from_bits_retain(head.u32("the flags")?);
        let frames = counted(&mut head, "animation frames")?;
        let first_frame = head.u16("the first frame")?;
        head.skip(4);
        let reflectivity = reflectivity(&mut head)?;
        head.skip(4 + 4);
        let format = Format::read(&mut head)?;
        let levels = levels(&mut head)?;
        let small = small_picture_bytes(&mut head)?;
        let depth = if minor >= 2 { counted(&mut head, "slices")? } else { 1 };
        // Up to 7.4 a seventh picture, of a sphere, may follow the six around a place.
        let faces = match (flags.contains(VtfFlags::ENVIRONMENT), minor < 5 && first_frame != u16::MAX) {
            (false, _) => 1,
            (true, false) => 6,
            (true, true) => 7,
        };
        let start = if minor >= 3 { pixels_resource(bytes)? } else { head_bytes.saturating_add(small) };
        let layout = Layout { levels, faces, depth, frames };
        let start = start.saturating_add(layout.before_largest(format, width, height));
        let pixels = Bytes::at(bytes, start).take(format.bytes(width, height), "the pixels")?;
        Ok(Self { width, height, flags, frames, reflectivity, format, pixels })
    }

    /// The picture: the first frame, face and slice. Half floats come as light without an upper end.
    #[must_use]
    pub fn image(&self) -> Image {
        Image {
            width: self.width,
            height: self.height,
            pixels: self.format.decode(self.width, self.height, self.pixels),
        }
    }

    /// The name of its pixel format.
    #[must_use]
    pub fn format_name(&self) -> &'static str {
        self.format.name()
    }
}

fn version(head: &mut Bytes<'_>) -> Result<u32, ForeignError> {
    let (major, minor) = (head.u32("the version")?, head.u32("the version")?);
    if major == 7 && minor <= 5 {
        return Ok(minor);
    }
    Err(ForeignError::Unsupported { what: format!("version {major}.{minor} of the format") })
}

fn counted(head: &mut Bytes<'_>, what: &str) -> Result<u16, ForeignError> {
    let at = head.clone();
    let count = head.u16(what)?;
    if count > MAX_COUNT {
        return Err(at.error(format!("{count} {what}, where at most {MAX_COUNT} are believed")));
    }
    Ok(count.max(1))
}

fn levels(head: &mut Bytes<'_>) -> Result<u8, ForeignError> {
    let at = head.clone();
    let levels = head.u8("the number of levels")?;
    if (1..=MAX_LEVELS).contains(&levels) { Ok(levels) } else { Err(at.error(format!("{levels} levels"))) }
}

fn reflectivity(head: &mut Bytes<'_>) -> Result<[f32; 3], ForeignError> {
    let mut color = [0.0; 3];
    for value in &mut color {
        let number = f32::from_bits(head.u32("the average colour")?);
        *value = if number.is_finite() { number.clamp(0.0, 1.0) } else { 0.5 };
    }
    Ok(color)
}

/// Bytes of the small picture that stands before the levels, which is always of blocks where there is one.
fn small_picture_bytes(head: &mut Bytes<'_>) -> Result<usize, ForeignError> {
    let format = head.u32("the small picture's format")?;
    let (width, height) = (head.u8("the small picture's width")?, head.u8("the small picture's height")?);
    let none = format == u32::MAX || width == 0 || height == 0;
    Ok(if none { 0 } else { Format::Dxt1.bytes(u32::from(width), u32::from(height)) })
}

/// Where the list of resources says that the pixels are.
fn pixels_resource(bytes: &[u8]) -> Result<usize, ForeignError> {
    let mut list = Bytes::at(bytes, 68);
    let at = list.clone();
    let count = list.u32("the number of resources")?;
    if count > MAX_RESOURCES {
        return Err(at.error(format!("{count} resources, where at most {MAX_RESOURCES} are read")));
    }
    list.skip(8);
    for _ in 0..count {
        let [a, b, c, _flags] = list.array("a resource")?;
        let place = list.u32("a resource's place")? as usize;
        if [a, b, c] == PIXELS {
            return Ok(place);
        }
    }
    Err(at.error("no resource holds the pixels"))
}

impl Layout {
    /// Bytes of all levels before the largest: they stand from small to large, each with all frames, faces and slices.
    fn before_largest(&self, format: Format, width: u32, height: u32) -> usize {
        let level = |level: u32| {
            let size = |side: u32| (side >> level).max(1);
            let slices = (u32::from(self.depth) >> level).max(1) as usize;
            let pictures = usize::from(self.frames).saturating_mul(self.faces).saturating_mul(slices);
            format.bytes(size(width), size(height)).saturating_mul(pictures)
        };
        (1..u32::from(self.levels)).map(level).fold(0, usize::saturating_add)
    }
}
