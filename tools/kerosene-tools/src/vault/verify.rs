//! Whether an archive is whole.

use super::{bytes, open};
use crate::cli::VaultVerifyArgs;
use crate::error::ToolError;
use kerosene_cli::{say, show_one};
use kerosene_diagnostics::Sources;
use kerosene_vfs::VaultError;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(arguments: &VaultVerifyArgs) -> ExitCode {
    let faults = arguments.files.iter().map(|file| verify(file, arguments)).sum::<usize>();
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says every fault of an archive, and how many there are.
fn verify(file: &Path, arguments: &VaultVerifyArgs) -> usize {
    let show = |error: &ToolError| show_one(error.diagnostic(), &Sources::new(), arguments.json);
    let vault = match open(file) {
        Ok(vault) => vault,
        Err(error) => {
            show(&error);
            return 1;
        }
    };
    let mut faults = 0;
    if let Err(reason) = vault.check_padding() {
        show(&ToolError::archive(file, reason));
        faults += 1;
    }
    for (name, hash) in vault.damaged() {
        show(&ToolError::archive(file, VaultError::Content { name: name.to_owned(), hash }));
        faults += 1;
    }
    if faults == 0 && !arguments.json {
        let total = vault.entries().map(|entry| entry.len).sum();
        say(&format!("{}: {} files, {}, all whole", file.display(), vault.len(), bytes(total)));
    }
    faults
}
