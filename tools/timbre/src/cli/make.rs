//! `timbre compile`.

use super::{CompileArgs, concluded, files, files::FileError};
use crate::{Compiled, Options, compile};
use kerosene_cli::{outputs, read, say, show, source_name, with_threads, write};
use kerosene_diagnostics::Sources;
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};

/// A sound that was made.
struct Made {
    file: PathBuf,
    compiled: Compiled,
    bytes: usize,
    written: bool,
}

pub(super) fn run(arguments: &CompileArgs) -> bool {
    let (output, into) = (arguments.output.as_deref(), arguments.into.as_deref());
    let outputs = match outputs(&arguments.files, output, into, &files::SOUND) {
        Ok(outputs) => outputs,
        Err(fault) => return concluded(Err(fault.into()), arguments.json),
    };
    let options = options(arguments);
    let work = || -> Vec<Result<Made, FileError>> {
        let pairs: Vec<_> = arguments.files.iter().zip(outputs).collect();
        pairs.into_par_iter().map(|(recording, output)| make(recording, output, &options)).collect()
    };
    // One recording that fails does not keep the others from being made.
    let mut sound = true;
    for made in with_threads(arguments.jobs, work) {
        let told = made.map(|made| {
            show(&made.compiled.notes, &Sources::new(), arguments.json);
            say(&line(&made, arguments.json));
        });
        sound &= concluded(told, arguments.json);
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

fn make(recording: &Path, output: PathBuf, options: &Options) -> Result<Made, FileError> {
    let source = read(recording)?;
    let failed = |reason| FileError::Recording { file: recording.to_owned(), reason };
    let compiled = compile(&source_name(recording), &source, options).map_err(failed)?;
    let bytes = compiled.sound.to_bytes();
    let written = write(&output, &bytes, &files::SOUND)?;
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
