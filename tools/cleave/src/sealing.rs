//! Is the world sealed, and what is inside?

use crate::codes;
use crate::compile::Space;
use crate::flood::{Occupant, leaf_at, reach, reach_from_void, reach_through, way_out};
use crate::leak::Leak;
use crate::occupants::{Standing, misplaced_entities, standing_entities};
use crate::portals::Portal;
use crate::tree::Tree;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{Map, has_player_start};
use kerosene_math::DVec3;
use kerosene_math::exact::ExactPlane;

/// What the flood found.
pub(crate) struct Flood {
    /// By leaf: open, and reached from what stands in the map.
    pub(crate) inside: Vec<bool>,
    /// The way out of a map that is not sealed.
    pub(crate) leak: Option<Leak>,
}

/// Floods the world from everything that stands in it, and finds the way out if there is one.
pub(crate) fn flood_world(world: &Space<'_>, map: &Map, diagnostics: &mut Diagnostics) -> Flood {
    let Space { planes, tree, graph } = world;
    let void = reach_from_void(tree, graph);
    tell_of_missing_places(map, diagnostics);
    let mut occupants = Vec::new();
    let mut starts_inside = false;
    for standing in standing_entities(map) {
        match open_leaf(planes, tree, &standing) {
            Some(leaf) => {
                starts_inside |= standing.is_start && !void[leaf as usize];
                occupants.push(Occupant { entity: standing.entity, origin: standing.origin, leaf });
            }
            None if standing.must_be_free => {
                diagnostics.push(codes::in_solid(&map.entities[standing.entity], standing.origin, &map.source));
            }
            None => {}
        }
    }
    if occupants.is_empty() {
        diagnostics.push(codes::nothing_to_flood_from(&map.source));
        let inside = (0..tree.leaves.len()).map(|leaf| !tree.leaves[leaf].is_opaque() && !void[leaf]).collect();
        return Flood { inside, leak: None };
    }
    let (outside, held): (Vec<Occupant>, Vec<Occupant>) =
        occupants.into_iter().partition(|occupant| void[occupant.leaf as usize]);
    if starts_inside || outside.is_empty() {
        // Where a player begins is sealed: what is elsewhere was left lying outside.
        for occupant in &outside {
            diagnostics.push(codes::outside_map(&map.entities[occupant.entity], occupant.origin, &map.source));
        }
        let inside = reach(tree, graph, held.iter().map(|occupant| occupant.leaf));
        note_cracks(world, &inside, &void, map, diagnostics);
        return Flood { inside, leak: None };
    }
    let leak = find_leak(world, map, &outside, diagnostics);
    let all = outside.iter().chain(&held).map(|occupant| occupant.leaf);
    Flood { inside: reach(tree, graph, all), leak }
}

/// Says where a player could not begin, and which entities lie nowhere.
fn tell_of_missing_places(map: &Map, diagnostics: &mut Diagnostics) {
    if !has_player_start(map) {
        diagnostics.push(codes::no_player_start(&map.source));
    }
    for (entity, origin) in misplaced_entities(map) {
        diagnostics.push(codes::bad_origin(entity, origin, &map.source));
    }
}

/// Says so where the inside touches the void through cracks alone.
fn note_cracks(world: &Space<'_>, inside: &[bool], void: &[bool], map: &Map, diagnostics: &mut Diagnostics) {
    let Space { tree, graph, .. } = world;
    let starts = (0..tree.leaves.len() as u32).filter(|&leaf| inside[leaf as usize]);
    let reached = reach_through(tree, graph, starts, |_| true);
    if !reached.iter().zip(void).any(|(reached, void)| *reached && *void) {
        return;
    }
    let touches =
        |portal: &&Portal| portal.is_crack() && portal.leaves.iter().flatten().any(|&leaf| inside[leaf as usize]);
    if let Some(crack) = graph.portals.iter().find(touches) {
        diagnostics.push(codes::cracks_closed(crack.winding.center(), crack.width, &map.source));
    }
}

/// From a player's feet to the middle of the hull, in units.
const TO_MIDDLE: f64 = 36.0;

/// The leaf that an entity stands in. A player is looked for at the middle of the hull, since a start may lie a little
/// below the floor (the game lifts the player out); other things at their origin, or a unit above it where that
/// is on the floor.
fn open_leaf(planes: &[ExactPlane], tree: &Tree, standing: &Standing) -> Option<u32> {
    let lifts: &[f64] = if standing.is_start { &[TO_MIDDLE, 0.0, 1.0] } else { &[0.0, 1.0] };
    lifts
        .iter()
        .map(|lift| leaf_at(planes, tree, standing.origin + DVec3::Z * lift))
        .find(|&leaf| !tree.leaves[leaf as usize].is_opaque())
}

fn find_leak(world: &Space<'_>, map: &Map, outside: &[Occupant], diagnostics: &mut Diagnostics) -> Option<Leak> {
    let start = |occupant: &&Occupant| map.entities[occupant.entity].class_name().starts_with("info_player");
    let occupant = outside.iter().find(start).or(outside.first())?;
    let way = way_out(&world.tree, &world.graph, occupant)?;
    let leak = Leak::along(&world.graph, occupant, &way);
    let entity = &map.entities[occupant.entity];
    diagnostics.push(codes::leak(entity, occupant.origin, leak.narrowest, leak.width, &map.source));
    Some(leak)
}
