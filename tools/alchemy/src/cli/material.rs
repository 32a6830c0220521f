//! `alchemy material`.

use super::{MaterialArgs, concluded, files, files::FileError, textures};
use crate::{AlchemyError, MaterialOptions, SetMaterialError, TextureSet, compile_material, compile_set};
use kerosene_asset::{Blending, Material, Provenance, SourceFile};
use kerosene_cli::{FileFault, outputs, read, say, show, source_name, spare, with_threads, write, write_new};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, Sources};
use rayon::prelude::*;
use serde_json::json;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A material, and what there is to say about it.
struct Made {
    material: Material,
    notes: Diagnostics,
    /// The text, where it was made of one.
    text: Option<(String, String)>,
}

/// What went wrong with one material.
enum Failure {
    File(FileError),
    /// The text says what it cannot, and the text.
    Text(Diagnostics, String, String),
}

impl<E: Into<FileError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::File(error.into())
    }
}

pub(super) fn run(arguments: &MaterialArgs) -> bool {
    let sources = named_like_files(arguments);
    let (output, into) = (arguments.output.as_deref(), arguments.into.as_deref());
    let planned = match output {
        Some(text) if arguments.text => text_place(text, &arguments.files),
        // It is shown, and nothing is written.
        None if arguments.text => Ok(sources.clone()),
        _ => outputs(&sources, output, into, &files::MATERIAL),
    };
    let outputs = match planned {
        Ok(outputs) => outputs,
        Err(fault) => return concluded(Err(fault.into()), arguments.json),
    };
    let work =
        || -> Vec<Result<Made, Failure>> { arguments.files.par_iter().map(|source| make(source, arguments)).collect() };
    let mut sound = true;
    for (made, output) in with_threads(arguments.jobs, work).into_iter().zip(outputs) {
        sound &= match made {
            Ok(made) => finish(&made, &output, arguments),
            Err(Failure::File(error)) => concluded(Err(error), arguments.json),
            Err(Failure::Text(errors, file, text)) => {
                show(&errors, &Sources::new().with(file, text), arguments.json);
                false
            }
        };
    }
    sound
}

/// Where the text of a material goes.
fn text_place(text: &Path, sources: &[PathBuf]) -> Result<Vec<PathBuf>, FileFault> {
    let file = text.to_owned();
    if sources.len() > 1 {
        return Err(FileFault::Several { file, count: sources.len() });
    }
    spare(sources, [text])?;
    let is_text = text.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("kmat"));
    if is_text { Ok(vec![file]) } else { Err(FileFault::Ending { file, name: "material's text", ending: "kmat" }) }
}

/// The sources with an ending: a dot in the name of a set does not begin one.
fn named_like_files(arguments: &MaterialArgs) -> Vec<PathBuf> {
    let with_ending = |set: &PathBuf| {
        let mut name = set.clone().into_os_string();
        name.push(".set");
        PathBuf::from(name)
    };
    if arguments.set { arguments.files.iter().map(with_ending).collect() } else { arguments.files.clone() }
}

fn options(arguments: &MaterialArgs) -> MaterialOptions {
    let blending = [
        (arguments.alpha_test, Blending::AlphaTest),
        (arguments.translucent, Blending::Translucent),
        (arguments.opaque, Blending::Opaque),
    ];
    MaterialOptions {
        shader: arguments.shader,
        surface_property: arguments.surfaceprop.clone(),
        blending: blending.into_iter().find_map(|(on, blending)| on.then_some(blending)),
        two_sided: arguments.no_cull,
    }
}

fn make(source: &Path, arguments: &MaterialArgs) -> Result<Made, Failure> {
    let root = arguments.root.clone().unwrap_or_else(|| textures::root_of(source));
    let mut made = if arguments.set { of_set(source, &root, arguments)? } else { of_text(source, arguments)? };
    let place = |note: Diagnostic| note.at(SourcePosition::file(source.display().to_string()));
    let sought = textures::seek(&made.material, &root);
    made.notes.extend(sought.notes.iter().cloned().map(place));
    if !arguments.set {
        note_textures(&mut made.material.provenance, source, &sought);
    }
    Ok(made)
}

