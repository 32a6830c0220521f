//! Writing what a compile gave.

use super::{CleaveArgs, RunError};
use crate::{Options, Output};
use kerosene_bsp::{MAGIC, WriteOptions};
use kerosene_cli::{FileFault, ResultKind};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_map::{write_kmap, write_valve220};
use kerosene_vfs::{Replacement, is_map_name};
use std::fs;
use std::path::{Path, PathBuf};

/// Extensions of what goes beside the compiled map: portals, holes, the line through the largest hole.
const BESIDE: [&str; 3] = ["kprt", "kleak", "pts"];

/// What is made.
const COMPILED: ResultKind = ResultKind { name: "compiled map", ending: "kbsp", magic: &MAGIC };

/// Where the compiled map goes.
fn target(args: &CleaveArgs) -> PathBuf {
    args.output.clone().unwrap_or_else(|| args.map.with_extension("kbsp"))
}

/// Refuses to write (or, as stale, remove) a map that is read, whatever way its path is written, and to put the compiled map
/// in the place of anything but another.
pub(super) fn spare_what_is_there(args: &CleaveArgs) -> Result<(), RunError> {
    let target = target(args);
    let beside = BESIDE.iter().map(|extension| target.with_extension(extension));
    let outputs = beside.chain([target.clone()]).chain(args.patch.clone());
    match kerosene_cli::spare([&args.map].into_iter().chain(&args.with), outputs) {
        Err(FileFault::OverSource { file }) => return Err(RunError::OverMap { path: file.display().to_string() }),
        spared => spared?,
    }
    if args.dry_run { Ok(()) } else { Ok(COMPILED.check(&target)?) }
}

/// Says where the compiled map has a name that the runtime does not take.
pub(super) fn odd_name(args: &CleaveArgs) -> Option<Diagnostic> {
    let target = target(args);
    let name = target.file_stem()?.to_string_lossy().into_owned();
    if is_map_name(&name) {
        return None;
    }
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    let message =
        format!("the runtime cannot load a map called `{name}`: a name is ASCII letters, digits, `_`, `-` and `.`");
    let diagnostic = Diagnostic::new(codes::MAP_NAME, message).at(SourcePosition::file(args.map.display().to_string()));
    let own = args.map.file_stem().map(|own| own.to_string_lossy().eq_ignore_ascii_case(&name)).unwrap_or_default();
    let fix = if own {
        let ending = args.map.extension().unwrap_or_default().to_string_lossy();
        format!("rename the map, to {plain}.{ending} for instance")
    } else {
        format!("give -o another name, {plain}.kbsp for instance")
    };
    Some(diagnostic.fix(fix))
}

/// Writes the compiled map, portals and what is known of a leak; returns the files written. Stale files of an
/// earlier compile are removed, so that nothing on disk contradicts the map.
pub(super) fn write_all(args: &CleaveArgs, options: &Options, output: &Output) -> Result<Vec<PathBuf>, RunError> {
    let target = target(args);
    refuse_devices(&target)?;
    if let Some(folder) = target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|reason| failed(folder, &reason))?;
    }
    let write = WriteOptions { compress: options.compress };
    output.bsp.write_file(&target, write).map_err(|reason| failed(&target, &reason))?;
    let mut written = vec![target.clone()];
    let portals = output.portals.as_ref().map(crate::PortalFile::to_text);
    let leak = output.leak.as_ref().map(crate::Leak::to_text);
    for (extension, text) in BESIDE.into_iter().zip([portals, leak]) {
        keep(&target.with_extension(extension), text, &mut written)?;
    }
    point_files(&target, output, &mut written)?;
    if let Some(path) = &args.patch {
        patch(path, output, &mut written)?;
    }
    Ok(written)
}

/// Writes `text`, or removes a stale file where there is none.
fn keep(path: &Path, text: Option<String>, written: &mut Vec<PathBuf>) -> Result<(), RunError> {
    match text {
        Some(text) => {
            replace(path, text.as_bytes())?;
            written.push(path.to_owned());
            Ok(())
        }
        None => remove_stale(path),
    }
}

/// One point file for each hole, `NAME.pts`, `NAME.2.pts` and so on; those of an earlier compile go.
fn point_files(target: &Path, output: &Output, written: &mut Vec<PathBuf>) -> Result<(), RunError> {
    let name = |number: usize| match number {
        1 => target.with_extension("pts"),
        _ => target.with_extension(format!("{number}.pts")),
    };
    let mut files = output.leak.as_ref().map(crate::Leak::point_files).unwrap_or_default().into_iter();
    for number in 1.. {
        let (path, text) = (name(number), files.next());
        if text.is_none() && number > 1 && !path.exists() {
            break;
        }
        keep(&path, text, written)?;
    }
    Ok(())
}

/// Writes brushes that close the holes in the format that the name asks for. Without holes it touches nothing: the
/// name may be that of a file that somebody cares for.
fn patch(path: &Path, output: &Output, written: &mut Vec<PathBuf>) -> Result<(), RunError> {
    let failed = |reason: String| RunError::Patch { path: path.display().to_string(), reason };
    let Some(map) = output.leak.as_ref().and_then(crate::Leak::patch) else { return Ok(()) };
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let text = match extension.to_str() {
        Some("map") => write_valve220(&map).map(|exported| exported.text).map_err(|error| failed(error.to_string())),
        Some("kmap") => write_kmap(&map).map_err(|error| failed(error.to_string())),
        _ => Err(failed("neither .map nor .kmap".to_owned())),
    };
    keep(path, Some(text?), written)
}

/// A file is replaced, not written through: where a device stands it would be lost.
fn refuse_devices(target: &Path) -> Result<(), RunError> {
    match fs::metadata(target) {
        Ok(found) if !found.is_file() => Err(failed(target, &"it is there and is not a file")),
        _ => Ok(()),
    }
}

/// Replaces a file in one step, so that a crash leaves the old one or the new one.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    Replacement::write(path, bytes).map_err(|reason| failed(path, &reason))
}

fn remove_stale(path: &Path) -> Result<(), RunError> {
    match fs::remove_file(path) {
        Err(reason) if reason.kind() != std::io::ErrorKind::NotFound => Err(failed(path, &reason)),
        _ => Ok(()),
    }
}

fn failed(path: &Path, reason: &dyn std::fmt::Display) -> RunError {
    RunError::Write { path: path.display().to_string(), reason: reason.to_string() }
}
