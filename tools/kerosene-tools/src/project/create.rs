//! `new` and `init`: a folder that is a game.

use super::concluded;
use crate::cli::{InitArgs, NewArgs};
use crate::error::ToolError;
use kerosene_cli::say;
use kerosene_config::{DEFAULT_FOLDERS, Project};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The map that a new game begins with, with `@NAME@` where the game's name goes.
const START_MAP: &str = include_str!("../../starter/maps/start.kmap");
const NAME_MARK: &str = "@NAME@";

/// What version control should leave alone: everything that compiling makes anew.
const IGNORED: &str = "# What the tools make anew from the sources.\n/.kiln/\n*.kbsp\n*.kprt\n*.kleak\n*.kwalk\n*.pts\n*.vault\n\
     *.ktex\n*.kmat_c\n*.kmdl\n*.kaud\n";

/// The folders that a new game has; others are made when something goes into them.
const FOLDERS: [&str; 4] = ["art", "maps", "materials", "sound"];

pub(crate) fn run_new(arguments: &NewArgs) -> ExitCode {
    concluded(create_new(&arguments.folder))
}

pub(crate) fn run_init(arguments: &InitArgs) -> ExitCode {
    concluded(init(&arguments.folder, has_start_map(&arguments.folder)).map(|_| ExitCode::SUCCESS))
}

/// A new folder with a game in it that can be played at once.
fn create_new(folder: &Path) -> Result<ExitCode, ToolError> {
    let empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if !empty {
        return Err(ToolError::FolderNotEmpty { file: folder.display().to_string() });
    }
    let name = init(folder, true)?;
    write_new(&folder.join("maps/start.kmap"), &START_MAP.replace(NAME_MARK, &name.replace('"', "'")))?;
    write_new(&folder.join("README.md"), &readme(&name))?;
    say("Play it:");
    if folder != Path::new(".") {
        say(&format!("  cd {}", quoted(&folder.display().to_string())));
    }
    say("  kerosene-tools play");
    Ok(ExitCode::SUCCESS)
}

/// Whether a folder has a map of the name that a new game begins with.
fn has_start_map(folder: &Path) -> bool {
    ["kmap", "map", "vmf", "kbsp"].iter().any(|ending| folder.join(format!("maps/start.{ending}")).is_file())
}

/// Makes a folder a project, which begins with the map `start` where `starts` says that there is or will be one; what is there
/// stays as it is. Gives the game's name.
fn init(folder: &Path, starts: bool) -> Result<String, ToolError> {
    let write = |path: &Path| {
        let path = path.to_owned();
        move |reason| ToolError::write(&path, reason)
    };
    fs::create_dir_all(folder).map_err(write(folder))?;
    for below in FOLDERS {
        let below = folder.join(below);
        fs::create_dir_all(&below).map_err(write(&below))?;
    }
    debug_assert!(FOLDERS.iter().all(|folder| DEFAULT_FOLDERS.contains(folder)));
    let absolute = std::path::absolute(folder).map_err(write(folder))?;
    let name = absolute.file_name().map_or_else(|| "game".to_owned(), |name| name.to_string_lossy().into_owned());
    let has_project = kerosene_vfs::find_content_root(&kerosene_vfs::RootSearch {
        explicit: Some(folder.to_owned()),
        ..Default::default()
    })
    .is_ok_and(|root| root.project.is_some() && root.reason.climbed == 0);
    if has_project {
        say(&format!("{}: is a project already", folder.display()));
    } else {
        let shown: String = name.chars().take(64).collect();
        let project =
            Project { name: Some(shown), start_map: starts.then(|| "start".to_owned()), ..Project::default() };
        write_new(&folder.join(format!("{}.kproj", file_stem(&name))), &project.to_text())?;
    }
    write_new(&folder.join("kerosene.kdef"), &crate::classes::stock_schema())?;
    write_new(&folder.join(".gitignore"), IGNORED)?;
    Ok(name)
}

/// Names that no file has on Windows, whatever its ending.
const DEVICES: [&str; 8] = ["con", "prn", "aux", "nul", "com1", "com2", "lpt1", "lpt2"];

/// A name that is a file's on every system.
fn file_stem(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let words = name.split(|c| !fits(c)).filter(|word| !word.is_empty());
    let stem = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let stem = stem.trim_matches('-');
    if stem.is_empty() || DEVICES.contains(&stem) { "game".to_owned() } else { stem.to_owned() }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./~:\\".contains(c);
    if word.chars().all(is_plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Writes a file that is not there yet, and says so.
fn write_new(path: &Path, text: &str) -> Result<(), ToolError> {
    let mut file = match fs::File::create_new(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(()),
        Err(error) => return Err(ToolError::write(path, error)),
    };
    file.write_all(text.as_bytes()).map_err(|error| ToolError::write(path, error))?;
    say(&format!("wrote {}", path.display()));
    Ok(())
}

fn readme(name: &str) -> String {
    format!(
        "# {name}\n\n\
         A game for the Kerosene engine.\n\n    \
         kerosene-tools play              # build what changed and play\n    \
         kerosene-tools kiln              # build everything, and one archive to give away\n    \
         kerosene-tools map check maps/*  # faults that a player would stumble over\n    \
         kerosene-tools doctor            # which folder is the content, and why\n\n\
         Pictures and models go into `art/`, sounds into `sound/`, maps into `maps/`; `kerosene.kdef` lists the classes of \
         entities for editors.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{file_stem, quoted};

    #[test]
    fn any_folder_gives_a_file_name() {
        let stems = ["Ruins", "my game", "Mein Spiel \u{fc}", "f\u{fc}nf", "...", "a/b", "Con"].map(file_stem);
        assert_eq!(stems, ["ruins", "my-game", "mein-spiel", "f-nf", "game", "a-b", "game"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_quoted_where_a_shell_needs_it() {
        assert_eq!(["a/b-1", "Mein Spiel", "it's"].map(quoted), ["a/b-1", "'Mein Spiel'", "'it'\\''s'"]);
    }
}
