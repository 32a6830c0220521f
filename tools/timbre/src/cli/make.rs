//! `timbre compile`.

use super::{CompileArgs, concluded, files, files::FileError, say, show, show_one};
use crate::{Compiled, Options, compile};
use kerosene_diagnostics::Sources;
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A sound that was made.
struct Made {
    file: PathBuf,
    compiled: Compiled,
    bytes: usize,
    written: bool,
}

pub(super) fn run(arguments: &CompileArgs) -> bool {
    let outputs = match outputs(arguments) {
        Ok(outputs) => outputs,
        Err(error) => return concluded(Err(error), arguments.json),
    };
    let options = options(arguments);
    let work = || -> Vec<Result<Made, FileError>> {
        let pairs: Vec<_> = arguments.files.iter().zip(outputs).collect();
        pairs.into_par_iter().map(|(recording, output)| make(recording, output, &options)).collect()
    };
    let made = match rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs).build() {
        Ok(pool) => pool.install(work),
        // A system that gives no threads still has the one that we are on.
        Err(_) => work(),
    };
    // One recording that fails does not keep the others from being made.
    let mut sound = true;
    for made in made {
        match made {
            Ok(made) => {
                show(&made.compiled.notes, &Sources::new(), arguments.json);
                say(&line(&made, arguments.json));
            }
            Err(error) => {
                show_one(error.diagnostic(), &Sources::new(), arguments.json);
                sound = false;
            }
        }
    }
    sound
}

fn options(arguments: &CompileArgs) -> Options {
    Options {
        gain: arguments.gain,
        mono: arguments.mono,
        normalize: arguments.normalize,
        rate: arguments.rate,
        repeats: arguments.repeats,
        encoding: arguments.encoding.into(),
        trim: arguments.trim,
    }
}

/// The sound of each recording.
fn outputs(arguments: &CompileArgs) -> Result<Vec<PathBuf>, FileError> {
    if let Some(output) = &arguments.output {
        return match arguments.files.len() {
            1 => Ok(vec![output.clone()]),
            count => Err(FileError::Several { file: output.clone(), count }),
        };
    }
    let mut taken = BTreeSet::new();
    let output = |recording: &PathBuf| {
        let beside = recording.with_extension("kaud");
        let name = beside.file_name().unwrap_or_default().to_owned();
        let file = arguments.into.as_ref().map_or(beside, |folder| folder.join(name));
        if taken.insert(file.clone()) { Ok(file) } else { Err(FileError::Twice { file }) }
    };
    arguments.files.iter().map(output).collect()
}

fn make(recording: &Path, output: PathBuf, options: &Options) -> Result<Made, FileError> {
    let source = files::read(recording)?;
    let name = recording.to_string_lossy().replace('\\', "/");
    let failed = |reason| FileError::Recording { file: recording.to_owned(), reason };
    let compiled = compile(&name, &source, options).map_err(failed)?;
    let bytes = compiled.sound.to_bytes();
    let written = files::write(&output, &bytes)?;
    Ok(Made { file: output, compiled, bytes: bytes.len(), written })
}

fn line(made: &Made, as_json: bool) -> String {
    let Made { file, compiled, bytes, written } = made;
    let sound = &compiled.sound;
    if as_json {
        return json!({
            "file": file.display().to_string(), "rate": sound.rate(), "channels": sound.channels(),
            "frames": sound.frames(), "seconds": sound.seconds(), "encoding": sound.encoding().name(),
            "loops": sound.loop_points().is_some(), "clipped": compiled.clipped, "bytes": bytes, "written": written,
        })
        .to_string();
    }
    let verb = if *written { "wrote" } else { "up to date:" };
    let kind = if sound.channels() == 1 { "mono" } else { "stereo" };
    let loops = if sound.loop_points().is_some() { ", loops" } else { "" };
    format!(
        "{verb} {}: {:.2} s, {} Hz {kind} {}{loops}, {bytes} bytes",
        file.display(),
        sound.seconds(),
        sound.rate(),
        sound.encoding().name()
    )
}
