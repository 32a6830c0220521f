//! The command line: reads the map, compiles it, writes what came out, and says what happened.

mod args;
mod check;
mod inputs;
mod map_files;
mod materials;
mod meter;
mod report;
mod write;

pub use args::CleaveArgs;
pub use map_files::MapFiles;
pub use materials::material_facts;

use crate::{CompileError, Input, Options, compile_owned, with_threads};
use inputs::{Noted, input};
use kerosene_diagnostics::{Diagnostic, Diagnostics, Sources, codes};
use kerosene_map::{ClassTable, Game, Imported, Map, ReadOptions, apply_class_table, read_with_includes, settle_game};
use meter::Meter;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use thiserror::Error;

/// Why a run ends without a compiled map.
#[derive(Debug, Error)]
enum RunError {
    #[error("cannot read {path}: {reason}")]
    Read { path: String, reason: io::Error },
    #[error("{0}")]
    Map(#[from] kerosene_map::ReadError),
    #[error("class table {path}: {reason}")]
    Classes { path: String, reason: String },
    #[error("{reason}")]
    Compile { reason: CompileError, before: Diagnostics },
    #[error("cannot write {path}: {reason}")]
    Write { path: String, reason: String },
    #[error("{path}: {reason}")]
    Patch { path: String, reason: String },
    #[error("{path} is the map itself, and compiling would overwrite it")]
    OverMap { path: String },
    #[error(transparent)]
    File(#[from] kerosene_cli::FileFault),
}

/// A map of fewer bytes is compiled within a tenth of a second: a second thread, with a stack and a heap of its own, would
/// cost more memory than it saves time.
const SMALL_MAP: u64 = 512 << 10;

/// Runs the compiler as the user asked. Exit code 0: compiled; 1: an error, or a leak that was not waved
/// through (the compiled map is written all the same).
pub fn run(args: &CleaveArgs) -> ExitCode {
    // All of it in one pool, so that the memory of reading serves the compile.
    let is_small = std::fs::metadata(&args.map).is_ok_and(|map| map.len() < SMALL_MAP);
    let result = with_threads(if is_small { 1 } else { args.threads }, || try_run(args));
    let result = result.unwrap_or_else(|reason| Err(RunError::Compile { reason, before: Diagnostics::new() }));
    match result {
        Ok(code) => code,
        Err(error) => {
            report::fatal(args, error);
            ExitCode::FAILURE
        }
    }
}

fn try_run(args: &CleaveArgs) -> Result<ExitCode, RunError> {
    let path = args.map.display().to_string();
    write::spare_what_is_there(args)?;
    let bytes = inputs::read(&args.map)?;
    let read_options = ReadOptions { patch_tolerance: args.patch_tolerance, ..ReadOptions::default() };
    let files = Noted::new(MapFiles::beside(&args.map));
    let mut imported = read_with_includes(&path, &bytes, &read_options, &files)?;
    let mut diagnostics = std::mem::take(&mut imported.diagnostics);
    let (game, told) = settle_game(&mut imported, args.game);
    diagnostics.append(told);
    diagnostics.append(map_classes(args, &mut imported, game)?);
    let name = args.map.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut inputs = vec![input(name, &bytes)];
    inputs.extend(files.into_inputs());
    for path in &args.with {
        inputs.extend(join_world(path, &mut imported.map)?);
    }

    let found = materials::find(args, &imported.map)?;
    inputs.extend(found.inputs);
    diagnostics.append(found.diagnostics);

    let options = Options {
        materials: found.materials,
        ignore_leaks: args.ignore_leaks,
        no_fill: args.no_fill,
        cordon: args.cordon,
        no_cordon: args.no_cordon,
        no_merge: args.no_merge,
        compress: args.compress,
        threads: args.threads,
    };
    let meter = Meter::new(args.json || args.quiet);
    drop(bytes);
    let map = imported.map;
    let kept = args.check.then(|| map.clone());
    let mut output = match compile_owned(map, &options, &inputs, &meter) {
        Ok(output) => output,
        Err(reason) => return Err(RunError::Compile { reason, before: diagnostics }),
    };
    let timings = meter.finish();

    diagnostics.append(std::mem::take(&mut output.diagnostics));
    diagnostics.extend(write::odd_name(args));
    if let Some(map) = kept {
        diagnostics.append(check::all(&map, &options, &output));
    }
    // Only people are shown the text, and few maps need it: it is read again rather than kept.
    let shown = !args.json && !diagnostics.is_empty();
    let bytes = if shown { std::fs::read(&args.map).unwrap_or_default() } else { Vec::new() };
    let sources = Sources::new().with(path, String::from_utf8_lossy(&bytes));
    let written = if args.dry_run { None } else { Some(write::write_all(args, &options, &output)?) };
    report::diagnostics(args, &diagnostics, &sources);
    report::summary(args, &diagnostics, &output, &timings, written.as_deref());
    Ok(exit_code(args, &diagnostics))
}

/// Adds the world brushes of another map to `map`, under ids of their own, and gives the files that they are from.
fn join_world(path: &Path, map: &mut Map) -> Result<Vec<Input>, RunError> {
    let shown = path.display().to_string();
    let bytes = inputs::read(path)?;
    let files = Noted::new(MapFiles::beside(path));
    let other = read_with_includes(&shown, &bytes, &ReadOptions::default(), &files)?.map;
    let ids = map.entities.iter().flat_map(|entity| {
        let brushes = entity.brushes.iter().flat_map(|brush| brush.sides.iter().map(|side| side.id).chain([brush.id]));
        brushes.chain(entity.meshes.iter().map(|mesh| mesh.id)).chain([entity.id])
    });
    let mut last = ids.max().unwrap_or(0);
    let mut fresh = || {
        last = last.saturating_add(1);
        last
    };
    let mut brushes = other.entities.into_iter().next().map(|world| world.brushes).unwrap_or_default();
    for brush in &mut brushes {
        (brush.id, brush.line) = (fresh(), 0);
        brush.sides.iter_mut().for_each(|side| (side.id, side.line) = (fresh(), 0));
    }
    if let Some(world) = map.entities.first_mut() {
        world.brushes.extend(brushes);
    }
    let own = input(path.file_name().unwrap_or_default().to_string_lossy().into_owned(), &bytes);
    Ok([own].into_iter().chain(files.into_inputs()).collect())
}

fn map_classes(args: &CleaveArgs, imported: &mut Imported, game: Game) -> Result<Diagnostics, RunError> {
    if args.no_classes || !imported.format.is_foreign() {
        return Ok(Diagnostics::new());
    }
    let table = match &args.classes {
        None => ClassTable::for_game(game),
        Some(path) => load_classes(path)?,
    };
    Ok(apply_class_table(&mut imported.map, &table))
}

fn load_classes(path: &Path) -> Result<ClassTable, RunError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|reason| RunError::Read { path: name.clone(), reason })?;
    ClassTable::parse(&name, &text).map_err(|reason| RunError::Classes { path: name, reason: reason.to_string() })
}

fn exit_code(args: &CleaveArgs, diagnostics: &Diagnostics) -> ExitCode {
    let of_leaks = [codes::LEAK, codes::MICRO_LEAK, codes::NO_ENCLOSURE];
    let is_leak = |diagnostic: &&Diagnostic| of_leaks.contains(&diagnostic.code);
    // Beyond the cap of a code they are not listed, and not counted as errors either.
    let leaks = diagnostics.iter().filter(is_leak).count();
    let forgiven = if args.ignore_leaks { leaks } else { 0 };
    if diagnostics.errors() > forgiven { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
