//! `alchemy dev-textures`.

use super::{DevTexturesArgs, concluded, files, files::FileError};
use crate::stock;
use kerosene_cli::{FileFault, say, write, write_new};
use std::path::Path;

pub(super) fn run(arguments: &DevTexturesArgs) -> bool {
    concluded(write_all(arguments), false)
}

fn write_all(arguments: &DevTexturesArgs) -> Result<(), FileError> {
    let all = if arguments.compiled {
        let refused = |reason| FileError::Picture { file: arguments.into.clone(), reason };
        let files = stock::files().map_err(refused)?;
        files.into_iter().map(|(path, bytes)| (path.trim_start_matches("materials/").to_owned(), bytes)).collect()
    } else {
        sources()
    };
    let (mut written, mut kept) = (0, Vec::new());
    for (path, bytes) in &all {
        match put(&arguments.into.join(path), bytes, arguments.force) {
            Err(FileFault::Exists { .. }) => kept.push(path),
            done => written += usize::from(done?),
        }
    }
    say(&format!("{} files in {}, {written} of them written anew", all.len(), arguments.into.display()));
    kept.iter().for_each(|path| say(&format!("kept your own {path}; --force writes over it")));
    Ok(())
}

/// What is compiled can be made again; a picture or text may have been changed by hand since.
fn put(file: &Path, bytes: &[u8], force: bool) -> Result<bool, FileFault> {
    match [files::TEXTURE, files::MATERIAL].iter().find(|kind| bytes.starts_with(kind.magic)) {
        Some(kind) => write(file, bytes, kind),
        None => write_new(file, bytes, force),
    }
}

/// Pictures, and materials as texts.
fn sources() -> Vec<(String, Vec<u8>)> {
    let pictures = stock::pictures().into_iter().map(|picture| (format!("{}.png", picture.name), picture.png));
    let texts = stock::materials().into_iter();
    let texts = texts.map(|stock| (format!("{}.kmat", stock.name), stock.material.to_text().into_bytes()));
    pictures.chain(texts).collect()
}
