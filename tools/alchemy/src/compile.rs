//! A picture becomes a texture.

use crate::{AlchemyError, Options, Picture, Usage, encode::encode, mips, plane::Plane};
use kerosene_asset::{PixelFormat, Provenance, SourceFile, Texture, TextureFlags};

/// Name and version of this tool in what it makes. The version goes up whenever the same input gives other bytes.
pub const TOOL: &str = "alchemy 2";

/// Makes a texture of a picture; `name` is the picture's path, as it will stand in the texture.
///
/// # Errors
/// Why the picture cannot be read.
///
/// ```
/// use alchemy::{Options, compile};
/// use kerosene_asset::PixelFormat;
///
/// let tga = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0x20, 0, 0, 255];
/// let red = compile("art/red.tga", &tga, &Options::default())?;
/// assert_eq!(red.format(), PixelFormat::Bc7Srgb);
/// assert_eq!(red.average, [1.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), alchemy::AlchemyError>(())
/// ```
pub fn compile(name: &str, bytes: &[u8], options: &Options) -> Result<Texture, AlchemyError> {
    let picture = Picture::read(name, bytes)?;
    let provenance = Provenance {
        tool: TOOL.to_owned(),
        options: options.to_text(),
        sources: vec![SourceFile::of(name, bytes)],
        ..Provenance::default()
    };
    compile_picture(&picture, options, provenance)
}

/// As [`compile`], of a picture that is in memory, which was made of what `provenance` says.
///
/// # Errors
/// It has more pixels than a texture can have.
///
/// ```
/// use alchemy::{Options, Picture, compile_picture};
/// use kerosene_asset::Provenance;
///
/// let blue = Picture::from_rgba8(2, 1, vec![[0, 0, 255, 255]; 2])?;
/// let texture = compile_picture(&blue, &Options::default(), Provenance::default())?;
/// assert_eq!((texture.width(), texture.average), (2, [0.0, 0.0, 1.0, 1.0]));
/// # Ok::<(), alchemy::AlchemyError>(())
/// ```
pub fn compile_picture(picture: &Picture, options: &Options, provenance: Provenance) -> Result<Texture, AlchemyError> {
    let first = first_level(picture, options);
    let has_alpha = matches!(options.usage, Usage::Color | Usage::Ui | Usage::Data) && first.has_alpha();
    let format = format(picture, options, has_alpha);
    let with_levels = !options.no_mips && options.usage != Usage::Ui;
    let levels = if with_levels {
        mips::smaller_levels(&first, options.usage, options.alpha_test && has_alpha)
    } else {
        Vec::new()
    };
    let average = average(&first, options.usage);
    let (width, height) = (first.width, first.height);
    let mut planes: Vec<_> = std::iter::once(first).chain(levels).collect();
    if has_alpha && options.usage == Usage::Color {
        mips::fill_invisible(&mut planes);
    }
    let planes = planes.into_iter().map(|plane| stored(plane, options.usage));
    let mips = planes.map(|plane| encode(&plane, format, !has_alpha, options.quality)).collect();
    let mut texture = Texture::new(format, width, height, mips)?;
    texture.flags = flags(options, has_alpha);
    texture.average = average;
    texture.provenance = provenance;
    Ok(texture)
}

/// The picture's pixels as they are averaged: colours in linear light, normals as vectors, values as they are.
fn first_level(picture: &Picture, options: &Options) -> Plane {
    match options.usage {
        Usage::Color | Usage::Ui => picture.colors(),
        Usage::Mask | Usage::Data => picture.values(),
        Usage::Normal => {
            let up = if options.flip_green { -1.0 } else { 1.0 };
            let vector = |[x, y, z, _]: [f32; 4]| [x * 2.0 - 1.0, (y * 2.0 - 1.0) * up, z * 2.0 - 1.0, 1.0];
            picture.values().map(|pixel| mips::normalized(vector(pixel)))
        }
    }
}

/// What is averaged as what is stored.
fn stored(plane: Plane, usage: Usage) -> Plane {
    match usage {
        Usage::Normal => plane.map(|[x, y, z, a]| [x * 0.5 + 0.5, y * 0.5 + 0.5, z * 0.5 + 0.5, a]),
        _ => plane,
    }
}

fn format(picture: &Picture, options: &Options, has_alpha: bool) -> PixelFormat {
    // The blocks of light have no place for alpha.
    let is_seen = matches!(options.usage, Usage::Color | Usage::Ui);
    let uncompressed = options.uncompressed || is_seen && picture.is_hdr() && has_alpha;
    match (options.usage, picture.is_hdr(), uncompressed) {
        (Usage::Color | Usage::Ui, true, false) => PixelFormat::Bc6h,
        (Usage::Color | Usage::Ui, true, true) => PixelFormat::Rgba16Float,
        (Usage::Color | Usage::Ui, false, false) => PixelFormat::Bc7Srgb,
        (Usage::Color | Usage::Ui, false, true) => PixelFormat::Rgba8Srgb,
        (Usage::Normal, _, false) => PixelFormat::Bc5,
        (Usage::Mask, _, false) => PixelFormat::Bc4,
        (Usage::Data, _, false) => PixelFormat::Bc7,
        (Usage::Mask, _, true) => PixelFormat::R8,
        (Usage::Normal | Usage::Data, _, true) => PixelFormat::Rgba8,
    }
}

fn flags(options: &Options, has_alpha: bool) -> TextureFlags {
    let mut flags = TextureFlags::empty();
    flags.set(TextureFlags::CLAMP, options.clamp || options.usage == Usage::Ui);
    flags.set(TextureFlags::POINT, options.point);
    flags.set(TextureFlags::NORMAL, options.usage == Usage::Normal);
    flags.set(TextureFlags::DATA, matches!(options.usage, Usage::Mask | Usage::Data));
    flags.set(TextureFlags::UI, options.usage == Usage::Ui);
    flags.set(TextureFlags::ALPHA_TEST, options.alpha_test && has_alpha);
    flags.set(TextureFlags::TRANSLUCENT, has_alpha && !options.alpha_test && options.usage != Usage::Data);
    flags
}

/// The average colour of what is seen, and the average alpha.
fn average(first: &Plane, usage: Usage) -> [f32; 4] {
    if !matches!(usage, Usage::Color | Usage::Ui) {
        return first.average();
    }
    let [r, g, b, a] = first.map(|[r, g, b, a]| [r * a, g * a, b * a, a]).average();
    let seen = if a > 0.0 { a } else { 1.0 };
    [r / seen, g / seen, b / seen, a]
}
