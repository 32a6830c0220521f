//! Maps that nothing but detail seals.
//!
//! Quake 2's compiler and its heirs keep detail in the tree, so a wall of detail keeps the void out there, and maps rely
//! on it. Here detail is held out of the tree. A map that leaks is therefore flooded once more with its solid detail as
//! structure: where that is sealed, the detail brushes that the void touches become structure for good. All that the
//! void touches is structure then, so the map is sealed, and all other detail stays what it is.

use crate::brush::Brush;
use crate::compile::{Shaped, shape};
use crate::flood::reach_from_void;
use crate::leak::Scene;
use crate::options::NoProgress;
use crate::portals::pieces_by_leaf;
use crate::sealing::flood_world;
use crate::textures::TextureTable;
use crate::tree::TooDeep;
use crate::volume::{BrushRole, VolumeClass};
use kerosene_bsp::Contents;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::Map;
use kerosene_math::exact::ExactPlane;

/// Makes structure of the detail brushes that keep the void out of the world. Returns their indices, none where the map
/// leaks all the same.
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
) -> Result<Vec<usize>, TooDeep> {
    let seals = |brush: &Brush| brush.role == BrushRole::Detail && brush.class == VolumeClass::Solid;
    if !brushes.iter().any(seals) {
        return Ok(Vec::new());
    }
    let mut trial: Vec<Brush> = brushes.to_vec();
    trial.iter_mut().filter(|brush| seals(brush)).for_each(|brush| brush.role = BrushRole::Structural);
    let Shaped { fragments, space } = shape(planes, &trial, region, &NoProgress)?;
    let scene = Scene { world: &space, region, brushes: &trial, textures, map };
    if flood_world(&scene, &mut Diagnostics::new()).leak.is_some() {
        return Ok(Vec::new());
    }
    let void = reach_from_void(&space.tree, &space.graph);
    let mut sealing = Vec::new();
    for fragment in fragments.iter().filter(|fragment| seals(&brushes[fragment.brush as usize])) {
        let pieces = pieces_by_leaf(planes, &space.tree, space.tree.root, fragment.winding.unpack(planes));
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
