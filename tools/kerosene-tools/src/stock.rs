//! The stock content: what the engine has built in.

use crate::cli::StockArgs;
use crate::error::ToolError;
use kerosene_cli::{say, show_one};
use kerosene_diagnostics::Sources;
use kerosene_vfs::Replacement;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(arguments: &StockArgs) -> ExitCode {
    match write_all(&arguments.into) {
        Ok(count) => {
            say(&format!("{count} files in {}", arguments.into.display()));
            ExitCode::SUCCESS
        }
        Err(error) => {
            show_one(error.diagnostic(), &Sources::new(), false);
            ExitCode::FAILURE
        }
    }
}

/// Every file, by the library that makes it.
fn write_all(folder: &Path) -> Result<usize, ToolError> {
    let failed = |reason: &dyn ToString| ToolError::write(folder, std::io::Error::other(reason.to_string()));
    let textures = alchemy::stock::files().map_err(|error| failed(&error))?;
    let props = forge::stock::props().map_err(|error| failed(&error))?;
    let files: Vec<_> = textures.into_iter().chain(props).chain(timbre::stock::sounds()).collect();
    for (path, bytes) in &files {
        let file = folder.join(path);
        let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| Replacement::write(&file, bytes)).map_err(|reason| ToolError::write(&file, reason))?;
    }
    Ok(files.len())
}
