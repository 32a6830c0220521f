//! What a compiled map is made of, counted in our terms, so that maps of different formats can be compared.

use super::load::LoadedBsp;
use kerosene_bsp::{BspFile, EntityKeys, parse_entities};
use std::collections::BTreeMap;

/// The counts, in the order in which people see them.
pub(super) fn counts(map: &LoadedBsp) -> Vec<(&'static str, usize)> {
    let file = &map.file;
    let is_real = |side: &&kerosene_bsp::records::BrushSideRecord| side.bevel == 0;
    vec![
        ("bytes", map.length),
        ("entities", entities(file).len()),
        ("models", file.models().len()),
        ("brushes", file.brushes().len()),
        ("sides", file.brush_sides().iter().filter(is_real).count()),
        ("planes", file.planes().len() / 2),
        ("vertices", file.vertices().len()),
        ("edges", file.edges().len().saturating_sub(1)),
        ("faces", file.faces().len()),
        ("meshes", file.meshes().len()),
        ("nodes", file.nodes().len()),
        ("leaves", file.leaves().len()),
        ("open leaves", file.leaves().iter().filter(|leaf| leaf.cluster >= 0).count()),
        ("clusters", file.cluster_count() as usize),
        ("materials", materials(file).len()),
    ]
}

/// The entities; none where the text cannot be read, which the compiler of the map has to answer for.
fn entities(file: &BspFile) -> Vec<EntityKeys> {
    parse_entities(file.entities()).unwrap_or_default()
}

/// Entities by class.
pub(super) fn classes(file: &BspFile) -> BTreeMap<String, usize> {
    let mut classes = BTreeMap::new();
    for entity in entities(file) {
        *classes.entry(entity.class_name().to_owned()).or_default() += 1;
    }
    classes
}

/// Faces by material; those of no face are in it too.
pub(super) fn materials(file: &BspFile) -> BTreeMap<String, usize> {
    let name = |texdata: u32| file.material(texdata).unwrap_or_default().to_owned();
    let mut materials: BTreeMap<String, usize> =
        (0..file.texdata().len() as u32).map(|index| (name(index), 0)).collect();
    for face in file.faces() {
        *materials.entry(name(file.texinfos()[face.texinfo as usize].texdata)).or_default() += 1;
    }
    materials
}
