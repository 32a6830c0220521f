//! Whether the textures that a material names are there.

use crate::PICTURE_ENDINGS;
use kerosene_asset::{Material, SurfaceTable, TextureName};
use kerosene_cli::source_name;
use kerosene_diagnostics::{Diagnostic, Diagnostics, codes, nearest};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of pictures and of textures, by which the root of names is known.
const ROOTS: [&str; 3] = ["art", "textures", "materials"];
/// The folder of textures, beside that of pictures.
const MATERIALS: &str = "materials";
/// The surface properties of a game, beside it.
const SURFACES: &str = "scripts/surfaceproperties.txt";
/// Most files that are looked at for one with nearly the same name.
const MAX_FILES: usize = 50_000;

/// The folder that textures are named from, for a source in some place.
pub(super) fn root_of(source: &Path) -> PathBuf {
    let absolute = std::path::absolute(source).unwrap_or_else(|_| source.to_owned());
    let folder = absolute.parent().unwrap_or(Path::new("")).to_owned();
    let is_root = |folder: &&Path| {
        let name = folder.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| ROOTS.iter().any(|root| root.eq_ignore_ascii_case(name)))
    };
    absolute.ancestors().skip(1).find(is_root).map_or(folder, Path::to_owned)
}

/// The path of a source's folder below the root, with forward slashes; empty for the root itself.
pub(super) fn folder_below(root: &Path, source: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (root, source) = (absolute(root), absolute(source));
    let below = source.parent().and_then(|folder| folder.strip_prefix(root).ok()).unwrap_or(Path::new(""));
    source_name(below)
}

/// Tells of textures and surface properties that are not there. It changes nothing of what is made.
pub(super) fn missing(material: &Material, root: &Path) -> Diagnostics {
    let stock: Vec<_> = crate::stock::texture_names().collect();
    let beside = root.parent().unwrap_or(Path::new(""));
    let folders = [root.to_owned(), beside.join(MATERIALS)];
    let mut notes = Diagnostics::new();
    for texture in material.textures() {
        let known = stock.iter().any(|name| name == texture.as_str());
        if !known && !folders.iter().any(|folder| is_there(folder, texture)) {
            notes.push(not_found(texture, &folders, &stock));
        }
    }
    let mut surfaces = SurfaceTable::built_in();
    if let Ok(text) = fs::read_to_string(beside.join(SURFACES)) {
        // What is wrong with it is for who looks at that file.
        let _ = surfaces.read(SURFACES, &text);
    }
    if surfaces.get(&material.surface_property).is_none() {
        notes.push(surfaces.missing(&material.surface_property));
    }
    notes
}

/// Whether a picture or texture of this name lies below a folder, in any case of letters.
fn is_there(folder: &Path, texture: &TextureName) -> bool {
    let path = folder.join(texture.as_str());
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return false };
    let ending = |ending: &&str| path.with_file_name(format!("{}.{ending}", name.to_string_lossy())).is_file();
    if PICTURE_ENDINGS.iter().chain(&["ktex"]).any(ending) {
        return true;
    }
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries
        .flatten()
        .take(MAX_FILES)
        .filter_map(|entry| stem(&entry.path()))
        .any(|stem| *stem == *name.to_ascii_lowercase())
}

/// The name of a picture or texture without ending, in lower case.
fn stem(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let known = ending == "ktex" || PICTURE_ENDINGS.contains(&ending.as_str());
    known.then(|| path.file_stem().and_then(|stem| stem.to_str()).map(str::to_ascii_lowercase))?
}

fn not_found(texture: &TextureName, folders: &[PathBuf], stock: &[String]) -> Diagnostic {
    let names: Vec<String> =
        folders.iter().flat_map(|folder| names_below(folder)).chain(stock.iter().cloned()).collect();
    let name = texture.as_str();
    let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let same_file = || names.iter().find(|there| last(there) == last(name)).map(String::as_str);
    let fix = nearest(name, names.iter().map(String::as_str)).or_else(same_file).map_or_else(
        || format!("put a picture there, such as {}", folders[0].join(format!("{name}.png")).display()),
        |near| format!("did you mean `{near}`?"),
    );
    Diagnostic::new(codes::TEXTURE_NOT_FOUND, format!("there is no texture or picture `{name}`")).fix(fix)
}

/// Names of all pictures and textures below a folder, in order.
fn names_below(root: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut waiting = vec![root.to_owned()];
    let mut looked_at = 0;
    while let Some(folder) = waiting.pop().filter(|_| looked_at < MAX_FILES) {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            looked_at += 1;
            // A link may lead in a circle, and is not followed.
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push(path);
            } else if let (Some(stem), Ok(below)) = (stem(&path), path.strip_prefix(root)) {
                names.push(source_name(&below.with_file_name(stem)).to_ascii_lowercase());
            }
        }
    }
    names.sort();
    names
}
