//! `alchemy compile`.

use super::{CompileArgs, concluded, files, files::FileError, say, show};
use crate::{Options, Usage, compile};
use kerosene_asset::Texture;
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A texture that was made.
struct Made {
    file: PathBuf,
    texture: Texture,
    bytes: usize,
    written: bool,
}

pub(super) fn run(arguments: &CompileArgs) -> bool {
    let outputs = match outputs(arguments) {
        Ok(outputs) => outputs,
        Err(error) => return concluded(Err(error), arguments.json),
    };
    let work = || -> Vec<Result<Made, FileError>> {
        let pairs: Vec<_> = arguments.files.iter().zip(outputs).collect();
        pairs.into_par_iter().map(|(picture, output)| make(picture, output, arguments)).collect()
    };
    let made = match rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs).build() {
        Ok(pool) => pool.install(work),
        // A system that gives no threads still has the one that we are on.
        Err(_) => work(),
    };
    // One picture that fails does not keep the others from being made.
    let mut sound = true;
    for made in made {
        match made {
            Ok(made) => say(&line(&made, arguments.json)),
            Err(error) => {
                show(error.diagnostic(), arguments.json);
                sound = false;
            }
        }
    }
    sound
}

/// The texture of each picture.
fn outputs(arguments: &CompileArgs) -> Result<Vec<PathBuf>, FileError> {
    if let Some(output) = &arguments.output {
        return match arguments.files.len() {
            1 => Ok(vec![output.clone()]),
            count => Err(FileError::Several { file: output.clone(), count }),
        };
    }
    let mut taken = BTreeSet::new();
    let output = |picture: &PathBuf| {
        let beside = picture.with_extension("ktex");
        let name = beside.file_name().unwrap_or_default().to_owned();
        let file = arguments.into.as_ref().map_or(beside, |folder| folder.join(name));
        if taken.insert(file.clone()) { Ok(file) } else { Err(FileError::Twice { file }) }
    };
    arguments.files.iter().map(output).collect()
}

fn make(picture: &Path, output: PathBuf, arguments: &CompileArgs) -> Result<Made, FileError> {
    let source = files::read(picture)?;
    let stem = picture.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let options = Options {
        usage: arguments.usage.unwrap_or_else(|| Usage::of_name(stem)),
        clamp: arguments.clamp,
        point: arguments.point,
        alpha_test: arguments.alpha_test,
        uncompressed: arguments.uncompressed,
        no_mips: arguments.no_mips,
        quality: arguments.quality,
    };
    let name = picture.to_string_lossy().replace('\\', "/");
    let texture =
        compile(&name, &source, &options).map_err(|reason| FileError::Picture { file: picture.to_owned(), reason })?;
    let bytes = texture.to_bytes();
    let written = files::write(&output, &bytes)?;
    Ok(Made { file: output, texture, bytes: bytes.len(), written })
}

fn line(made: &Made, as_json: bool) -> String {
    let Made { file, texture, bytes, written } = made;
    let (width, height, levels) = (texture.width(), texture.height(), texture.mips().len());
    if as_json {
        return json!({
            "file": file.display().to_string(), "width": width, "height": height, "format": texture.format().name(),
            "levels": levels, "bytes": bytes, "written": written,
        })
        .to_string();
    }
    let verb = if *written { "wrote" } else { "up to date:" };
    format!("{verb} {}: {width} x {height} {}, {levels} levels, {bytes} bytes", file.display(), texture.format().name())
}
