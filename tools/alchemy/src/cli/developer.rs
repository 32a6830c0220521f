//! `alchemy dev-textures`.

use super::{DevTexturesArgs, concluded, files::FileError};
use crate::stock;
use kerosene_cli::{say, write};

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
    let mut written = 0;
    for (path, bytes) in &all {
        written += usize::from(write(&arguments.into.join(path), bytes)?);
    }
    say(&format!("{} files in {}, {written} of them written anew", all.len(), arguments.into.display()));
    Ok(())
}

/// Pictures, and materials as texts.
fn sources() -> Vec<(String, Vec<u8>)> {
    let pictures = stock::pictures().into_iter().map(|picture| (format!("{}.png", picture.name), picture.png));
    let texts = stock::materials().into_iter();
    let texts = texts.map(|stock| (format!("{}.kmat", stock.name), stock.material.to_text().into_bytes()));
    pictures.chain(texts).collect()
}
