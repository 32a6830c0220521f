//! `alchemy compile`.

use super::foreign::{Opened, Wanted};
use super::{CompileArgs, concluded, files, files::FileError};
use crate::{ForeignKind, ForeignTexture, Options, PictureRole, Usage, compile};
use kerosene_asset::{Material, Texture};
use kerosene_cli::{FileFault, beside, read, say, show_one, source_name, spare, with_threads, write};
use kerosene_diagnostics::{Diagnostic, Sources};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A texture or material that was made.
struct Made {
    file: PathBuf,
    /// Of a texture its size, format and number of levels; nothing of a material.
    texture: Option<(u32, u32, &'static str, usize)>,
    bytes: usize,
    written: bool,
}

/// Something to make.
enum Job<'a> {
    /// A texture of a picture.
    Picture { picture: &'a Path, output: PathBuf },
    /// The textures and the material of a texture in a file of another game; the output has no extension.
    Foreign { from: &'a Opened, texture: ForeignTexture<'a>, output: PathBuf },
    /// A material of another game; the output has no extension.
    Material { material: Box<Material>, output: PathBuf },
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
    remarks.into_iter().for_each(|remark| show_one(remark, &Sources::new(), arguments.json));
    let work =
        || -> Vec<Result<Vec<Made>, FileError>> { jobs.into_par_iter().map(|job| make(job, arguments)).collect() };
    // One picture that fails does not keep the others from being made.
    for made in with_threads(arguments.jobs, work) {
        let told = made.map(|made| made.iter().for_each(|made| say(&line(made, arguments.json))));
        sound &= concluded(told, arguments.json);
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
        return Err(FileFault::Several { file: output.clone(), count: arguments.files.len() }.into());
    }
    let (mut jobs, mut remarks) = (Vec::new(), Vec::new());
    let pictures = arguments.files.iter().filter(|file| ForeignKind::of_path(file).is_none());
    jobs.extend(pictures.map(|picture| Job::Picture { picture, output: output(picture, arguments) }));
    for from in opened {
        let content = from.content()?;
        remarks.extend(from.remarks(&content));
        let wanted = from.wanted(content, arguments)?;
        jobs.extend(wanted.into_iter().map(|(wanted, output)| match wanted {
            Wanted::Texture(texture) => Job::Foreign { from, texture, output },
            Wanted::Material { material, .. } => Job::Material { material, output },
        }));
    }
    let mut taken = BTreeSet::new();
    for job in &jobs {
        let (file, kind) = match job {
            Job::Picture { output, .. } => (output.clone(), &files::TEXTURE),
            Job::Foreign { output, .. } => (with_ending(output, ".ktex"), &files::TEXTURE),
            Job::Material { output, .. } => (with_ending(output, ".kmat_c"), &files::MATERIAL),
        };
        spare(&arguments.files, [&file])?;
        kind.check(arguments.output.as_ref().unwrap_or(&file))?;
        if !taken.insert(file.clone()) {
            return Err(FileFault::Twice { file }.into());
        }
    }
    Ok((jobs, remarks))
}

/// The texture of a picture.
fn output(picture: &Path, arguments: &CompileArgs) -> PathBuf {
    arguments.output.clone().unwrap_or_else(|| beside(picture, arguments.into.as_deref(), "ktex"))
}

/// A file's name with something after it. Dots in the name are the name's own.
fn with_ending(output: &Path, ending: &str) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn make(job: Job<'_>, arguments: &CompileArgs) -> Result<Vec<Made>, FileError> {
    match job {
        Job::Picture { picture, output } => Ok(vec![make_of_picture(picture, output, arguments)?]),
        Job::Foreign { from, texture, output } => {
            let failed = |reason| FileError::Picture { file: from.file.clone(), reason };
            let usage = arguments.usage.unwrap_or_default();
            let made = texture.compile(&from.palette, &options(usage, arguments), &from.source).map_err(failed)?;
            // Where one file is named, it is all that is written.
            let material = texture.material(made.len() > 1, &from.source).filter(|_| arguments.output.is_none());
            let made = made.into_iter().take(if arguments.output.is_some() { 1 } else { usize::MAX });
            let textures =
                made.map(|(suffix, texture)| write_texture(with_ending(&output, &format!("{suffix}.ktex")), &texture));
            let material = material.map(|material| write_material(&output, &material));
            textures.chain(material).collect()
        }
        Job::Material { material, output } => Ok(vec![write_material(&output, &material)?]),
    }
}

fn make_of_picture(picture: &Path, output: PathBuf, arguments: &CompileArgs) -> Result<Made, FileError> {
    let source = read(picture)?;
    let stem = picture.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let (_, role) = PictureRole::of_name(stem);
    let options = Options {
        flip_green: arguments.flip_green || role == PictureRole::NormalDirectX,
        ..options(arguments.usage.unwrap_or_else(|| role.usage()), arguments)
    };
    let failed = |reason| FileError::Picture { file: picture.to_owned(), reason };
    write_texture(output, &compile(&source_name(picture), &source, &options).map_err(failed)?)
}

fn options(usage: Usage, arguments: &CompileArgs) -> Options {
    Options {
        usage,
        flip_green: arguments.flip_green,
        clamp: arguments.clamp,
        point: arguments.point,
        alpha_test: arguments.alpha_test,
        uncompressed: arguments.uncompressed,
        no_mips: arguments.no_mips,
        quality: arguments.quality,
    }
}

fn write_texture(file: PathBuf, texture: &Texture) -> Result<Made, FileError> {
    let bytes = texture.to_bytes();
    let written = write(&file, &bytes, &files::TEXTURE)?;
    let about = (texture.width(), texture.height(), texture.format().name(), texture.mips().len());
    Ok(Made { file, texture: Some(about), bytes: bytes.len(), written })
}

fn write_material(output: &Path, material: &Material) -> Result<Made, FileError> {
    let (file, bytes) = (with_ending(output, ".kmat_c"), material.to_bytes());
    let written = write(&file, &bytes, &files::MATERIAL)?;
    Ok(Made { file, texture: None, bytes: bytes.len(), written })
}

fn line(made: &Made, as_json: bool) -> String {
    let Made { file, texture, bytes, written } = made;
    let file = file.display().to_string();
    let verb = if *written { "wrote" } else { "up to date:" };
    match (texture, as_json) {
        (Some((width, height, format, levels)), true) => json!({
            "file": file, "width": width, "height": height, "format": format, "levels": levels, "bytes": bytes,
            "written": written,
        })
        .to_string(),
        (None, true) => json!({ "file": file, "bytes": bytes, "written": written }).to_string(),
        (Some((width, height, format, levels)), false) => {
            format!("{verb} {file}: {width} x {height} {format}, {levels} levels, {bytes} bytes")
        }
        (None, false) => format!("{verb} {file}: material, {bytes} bytes"),
    }
}
