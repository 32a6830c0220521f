//! `alchemy compile`.

use super::foreign::{Opened, shown};
use super::{CompileArgs, concluded, files, files::FileError, say, show, with_threads};
use crate::{ForeignKind, ForeignTexture, Options, Usage, compile};
use kerosene_asset::Texture;
use kerosene_diagnostics::Diagnostic;
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

/// Something to make.
enum Job<'a> {
    /// A texture of a picture.
    Picture { picture: &'a Path, output: PathBuf },
    /// The textures of one in a file of another game; the output has no extension.
    Foreign { from: &'a Opened, texture: ForeignTexture<'a>, output: PathBuf },
}

pub(super) fn run(arguments: &CompileArgs) -> bool {
    let opened: Result<Vec<_>, _> = arguments.files.iter().filter_map(|file| open(file, arguments)).collect();
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) => return concluded(Err(error), arguments.json),
    };
    let (jobs, remarks) = match plan(arguments, &opened) {
        Ok(planned) => planned,
        Err(error) => return concluded(Err(error), arguments.json),
    };
    let mut sound = remarks.iter().all(|remark| remark.severity < kerosene_diagnostics::Severity::Error);
    remarks.into_iter().for_each(|remark| show(remark, arguments.json));
    let work =
        || -> Vec<Result<Vec<Made>, FileError>> { jobs.into_par_iter().map(|job| make(job, arguments)).collect() };
    let made = with_threads(arguments.jobs, work);
    // One picture that fails does not keep the others from being made.
    for made in made {
        match made {
            Ok(made) => made.iter().for_each(|made| say(&line(made, arguments.json))),
            Err(error) => {
                show(error.diagnostic(), arguments.json);
                sound = false;
            }
        }
    }
    sound
}

fn open(file: &Path, arguments: &CompileArgs) -> Option<Result<Opened, FileError>> {
    let kind = ForeignKind::of_path(file)?;
    Some(Opened::read(file, kind, arguments.palette.as_deref()))
}

/// Everything that is to be made, in the order of the files, and what is to be said of these.
fn plan<'a>(arguments: &'a CompileArgs, opened: &'a [Opened]) -> Result<(Vec<Job<'a>>, Vec<Diagnostic>), FileError> {
    if let Some(output) = arguments.output.as_ref().filter(|_| arguments.files.len() > 1) {
        return Err(FileError::Several { file: output.clone(), count: arguments.files.len() });
    }
    let (mut jobs, mut remarks) = (Vec::new(), Vec::new());
    let pictures = arguments.files.iter().filter(|file| ForeignKind::of_path(file).is_none());
    jobs.extend(pictures.map(|picture| Job::Picture { picture, output: output(picture, arguments) }));
    for from in opened {
        let content = from.content()?;
        remarks.extend(from.remarks(&content));
        let wanted = from.wanted(content, arguments)?;
        jobs.extend(wanted.into_iter().map(|(texture, output)| Job::Foreign { from, texture, output }));
    }
    let mut taken = BTreeSet::new();
    for job in &jobs {
        let file = match job {
            Job::Picture { output, .. } => output.clone(),
            Job::Foreign { output, .. } => with_suffix(output, ""),
        };
        if !taken.insert(file.clone()) {
            return Err(FileError::Twice { file });
        }
    }
    Ok((jobs, remarks))
}

/// The texture of a picture.
fn output(picture: &Path, arguments: &CompileArgs) -> PathBuf {
    if let Some(output) = &arguments.output {
        return output.clone();
    }
    let beside = picture.with_extension("ktex");
    let name = beside.file_name().unwrap_or_default().to_owned();
    arguments.into.as_ref().map_or(beside, |folder| folder.join(name))
}

/// A file's name with something after it, and the extension of textures. Dots in the name are the name's own.
fn with_suffix(output: &Path, suffix: &str) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(suffix);
    name.push(".ktex");
    PathBuf::from(name)
}

fn make(job: Job<'_>, arguments: &CompileArgs) -> Result<Vec<Made>, FileError> {
    match job {
        Job::Picture { picture, output } => Ok(vec![make_of_picture(picture, output, arguments)?]),
        Job::Foreign { from, texture, output } => {
            let failed = |reason| FileError::Picture { file: from.file.clone(), reason };
            let usage = arguments.usage.unwrap_or_default();
            let made = texture.compile(&from.palette, &options(usage, arguments), &from.source).map_err(failed)?;
            made.into_iter().map(|(suffix, texture)| write(with_suffix(&output, suffix), texture)).collect()
        }
    }
}

fn make_of_picture(picture: &Path, output: PathBuf, arguments: &CompileArgs) -> Result<Made, FileError> {
    let source = files::read(picture)?;
    let stem = picture.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let options = options(arguments.usage.unwrap_or_else(|| Usage::of_name(stem)), arguments);
    let failed = |reason| FileError::Picture { file: picture.to_owned(), reason };
    write(output, compile(&shown(picture), &source, &options).map_err(failed)?)
}

fn options(usage: Usage, arguments: &CompileArgs) -> Options {
    Options {
        usage,
        clamp: arguments.clamp,
        point: arguments.point,
        alpha_test: arguments.alpha_test,
        uncompressed: arguments.uncompressed,
        no_mips: arguments.no_mips,
        quality: arguments.quality,
    }
}

fn write(file: PathBuf, texture: Texture) -> Result<Made, FileError> {
    let bytes = texture.to_bytes();
    let written = files::write(&file, &bytes)?;
    Ok(Made { file, texture, bytes: bytes.len(), written })
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
