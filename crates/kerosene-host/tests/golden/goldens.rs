//! Pictures on disk: those that were looked at, and what is left of a comparison that failed.

use crate::metric::{Difference, Image, difference};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use std::fs;
use std::path::{Path, PathBuf};

/// Mean distance up to which a picture is taken for what it was. Drivers round edges and filter textures otherwise, which
/// costs a tenth or two; a light or a texture that is wrong costs several times this much.
const MEAN: f32 = 0.6;

/// The same for the worst tile: what is missing there is seen at a glance, and a rounded edge is far from it.
const WORST_TILE: f32 = 6.0;

/// Most bytes of a picture, so that a clone stays small.
const BYTES: usize = 72 << 10;

/// Whether pictures are to be made anew: after each was looked at.
pub(crate) fn are_remade() -> bool {
    std::env::var("KEROSENE_UPDATE_GOLDEN").is_ok_and(|value| value == "1")
}

/// Where pictures are kept: the book shows the same files that the tests compare with.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/pictures")
}

/// Compares a picture with the one that was looked at; says what is wrong with it.
pub(crate) fn check(name: &str, picture: &Image) -> Result<(), String> {
    let path = folder().join(format!("{name}.png"));
    if are_remade() {
        return remake(&path, picture);
    }
    let golden = read(&path).ok_or_else(|| {
        leave(name, picture, None);
        format!(
            "{name}: no picture at {}; look at the new one in {} and make it one by KEROSENE_UPDATE_GOLDEN=1",
            path.display(),
            left().display()
        )
    })?;
    let Some(difference) = difference(&golden, &coarse(picture)) else {
        return Err(format!("{name}: of another size"));
    };
    if difference.mean <= MEAN && difference.worst_tile <= WORST_TILE {
        return Ok(());
    }
    leave(name, picture, Some(&difference));
    Err(format!(
        "{name}: {:.2} from what it was (at most {MEAN}), {:.2} in the worst tile (at most {WORST_TILE}); the picture and the \
         difference are in {}. Where it is meant to look so, KEROSENE_UPDATE_GOLDEN=1 makes it the one to compare with",
        difference.mean,
        difference.worst_tile,
        left().display(),
    ))
}

/// Steps between shades of each colour that kept pictures have: the steps are below what is seen, and the file is smaller by half.
const STEP: u8 = 4;

/// The picture in the shades of kept pictures.
fn coarse(picture: &Image) -> Image {
    in_steps(picture, STEP)
}

fn in_steps(picture: &Image, step: u8) -> Image {
    let nearest = |byte: u8| byte.saturating_add(step / 2) / step * step;
    Image { size: picture.size, rgb: picture.rgb.iter().map(|pixel| pixel.map(nearest)).collect() }
}

/// Most bytes of a picture that is only shown.
pub(crate) const SHOWN_BYTES: usize = 60 << 10;

/// Writes a picture that is only shown, in as many shades as the size of its file allows.
pub(crate) fn keep_to_show(name: &str, picture: &Image) {
    let files = [STEP, 8, 12, 16, 24].map(|step| encoded(&in_steps(picture, step)));
    let bytes = files.iter().find(|bytes| bytes.len() <= SHOWN_BYTES).expect("few shades take few bytes");
    fs::write(folder().join(format!("{name}.png")), bytes).unwrap();
    println!("{name}: {} bytes", bytes.len());
}

/// Writes a picture, unless the one there is as good as it: equal pictures on another driver are no change to commit.
fn remake(path: &Path, picture: &Image) -> Result<(), String> {
    let picture = &coarse(picture);
    let same = read(path)
        .and_then(|golden| difference(&golden, picture))
        .is_some_and(|it| it.mean < 0.02 && it.worst_tile < 0.5);
    if same {
        return Ok(());
    }
    let bytes = encoded(picture);
    fs::create_dir_all(folder()).map_err(|error| error.to_string())?;
    fs::write(path, &bytes).map_err(|error| error.to_string())?;
    println!("{}: {} bytes", path.display(), bytes.len());
    if bytes.len() > BYTES {
        return Err(format!("{}: {} bytes; pictures have at most {BYTES}", path.display(), bytes.len()));
    }
    Ok(())
}

fn encoded(picture: &Image) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    let [width, height] = picture.size;
    encoder.write_image(picture.rgb.as_flattened(), width, height, ExtendedColorType::Rgb8).unwrap();
    bytes
}

fn read(path: &Path) -> Option<Image> {
    let image = image::load_from_memory(&fs::read(path).ok()?).ok()?.to_rgb8();
    let rgb = image.pixels().map(|pixel| pixel.0).collect();
    Some(Image { size: [image.width(), image.height()], rgb })
}

/// Where pictures of failures go.
fn left() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden")
}

/// Leaves a picture, and the difference as a map from black to white, to be looked at.
fn leave(name: &str, picture: &Image, difference: Option<&Difference>) {
    fs::create_dir_all(left()).unwrap();
    fs::write(left().join(format!("{name}.png")), encoded(picture)).unwrap();
    if let Some(difference) = difference {
        let shade = |distance: &f32| [(distance * 8.0).min(255.0) as u8; 3];
        let map = Image { size: picture.size, rgb: difference.distances.iter().map(shade).collect() };
        fs::write(left().join(format!("{name}.difference.png")), encoded(&map)).unwrap();
    }
}
