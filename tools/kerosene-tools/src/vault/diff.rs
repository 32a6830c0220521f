//! How two archives differ.

use super::{bytes, open};
use crate::cli::VaultDiffArgs;
use crate::error::ToolError;
use kerosene_cli::say;
use kerosene_vfs::vault::VaultEntry;
use serde_json::json;
use std::collections::BTreeMap;
use std::process::ExitCode;

pub(super) fn run(arguments: &VaultDiffArgs) -> Result<ExitCode, ToolError> {
    let (before, after) = (open(&arguments.before)?, open(&arguments.after)?);
    let mut files: BTreeMap<&str, [Option<VaultEntry<'_>>; 2]> = BTreeMap::new();
    for (side, vault) in [&before, &after].into_iter().enumerate() {
        for entry in vault.entries() {
            files.entry(entry.name).or_default()[side] = Some(entry);
        }
    }
    let differs =
        |sides: &[Option<VaultEntry<'_>>; 2]| sides[0].map(|entry| entry.hash) != sides[1].map(|entry| entry.hash);
    let mut same = true;
    for (name, sides) in files.iter().filter(|(_, sides)| differs(sides)) {
        same = false;
        say(&line(name, sides, arguments.json));
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn line(name: &str, sides: &[Option<VaultEntry<'_>>; 2], as_json: bool) -> String {
    let (sign, change) = match sides {
        [None, _] => ('+', "added"),
        [_, None] => ('-', "removed"),
        [Some(_), Some(_)] => ('~', "changed"),
    };
    let lens = sides.map(|side| side.map(|entry| entry.len));
    if as_json {
        return json!({ "name": name, "change": change, "bytes_before": lens[0], "bytes_after": lens[1] }).to_string();
    }
    let lens: Vec<_> = lens.into_iter().flatten().map(bytes).collect();
    format!("{sign} {name} ({})", lens.join(" -> "))
}
