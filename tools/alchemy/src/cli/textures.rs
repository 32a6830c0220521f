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

/// What was looked for beside a material.
#[derive(Debug, Default)]
pub(super) struct Sought {
    /// What is not there that it names.
    pub(super) notes: Diagnostics,
    /// The pictures or textures that it names.
    pub(super) found: Vec<PathBuf>,
    /// Where those that are not there would be.
    pub(super) absent: Vec<PathBuf>,
}

/// Looks for the textures and surface properties that a material names. It changes nothing of how the material is drawn.
pub(super) fn seek(material: &Material, root: &Path) -> Sought {
    let stock: Vec<_> = crate::stock::texture_names().collect();
    let beside = root.parent().unwrap_or(Path::new(""));
    let folders = [root.to_owned(), beside.join(MATERIALS)];
    let mut sought = Sought::default();
    for texture in material.textures() {
        if stock.iter().any(|name| name == texture.as_str()) {
            continue;
        }
        match folders.iter().find_map(|folder| find(folder, texture)) {
            Some(file) => sought.found.push(file),
            None => {
                sought.notes.push(not_found(texture, &folders, &stock));
                sought.absent.extend(folders.iter().flat_map(|folder| places(folder, texture)));
            }
        }
    }
    let mut surfaces = SurfaceTable::built_in();
    if let Ok(text) = fs::read_to_string(beside.join(SURFACES)) {
        // What is wrong with it is for who looks at that file.
        let _ = surfaces.read(SURFACES, &text);
    }
    if surfaces.get(&material.surface_property).is_none() {
        sought.notes.push(surfaces.missing(&material.surface_property));
    }
    sought
}

/// The path of a file as the path of `source` is given: relative where that is, so that results do not tell of the computer
/// that they were made on.
pub(super) fn named_as(file: &Path, source: &Path) -> PathBuf {
    let absolute = std::path::absolute(source).unwrap_or_else(|_| source.to_owned());
    let base = absolute.ancestors().nth(source.components().count()).filter(|_| source.is_relative());
    base.and_then(|base| file.strip_prefix(base).ok()).unwrap_or(file).to_owned()
}

/// The files that would be a picture or texture of this name.
fn places(folder: &Path, texture: &TextureName) -> impl Iterator<Item = PathBuf> {
    let path = folder.join(texture.as_str());
    PICTURE_ENDINGS.iter().chain(&["ktex"]).map(move |ending| {
        let mut name = path.clone().into_os_string();
        name.push(format!(".{ending}"));
        PathBuf::from(name)
    })
}

/// The picture or texture of this name below a folder, in any case of letters.
fn find(folder: &Path, texture: &TextureName) -> Option<PathBuf> {
    if let Some(file) = places(folder, texture).find(|place| place.is_file()) {
        return Some(file);
    }
    let path = folder.join(texture.as_str());
    let name = path.file_name()?.to_ascii_lowercase();
    let entries = fs::read_dir(path.parent()?).ok()?.flatten().take(MAX_FILES).map(|entry| entry.path());
    entries.filter(|path| stem(path).is_some_and(|stem| *stem == *name)).min()
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
