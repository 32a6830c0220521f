//! Reads what callgrind and the compiler say.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why counts could not be read.
#[derive(Debug, Error)]
pub enum CallgrindError {
    /// The compiler's summary lists no stages.
    #[error("the compiler printed no summary with stages")]
    NoSummary,
    /// A dump is missing.
    #[error("no counts at {path}: {reason}; does the function that begins a stage have another name now?")]
    NoDump {
        /// Where it should be.
        path: PathBuf,
        /// Why it could not be read.
        reason: std::io::Error,
    },
    /// A line of a dump is not what it should be.
    #[error("{path}, line {line}: not a count")]
    NotACount {
        /// The dump.
        path: PathBuf,
        /// 1-based.
        line: usize,
    },
}

/// The line of the compiler's output that tells of stages.
#[derive(Deserialize)]
struct Summary {
    stage_order: Vec<String>,
}

/// The names of the stages, in order, from what `cleave --json` prints.
///
/// # Errors
/// [`CallgrindError::NoSummary`] where no line has them.
pub fn stage_names(output: &str) -> Result<Vec<String>, CallgrindError> {
    let summary = output.lines().rev().find_map(|line| serde_json::from_str::<Summary>(line).ok());
    summary.map(|summary| summary.stage_order).ok_or(CallgrindError::NoSummary)
}

/// The program's own instructions in each of `count` dumps in `folder`: `counts.1` and so on, and `counts` for what
/// came after the last of those.
///
/// # Errors
/// [`CallgrindError`] where one is missing or damaged.
pub fn read_dumps(folder: &Path, count: usize) -> Result<Vec<u64>, CallgrindError> {
    let names = (1..count).map(|number| format!("counts.{number}")).chain(["counts".to_owned()]);
    names
        .map(|name| {
            let path = folder.join(name);
            let text =
                fs::read_to_string(&path).map_err(|reason| CallgrindError::NoDump { path: path.clone(), reason })?;
            own_instructions(&text).map_err(|line| CallgrindError::NotACount { path, line })
        })
        .collect()
}

/// Sums what callgrind charges to the program (the command's first word) and not to a library: lines of a position and
/// a count below an `ob=` line that names it. The line after `calls=` repeats what was charged elsewhere. `Err` is the
/// number of a line without a count.
///
/// # Errors
/// The 1-based number of a line of which it makes nothing.
pub fn own_instructions(text: &str) -> Result<u64, usize> {
    let program =
        text.lines().find_map(|line| line.strip_prefix("cmd:")).and_then(|command| command.trim().split(' ').next());
    let (mut own, mut after_call, mut sum) = (false, false, 0);
    for (index, line) in text.lines().enumerate() {
        if let Some(object) = line.strip_prefix("ob=") {
            own = Some(object.trim()) == program;
        } else if line.starts_with("calls=") {
            after_call = true;
        } else if line.starts_with(|first: char| first.is_ascii_digit()) {
            let count = line.split(' ').nth(1).and_then(|count| count.parse::<u64>().ok()).ok_or(index + 1)?;
            if own && !after_call {
                sum += count;
            }
            after_call = false;
        }
    }
    Ok(sum)
}
