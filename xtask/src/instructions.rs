//! Instruction counts of the map compiler, stage by stage, held against those on record.
//!
//! Seconds on a shared machine tell nothing; instructions of one thread hardly vary. [`run`] makes two maps
//! ([`maps`]), compiles each under valgrind's callgrind, which writes its counts down each time a stage begins, and
//! compares with `tools/cleave/instructions.txt`. A stage that needs more than [`TOLERANCE`] beyond its record is a
//! regression.
//!
//! Only instructions of the compiler itself count: what the C library does (copying, allocating) depends on its
//! version and on the processor. Another compiler makes other code, so the record names the one that it was made
//! with; under another one the comparison is printed and fails nothing.

pub mod callgrind;
pub mod maps;
pub mod record;

use record::{Record, Stage};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use thiserror::Error;

/// Where the counts on record lie, from the workspace's root.
pub const RECORD: &str = "tools/cleave/instructions.txt";

/// Part of a stage's count on record by which it may grow.
pub const TOLERANCE: f64 = 0.03;

/// Stages below this many instructions are not held to the tolerance: constant costs drown them.
const SMALLEST: u64 = 1_000_000;

/// What is called at the start of each stage, as callgrind names it.
const STAGE_BEGINS: &str = "*cleave::cli::meter::Meter*Progress*stage*";

/// Why nothing could be counted.
#[derive(Debug, Error)]
pub enum InstructionsError {
    /// A file, folder or program could not be used.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file, folder or program.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A program failed.
    #[error("{program} failed: {message}")]
    Failed {
        /// Which.
        program: &'static str,
        /// The end of what it said.
        message: String,
    },
    /// What valgrind wrote is not what we know.
    #[error("{0}")]
    Callgrind(#[from] callgrind::CallgrindError),
    /// The record is damaged.
    #[error("{RECORD}: {0}")]
    Record(#[from] record::RecordError),
    /// The list could not be printed.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// What to do with the counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Print them beside the record.
    Print,
    /// As [`Purpose::Print`], and fail on a regression.
    Check,
    /// Put them on record.
    Update,
}

/// Counts, compares and prints; `false` where `purpose` is to check and a stage got slower. Without valgrind there is
/// nothing to count, which is said and fails nothing.
///
/// # Errors
/// When a program cannot be run, or the record cannot be read.
pub fn run(root: &Path, purpose: Purpose, out: &mut impl Write) -> Result<bool, InstructionsError> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        writeln!(out, "instructions: skipped, valgrind is not installed")?;
        return Ok(true);
    }
    let compiler = compiler_version(root)?;
    let program = build(root)?;
    let mut counted = Record { compiler, stages: Vec::new() };
    for (name, text) in maps::all() {
        counted.stages.extend(count(root, &program, name, &text)?);
    }
    let path = root.join(RECORD);
    if purpose == Purpose::Update {
        fs::write(&path, counted.to_text()).map_err(|source| InstructionsError::Io { path, source })?;
        writeln!(out, "instructions: {} stages put on record in {RECORD}", counted.stages.len())?;
        return Ok(true);
    }
    let text = fs::read_to_string(&path).map_err(|source| InstructionsError::Io { path, source })?;
    let known = Record::parse(&text)?;
    let passed = compare(&known, &counted, out)?;
    Ok(passed || purpose == Purpose::Print)
}

/// Prints each stage beside its record; whether none got slower.
///
/// # Errors
/// When it cannot be printed.
pub fn compare(known: &Record, counted: &Record, out: &mut impl Write) -> io::Result<bool> {
    let comparable = known.compiler == counted.compiler;
    let mut passed = true;
    for Stage { map, stage, instructions } in &counted.stages {
        let Some(before) = known.of(map, stage) else {
            writeln!(out, "{map:10} {stage:14} {instructions:>13}  not on record: run with --update")?;
            passed = false;
            continue;
        };
        let change = *instructions as f64 / before.max(1) as f64 - 1.0;
        let slower = change > TOLERANCE && *instructions > SMALLEST;
        let verdict = if slower { "  SLOWER" } else { "" };
        writeln!(out, "{map:10} {stage:14} {instructions:>13} {:+6.1}%{verdict}", change * 100.0)?;
        passed &= !slower;
    }
    if !comparable {
        writeln!(out, "the record is of `{}`, this is `{}`: nothing is held to it", known.compiler, counted.compiler)?;
    }
    Ok(passed || !comparable)
}

/// Builds the compiler as it is handed out.
fn build(root: &Path) -> Result<PathBuf, InstructionsError> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--profile", "dist", "--quiet", "--package", "cleave", "--bin", "cleave"];
    start(Command::new(&cargo).args(arguments).current_dir(root), "cargo build")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |path| root.join(path));
    Ok(target.join("dist/cleave"))
}

fn compiler_version(root: &Path) -> Result<String, InstructionsError> {
    let output = start(Command::new("rustc").arg("--version").current_dir(root), "rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The instructions of each stage of compiling one map.
fn count(root: &Path, program: &Path, name: &str, text: &str) -> Result<Vec<Stage>, InstructionsError> {
    let folder = root.join("target/instructions").join(name);
    let error = |path: &Path, source| InstructionsError::Io { path: path.to_owned(), source };
    match fs::remove_dir_all(&folder) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => return Err(error(&folder, source)),
        _ => fs::create_dir_all(&folder).map_err(|source| error(&folder, source))?,
    }
    let map = folder.join(name).with_extension("map");
    fs::write(&map, text).map_err(|source| error(&map, source))?;
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--dump-before={STAGE_BEGINS}"))
        .arg(format!("--callgrind-out-file={}", folder.join("counts").display()))
        .args([program.as_os_str(), map.as_os_str()])
        .args(["--dry-run", "--json", "--threads", "1"].map(OsStr::new));
    let output = start(&mut command, "valgrind")?;
    let stages = callgrind::stage_names(&String::from_utf8_lossy(&output.stdout))?;
    let counts = callgrind::read_dumps(&folder, stages.len() + 1)?;
    // Before the first stage the map is read; the last dump, made when the program ends, belongs to the last stage.
    let names = ["reading".to_owned()].into_iter().chain(stages);
    let stages = names.zip(counts);
    Ok(stages.map(|(stage, instructions)| Stage { map: name.to_owned(), stage, instructions }).collect())
}

fn start(command: &mut Command, program: &'static str) -> Result<Output, InstructionsError> {
    let output = command.output().map_err(|source| InstructionsError::Io { path: program.into(), source })?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let end: Vec<&str> = said.lines().rev().take(5).collect();
    Err(InstructionsError::Failed { program, message: end.into_iter().rev().collect::<Vec<_>>().join("\n") })
}
