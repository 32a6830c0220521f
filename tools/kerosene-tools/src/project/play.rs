//! `play`: compile what is needed and start the runtime.

use super::{RUNTIME, concluded, content, meant};
use crate::cli::PlayArgs;
use crate::error::ToolError;
use crate::toolbox::toolbox;
use kerosene_config::{Content, ContentError};
use kerosene_vfs::{find_program, is_map_name};
use kiln::{Workplace, cli::build_map};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Endings of maps that are compiled first, in the order in which they are looked for.
const SOURCES: [&str; 3] = ["kmap", "map", "vmf"];
/// The folder of maps below the content.
const MAPS: &str = "maps";

/// What is to be played.
struct Level {
    /// Its name at the console.
    name: String,
    /// What it is compiled from; nothing where it is compiled already.
    source: Option<PathBuf>,
    /// The folder that holds `maps/NAME.kbsp`.
    folder: PathBuf,
}

pub(crate) fn run(arguments: &PlayArgs) -> ExitCode {
    concluded(play(arguments))
}

fn play(arguments: &PlayArgs) -> Result<ExitCode, ToolError> {
    let file = arguments.map.as_deref().map(Path::new).filter(|path| path.is_file());
    if let Some(missing) = arguments.map.as_deref().filter(|name| file.is_none() && names_a_file(name)) {
        return Err(no_file(Path::new(missing)));
    }
    let found = content(arguments.content.as_ref(), file);
    let scratch = tempfile::tempdir().map_err(|reason| ToolError::write(&std::env::temp_dir(), reason))?;
    let level = match (file, &found) {
        (Some(file), Ok(content)) => of_file(file, content, scratch.path()),
        // A map from anywhere can be played without any content.
        (Some(file), Err(ToolError::Content(ContentError::Root(_)))) => outside(file, scratch.path()),
        (None, Ok(content)) => {
            let name = arguments.map.as_ref().or(content.project.start_map.as_ref()).ok_or(ToolError::NoStartMap)?;
            of_name(name, content)
        }
        (_, Err(_)) => return found.map(|_| ExitCode::FAILURE),
    }?;
    let of_project = found.as_ref().ok().filter(|content| content.folder == level.folder);
    let ready = match (&level.source, of_project) {
        (None, _) => true,
        // What a level of a project needs is made with it: textures, materials, models, sounds.
        (Some(_), Some(content)) if arguments.cleave.is_empty() => {
            build_map(&Workplace::new(content.clone(), toolbox()), &level.name)
        }
        (Some(source), _) => compile(source, &level, &arguments.cleave)?,
    };
    if !ready {
        return Ok(ExitCode::FAILURE);
    }
    start(&level, found.ok().as_ref(), &arguments.runtime)
}

/// Whether a name is that of a file and not of a map at the console: it ends like one.
fn names_a_file(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or_default();
    SOURCES.iter().chain(&["kbsp"]).any(|known| ending.eq_ignore_ascii_case(known))
}

/// A file that is not there, with the one beside its place that was probably meant.
fn no_file(file: &Path) -> ToolError {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let meant = meant::file(folder, &file.file_name().unwrap_or_default().to_string_lossy());
    let meant = meant.map(|name| file.with_file_name(name).display().to_string());
    ToolError::NoMapFile { file: file.display().to_string(), meant }
}

/// The level of a file: in the content's maps it keeps its place there, from elsewhere it is compiled into a scratch folder.
fn of_file(file: &Path, content: &Content, scratch: &Path) -> Result<Level, ToolError> {
    let below = || {
        let maps = content.folder.join(MAPS).canonicalize().ok()?;
        let below = file.canonicalize().ok()?.strip_prefix(maps).ok()?.with_extension("");
        let parts: Option<Vec<_>> = below.iter().map(OsStr::to_str).collect();
        Some(parts?.join("/").to_ascii_lowercase())
    };
    match below() {
        Some(name) => level(name, file, &content.folder),
        None => outside(file, scratch),
    }
}

/// The level of a file that belongs to no content.
fn outside(file: &Path, scratch: &Path) -> Result<Level, ToolError> {
    let name = file.file_stem().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    level(name, file, scratch)
}

fn level(name: String, file: &Path, folder: &Path) -> Result<Level, ToolError> {
    if !is_map_name(&name) {
        return Err(ToolError::MapName { file: file.display().to_string() });
    }
    let compiled = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("kbsp"));
    if compiled && !folder.join(MAPS).join(format!("{name}.kbsp")).is_file() {
        return Err(ToolError::LooseCompiled { file: file.display().to_string() });
    }
    Ok(Level { name, source: (!compiled).then(|| file.to_owned()), folder: folder.to_owned() })
}

/// The level of a name: its source where there is one, else what is compiled.
fn of_name(name: &str, content: &Content) -> Result<Level, ToolError> {
    let maps = content.folder.join(MAPS);
    let at = |extension: &str| maps.join(format!("{name}.{extension}"));
    if !is_map_name(name) {
        return Err(ToolError::MapName { file: name.to_owned() });
    }
    let source = SOURCES.iter().map(|extension| at(extension)).find(|path| path.is_file());
    // A map that is no file may still lie in an archive, unless it was only mistyped.
    if source.is_none()
        && !at("kbsp").is_file()
        && let Some(meant) = meant::map(&maps, name)
    {
        return Err(ToolError::NoMap { name: name.to_owned(), meant });
    }
    Ok(Level { name: name.to_ascii_lowercase(), source, folder: content.folder.clone() })
}

/// Compiles the level by a stage of its own; whether it went well.
fn compile(source: &Path, level: &Level, options: &[String]) -> Result<bool, ToolError> {
    let output = level.folder.join(MAPS).join(format!("{}.kbsp", level.name));
    let folder = output.parent().unwrap_or(&level.folder);
    std::fs::create_dir_all(folder).map_err(|reason| ToolError::write(folder, reason))?;
    let tools = std::env::current_exe().map_err(|reason| ToolError::start("kerosene-tools", reason))?;
    let status = Command::new(&tools).arg("cleave").arg(source).arg("-o").arg(&output).args(options).status();
    Ok(status.map_err(|reason| ToolError::start("kerosene-tools", reason))?.success())
}

/// Starts the runtime and gives its exit code.
fn start(level: &Level, content: Option<&Content>, options: &[String]) -> Result<ExitCode, ToolError> {
    let name = content.and_then(|content| content.project.program.as_deref()).unwrap_or(RUNTIME);
    let program = find_program(name).ok_or_else(|| ToolError::NoProgram { name: name.to_owned() })?;
    let mut command = Command::new(&program.path);
    command.arg("--content").arg(&level.folder);
    // A level from elsewhere finds the textures and sounds of the content that we are in.
    if let Some(content) = content.filter(|content| content.folder != level.folder) {
        command.arg("--content").arg(&content.root.path);
    }
    command.args(options).arg("+map").arg(&level.name);
    let status = command.status().map_err(|reason| ToolError::start(name, reason))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
