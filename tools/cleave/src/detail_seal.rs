//! Maps that nothing but detail seals.
//!
//! Quake 2's compiler and its heirs keep detail in the tree, so a wall of detail keeps the void out there, and maps rely
//! on it. Here detail is held out of the tree. A map that leaks is therefore flooded once more with its solid detail as
//! structure: where that is sealed, the detail brushes that the void touches become structure for good. All that the
//! void touches is structure then, so the map is sealed, and all other detail stays what it is.
//!
//! Most maps that leak do so past all detail: where the ways that were found out of the map show that, nothing is flooded
//! again.

use crate::brush::Brush;
use crate::compile::{Shaped, shape};
use crate::flood::reach_from_void;
use crate::leak::{Leak, Scene, Way};
use crate::options::NoProgress;
use crate::portals::pieces_by_leaf;
use crate::sealing::{STRAYS, is_sealed, is_start};
use crate::textures::TextureTable;
use crate::tree::TooDeep;
use crate::volume::{BrushRole, VolumeClass};
use kerosene_bsp::Contents;
use kerosene_map::Map;
use kerosene_math::exact::ExactPlane;
use kerosene_math::{DAabb, DVec3};

/// What is within this of a line stands in its way, in units.
const CLEARANCE: f64 = 0.125;

/// Makes structure of the detail brushes that keep the void out of the world, which leaks without them as `leak` says.
/// Returns their indices, none where the map leaks all the same.
///
/// # Errors
///
/// [`TooDeep`], as for every tree.
pub(crate) fn promote_sealing_detail(
    planes: &[ExactPlane],
    brushes: &mut [Brush],
    region: &[u32; 6],
    textures: &TextureTable,
    map: &Map,
    leak: &Leak,
) -> Result<Vec<usize>, TooDeep> {
    let seals = |brush: &Brush| brush.role == BrushRole::Detail && brush.class == VolumeClass::Solid;
    let detail: Vec<&Brush> = brushes.iter().filter(|brush| seals(brush)).collect();
    if detail.is_empty() || leaks_past(planes, &detail, leak, map) {
        return Ok(Vec::new());
    }
    let mut trial: Vec<Brush> = brushes.to_vec();
    trial.iter_mut().filter(|brush| seals(brush)).for_each(|brush| brush.role = BrushRole::Structural);
    let Shaped { fragments, space } = shape(planes, &trial, region, &NoProgress)?;
    let scene = Scene { world: &space, region, brushes: &trial, textures, map };
    if !is_sealed(&scene) {
        return Ok(Vec::new());
    }
    let void = reach_from_void(&space.tree, &space.graph);
    let mut sealing = Vec::new();
    for fragment in fragments.iter().filter(|fragment| seals(&brushes[fragment.brush as usize])) {
        let pieces = pieces_by_leaf(planes, &space.tree, space.tree.root, fragment.winding.unpack(planes), 0.0);
        if pieces.iter().any(|(leaf, _)| void[*leaf as usize]) {
            sealing.push(fragment.brush as usize);
        }
    }
    sealing.dedup();
    for &index in &sealing {
        brushes[index].role = BrushRole::Structural;
        brushes[index].contents -= Contents::DETAIL;
    }
    Ok(sealing)
}

/// Whether ways out that keep clear of all `detail` lead from a place where a player begins, or from more things than
/// could have been left lying outside.
fn leaks_past(planes: &[ExactPlane], detail: &[&Brush], leak: &Leak, map: &Map) -> bool {
    let is_clear = |way: &&Way| {
        let mut lines = way.points.windows(2);
        lines.all(|line| !detail.iter().any(|brush| is_met(planes, brush, line[0], line[1])))
    };
    let ways = leak.holes.iter().map(|hole| &hole.way).chain(&leak.open);
    let mut from: Vec<usize> = ways.filter(is_clear).map(|way| way.entity).collect();
    from.sort_unstable();
    from.dedup();
    from.len() >= STRAYS || from.iter().any(|&entity| is_start(&map.entities[entity]))
}

/// Whether the line from `from` to `to` comes near a brush.
fn is_met(planes: &[ExactPlane], brush: &Brush, from: DVec3, to: DVec3) -> bool {
    if !DAabb::from_points([from, to]).expanded(CLEARANCE).touches(&brush.bounds) {
        return false;
    }
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for side in &brush.sides {
        let plane = &planes[side.plane as usize];
        let height = |point: DVec3| plane.normal().dot(point) - plane.dist() - CLEARANCE;
        let (first, last) = (height(from), height(to));
        if first > 0.0 && last > 0.0 {
            return false;
        }
        let crossing = first / (first - last);
        if first > 0.0 {
            start = start.max(crossing);
        } else if last > 0.0 {
            end = end.min(crossing);
        }
    }
    start <= end
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::model::read_models;
    use crate::planes::PlaneTable;
    use kerosene_diagnostics::Diagnostics;
    use kerosene_map::{ReadOptions, read_map};

    /// A cube of 64 units from the origin.
    const CUBE: &str = "{ \"classname\" \"worldspawn\" {
        ( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) a 0 0 0 1 1
        ( 64 0 0 ) ( 64 0 1 ) ( 64 1 0 ) a 0 0 0 1 1
        ( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) a 0 0 0 1 1
        ( 0 64 0 ) ( 1 64 0 ) ( 0 64 1 ) a 0 0 0 1 1
        ( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1
        ( 0 0 64 ) ( 0 1 64 ) ( 1 0 64 ) a 0 0 0 1 1 } }";

    #[test]
    fn a_line_is_met_by_what_is_nearer_than_the_clearance() {
        let map = read_map("cube.map", CUBE.as_bytes(), &ReadOptions::default()).unwrap().map;
        let (mut planes, mut textures) = (PlaneTable::new(), TextureTable::default());
        let models = read_models(&map, &mut planes, &mut textures, &mut Diagnostics::new());
        let planes = planes.into_planes();
        let met = |from: [f64; 3], to: [f64; 3]| is_met(&planes, &models[0].brushes[0], from.into(), to.into());
        assert!(met([-8.0, 32.0, 32.0], [72.0, 32.0, 32.0]), "through it");
        assert!(met([32.0, 32.0, 32.0], [33.0, 32.0, 32.0]), "within it");
        assert!(met([-8.0, 56.0, 1.0], [8.0, 72.0, 1.0]), "through an edge");
        assert!(met([-8.0, 64.0625, 32.0], [72.0, 64.0625, 32.0]), "along a face");
        assert!(!met([-8.0, 64.25, 32.0], [72.0, 64.25, 32.0]), "beside it");
        assert!(!met([-8.0, 32.0, 32.0], [-1.0, 32.0, 32.0]), "short of it");
        assert!(!met([-9.0, 57.0, 1.0], [7.0, 73.0, 1.0]), "past an edge, though their boxes touch");
    }
}
