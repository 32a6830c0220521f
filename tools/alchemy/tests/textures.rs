//! Pictures become textures that look like them, near and far.
#![allow(clippy::unwrap_used, reason = "tests")]

use alchemy::{AlchemyError, Options, Quality, Usage, compile};
use image::{DynamicImage, ImageFormat, Rgb32FImage, RgbaImage};
use kerosene_asset::{PixelFormat, Texture, TextureFlags, mip_size, srgb_to_linear};
use kerosene_math::deterministic::log10;
use std::io::Cursor;

fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A PNG whose pixels are as `pixel` says.
fn png(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
    file(&RgbaImage::from_fn(width, height, |x, y| image::Rgba(pixel(x, y))).into(), ImageFormat::Png)
}

fn texture(bytes: &[u8], options: &Options) -> Texture {
    let texture = compile("art/picture.png", bytes, options).unwrap();
    assert_eq!(Texture::from_bytes(&texture.to_bytes()).unwrap(), texture);
    texture
}

fn plain(usage: Usage) -> Options {
    Options { usage, uncompressed: true, ..Options::default() }
}

fn mean(pixels: &[[f32; 4]], channel: usize) -> f64 {
    pixels.iter().map(|pixel| f64::from(pixel[channel])).sum::<f64>() / pixels.len() as f64
}

/// A picture with soft and hard parts, like a wall of stones.
fn stones(x: u32, y: u32) -> [u8; 4] {
    let (x, y) = (x as i32, y as i32);
    let joint = (x % 23 < 2 || y % 17 < 2) as i32;
    let grain = (x * 7919 + y * 104_729 + x * y * 31) % 23 - 11;
    let shade = 110 + (x * 40 / 64) - (y * 30 / 64) + grain - joint * 60;
    [shade + 20, shade, shade - 25]
        .map(|value| value.clamp(0, 255) as u8)
        .into_iter()
        .chain([255])
        .collect::<Vec<_>>()
        .try_into()
        .unwrap()
}