/// Notes the textures that a text names among what the material was made of: one that comes or goes makes other messages. The
/// pictures of a set are its sources already.
fn note_textures(provenance: &mut Provenance, source: &Path, sought: &textures::Sought) {
    let name = |file: &PathBuf| source_name(&textures::named_as(file, source));
    let found = sought.found.iter().filter_map(|file| Some(SourceFile::of(name(file), &read(file).ok()?)));
    provenance.sources.extend(found);
    provenance.absent.extend(sought.absent.iter().map(name));
}

fn of_text(source: &Path, arguments: &MaterialArgs) -> Result<Made, Failure> {
    let text = files::read_text(source)?;
    let name = source_name(source);
    match compile_material(&name, &text, &options(arguments)) {
        Ok((material, notes)) => Ok(Made { material, notes, text: Some((name, text)) }),
        Err(errors) => Err(Failure::Text(errors, name, text)),
    }
}

fn of_set(source: &Path, root: &Path, arguments: &MaterialArgs) -> Result<Made, FileError> {
    let folder = source.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unread = |reason| FileFault::Read { file: folder.to_owned(), reason };
    let mut names = Vec::new();
    for entry in folder.read_dir().map_err(unread)? {
        names.extend(entry.map_err(unread)?.file_name().into_string());
    }
    names.sort();
    let name = source.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let refused = |reason| FileError::Set { file: source.to_owned(), reason };
    let set = TextureSet::find(name, names.iter().map(String::as_str)).map_err(refused)?;
    let mut sources = Vec::new();
    for picture in set.files() {
        let file = source.with_file_name(picture);
        sources.push((source_name(&file), read(&file)?));
    }
    let below = textures::folder_below(root, source);
    let material = compile_set(&set, &below, &sources, &options(arguments)).map_err(|error| match error {
        SetMaterialError::Set(reason) => refused(reason),
        SetMaterialError::Picture { reason, .. } => picture_error(source.with_file_name(set.base_file()), reason),
    })?;
    Ok(Made { material, notes: Diagnostics::new(), text: None })
}

fn picture_error(file: PathBuf, reason: AlchemyError) -> FileError {
    FileError::Picture { file, reason }
}

/// Shows what there is to say, and writes the material or its text.
fn finish(made: &Made, output: &Path, arguments: &MaterialArgs) -> bool {
    let sources = made.text.iter().fold(Sources::new(), |all, (name, text)| all.with(name.as_str(), text.as_str()));
    show(&made.notes, &sources, arguments.json);
    if arguments.text {
        let text = made.material.to_text();
        return match &arguments.output {
            Some(file) => concluded(
                write_new(file, text.as_bytes(), arguments.force).map(drop).map_err(FileError::from),
                arguments.json,
            ),
            None => {
                say(text.trim_end());
                true
            }
        };
    }
    let bytes = made.material.to_bytes();
    let written = write(output, &bytes, &files::MATERIAL).map_err(FileError::from);
    let told = written.map(|written| say(&line(made, output, bytes.len(), written, arguments.json)));
    concluded(told, arguments.json)
}

fn line(made: &Made, file: &Path, bytes: usize, written: bool, as_json: bool) -> String {
    let Material { shader, surface_property, .. } = &made.material;
    let textures: Vec<_> = made.material.textures().into_iter().map(kerosene_asset::TextureName::as_str).collect();
    if as_json {
        return json!({
            "file": file.display().to_string(), "shader": shader.name(), "surface": surface_property,
            "textures": textures, "bytes": bytes, "written": written,
        })
        .to_string();
    }
    let verb = if written { "wrote" } else { "up to date:" };
    let textures = if textures.is_empty() { "no texture".to_owned() } else { textures.join(", ") };
    format!("{verb} {}: {}, {surface_property}, {textures}", file.display(), shader.name())
}
