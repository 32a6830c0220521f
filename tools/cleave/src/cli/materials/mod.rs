//! Finding what is known of a map's materials: compiled materials of the content that the map lies in, folders of other games
//! (`--textures`), and archives of textures (`--wad`, and those that the map names).
//!
//! A file of another game that a material was found in is an input of the compile, and so are the places where archives were
//! looked for and were not. Of a material of the content, what is read
//! of it is one, whether it is there or not, so that a build knows when a map has to be compiled again: `material:NAME` with a
//! hash of its size, colour and surface. Nothing is said of maps that lie in no project and find nothing.

mod content;
mod game_folder;
mod names;
mod wads;

use super::RunError;
use super::args::CleaveArgs;
use super::inputs::{absent, input};
use crate::tool_materials::DEVELOPER_MATERIALS;
use crate::{Input, KnownMaterial, Materials};
use content::{Content, Damaged};
use game_folder::GameFolder;
use kerosene_diagnostics::{Diagnostic, Diagnostics, codes};
use kerosene_map::Map;
use kerosene_vfs::Vfs;
use names::{Use, materials_of};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use wads::Wads;
use xxhash_rust::xxh3::xxh3_64;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) materials: Materials,
    pub(super) inputs: Vec<Input>,
    pub(super) diagnostics: Diagnostics,
}

/// Files as they are read, each noted as an input.
#[derive(Debug, Default)]
struct Files {
    read: BTreeMap<String, Input>,
}

impl Files {
    /// A file of a folder or archive of content; `None` where it is not there.
    fn read(&mut self, vfs: &Vfs, path: &str) -> Option<Vec<u8>> {
        let bytes = vfs.read(path).ok()?.into_owned();
        self.note(path, &bytes);
        Some(bytes)
    }

    /// What the content says of a material.
    fn note_material(&mut self, name: &str, known: Option<&KnownMaterial>) {
        let name = format!("material:{name}");
        let xxh3 = known.map(facts).unwrap_or_default();
        self.read.entry(name.clone()).or_insert(Input { name, xxh3, bytes: 0 });
    }

    fn note_absent(&mut self, name: String) {
        self.read.entry(name.clone()).or_insert_with(|| absent(name));
    }

    fn note(&mut self, name: &str, bytes: &[u8]) {
        self.read.entry(name.to_owned()).or_insert_with(|| input(name.to_owned(), bytes));
    }
}

/// What is known of a material, as a hash.
fn facts(known: &KnownMaterial) -> String {
    format!("{:016x}", xxh3_64(format!("{known:?}").as_bytes()))
}

/// What a compile would read of a material of the project in this folder, by the name that maps call it by: a hash of its
/// size, colour and surface, as the manifest of a map has it; `None` where there is no such material.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// assert_eq!(cleave::cli::material_facts(folder.path(), "brick"), None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn material_facts(root: &Path, name: &str) -> Option<String> {
    Content::of_project(root)?.find(name, &mut Damaged::new()).as_ref().map(facts)
}

/// Looks for everything that a map is painted with.
pub(super) fn find(args: &CleaveArgs, map: &Map) -> Result<Found, RunError> {
    let (mut files, mut diagnostics) = (Files::default(), Diagnostics::new());
    let content = Content::around(&args.map);
    let mut folders = Vec::new();
    for folder in &args.textures {
        folders.push(GameFolder::open(folder, &mut files, &mut diagnostics)?);
    }
    let wads = Wads::open(args, map, &mut files, &mut diagnostics)?;
    if content.is_none() && folders.is_empty() && wads.is_empty() {
        return Ok(Found { inputs: files.read.into_values().collect(), diagnostics, ..Found::default() });
    }
    let used = materials_of(map);
    let (mut known, mut damaged) = (BTreeMap::new(), Damaged::new());
    for name in used.keys() {
        let found = content.as_ref().and_then(|content| {
            let found = content.find(name, &mut damaged);
            files.note_material(name, found.as_ref());
            found
        });
        let found = found.or_else(|| folders.iter().find_map(|folder| folder.find(name, &mut files)));
        if let Some(found) = found.or_else(|| wads.find(name)) {
            known.insert(name.clone(), found);
        }
    }
    diagnostics.extend(content::notes(damaged));
    // What lies in a project should find what it is painted with; of any other map nobody knows.
    if !known.is_empty() || content.is_some_and(|content| content.is_project()) {
        let mut others: BTreeSet<String> = known.keys().cloned().collect();
        others.extend(DEVELOPER_MATERIALS.map(str::to_owned));
        others.extend(wads.names().map(str::to_owned));
        folders.iter().for_each(|folder| others.extend(folder.names().map(str::to_owned)));
        diagnostics.extend(missing(&used, &known, &others));
    }
    Ok(Found { materials: known.into_iter().collect(), inputs: files.read.into_values().collect(), diagnostics })
}

/// A message for each material that is nowhere; names that mean something by themselves need none, and the developer's are in
/// the engine.
fn missing(
    used: &BTreeMap<String, Use>,
    known: &BTreeMap<String, KnownMaterial>,
    others: &BTreeSet<String>,
) -> Vec<Diagnostic> {
    let is_ours = |name: &str| DEVELOPER_MATERIALS.contains(&name) || crate::is_tool_material(name);
    let lost = used.iter().filter(|(name, _)| !known.contains_key(*name) && !is_ours(name));
    let message = |(name, used): (&String, &Use)| {
        let text = format!("the material `{name}` is nowhere ({} faces): its size is not known", used.count);
        let near = kerosene_diagnostics::nearest(name, others.iter().map(String::as_str));
        let fix = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "make it, or name where it is with --textures or --wad".to_owned(),
        };
        Diagnostic::new(codes::MATERIAL_NOT_FOUND, text).at(used.first.clone()).fix(fix)
    };
    lost.map(message).collect()
}
