//! What a stage tells that it has read, from what it made.

use crate::record::Input;
use kerosene_asset::Provenance;
use kerosene_bsp::BspFile;
use kerosene_vfs::vault::ContentHash;
use serde::Deserialize;
use std::fs;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// What was read to make a result, beside its source.
#[derive(Debug, Default)]
pub(crate) struct Learned {
    pub(crate) inputs: Vec<Input>,
    pub(crate) facts: Vec<Input>,
}

/// What results begin with, by extension.
const MAGICS: [(&str, &[u8]); 5] =
    [(".ktex", b"KTEX"), (".kmat_c", b"KMAT"), (".kmdl", b"KMDL"), (".kaud", b"KAUD"), (".kbsp", b"KROS")];

/// Marks a material among the inputs of a map; its hash is of what was read of it, and empty where there is no such material.
const MATERIAL: &str = "material:";

/// The manifest of a compiled map, as far as a build needs it.
#[derive(Debug, Deserialize)]
struct Manifest {
    #[serde(default)]
    inputs: Vec<ManifestInput>,
}

#[derive(Debug, Deserialize)]
struct ManifestInput {
    name: String,
    xxh3: String,
}

/// Reads what a result was made of. `root` is the project's folder, `source` the source below it.
pub(crate) fn learn(root: &Path, result: &str, bytes: Vec<u8>, source: &str) -> Learned {
    if result.ends_with(".kbsp") { of_map(root, bytes) } else { of_resource(&bytes, source) }
}

fn of_resource(bytes: &[u8], source: &str) -> Learned {
    let Ok(provenance) = Provenance::of_resource(bytes) else { return Learned::default() };
    let others = provenance.sources.into_iter().filter(|file| file.path != source);
    let input = |file: kerosene_asset::SourceFile| Input { path: file.path, hash: Some(ContentHash(file.hash)) };
    let absent = provenance.absent.into_iter().map(|path| Input { path, hash: None });
    Learned { inputs: others.map(input).chain(absent).collect(), facts: Vec::new() }
}

fn of_map(root: &Path, bytes: Vec<u8>) -> Learned {
    let Ok(file) = BspFile::from_bytes(bytes) else { return Learned::default() };
    let Ok(manifest) = serde_json::from_str::<Manifest>(file.manifest()) else { return Learned::default() };
    // The first is the map itself. The others are named as the content names them: in lower case.
    let mut learned = Learned::default();
    for input in manifest.inputs.into_iter().skip(1) {
        match input.name.strip_prefix(MATERIAL) {
            Some(name) => {
                let hash = (!input.xxh3.is_empty()).then(|| ContentHash::of(input.xxh3.as_bytes()));
                learned.facts.push(Input { path: name.to_owned(), hash });
            }
            None => learned.inputs.push(included(root, &input)),
        }
    }
    learned
}

/// A file that a map includes: its content as it is now, where that is what the map was made with.
fn included(root: &Path, input: &ManifestInput) -> Input {
    let (folder, file) = input.name.rsplit_once('/').unwrap_or(("", &input.name));
    let spelt = crate::scan::spelling(root, folder);
    let in_folder = root.join(&spelt);
    let name = if in_folder.join(file).is_file() {
        file.to_owned()
    } else {
        crate::scan::other_case(&in_folder, file).unwrap_or_else(|| file.to_owned())
    };
    let path = if spelt.is_empty() { name } else { format!("{spelt}/{name}") };
    let bytes = fs::read(root.join(&path)).ok();
    let hash = bytes.filter(|bytes| format!("{:016x}", xxh3_64(bytes)) == input.xxh3);
    Input { path, hash: hash.map(|bytes| ContentHash::of(&bytes)) }
}

/// Where a file comes from that is at the place of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A stage made it of the source, so that it may be replaced although kiln did not make it.
    Source,
    /// A stage made it of something else, or it is no result at all.
    Other,
    /// It begins like a result, and is none any more.
    Damaged,
}

/// Where the file comes from that has these bytes, at the place of a result of the source.
pub(crate) fn origin(result: &str, bytes: Vec<u8>, source: &str) -> Origin {
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let is_ours = |sources: &[String]| sources.iter().any(|file| name(file) == name(source));
    let begins_right = MAGICS.iter().any(|(extension, magic)| result.ends_with(extension) && bytes.starts_with(magic));
    let sources = if result.ends_with(".kbsp") {
        let manifest = BspFile::from_bytes(bytes).ok();
        let manifest = manifest.and_then(|file| serde_json::from_str::<Manifest>(file.manifest()).ok());
        manifest.map(|manifest| manifest.inputs.into_iter().take(1).map(|input| input.name).collect::<Vec<_>>())
    } else {
        let provenance = Provenance::of_resource(&bytes).ok();
        provenance.map(|made| made.sources.into_iter().map(|file| file.path).collect::<Vec<_>>())
    };
    match sources {
        Some(sources) if is_ours(&sources) => Origin::Source,
        None if begins_right => Origin::Damaged,
        _ => Origin::Other,
    }
}
