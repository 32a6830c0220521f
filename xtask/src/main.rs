//! The command line of the project's own checks.

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xtask::instructions::{self, Purpose};
use xtask::{base, ci, layers, layout, measure, metadata};

/// Checks of the project's own shape.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Check that every crate depends on lower layers only, and that engine, server and tools link nothing that draws.
    Layers,
    /// Print lengths of functions and files and the documented share, per crate.
    Measure {
        /// Fail where the workspace is over the limits.
        #[arg(long)]
        check: bool,
    },
    /// Make the archive of content that the engine carries inside itself.
    Base {
        /// Compare with what is there instead, and fail where it is stale.
        #[arg(long)]
        check: bool,
        /// Use this `kerosene-tools` instead of building it.
        #[arg(long, value_name = "PROGRAM")]
        tools: Option<PathBuf>,
    },
    /// Count the map compiler's instructions, stage by stage, beside those on record (needs valgrind).
    Instructions {
        /// Fail where a stage needs over 3 % more than on record.
        #[arg(long)]
        check: bool,
        /// Put the counts on record.
        #[arg(long, conflicts_with = "check")]
        update: bool,
    },
    /// Put on record which functions a compile runs, so that they are linked side by side (needs valgrind).
    Layout {
        /// Maps to compile [default: the two whose instructions are counted]
        maps: Vec<PathBuf>,
    },
    /// Run everything that continuous integration runs.
    Ci,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let root = metadata::workspace_root();
    let mut out = io::stdout().lock();
    let result = match arguments.task {
        Task::Layers => check_layers(&root, &mut out),
        Task::Measure { check } => measure_sources(&root, check, &mut out),
        Task::Base { check, tools } => base::run(&root, check, tools.as_deref(), &mut out).map_err(Into::into),
        Task::Instructions { check, update } => {
            let purpose = match (check, update) {
                (true, _) => Purpose::Check,
                (_, true) => Purpose::Update,
                _ => Purpose::Print,
            };
            instructions::run(&root, purpose, &mut out).map_err(Into::into)
        }
        Task::Layout { maps } => layout::run(&root, &maps, &mut out).map_err(Into::into),
        Task::Ci => ci::run(&root).map_err(Into::into),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // A closed pipe or a full disk leaves nothing to tell it to.
            let _ = writeln!(io::stderr(), "xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

type TaskResult = Result<bool, Box<dyn std::error::Error>>;

fn check_layers(root: &Path, out: &mut impl Write) -> TaskResult {
    let packages = metadata::read(root)?;
    let report = layers::check(&packages);
    write!(out, "{report}")?;
    let drawing = layers::graphics::check(root)?;
    for fault in &drawing {
        writeln!(out, "error: {fault}")?;
    }
    writeln!(out, "without graphics: {} looked at, {} wrong", layers::graphics::BARE.len(), drawing.len())?;
    Ok(report.violations.is_empty() && drawing.is_empty())
}

fn measure_sources(root: &Path, check: bool, out: &mut impl Write) -> TaskResult {
    let packages = metadata::read(root)?;
    let report = measure::measure(root, &packages)?;
    write!(out, "{report}")?;
    let excesses = report.excesses();
    if check {
        for excess in &excesses {
            writeln!(out, "over the limit: {excess}")?;
        }
    }
    Ok(!check || excesses.is_empty())
}
