//! `forge compile`.

use super::{CompileArgs, concluded, files, files::FileError, say, show};
use crate::{Compiled, ForgeError, Options, compile};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A model that was made.
struct Made {
    file: PathBuf,
    compiled: Compiled,
    bytes: usize,
    written: bool,
}

pub(super) fn run(arguments: &CompileArgs) -> bool {
    let prepared = outputs(arguments).and_then(|outputs| Ok((outputs, options(arguments)?)));
    let (outputs, options) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return concluded(Err(error), arguments.json),
    };
    let work = || -> Vec<Result<Made, FileError>> {
        let pairs: Vec<_> = arguments.files.iter().zip(outputs).collect();
        pairs.into_par_iter().map(|(source, output)| make(source, output, &options)).collect()
    };
    let made = match rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs).build() {
        Ok(pool) => pool.install(work),
        // A system that gives no threads still has the one that we are on.
        Err(_) => work(),
    };
    // One source that fails does not keep the others from being made.
    let mut sound = true;
    for made in made {
        let told = made.map(|made| {
            show(&made.compiled.diagnostics, arguments.json);
            say(&line(&made, arguments.json));
        });
        sound &= concluded(told, arguments.json);
    }
    sound
}

fn options(arguments: &CompileArgs) -> Result<Options, FileError> {
    let file = arguments.files.first().cloned().unwrap_or_default();
    let reason = ForgeError::Option { option: "--rotate", reason: "not three angles" };
    arguments.options().ok_or(FileError::Source { file, reason })
}

/// The model of each source.
fn outputs(arguments: &CompileArgs) -> Result<Vec<PathBuf>, FileError> {
    if let Some(output) = &arguments.output {
        return match arguments.files.len() {
            1 => Ok(vec![output.clone()]),
            count => Err(FileError::Several { file: output.clone(), count }),
        };
    }
    let mut taken = BTreeSet::new();
    let output = |source: &PathBuf| {
        let beside = source.with_extension("kmdl");
        let name = beside.file_name().unwrap_or_default().to_owned();
        let file = arguments.into.as_ref().map_or(beside, |folder| folder.join(name));
        if taken.insert(file.clone()) { Ok(file) } else { Err(FileError::Twice { file }) }
    };
    arguments.files.iter().map(output).collect()
}

fn make(source: &Path, output: PathBuf, options: &Options) -> Result<Made, FileError> {
    let bytes = files::read(source)?;
    let name = source.to_string_lossy().replace('\\', "/");
    let compiled = compile(&name, &bytes, &mut files::FolderOf(source), options)
        .map_err(|reason| FileError::Source { file: source.to_owned(), reason })?;
    let bytes = compiled.model.to_bytes();
    let written = files::write(&output, &bytes)?;
    Ok(Made { file: output, compiled, bytes: bytes.len(), written })
}

fn line(made: &Made, as_json: bool) -> String {
    let Made { file, compiled, bytes, written } = made;
    let model = &compiled.model;
    let triangles: Vec<_> = model.levels.iter().map(kerosene_asset::Level::triangles).collect();
    let (vertices, hulls) = (model.vertices.len(), model.hulls.len());
    if as_json {
        return json!({
            "file": file.display().to_string(), "vertices": vertices, "triangles": triangles, "hulls": hulls,
            "bones": model.bones.len(), "clips": model.clips.len(), "bytes": bytes, "written": written,
        })
        .to_string();
    }
    let verb = if *written { "wrote" } else { "up to date:" };
    let levels: Vec<_> = triangles.iter().map(usize::to_string).collect();
    let file = file.display();
    format!("{verb} {file}: {vertices} vertices, {} triangles, {hulls} hulls, {bytes} bytes", levels.join(" / "))
}
