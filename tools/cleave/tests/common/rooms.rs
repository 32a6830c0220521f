//! Small maps made in code.

use kerosene_map::{Brush, Entity, Map, Side};
use kerosene_math::DVec3;

/// A box-shaped brush from `mins` to `maxs`.
pub(crate) fn block(id: u32, mins: [f64; 3], maxs: [f64; 3], material: &str) -> Brush {
    let (low, high) = (DVec3::from_array(mins), DVec3::from_array(maxs));
    let sides = (0..6).map(|face| {
        let (axis, upper) = (face / 2, face % 2 == 1);
        let (u, v) = (DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]);
        let corner = if upper { high } else { low };
        // Normal = (p0 - p1) x (p2 - p1): u x v points along the axis.
        let points = if upper { [corner + u, corner, corner + v] } else { [corner + v, corner, corner + u] };
        side(id * 10 + face as u32 + 1, points, material)
    });
    Brush { id, line: id, sides: sides.collect(), ..Brush::default() }
}

/// A side through three points.
pub(crate) fn side(id: u32, points: [DVec3; 3], material: &str) -> Side {
    Side { line: id, ..Side::new(id, points, material, [DVec3::X, DVec3::NEG_Y]) }
}

/// The six slabs, 16 thick, around an open box.
pub(crate) fn shell(first_id: u32, mins: [f64; 3], maxs: [f64; 3], material: &str) -> Vec<Brush> {
    let thick = 16.0;
    (0..6)
        .map(|face| {
            let axis = face as usize / 2;
            let (mut low, mut high) = (mins.map(|c| c - thick), maxs.map(|c| c + thick));
            if face % 2 == 1 {
                low[axis] = maxs[axis];
            } else {
                high[axis] = mins[axis];
            }
            block(first_id + face, low, high, material)
        })
        .collect()
}

/// An entity with keys.
pub(crate) fn entity(id: u32, keys: &[(&str, &str)], brushes: Vec<Brush>) -> Entity {
    let keys = keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Entity { id, line: id, keys, brushes, ..Entity::default() }
}

/// A map of world brushes and entities.
pub(crate) fn map(brushes: Vec<Brush>, entities: Vec<Entity>) -> Map {
    let world = entity(1, &[("classname", "worldspawn")], brushes);
    Map { source: "test.map".to_owned(), entities: [world].into_iter().chain(entities).collect(), ..Map::default() }
}

/// Where a player begins.
pub(crate) fn start(origin: &str) -> Entity {
    entity(900, &[("classname", "info_player_start"), ("origin", origin)], Vec::new())
}
