//! An archive becomes a folder.

use super::{Selection, bytes, open};
use crate::cli::VaultUnpackArgs;
use crate::error::ToolError;
use kerosene_cli::say;
use kerosene_vfs::vault::ContentHash;
use kerosene_vfs::{Access, FileBytes, Vfs, VfsError};
use std::process::ExitCode;

/// Writes the files that are meant. A folder's layer takes care that no name leads out of it, not even through a link.
pub(super) fn run(arguments: &VaultUnpackArgs) -> Result<ExitCode, ToolError> {
    let vault = open(&arguments.file)?;
    let selection = Selection { only: &arguments.only, exclude: &[] };
    let mut vfs = Vfs::new();
    vfs.mount_folder(&arguments.folder, Access::Writable);
    let content = |reason| ToolError::content(&arguments.folder, reason);
    let entries: Vec<_> = vault.entries().filter(|entry| selection.takes(entry.name)).collect();
    // Nothing is written where something would be lost.
    let mut differing = Vec::new();
    for entry in &entries {
        let there = there(&vfs, entry.name).map_err(content)?;
        if there.is_some_and(|there| ContentHash::of(&there) != entry.hash) {
            differing.push(entry.name);
        }
    }
    if let (Some(first), false) = (differing.first(), arguments.force) {
        return Err(ToolError::Exists { file: arguments.folder.join(first).display().to_string() });
    }
    let mut total = 0;
    for entry in &entries {
        let file = vault.read(entry.name).map_err(|reason| ToolError::archive(&arguments.file, reason))?;
        let file = file.unwrap_or_default();
        vfs.write(entry.name, &file).map_err(content)?;
        total += file.len() as u64;
    }
    if arguments.json {
        say(&serde_json::json!({ "files": entries.len(), "bytes": total, "replaced": differing }).to_string());
    } else {
        say(&format!("unpacked {} files, {}, into {}", entries.len(), bytes(total), arguments.folder.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The file that is there already.
fn there(vfs: &Vfs, name: &str) -> Result<Option<FileBytes>, VfsError> {
    match vfs.read(name) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(VfsError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
