//! The command line: finds the project, builds it, says what was done.

mod args;
mod meter;
mod report;

pub use args::KilnArgs;

use crate::cache::Cache;
use crate::{KilnError, Request, Toolbox, Watched, Workplace, build, clean, preview, ship, watch};
use kerosene_cli::say;
use kerosene_config::find_content;
use kerosene_diagnostics::Diagnostic;
use kerosene_vfs::{RootSearch, find_program};
use report::{Reporter, Voice};
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The program that plays a game whose project names no other.
const RUNTIME: &str = "kerosene";

/// What the environment says of the folder of shared results.
pub const CACHE_VARIABLE: &str = "KEROSENE_CACHE";

/// Does what was asked with the stages of a toolbox. Exit code 0: everything is built; 1: something is not.
pub fn run(arguments: &KilnArgs, toolbox: Toolbox) -> ExitCode {
    let voice = voice_of(arguments);
    if let Some(limit) = arguments.prune {
        let reporter = Reporter::new(voice, Path::new(""));
        return prune(arguments, limit, voice).unwrap_or_else(|error| failed(&reporter, error.diagnostic()));
    }
    let search = RootSearch { explicit: arguments.content.clone(), ..RootSearch::from_environment() };
    let content = match find_content(&search) {
        Ok(content) => content,
        Err(error) => return failed(&Reporter::new(voice, Path::new("")), error.diagnostic()),
    };
    let mut reporter = Reporter::new(voice, &content.root.path);
    content.notes.iter().for_each(|note| crate::Listener::note(&mut reporter, note));
    let workplace = Workplace::new(content, toolbox);
    let done = dispatch(arguments, &workplace, &mut reporter);
    done.unwrap_or_else(|error| failed(&reporter, error.diagnostic()))
}

fn failed(reporter: &Reporter, diagnostic: Diagnostic) -> ExitCode {
    reporter.error(diagnostic);
    ExitCode::FAILURE
}

fn dispatch(arguments: &KilnArgs, workplace: &Workplace, reporter: &mut Reporter) -> Result<ExitCode, KilnError> {
    let request = request(arguments);
    if arguments.clean {
        reporter.cleaned(&clean(workplace)?);
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.dry_run {
        let preview = preview(workplace, &request)?;
        reporter.preview(&preview);
        let is_fresh = preview.pending.is_empty() && preview.stale.is_empty();
        return Ok(if is_fresh { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let cancelled = until_interrupted();
    if arguments.watch {
        let mut told = Reporter::new(voice_of(arguments), &workplace.root);
        watch(workplace, &request, &cancelled, reporter, |watched| match watched {
            Watched::Changed(paths) => told.changed(paths),
            Watched::Built(Ok(summary)) => told.summary(&summary),
            Watched::Project(notes) => notes.iter().for_each(|note| crate::Listener::note(&mut told, note)),
            Watched::Built(Err(error)) => told.error(error.diagnostic()),
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let summary = build(workplace, &request, &cancelled, reporter)?;
    reporter.summary(&summary);
    if let Some(folder) = arguments.ship.as_ref().filter(|_| summary.is_sound()) {
        let name = workplace.content.project.program.as_deref().unwrap_or(RUNTIME);
        let advice = "build the runtime or the game, and put it beside this program";
        let missing = || KilnError::NotShipped { reason: format!("the program {name} was not found"), advice };
        let program = find_program(name).ok_or_else(missing)?;
        reporter.shipped(&ship(workplace, &request, &program.path, folder)?);
    }
    Ok(if summary.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds a map of a project, named as at the console, and whatever else than maps the project has; prints as the command
/// line does. Whether the map is as its sources say.
#[must_use]
pub fn build_map(workplace: &Workplace, map: &str) -> bool {
    let voice = Voice { json: false, verbose: false, quiet: false };
    let mut reporter = Reporter::new(voice, &workplace.root);
    let cache = default_cache();
    let request = Request { map: Some(map.to_owned()), jobs: default_jobs(), cache, ..Request::default() };
    // Whoever ends the program ends the runtime too, so there is no handler to be left behind.
    match build(workplace, &request, &AtomicBool::new(false), &mut reporter) {
        Ok(summary) => {
            reporter.summary(&summary);
            let result = format!("maps/{}.kbsp", map.to_ascii_lowercase());
            !summary.failed.contains(&result) && !summary.skipped.contains(&result)
        }
        Err(error) => {
            reporter.error(error.diagnostic());
            false
        }
    }
}

fn voice_of(arguments: &KilnArgs) -> Voice {
    Voice { json: arguments.json, verbose: arguments.verbose, quiet: arguments.quiet }
}

fn request(arguments: &KilnArgs) -> Request {
    Request {
        only: arguments.only.clone(),
        map: None,
        jobs: arguments.jobs.map_or_else(default_jobs, usize::from),
        force: arguments.force,
        fast: arguments.fast,
        ignore_leaks: arguments.ignore_leaks,
        pack: !arguments.no_pack,
        cache: if arguments.no_cache { None } else { arguments.cache.clone().or_else(default_cache) },
    }
}

/// Stages at once where nobody says: as many as there are processors.
#[must_use]
pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The folder of shared results where nobody names one: what the environment says, else one in the user's folder of caches;
/// nothing where the system has none.
#[must_use]
pub fn default_cache() -> Option<PathBuf> {
    if let Some(folder) = env::var_os(CACHE_VARIABLE).filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || named("HOME");
    let caches = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Caches"))
    } else {
        named("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("kerosene").join("kiln"))
}

/// A flag that is raised when the user ends the program, so that a build ends its stages and leaves nothing half-made.
#[must_use]
pub fn until_interrupted() -> Arc<AtomicBool> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&cancelled);
    // Where no handler can be set the program just ends; a build can be killed at any moment.
    let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
    cancelled
}

fn prune(arguments: &KilnArgs, limit: u64, voice: Voice) -> Result<ExitCode, KilnError> {
    let Some(folder) = arguments.cache.clone().or_else(default_cache) else { return Ok(ExitCode::SUCCESS) };
    let failed = |reason| KilnError::state(&folder, reason);
    let (gone, left) = Cache::open(&folder).map_err(failed)?.prune(limit).map_err(failed)?;
    if voice.json {
        say(&serde_json::json!({ "cache": folder.display().to_string(), "removed_bytes": gone, "bytes": left })
            .to_string());
    } else if !voice.quiet {
        say(&format!("{}: removed {gone} bytes, {left} left", folder.display()));
    }
    Ok(ExitCode::SUCCESS)
}
