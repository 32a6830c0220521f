//! Pictures kept in the player's folder.

use kerosene_vfs::{EntryKind, Vfs, VfsError};
use std::{
    fs::OpenOptions,
    io,
    path::{Path, PathBuf},
};

/// Folder of pictures in the player's.
const FOLDER: &str = "screenshots";

/// Names that are tried before giving up.
const MOST_TRIES: u32 = 10_000;

/// Why a picture was not kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScreenshotError {
    /// There is nowhere to keep it.
    #[error("the picture was not kept: there is no folder of the player's to write to")]
    NoFolder,
    /// The name cannot be reserved.
    #[error("the picture was not kept: {}: {source}", path.display())]
    Reserve { path: PathBuf, source: io::Error },
    /// It cannot be written.
    #[error("the picture was not kept: {0}")]
    Write(#[from] VfsError),
    /// It cannot be packed.
    #[error("the picture was not kept: {0}")]
    Encode(#[from] png::EncodingError),
}

/// Keeps a picture (rows of red, green, blue, alpha) as PNG under a name that has the map in it and a number that no picture
/// had before. Gives the file.
///
/// The name is reserved by an empty file that only one program can make, and then replaced by the whole picture: two
/// programs cannot take one name, and a crash leaves no half picture.
pub(crate) fn keep(vfs: &Vfs, map: Option<&str>, size: [u32; 2], rgba: &[u8]) -> Result<PathBuf, ScreenshotError> {
    let bytes = packed(size, rgba)?;
    let folder = vfs.writable_folder().ok_or(ScreenshotError::NoFolder)?;
    let name = reserve(vfs, folder, &map.unwrap_or("menu").replace('/', "_"))?;
    Ok(vfs.write(&name, &bytes)?)
}

/// The picture as PNG. The alpha of a screen means nothing.
fn packed(size: [u32; 2], rgba: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let rgb: Vec<u8> = rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgb);
    // A player waits for it in the middle of a game.
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header()?.write_image_data(&rgb)?;
    Ok(bytes)
}

/// Makes an empty file of a name that is free, and gives its path among the layers.
fn reserve(vfs: &Vfs, folder: &Path, stem: &str) -> Result<String, ScreenshotError> {
    let real = folder.join(FOLDER);
    let refused = |path: &Path, source| ScreenshotError::Reserve { path: path.to_owned(), source };
    std::fs::create_dir_all(&real).map_err(|error| refused(&real, error))?;
    let first = highest_number(vfs, stem) + 1;
    for number in first..first.saturating_add(MOST_TRIES) {
        let name = format!("{stem}_{number:04}.png");
        let path = real.join(&name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(format!("{FOLDER}/{name}")),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(refused(&path, error)),
        }
    }
    Err(refused(&real, io::Error::other("every name is taken")))
}

/// The highest number that a picture of this map has.
fn highest_number(vfs: &Vfs, stem: &str) -> u32 {
    let entries = vfs.list(FOLDER).unwrap_or_default();
    let files = entries.iter().filter(|entry| entry.kind == EntryKind::File);
    let number = |name: &str| name.strip_prefix(stem)?.strip_prefix('_')?.strip_suffix(".png")?.parse().ok();
    files.filter_map(|entry| number(&entry.name)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use kerosene_vfs::Access;

    fn player_folder() -> (tempfile::TempDir, Vfs) {
        let folder = tempfile::tempdir().unwrap();
        let mut vfs = Vfs::new();
        vfs.mount_folder(folder.path(), Access::Writable);
        (folder, vfs)
    }

    #[test]
    fn names_count_on_and_are_never_used_twice() {
        let (folder, vfs) = player_folder();
        let keep = || keep(&vfs, Some("ch1/e1m1"), [2, 1], &[255, 0, 0, 255, 0, 0, 255, 0]).unwrap();
        let (first, second) = (keep(), keep());
        assert!(first.ends_with("screenshots/ch1_e1m1_0001.png") && second.ends_with("screenshots/ch1_e1m1_0002.png"));
        // A gap is not filled: whoever took 1 away may have its name elsewhere.
        std::fs::remove_file(first).unwrap();
        std::fs::write(folder.path().join("screenshots/ch1_e1m1_0007.png"), "mine").unwrap();
        assert!(keep().ends_with("screenshots/ch1_e1m1_0008.png"));
        let picture = image::open(second).unwrap().to_rgb8();
        assert_eq!(picture.as_raw(), &[255, 0, 0, 0, 0, 255]);
    }

    #[test]
    fn without_a_folder_it_says_so() {
        let error = keep(&Vfs::new(), None, [1, 1], &[0; 4]).unwrap_err();
        assert!(error.to_string().contains("no folder"), "{error}");
    }
}
