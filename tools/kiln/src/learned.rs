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
    Learned { inputs: others.map(input).collect(), facts: Vec::new() }
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

/// Whether a file at the place of a result was made by a stage of this source, so that it may be replaced although kiln did
/// not make it.
pub(crate) fn is_made_of(result: &str, bytes: Vec<u8>, source: &str) -> bool {
    if !result.ends_with(".kbsp") {
        let provenance = Provenance::of_resource(&bytes);
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        return provenance.is_ok_and(|made| made.sources.iter().any(|file| name(&file.path) == name(source)));
    }
    let manifest = BspFile::from_bytes(bytes);
    let manifest = manifest.ok().and_then(|file| serde_json::from_str::<Manifest>(file.manifest()).ok());
    let name = source.rsplit('/').next().unwrap_or_default();
    manifest.is_some_and(|manifest| manifest.inputs.first().is_some_and(|input| input.name.eq_ignore_ascii_case(name)))
}
