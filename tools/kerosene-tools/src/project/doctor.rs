//! `doctor`: what the tools find, and why.

use super::{RUNTIME, concluded, content};
use crate::cli::DoctorArgs;
use crate::error::ToolError;
use crate::toolbox::toolbox;
use kerosene_cli::{say, show_one};
use kerosene_config::Content;
use kerosene_diagnostics::{Severity, Sources};
use kerosene_vfs::{Vault, archives_in, find_program};
use kiln::Workplace;
use std::path::Path;
use std::process::ExitCode;

/// Prints the set-up, each part with the reason; exit code 1 where something would keep a game from being played.
pub(crate) fn run(arguments: &DoctorArgs) -> ExitCode {
    concluded(diagnose(arguments))
}

fn diagnose(arguments: &DoctorArgs) -> Result<ExitCode, ToolError> {
    line("version", env!("CARGO_PKG_VERSION"));
    if let Ok(program) = std::env::current_exe() {
        line("tools", &program.display().to_string());
    }
    let content = content(arguments.content.as_ref(), None)?;
    line("content", &content.to_string());
    tell_project(&content);
    let workplace = Workplace::new(content.clone(), toolbox());
    let sound = [
        tell_build(&workplace),
        tell_folders(&content),
        tell_archives(&workplace),
        tell_schema(&content),
        tell_runtime(&content),
    ];
    Ok(if sound.into_iter().all(|sound| sound) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn line(name: &str, value: &str) {
    say(&format!("{name:<12} {value}"));
}

fn tell_project(content: &Content) {
    let Some(file) = &content.root.project else {
        return line("project", "none: everything is as by default (`kerosene-tools init` makes one)");
    };
    line("project", &file.display().to_string());
    let project = &content.project;
    for (key, value) in [("name", &project.name), ("start map", &project.start_map), ("program", &project.program)] {
        line(key, value.as_deref().unwrap_or("not said"));
    }
}

/// Stale results that are told by name; more are counted.
const TOLD: usize = 3;

/// What a build would do; whether the map that the game begins with is there.
fn tell_build(workplace: &Workplace) -> bool {
    let request = kiln::Request { jobs: kiln::cli::default_jobs(), ..kiln::Request::default() };
    let preview = match kiln::preview(workplace, &request) {
        Ok(preview) => preview,
        Err(error) => {
            line("build", &format!("cannot be told: {error}"));
            return true;
        }
    };
    for note in preview.notes.iter().filter(|note| note.severity != Severity::Info) {
        show_one(note.clone(), &Sources::new(), false);
    }
    line("build", &build_state(&preview));
    kiln::missing_start(workplace, &preview.maps).is_none()
}

/// Whether anything is stale, and what.
fn build_state(preview: &kiln::Preview) -> String {
    if preview.pending.is_empty() && preview.stale.is_empty() {
        return format!("up to date ({} results)", preview.fresh);
    }
    let stale = preview.pending.iter().map(|pending| format!("{} ({})", pending.step, pending.reason));
    let mut told: Vec<_> = stale.chain(preview.stale.iter().map(|id| format!("{id} (its source is gone)"))).collect();
    let count = told.len();
    told.truncate(TOLD);
    let more = if count > TOLD { format!(" and {} more", count - TOLD) } else { String::new() };
    format!("stale: {}{more}; `kerosene-tools kiln` builds", told.join(", "))
}

/// The folders of content and how many files are in each.
fn tell_folders(content: &Content) -> bool {
    for folder in content.project.folders() {
        let path = content.folder.join(folder);
        let files = std::fs::read_dir(&path).map(|entries| entries.filter_map(Result::ok).count());
        match files {
            Ok(files) => line("folder", &format!("{folder}/ ({files} entries)")),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                line("folder", &format!("{folder}/ cannot be read: {error}"));
                return false;
            }
        }
    }
    true
}

/// The archives that the runtime would mount.
fn tell_archives(workplace: &Workplace) -> bool {
    let (own, rivals) = (workplace.archive(), kiln::rivals(workplace));
    let mut sound = true;
    for path in archives_in(own.parent().unwrap_or(Path::new("."))) {
        let shared = rivals.iter().find(|(rival, _)| *rival == path);
        let about = match shared {
            Some((_, name)) => format!("; it holds {name} as the project's own does: move it away"),
            None if path == own => String::new(),
            None => "; not built here, and shipped too".to_owned(),
        };
        match Vault::open(&path) {
            Ok(vault) => line("archive", &format!("{} (files: {}{about})", path.display(), vault.len())),
            Err(reason) => {
                show_one(ToolError::archive(&path, reason).diagnostic(), &Sources::new(), false);
                sound = false;
            }
        }
    }
    sound
}

/// Whether the schema that editors read is the one of this version's classes.
fn tell_schema(content: &Content) -> bool {
    let path = content.folder.join("kerosene.kdef");
    let text = match std::fs::read_to_string(&path) {
        Ok(text) if text == crate::classes::stock_schema() => "kerosene.kdef, of this version".to_owned(),
        Ok(_) => "kerosene.kdef is of another version or was changed: `kerosene-tools classes` prints this version's"
            .to_owned(),
        Err(_) => "none: `kerosene-tools classes > kerosene.kdef` makes one for editors".to_owned(),
    };
    line("schema", &text);
    true
}

fn tell_runtime(content: &Content) -> bool {
    let name = content.project.program.as_deref().unwrap_or(RUNTIME);
    let found = find_program(name);
    let text = found.as_ref().map_or_else(
        || format!("{name} is neither beside this program nor in PATH: `play` will not work"),
        |found| format!("{} ({})", found.path.display(), found.by),
    );
    line("runtime", &text);
    found.is_some()
}
