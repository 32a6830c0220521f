//! What a map is painted with.

use kerosene_diagnostics::SourcePosition;
use kerosene_map::Map;
use std::collections::BTreeMap;

/// How a material is used.
#[derive(Debug)]
pub(super) struct Use {
    /// Faces that have it.
    pub(super) count: usize,
    /// The first of them.
    pub(super) first: SourcePosition,
}

/// All materials of a map by their names in lower case.
pub(super) fn materials_of(map: &Map) -> BTreeMap<String, Use> {
    let mut used: BTreeMap<String, Use> = BTreeMap::new();
    let mut note = |name: &str, first: &dyn Fn() -> SourcePosition| {
        if !name.is_empty() {
            used.entry(name.to_lowercase()).or_insert_with(|| Use { count: 0, first: first() }).count += 1;
        }
    };
    for entity in &map.entities {
        let at = |line: u32, id: u32| SourcePosition::line(&map.source, line).entity(entity.id).brush(id);
        for brush in &entity.brushes {
            brush.sides.iter().for_each(|side| note(&side.material, &|| at(side.line, brush.id).side(side.id)));
        }
        for mesh in &entity.meshes {
            mesh.faces.iter().for_each(|face| note(&face.material, &|| at(mesh.line, mesh.id)));
        }
    }
    used
}
