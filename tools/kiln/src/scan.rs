//! What is in the folders of content.

use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_vfs::VirtualPath;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Folders in each other that are looked into.
const MAX_DEPTH: usize = 32;
/// Files that are looked at: more is no project but a disk.
const MAX_FILES: usize = 1 << 20;

/// A file of the content.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    /// Its virtual path below the content folder: how the engine would name it.
    pub(crate) name: String,
    /// Its path below the project's folder, as it is spelt on the disk, with forward slashes.
    pub(crate) path: String,
}

/// The files, by name, and what was left out.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) files: Vec<Found>,
    pub(crate) notes: Diagnostics,
}

/// Why the folders cannot be looked through: kiln would take what it does not see for gone.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", folder.display())]
pub(crate) struct ScanError {
    pub(crate) folder: PathBuf,
    pub(crate) reason: io::Error,
}

/// A folder to be looked into.
struct Folder {
    real: PathBuf,
    name: String,
    path: String,
    /// Where it and the folders above it really are, so that a link back to one of them is seen.
    chain: Vec<PathBuf>,
}

/// Looks through the folders of the content. `prefix` is the content folder below the project's, with a slash at its end
/// where it is not the same. Hidden names are left out, links are followed as long as they stay inside.
pub(crate) fn scan<'a>(
    content: &Path,
    prefix: &str,
    folders: impl Iterator<Item = &'a str>,
) -> Result<Scan, ScanError> {
    let mut scan = Scan::default();
    let root = content.canonicalize().map_err(|reason| ScanError { folder: content.to_owned(), reason })?;
    let mut stack: Vec<_> = folders.filter_map(|folder| top(content, prefix, folder)).collect();
    while let Some(folder) = stack.pop() {
        let Some(folder) = enter(folder, &root, &mut scan.notes)? else { continue };
        look(&folder, &mut scan, &mut stack)?;
        if scan.files.len() > MAX_FILES {
            let reason = io::Error::other(format!("there are more than {MAX_FILES} files"));
            return Err(ScanError { folder: folder.real, reason });
        }
    }
    scan.files.sort();
    scan.files.dedup();
    Ok(scan)
}

/// A folder of content, where it is there.
fn top(content: &Path, prefix: &str, folder: &str) -> Option<Folder> {
    let name = VirtualPath::new(folder).ok()?.to_string();
    // On the disk it may be spelt in another case.
    let spelt = |name: &str| content.join(name).is_dir().then(|| name.to_owned());
    let found = spelt(folder).or_else(|| spelt(&name)).or_else(|| other_case(content, &name))?;
    Some(Folder { real: content.join(&found), path: format!("{prefix}{found}"), name, chain: Vec::new() })
}

/// A folder directly below another whose name differs in case.
pub(crate) fn other_case(content: &Path, name: &str) -> Option<String> {
    let entries = fs::read_dir(content).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    entries.filter(|entry| entry.eq_ignore_ascii_case(name)).min()
}

/// The folder with its real place in its chain; nothing where it lies outside or in itself.
fn enter(mut folder: Folder, root: &Path, notes: &mut Diagnostics) -> Result<Option<Folder>, ScanError> {
    let real = folder.real.canonicalize();
    let real = real.map_err(|reason| ScanError { folder: folder.real.clone(), reason })?;
    let left_out = if !real.starts_with(root) {
        "it is a link that leads out of the content"
    } else if folder.chain.contains(&real) {
        "it is a link to a folder that it lies in"
    } else if folder.chain.len() >= MAX_DEPTH {
        "it lies in more than 32 folders"
    } else {
        folder.chain.push(real);
        return Ok(Some(folder));
    };
    notes.push(note(&folder.path, left_out));
    Ok(None)
}

fn note(path: &str, why: &str) -> Diagnostic {
    Diagnostic::new(codes::SOURCE_LEFT_OUT, format!("left out: {why}")).at(SourcePosition::file(path))
}

fn look(folder: &Folder, scan: &mut Scan, stack: &mut Vec<Folder>) -> Result<(), ScanError> {
    let failed = |reason| ScanError { folder: folder.real.clone(), reason };
    let mut entries = Vec::new();
    for entry in fs::read_dir(&folder.real).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        entries.push((entry.file_name(), entry.file_type().map_err(failed)?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, kind) in entries {
        let shown = name.to_string_lossy();
        if shown.starts_with('.') {
            continue;
        }
        let path = format!("{}/{shown}", folder.path);
        let virtual_path = name.to_str().and_then(|name| VirtualPath::new(&format!("{}/{name}", folder.name)).ok());
        let Some(virtual_path) = virtual_path.filter(|path| !shown.contains('\\') && !path.is_root()) else {
            scan.notes.push(note(&path, "its name cannot be used on every system"));
            continue;
        };
        let real = folder.real.join(&name);
        let is_folder = if kind.is_symlink() {
            match fs::metadata(&real) {
                Ok(there) => there.is_dir(),
                Err(_) => {
                    scan.notes.push(note(&path, "it is a link to nothing"));
                    continue;
                }
            }
        } else {
            kind.is_dir()
        };
        let name = virtual_path.to_string();
        if is_folder {
            stack.push(Folder { real, name, path, chain: folder.chain.clone() });
        } else if kind.is_file() || leads_inside(&real, &folder.chain) {
            scan.files.push(Found { name, path });
        } else {
            scan.notes.push(note(&path, "it is no file, or a link that leads out of the content"));
        }
    }
    Ok(())
}

/// Whether a link to a file stays in the content: the first of the chain is a folder of it.
fn leads_inside(link: &Path, chain: &[PathBuf]) -> bool {
    let content = chain.first().and_then(|top| top.parent());
    let real = link.canonicalize().ok().filter(|real| real.is_file());
    matches!((real, content), (Some(real), Some(content)) if real.starts_with(content))
}

/// How a folder below the content is spelt on the disk; what is not there, in lower case.
pub(crate) fn spelling(content: &Path, folder: &str) -> String {
    let mut spelt = String::new();
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        let at = content.join(&spelt);
        let there = at.join(name).symlink_metadata().is_ok();
        let name = if there { name.to_owned() } else { other_case(&at, name).unwrap_or_else(|| name.to_owned()) };
        if !spelt.is_empty() {
            spelt.push('/');
        }
        spelt.push_str(&name);
    }
    spelt
}
