//! A folder to give away: the program, the archives, the licences, a word to the player. Nothing else, and nothing that is
//! not as its sources say.

use crate::build::Request;
use crate::error::KilnError;
use crate::journal::Known;
use crate::preview::preview;
use crate::site::glimpse;
use crate::stat_cache::hash_file;
use crate::workplace::Workplace;
use kerosene_config::Project;
use kerosene_diagnostics::nearest;
use kerosene_vfs::{Replacement, Vault, archives_in};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const LICENCES: [(&str, &str); 2] = [
    ("licences/kerosene-MIT.txt", include_str!("../../../LICENSE-MIT")),
    ("licences/kerosene-Apache-2.0.txt", include_str!("../../../LICENSE-APACHE")),
];

/// The map that the engine has built in.
const ROOM: &str = "kerosene_room";

/// Where a file that is shipped comes from.
enum Origin {
    File(PathBuf),
    Text(String),
}

/// What was shipped.
#[derive(Debug, Clone, Serialize)]
pub struct Shipped {
    /// The folder.
    pub folder: PathBuf,
    /// The files in it, by name, with their bytes.
    pub files: Vec<(String, u64)>,
}

/// Copies what a player needs into a folder, which is made. `program` is the runtime. A file that is already as it would be
/// is left alone.
///
/// # Errors
/// [`KilnError::NotShipped`] where the archive is missing, damaged or older than the sources, or where other files lie in the
/// folder; what the system says.
pub fn ship(workplace: &Workplace, request: &Request, program: &Path, folder: &Path) -> Result<Shipped, KilnError> {
    check_fresh(workplace, request)?;
    let list = list(workplace, program);
    check_folder(folder, &list)?;
    let mut files = Vec::new();
    for (name, origin) in &list {
        let target = folder.join(name);
        copy(origin, &target).map_err(|reason| KilnError::state(&target, reason))?;
        let bytes = fs::metadata(&target).map_or(0, |metadata| metadata.len());
        files.push((name.clone(), bytes));
    }
    Ok(Shipped { folder: folder.to_owned(), files })
}

fn refuse(reason: String, advice: &'static str) -> KilnError {
    KilnError::NotShipped { reason, advice }
}

/// The one list of what is shipped, by name.
fn list(workplace: &Workplace, program: &Path) -> BTreeMap<String, Origin> {
    let mut list = BTreeMap::new();
    for (name, text) in LICENCES {
        list.insert(name.to_owned(), Origin::Text(text.to_owned()));
    }
    let project = &workplace.content.project;
    let shown = project.name.clone().unwrap_or_else(|| workplace.name.clone());
    let binary = format!("{}{EXE_SUFFIX}", workplace.name);
    list.insert("README.txt".to_owned(), Origin::Text(readme(&shown, &binary)));
    list.insert(binary, Origin::File(program.to_owned()));
    // What the program needs to know of the project: its name and where it begins.
    let player = Project { name: Some(shown), start_map: project.start_map.clone(), ..Project::default() };
    list.insert(format!("{}.kproj", workplace.name), Origin::Text(player.to_text()));
    for archive in archives_in(&workplace.content.folder) {
        let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
        list.insert(name, Origin::File(archive));
    }
    list
}

fn readme(name: &str, binary: &str) -> String {
    format!(
        "{name}\n\nStart `{binary}` in this folder.\n\nMade with the Kerosene engine; its licences are in the folder licences.\n"
    )
}

