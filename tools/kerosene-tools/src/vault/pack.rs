//! A folder becomes an archive.

use super::{Selection, bytes};
use crate::cli::VaultPackArgs;
use crate::error::ToolError;
use kerosene_cli::{ResultKind, say};
use kerosene_vfs::vault::EncodedContent;
use kerosene_vfs::{Access, EntryKind, FileBytes, Replacement, Vault, VaultWriter, Vfs, VfsError, VirtualPath};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Extension of archives; an archive is not packed into another.
const EXTENSION: &str = "vault";
/// What is made.
const ARCHIVE: ResultKind = ResultKind { name: "archive", ending: EXTENSION, magic: b"KVLT" };
/// Files that are read and compressed at a time for each job: enough to keep all busy, few enough to be held.
const FILES_PER_JOB: usize = 4;
/// Hidden names that are told by name; more are counted.
const TOLD: usize = 3;

/// What a folder holds.
#[derive(Default)]
struct Found {
    files: BTreeSet<String>,
    left_out: Vec<String>,
}

pub(super) fn run(arguments: &VaultPackArgs) -> Result<ExitCode, ToolError> {
    let folder = &arguments.folder;
    if !folder.is_dir() {
        return Err(ToolError::NoFolder { file: folder.display().to_string() });
    }
    let mut vfs = Vfs::new();
    vfs.mount_folder(folder, Access::ReadOnly);
    let found = find(&vfs, folder, &Selection { only: &arguments.only, exclude: &arguments.exclude })?;
    if arguments.list {
        found.files.iter().for_each(|name| say(name));
        return Ok(ExitCode::SUCCESS);
    }
    let output = arguments.output.clone().unwrap_or_else(|| beside(folder));
    ARCHIVE.check(&output)?;
    let changed = replace(&output, |file| write(&vfs, &found.files, arguments, file, &output))?;
    report(&output, &found, changed, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// The archive of a folder where none is named.
fn beside(folder: &Path) -> PathBuf {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    absolute.file_name().map_or_else(|| PathBuf::from("content.vault"), |_| absolute.with_extension(EXTENSION))
}

/// Every file of the folder that is meant, under its virtual path.
fn find(vfs: &Vfs, folder: &Path, selection: &Selection<'_>) -> Result<Found, ToolError> {
    let mut found = Found::default();
    let mut folders = vec![String::new()];
    while let Some(at) = folders.pop() {
        let listed = match vfs.list(&at) {
            Ok(listed) => listed,
            Err(VfsError::NotFound { .. }) => continue,
            Err(reason) => return Err(ToolError::content(folder, reason)),
        };
        for entry in listed {
            let path = if at.is_empty() { entry.name.clone() } else { format!("{at}/{}", entry.name) };
            let hidden = entry.name.starts_with('.');
            if hidden || !VirtualPath::is_normal(&path) {
                found.left_out.push(path);
            } else if entry.kind == EntryKind::Directory {
                folders.push(path);
            } else if !is_archive(&path) && selection.takes(&path) {
                found.files.insert(path);
            }
        }
    }
    Ok(found)
}

fn is_archive(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == EXTENSION)
}

/// Writes the archive, a batch of files at a time: reading and compressing in parallel, writing in order.
fn write(
    vfs: &Vfs,
    files: &BTreeSet<String>,
    arguments: &VaultPackArgs,
    out: &File,
    output: &Path,
) -> Result<(), ToolError> {
    let whole = |reason| ToolError::archive(output, reason);
    let archive = |name: &str, reason| ToolError::archive(Path::new(name), reason);
    let threads = arguments.jobs.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|_| ToolError::NoThreads)?;
    let mut writer = VaultWriter::new(out).map_err(whole)?;
    let names: Vec<_> = files.iter().collect();
    for batch in names.chunks(FILES_PER_JOB * pool.current_num_threads()) {
        let encode = |name: &&String| -> Result<EncodedContent<'static>, ToolError> {
            let read: FileBytes = vfs.read(name).map_err(|reason| ToolError::content(Path::new(name), reason))?;
            EncodedContent::new(read, arguments.level).map_err(|reason| archive(name, reason))
        };
        let encoded: Vec<_> = pool.install(|| batch.par_iter().map(encode).collect());
        for (name, content) in batch.iter().zip(encoded) {
            writer.add(name, &content?).map_err(|reason| archive(name, reason))?;
        }
    }
    writer.finish().map_err(whole)?;
    Ok(())
}

/// Writes a file under another name and puts it in the place of the one that is there, unless that is the same archive.
fn replace(path: &Path, write: impl FnOnce(&File) -> Result<(), ToolError>) -> Result<bool, ToolError> {
    let io = |reason| ToolError::write(path, reason);
    let new = Replacement::begin(path).map_err(io)?;
    write(new.file())?;
    if is_same(new.path(), path) {
        return Ok(false);
    }
    new.put().map_err(io)?;
    Ok(true)
}

/// Whether two files are archives with the same entries: contents are addressed by their hashes.
fn is_same(made: &Path, there: &Path) -> bool {
    let (Ok(made), Ok(there)) = (Vault::open(made), Vault::open(there)) else { return false };
    made.entries().eq(there.entries()) && there.damaged().next().is_none()
}

fn report(output: &Path, found: &Found, changed: bool, arguments: &VaultPackArgs) -> Result<(), ToolError> {
    let vault = super::open(output)?;
    let contents: BTreeSet<_> = vault.entries().map(|entry| entry.hash).collect();
    let total: u64 = vault.entries().map(|entry| entry.len).sum();
    let len = std::fs::metadata(output).map_err(|reason| ToolError::read(output, reason))?.len();
    if arguments.json {
        let report = json!({
            "archive": output.display().to_string(), "files": vault.len(), "contents": contents.len(),
            "bytes": total, "archive_bytes": len, "changed": changed, "left_out": found.left_out,
        });
        say(&report.to_string());
        return Ok(());
    }
    let verb = if changed { "packed" } else { "already packed:" };
    let equal = vault.len() - contents.len();
    let equal = if equal == 0 { String::new() } else { format!(" ({equal} of them equal to others)") };
    say(&format!("{verb} {} files{equal}, {} in {}, into {}", vault.len(), bytes(total), bytes(len), output.display()));
    if !found.left_out.is_empty() {
        let mut told = found.left_out.iter().take(TOLD).cloned().collect::<Vec<_>>().join(", ");
        if found.left_out.len() > TOLD {
            told = format!("{told} and {} more", found.left_out.len() - TOLD);
        }
        say(&format!("left out, since they are hidden or cannot be named everywhere: {told}"));
    }
    Ok(())
}
