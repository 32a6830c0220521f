//! What is in an archive.

use super::{Selection, bytes, open};
use crate::cli::VaultListArgs;
use crate::error::ToolError;
use kerosene_cli::say;
use kerosene_vfs::vault::Encoding;
use serde_json::json;
use std::process::ExitCode;

pub(super) fn run(arguments: &VaultListArgs) -> Result<ExitCode, ToolError> {
    let vault = open(&arguments.file)?;
    let selection = Selection { only: &arguments.only, exclude: &[] };
    for entry in vault.entries().filter(|entry| selection.takes(entry.name)) {
        let encoding = match entry.encoding {
            Encoding::Stored => "stored",
            Encoding::Zstd => "zstd",
        };
        if arguments.json {
            let line = json!({
                "name": entry.name, "bytes": entry.len, "stored": entry.stored, "encoding": encoding,
                "blake3": entry.hash.to_string(),
            });
            say(&line.to_string());
        } else if arguments.long {
            let hash = &entry.hash.to_string()[..12];
            let (len, stored) = (bytes(entry.len), bytes(entry.stored));
            say(&format!("{len:>10} {stored:>10} {encoding:<6} {hash} {}", entry.name));
        } else {
            say(entry.name);
        }
    }
    Ok(ExitCode::SUCCESS)
}