/// Refuses content that is not what the sources give.
fn check_fresh(workplace: &Workplace, request: &Request) -> Result<(), KilnError> {
    let all = Request { only: Vec::new(), map: None, force: false, ..request.clone() };
    let preview = preview(workplace, &all)?;
    if let Some(pending) = preview.pending.first() {
        let reason = format!("{} is stale: {}", pending.step, pending.reason);
        return Err(refuse(reason, "build the project first, without errors"));
    }
    if let Some(stale) = preview.stale.first() {
        return Err(refuse(format!("{stale} has no source any more"), "build the project first"));
    }
    if let Some(fault) = missing_start(workplace, &preview.maps) {
        return Err(refuse(fault, "correct `startmap` in the project file, or make the map"));
    }
    let archive = workplace.archive();
    let path = workplace.archive_path();
    let known = glimpse(workplace)?.memory.steps.remove(&path).unwrap_or_default();
    let is_ours =
        |known: &Known| known.begun.is_none() && known.made().any(|made| hash_file(&archive).ok() == Some(made.hash));
    if !is_ours(&known) {
        return Err(refuse(format!("{path} is missing, or is not what was packed"), "build the project first"));
    }
    for archive in archives_in(&workplace.content.folder) {
        let damaged = Vault::open(&archive).map_or(true, |vault| vault.damaged().next().is_some());
        if damaged {
            let reason = format!("{} is damaged", archive.display());
            return Err(refuse(reason, "`kerosene-tools vault verify` says what in it; get it again"));
        }
    }
    if let Some((other, name)) = rivals(workplace).into_iter().next() {
        let reason = format!("{} and {path} both hold {name}", other.display());
        return Err(refuse(
            reason,
            "move it out of the content: an earlier archive of this game, or a file is in both",
        ));
    }
    Ok(())
}

/// Archives beside the project's own that hold a file of it too, each with one such name: the runtime reads them all, and what
/// it takes of two is not what was built.
#[must_use]
pub fn rivals(workplace: &Workplace) -> Vec<(PathBuf, String)> {
    let own = workplace.archive();
    let Ok(ours) = Vault::open(&own) else { return Vec::new() };
    let names: BTreeSet<String> = ours.entries().map(|entry| entry.name.to_owned()).collect();
    let others = archives_in(&workplace.content.folder).into_iter().filter(|archive| *archive != own);
    let shared = |archive: PathBuf| {
        let vault = Vault::open(&archive).ok()?;
        let name = vault.entries().map(|entry| entry.name.to_owned()).find(|name| names.contains(name))?;
        Some((archive, name))
    };
    others.filter_map(shared).collect()
}

/// What is wrong with the map that a new game begins with; `maps` are those that the project's sources give.
#[must_use]
pub fn missing_start(workplace: &Workplace, maps: &BTreeSet<String>) -> Option<String> {
    let start = workplace.content.project.start_map.as_ref()?;
    let file = format!("maps/{}.kbsp", start.to_ascii_lowercase());
    let in_archives = || {
        let holds =
            |archive: PathBuf| Vault::open(&archive).is_ok_and(|vault| vault.entries().any(|it| it.name == file));
        archives_in(&workplace.content.folder).into_iter().any(holds)
    };
    let is_there = start.eq_ignore_ascii_case(ROOM)
        || maps.contains(&file)
        || workplace.content.folder.join(&file).is_file()
        || in_archives();
    if is_there {
        return None;
    }
    let near = nearest(&file, maps.iter().map(String::as_str)).and_then(|near| near.strip_prefix("maps/"));
    let meant = near.map(|near| format!("; did you mean `{}`?", near.trim_end_matches(".kbsp"))).unwrap_or_default();
    Some(format!("the game begins with the map `{start}`, which is not there{meant}"))
}

/// Refuses a folder that holds anything that is not shipped: it may be somebody's.
fn check_folder(folder: &Path, list: &BTreeMap<String, Origin>) -> Result<(), KilnError> {
    let failed = |reason| KilnError::state(folder, reason);
    let is_listed = |name: &str| list.keys().any(|file| file == name || file.starts_with(&format!("{name}/")));
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    for entry in entries {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        if !is_listed(&name) {
            let reason = format!("{} holds {name}, which is not shipped", folder.display());
            return Err(refuse(reason, "name a folder of its own"));
        }
    }
    Ok(())
}

fn copy(origin: &Origin, target: &Path) -> io::Result<()> {
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    match origin {
        Origin::Text(text) if fs::read_to_string(target).is_ok_and(|there| there == *text) => Ok(()),
        Origin::Text(text) => Replacement::write(target, text.as_bytes()),
        Origin::File(file) if hash_file(target).is_ok_and(|hash| hash_file(file).is_ok_and(|it| it == hash)) => Ok(()),
        Origin::File(file) => {
            let new = Replacement::begin(target)?;
            fs::copy(file, new.path())?;
            new.put()
        }
    }
}
