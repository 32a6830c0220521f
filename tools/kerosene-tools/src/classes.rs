//! Prints the schema of the stock classes for editors.
//!
//! Tools link no game. What is printed is the file that a test of `kerosene-game` keeps equal to its classes.

use crate::cli::ClassesArgs;
use crate::error::ToolError;
use crate::files;
use kerosene_cli::{say, show_one};
use kerosene_diagnostics::Sources;
use kerosene_entity::{Kdef, KdefError};
use std::path::Path;
use std::process::ExitCode;

/// The schema of the stock classes.
const STOCK: &str = include_str!("../../../crates/kerosene-game/schema/kerosene.kdef");

/// The schema of the stock classes as a file for editors, as `classes` prints it.
pub(crate) fn stock_schema() -> String {
    STOCK.to_owned()
}

/// Does what the command says.
pub(crate) fn run(arguments: &ClassesArgs) -> ExitCode {
    match schema(&arguments.mods) {
        Ok(kdef) => {
            let text = if arguments.fgd { kdef.to_fgd() } else { kdef.to_text() };
            say(text.trim_end());
            ExitCode::SUCCESS
        }
        Err(error) => {
            show_one(error.diagnostic(), &Sources::new(), false);
            ExitCode::FAILURE
        }
    }
}

/// The stock classes with those of mods laid over them.
pub(crate) fn schema(mods: &[std::path::PathBuf]) -> Result<Kdef, ToolError> {
    let mut kdef = parse(Path::new("kerosene.kdef"), STOCK)?;
    for path in mods {
        let bytes = files::read(path)?;
        kdef.merge(parse(path, &String::from_utf8_lossy(&bytes))?);
    }
    Ok(kdef)
}

fn parse(path: &Path, text: &str) -> Result<Kdef, ToolError> {
    let wrong = |reason: KdefError| ToolError::Schema { file: path.display().to_string(), reason };
    Kdef::parse(text).map_err(wrong)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn the_stock_classes_are_there_and_a_mod_adds_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mod.kdef");
        std::fs::write(&file, "class { name item_key kind point }").unwrap();
        let kdef = schema(std::slice::from_ref(&file)).unwrap();
        assert!(kdef.class("door").is_some() && kdef.class("item_key").is_some());
        std::fs::write(&file, "class { name item_key kind solid }").unwrap();
        let error = schema(&[file]).unwrap_err();
        assert!(error.to_string().contains("solid"), "{error}");
    }
}
