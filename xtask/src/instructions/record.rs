//! Counts on record, as lines of text that a change shows well.

use std::fmt::Write;
use thiserror::Error;

/// The instructions of one stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// Name of the map.
    pub map: String,
    /// Name of the stage.
    pub stage: String,
    /// How many.
    pub instructions: u64,
}

/// All counts, and what made the program that was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// What `rustc --version` says.
    pub compiler: String,
    /// Map by map, stages in order.
    pub stages: Vec<Stage>,
}

/// A line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: expected `MAP, STAGE, INSTRUCTIONS`; make it anew with `cargo xtask instructions --update`")]
pub struct RecordError {
    /// 1-based.
    pub line: usize,
}

impl Record {
    /// The count of a stage.
    pub fn of(&self, map: &str, stage: &str) -> Option<u64> {
        self.stages.iter().find(|known| known.map == map && known.stage == stage).map(|known| known.instructions)
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "# Instructions of the compiler's stages, C library excluded. Made by `cargo xtask instructions --update`.\n\
             compiler: {}\n",
            self.compiler
        );
        for Stage { map, stage, instructions } in &self.stages {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{map}, {stage}, {instructions}");
        }
        text
    }

    /// Reads the text of the file.
    ///
    /// # Errors
    /// [`RecordError`] for the first line that is no comment, no compiler and no count.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let mut record = Self::default();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            if let Some(compiler) = line.strip_prefix("compiler: ") {
                record.compiler = compiler.to_owned();
                continue;
            }
            let fields: Vec<&str> = line.split(", ").collect();
            let [map, stage, count] = fields[..] else { return Err(RecordError { line: index + 1 }) };
            let instructions = count.parse().map_err(|_| RecordError { line: index + 1 })?;
            record.stages.push(Stage { map: map.to_owned(), stage: stage.to_owned(), instructions });
        }
        Ok(record)
    }
}
