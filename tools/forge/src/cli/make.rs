//! `forge compile`.

use super::{CompileArgs, concluded, files, files::FileError};
use crate::{Compiled, ForgeError, Options, compile};
use kerosene_cli::{outputs, read, say, show, source_name, with_threads, write};
use kerosene_diagnostics::Sources;
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};

/// A model that was made.
struct Made {
    file: PathBuf,
    compiled: Compiled,
    bytes: usize,
    written: bool,
}

pub(super) fn run(arguments: &CompileArgs) -> bool {
    let (outputs, options) = match prepared(arguments) {
        Ok(prepared) => prepared,
        Err(error) => return concluded(Err(error), arguments.json),
    };
    let work = || -> Vec<Result<Made, FileError>> {
        let pairs: Vec<_> = arguments.files.iter().zip(outputs).collect();
        pairs.into_par_iter().map(|(source, output)| make(source, output, &options)).collect()
    };
    // One source that fails does not keep the others from being made.
    let mut sound = true;
    for made in with_threads(arguments.jobs, work) {
        let told = made.map(|made| {
            show(&made.compiled.diagnostics, &Sources::new(), arguments.json);
            say(&line(&made, arguments.json));
        });
        sound &= concluded(told, arguments.json);
    }
    sound
}

/// The model of each source, and how it is made.
fn prepared(arguments: &CompileArgs) -> Result<(Vec<PathBuf>, Options), FileError> {
    let (output, into) = (arguments.output.as_deref(), arguments.into.as_deref());
    Ok((outputs(&arguments.files, output, into, &files::MODEL)?, options(arguments)?))
}

fn options(arguments: &CompileArgs) -> Result<Options, FileError> {
    let file = arguments.files.first().cloned().unwrap_or_default();
    let reason = ForgeError::Option { option: "--rotate", reason: "not three angles" };
    arguments.options().ok_or(FileError::Source { file, reason })
}

fn make(source: &Path, output: PathBuf, options: &Options) -> Result<Made, FileError> {
    let bytes = read(source)?;
    let compiled = compile(&source_name(source), &bytes, &mut files::FolderOf(source), options)
        .map_err(|reason| FileError::Source { file: source.to_owned(), reason })?;
    let bytes = compiled.model.to_bytes();
    let written = write(&output, &bytes, &files::MODEL)?;
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