/// Signal to noise in decibels between the bytes of a picture and of a texture's first level.
fn psnr(texture: &Texture, width: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> f64 {
    let pixels = texture.to_linear(0).unwrap();
    let mut error = 0.0;
    for (at, decoded) in pixels.iter().enumerate() {
        let wanted = pixel(at as u32 % width, at as u32 / width);
        for channel in 0..3 {
            let byte = if texture.format().is_srgb() {
                f64::from(kerosene_asset::linear_to_srgb(decoded[channel]))
            } else {
                f64::from(decoded[channel]) * 255.0
            };
            let off = byte - f64::from(wanted[channel]);
            error += off * off;
        }
    }
    10.0 * log10(255.0 * 255.0 * (pixels.len() * 3) as f64 / error)
}

/// The checker of black and white pixels has the brightness of light that is half on, at every distance: a filter that
/// averages bytes would give 0.21 of the light instead of a half.
#[test]
fn a_checker_keeps_its_brightness_in_every_level() {
    let checker = png(64, 64, |x, y| if (x + y) % 2 == 0 { [255; 4] } else { [0, 0, 0, 255] });
    for options in [Options::default(), plain(Usage::Color)] {
        let texture = texture(&checker, &options);
        assert_eq!(texture.mips().len(), 7);
        for level in 0..7 {
            let brightness = mean(&texture.to_linear(level).unwrap(), 0);
            assert!((brightness - 0.5).abs() < 0.005, "level {level}: {brightness}");
        }
        assert!((texture.average[0] - 0.5).abs() < 1e-6);
    }
}

/// Sizes that halve to fractions: no row or column is lost or counted twice.
#[test]
fn every_size_keeps_its_average() {
    for (width, height) in [(1, 1), (2, 1), (3, 5), (7, 64), (100, 37), (33, 33)] {
        let picture = png(width, height, |x, y| [((x * 53 + y * 97) % 251) as u8, 0, 0, 255]);
        let texture = texture(&picture, &plain(Usage::Data));
        let wanted = mean(&texture.to_linear(0).unwrap(), 0);
        assert_eq!(texture.mips().len() as u32, Texture::full_chain(width, height));
        for level in 0..texture.mips().len() as u32 {
            let pixels = texture.to_linear(level).unwrap();
            assert_eq!(pixels.len() as u32, mip_size(width, height, level).0 * mip_size(width, height, level).1);
            // Bytes are rounded once in each level.
            assert!((mean(&pixels, 0) - wanted).abs() < 0.002, "{width} by {height}, level {level}");
        }
    }
}

#[test]
fn what_is_invisible_does_not_bleed() {
    let leaf = png(32, 32, |x, _| if x % 4 == 0 { [200, 30, 20, 255] } else { [0, 255, 0, 0] });
    let texture = texture(&leaf, &plain(Usage::Color));
    assert!(texture.flags.contains(TextureFlags::TRANSLUCENT));
    for level in 0..texture.mips().len() as u32 {
        for [r, g, _, a] in texture.to_linear(level).unwrap() {
            assert!((r - srgb_to_linear(200)).abs() < 0.01 && g < srgb_to_linear(30) + 0.01, "level {level}: {r} {g}");
            assert!(level < 2 || a > 0.0);
        }
    }
    assert!((texture.average[0] - srgb_to_linear(200)).abs() < 1e-4 && (texture.average[3] - 0.25).abs() < 1e-4);
}

#[test]
fn a_fence_is_as_dense_far_away() {
    let fence = png(128, 128, |x, y| [90, 80, 70, if x % 16 < 3 || y % 16 < 3 { 255 } else { 0 }]);
    let tested = Options { alpha_test: true, ..plain(Usage::Color) };
    let texture = texture(&fence, &tested);
    assert!(texture.flags.contains(TextureFlags::ALPHA_TEST) && !texture.flags.contains(TextureFlags::TRANSLUCENT));
    let dense = |level| {
        let pixels = texture.to_linear(level).unwrap();
        pixels.iter().filter(|pixel| pixel[3] >= 0.5).count() as f64 / pixels.len() as f64
    };
    let wanted = dense(0);
    // From the fourth level on a mesh is one pixel: all or none of it is drawn.
    for level in 1..4 {
        assert!((dense(level) - wanted).abs() < 0.1, "level {level}: {} instead of {wanted}", dense(level));
    }
}

#[test]
fn normals_are_unit_vectors_in_every_level() {
    // Bumps whose slopes average to nothing: the levels become flat, and stay as long as a normal is.
    let bumps = png(32, 32, |x, y| [if x % 2 == 0 { 220 } else { 35 }, if y % 2 == 0 { 200 } else { 55 }, 180, 255]);
    let texture = texture(&bumps, &Options { usage: Usage::Normal, ..Options::default() });
    assert_eq!(texture.format(), PixelFormat::Bc5);
    assert!(texture.flags.contains(TextureFlags::NORMAL));
    for level in 0..texture.mips().len() as u32 {
        for [x, y, ..] in texture.to_linear(level).unwrap() {
            let (x, y) = (x * 2.0 - 1.0, y * 2.0 - 1.0);
            assert!(x * x + y * y <= 1.02, "level {level}: {x} {y}");
            assert!(level == 0 || x.abs() < 0.02 && y.abs() < 0.02, "level {level}: {x} {y}");
        }
    }
}

#[test]
fn blocks_look_like_the_picture_and_better_with_more_time() {
    let picture = png(64, 64, stones);
    let quality = |quality| psnr(&texture(&picture, &Options { quality, ..Options::default() }), 64, stones);
    let [fast, normal, best] = [Quality::Fast, Quality::Normal, Quality::Best].map(quality);
    assert!(fast > 36.0 && normal >= fast && best >= normal, "{fast} {normal} {best}");
    let mask = texture(&picture, &Options { usage: Usage::Mask, ..Options::default() });
    assert_eq!((mask.format(), mask.mips()[0].bytes.len()), (PixelFormat::Bc4, 64 * 64 / 2));
    let pixels = mask.to_linear(0).unwrap();
    let off = |(at, pixel): (usize, &[f32; 4])| {
        (f64::from(pixel[0]) * 255.0 - f64::from(stones(at as u32 % 64, at as u32 / 64)[0])).abs()
    };
    let error = pixels.iter().enumerate().map(off).sum::<f64>() / 4096.0;
    assert!(error < 4.0, "{error}");
}

/// Light without an upper end stays so, and is averaged as it is.
#[test]
fn light_keeps_its_strength() {
    let sun = Rgb32FImage::from_fn(8, 8, |x, _| image::Rgb([if x < 4 { 40.0 } else { 0.5 }, 1.0, 0.25]));
    let sun = file(&sun.into(), ImageFormat::OpenExr);
    for (options, format, tolerance) in
        [(plain(Usage::Color), PixelFormat::Rgba16Float, 0.001), (Options::default(), PixelFormat::Bc6h, 0.05)]
    {
        let texture = compile("sky.exr", &sun, &options).unwrap();
        assert_eq!(texture.format(), format);
        let first = texture.to_linear(0).unwrap()[0][0];
        assert!((first - 40.0).abs() < 40.0 * tolerance, "{first}");
        let last = texture.to_linear(3).unwrap()[0][0];
        assert!((last - 20.25).abs() < 20.25 * tolerance, "{last}");
    }
    let broken =
        Rgb32FImage::from_fn(3, 2, |x, y| image::Rgb([if (x, y) == (2, 1) { f32::NAN } else { 0.0 }, 0.0, 0.0]));
    let error = compile("sky.exr", &file(&broken.into(), ImageFormat::OpenExr), &Options::default()).unwrap_err();
    assert!(matches!(error, AlchemyError::NotFinite { x: 2, y: 1 }), "{error}");
}

#[test]
fn deep_pictures_keep_what_bytes_would_lose() {
    let deep = image::ImageBuffer::<image::Luma<u16>, _>::from_fn(4, 4, |x, _| image::Luma([x as u16 * 20 + 30_000]));
    let texture = texture(&file(&DynamicImage::ImageLuma16(deep), ImageFormat::Png), &plain(Usage::Mask));
    assert_eq!(texture.format(), PixelFormat::R8);
    let value = texture.to_linear(0).unwrap()[0][0];
    assert!((f64::from(value) - 30_000.0 / 65_535.0).abs() < 0.003, "{value}");
}

#[test]
fn the_same_bytes_come_out_for_any_number_of_threads() {
    let picture = png(70, 50, stones);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| texture(&picture, &Options::default()).to_bytes())
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn opaque_alpha_is_no_alpha_and_a_user_interface_has_one_level() {
    let picture = png(16, 16, stones);
    assert_eq!(texture(&picture, &Options::default()).flags, TextureFlags::empty());
    let ui = texture(&picture, &Options { usage: Usage::Ui, ..Options::default() });
    assert_eq!((ui.mips().len(), ui.flags), (1, TextureFlags::UI | TextureFlags::CLAMP));
    assert_eq!(ui.provenance.options, "--as ui --quality normal");
    assert_eq!(ui.provenance.sources[0].path, "art/picture.png");
}

#[test]
fn damaged_pictures_are_refused() {
    let options = plain(Usage::Color);
    let image = DynamicImage::from(RgbaImage::from_fn(9, 9, |x, y| image::Rgba(stones(x, y))));
    for format in [ImageFormat::Png, ImageFormat::Tga, ImageFormat::WebP, ImageFormat::OpenExr] {
        let image = if format == ImageFormat::OpenExr { image.to_rgb32f().into() } else { image.clone() };
        let sound = file(&image, format);
        let name = if format == ImageFormat::Tga { "a.tga" } else { "a.bin" };
        compile(name, &sound, &options).unwrap();
        for length in (0..sound.len().saturating_sub(24)).step_by(5) {
            assert!(
                compile(name, &sound[..length], &options).is_err(),
                "{format:?}, {length} of {} bytes",
                sound.len()
            );
        }
        for at in (0..sound.len()).step_by(3) {
            let mut bytes = sound.clone();
            bytes[at] ^= 0x55;
            let _ = compile(name, &bytes, &options);
        }
    }
    assert!(matches!(compile("a.png", b"", &options), Err(AlchemyError::UnknownFormat)));
    assert!(matches!(
        compile("a.png", b"GIF89a......", &options),
        Err(AlchemyError::UnknownFormat | AlchemyError::Damaged(_))
    ));
}

/// The head of a PNG that claims a size; nothing of that size is behind it.
#[test]
fn a_size_that_is_only_claimed_costs_no_memory() {
    let mut claim = png(1, 1, |_, _| [0; 4]);
    claim[16..20].copy_from_slice(&100_000_u32.to_be_bytes());
    let mut crc = 0xffff_ffff_u32;
    for byte in &claim[12..29] {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    claim[29..33].copy_from_slice(&(!crc).to_be_bytes());
    let error = compile("a.png", &claim, &Options::default()).unwrap_err();
    assert!(matches!(error, AlchemyError::TooLarge { width: 100_000, height: 1 }), "{error}");
}

/// Wires of one pixel in each eight became a wall at half the size: their alpha is one and the same in every pixel.
#[test]
fn thin_wires_do_not_become_a_wall() {
    let alpha = |x: u32, y: u32| if x.is_multiple_of(8) || y.is_multiple_of(8) { 255 } else { 0 };
    let fence = png(64, 64, |x, y| [90, 90, 90, alpha(x, y)]);
    let options = Options { alpha_test: true, ..plain(Usage::Color) };
    let fence = texture(&fence, &options);
    let wanted = 15.0 / 64.0;
    for level in 0..fence.mips().len() as u32 - 2 {
        let pixels = fence.to_linear(level).unwrap();
        let drawn = pixels.iter().filter(|pixel| pixel[3] >= 0.5).count() as f64 / pixels.len() as f64;
        assert!((drawn - wanted).abs() < 0.05, "level {level}: {drawn} of {wanted}");
    }
}

/// `_normal_dx` and the like were colours, and packs' own endings were not known.
#[test]
fn names_of_texture_packs_are_known_and_green_that_points_down_is_turned() {
    use alchemy::PictureRole::{self, Base, Height, Metalness, Normal, NormalDirectX, Occlusion, Packed, Roughness};
    let arm = Packed(kerosene_asset::Packing::Orm);
    for (name, set, role) in [
        ("Bricks060_1K-PNG_Color", "Bricks060_1K-PNG", Base),
        ("Bricks060_1K-PNG_NormalGL", "Bricks060_1K-PNG", Normal),
        ("Bricks060_2K-JPG_NormalDX", "Bricks060_2K-JPG", NormalDirectX),
        ("Bricks060_1K-PNG_AmbientOcclusion", "Bricks060_1K-PNG", Occlusion),
        ("Bricks060_1K-PNG_Displacement", "Bricks060_1K-PNG", Height),
        ("Bricks060_1K-PNG_Metalness", "Bricks060_1K-PNG", Metalness),
        ("brick_wall_diff_1k", "brick_wall", Base),
        ("brick_wall_nor_gl_1k", "brick_wall", Normal),
        ("brick_wall_nor_dx_16k", "brick_wall", NormalDirectX),
        ("brick_wall_rough_1k", "brick_wall", Roughness),
        ("brick_wall_arm_1k", "brick_wall", arm),
        ("wall_normal-ogl", "wall", Normal),
        ("wall_normal-dx", "wall", NormalDirectX),
        ("wall_1k", "wall_1k", Base),
        ("_1k", "_1k", Base),
        ("é-é", "é-é", Base),
    ] {
        assert_eq!(PictureRole::of_name(name), (set, role), "{name}");
    }
    let both = ["a_Color.png", "a_NormalGL.png", "a_NormalDX.png"];
    let set = alchemy::TextureSet::find("a", both).unwrap();
    assert_eq!(set.files().collect::<Vec<_>>(), ["a_Color.png", "a_NormalGL.png"]);
    let down = png(4, 4, |_, _| [128, 28, 205, 255]);
    let green =
        |flip_green| texture(&down, &Options { flip_green, ..plain(Usage::Normal) }).to_linear(0).unwrap()[0][1];
    assert!((green(false) + green(true) - 1.0).abs() < 0.01 && green(true) > 0.8);
}

/// Blocks of light have no alpha, and it was lost without a word.
#[test]
fn light_keeps_its_alpha() {
    let image = image::Rgba32FImage::from_fn(4, 4, |x, _| image::Rgba([2.0, 1.0, 0.5, x as f32 / 4.0]));
    let exr = file(&image.into(), ImageFormat::OpenExr);
    let texture = texture(&exr, &Options::default());
    assert_eq!(texture.format(), PixelFormat::Rgba16Float);
    assert_eq!(texture.to_linear(0).unwrap()[2], [2.0, 1.0, 0.5, 0.5]);
}

/// A JPEG of a kilobyte that claims 16,384 by 16,384 pixels took 2.8 GB; what a picture costs is known before it is read.
#[test]
fn claims_of_many_pixels_are_refused() {
    let size = |jpeg: &mut Vec<u8>, width: u16, height: u16| {
        let at = jpeg.windows(2).position(|mark| mark == [0xff, 0xc0]).unwrap();
        jpeg[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
        jpeg[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
    };
    let mut jpeg = file(&image::RgbImage::new(8, 8).into(), ImageFormat::Jpeg);
    size(&mut jpeg, 16_384, 16_384);
    assert!(matches!(compile("a.jpg", &jpeg, &Options::default()), Err(AlchemyError::TooLarge { .. })));
    size(&mut jpeg, 8_192, 8_192);
    let error = compile("a.jpg", &jpeg, &Options::default()).unwrap_err();
    assert!(matches!(error, AlchemyError::CutOff { .. }), "{error}");
    let png = png(64, 64, |x, y| [(x * y) as u8, x as u8, y as u8, 255]);
    let error = compile("a.png", &png[..png.len() / 2], &Options::default()).unwrap_err().to_string();
    assert!(error.ends_with("it is cut off"), "{error}");
}

/// Cameras write pictures as they were held and say which way is up.
#[test]
fn photographs_are_turned_the_way_up_that_they_say() {
    let jpeg = file(&image::RgbImage::from_fn(16, 8, |x, _| image::Rgb([(x * 15) as u8; 3])).into(), ImageFormat::Jpeg);
    // One entry of EXIF: orientation 6, a quarter turn to the right.
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01".to_vec();
    exif.extend([1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]);
    let mut turned = jpeg[..2].to_vec();
    turned.extend([0xff, 0xe1, 0, exif.len() as u8 + 2]);
    turned.extend(exif);
    turned.extend(&jpeg[2..]);
    let texture = texture(&turned, &plain(Usage::Data));
    assert_eq!((texture.width(), texture.height()), (8, 16));
    let pixels = texture.to_linear(0).unwrap();
    assert!(pixels[0][0] < 0.1 && pixels[15 * 8][0] > 0.8, "left is up");
}
