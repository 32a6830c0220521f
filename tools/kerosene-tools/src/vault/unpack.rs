//! An archive becomes a folder.

use super::{Selection, bytes, open};
use crate::cli::VaultUnpackArgs;
use crate::error::ToolError;
use crate::output::say;
use kerosene_vfs::{Access, Vfs, VfsError};
use std::process::ExitCode;

/// Writes the files that are meant. A folder's layer takes care that no name leads out of it, not even through a link.
pub(super) fn run(arguments: &VaultUnpackArgs) -> Result<ExitCode, ToolError> {
    let vault = open(&arguments.file)?;
    let selection = Selection { only: &arguments.only, exclude: &[] };
    let mut vfs = Vfs::new();
    vfs.mount_folder(&arguments.folder, Access::Writable);
    let content = |reason| ToolError::content(&arguments.folder, reason);
    let names: Vec<_> = vault.entries().map(|entry| entry.name).filter(|name| selection.takes(name)).collect();
    // Nothing is written where something would be lost.
    let mut differing = Vec::new();
    for name in &names {
        let Some(there) = there(&vfs, name).map_err(content)? else { continue };
        let same = read(&vault, &arguments.file, name)? == there;
        if !same {
            differing.push(*name);
        }
    }
    if let (Some(first), false) = (differing.first(), arguments.force) {
        return Err(ToolError::Exists { file: arguments.folder.join(first).display().to_string() });
    }
    let mut total = 0;
    for name in &names {
        let file = read(&vault, &arguments.file, name)?;
        vfs.write(name, &file).map_err(content)?;
        total += file.len() as u64;
    }
    if arguments.json {
        say(&serde_json::json!({ "files": names.len(), "bytes": total, "replaced": differing }).to_string());
    } else {
        say(&format!("unpacked {} files, {}, into {}", names.len(), bytes(total), arguments.folder.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The file that is there already.
fn there(vfs: &Vfs, name: &str) -> Result<Option<Vec<u8>>, VfsError> {
    match vfs.read(name) {
        Ok(bytes) => Ok(Some(bytes.into_owned())),
        Err(VfsError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn read(vault: &kerosene_vfs::Vault, file: &std::path::Path, name: &str) -> Result<Vec<u8>, ToolError> {
    let bytes = vault.read(name).map_err(|reason| ToolError::archive(file, reason))?;
    Ok(bytes.unwrap_or_default().into_owned())
}
