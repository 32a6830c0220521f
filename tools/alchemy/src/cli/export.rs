//! `alchemy export`.

use super::{ExportArgs, concluded, files, files::FileError};
use crate::to_ktx2;
use image::{DynamicImage, ImageFormat, Rgba32FImage, RgbaImage};
use kerosene_asset::{Texture, TextureFlags, linear_to_srgb, mip_size};
use kerosene_cli::{FileFault, say, spare, write_new};
use std::io::Cursor;

pub(super) fn run(arguments: &ExportArgs) -> bool {
    concluded(export(arguments), false)
}

fn export(arguments: &ExportArgs) -> Result<(), FileError> {
    let ending = || FileError::Ending { file: arguments.output.clone() };
    spare([&arguments.file], [&arguments.output])?;
    if arguments.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ktx2")) {
        return export_ktx2(arguments);
    }
    let format = ImageFormat::from_path(&arguments.output).map_err(|_| ending())?;
    let texture = files::read_texture(&arguments.file)?;
    let damaged = |reason| FileError::Texture { file: arguments.file.clone(), reason };
    let pixels = texture.to_linear(arguments.mip).map_err(damaged)?;
    let (width, height) = mip_size(texture.width(), texture.height(), arguments.mip);
    let image = match format {
        ImageFormat::Png => {
            let bytes = pixels.iter().flat_map(|pixel| shown(&texture, pixel)).collect();
            RgbaImage::from_raw(width, height, bytes).map(DynamicImage::from)
        }
        ImageFormat::OpenExr => {
            Rgba32FImage::from_raw(width, height, pixels.as_flattened().to_vec()).map(DynamicImage::from)
        }
        _ => return Err(ending()),
    };
    let mut bytes = Cursor::new(Vec::new());
    // The pixels are as many as the size says.
    let image = image.ok_or_else(ending)?;
    let failed = |error: image::ImageError| FileFault::Write {
        file: arguments.output.clone(),
        reason: std::io::Error::other(error.to_string()),
    };
    image.write_to(&mut bytes, format).map_err(failed)?;
    write_new(&arguments.output, bytes.get_ref(), arguments.force)?;
    say(&format!("wrote {}: {width} x {height}", arguments.output.display()));
    Ok(())
}

/// The whole texture for other people's tools.
fn export_ktx2(arguments: &ExportArgs) -> Result<(), FileError> {
    let texture = files::read_texture(&arguments.file)?;
    write_new(&arguments.output, &to_ktx2(&texture), arguments.force)?;
    let (width, height, levels) = (texture.width(), texture.height(), texture.mips().len());
    say(&format!("wrote {}: {width} x {height}, {levels} levels", arguments.output.display()));
    Ok(())
}

/// A pixel as it was in the picture: colours in sRGB, values as they are, normals with their Z.
fn shown(texture: &Texture, pixel: &[f32; 4]) -> [u8; 4] {
    let unit = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
    let [r, g, b, a] = *pixel;
    if texture.flags.contains(TextureFlags::NORMAL) {
        let (x, y) = (r * 2.0 - 1.0, g * 2.0 - 1.0);
        let z = (1.0 - x * x - y * y).max(0.0).sqrt();
        return [unit(r), unit(g), unit(z * 0.5 + 0.5), 255];
    }
    if texture.flags.contains(TextureFlags::DATA) {
        let single = matches!(texture.format().unit_bytes(), 1 | 8);
        return if single { [unit(r), unit(r), unit(r), 255] } else { [unit(r), unit(g), unit(b), unit(a)] };
    }
    [linear_to_srgb(r), linear_to_srgb(g), linear_to_srgb(b), unit(a)]
}
