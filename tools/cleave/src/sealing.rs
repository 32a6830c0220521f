//! Is the world sealed, and what is inside?

use crate::codes;
use crate::compile::Space;
use crate::flood::{Occupant, leaf_at, reach, reach_from_void, reach_through};
use crate::leak::{Found, Leak, Scene, find_holes, open_leak, tell};
use crate::occupants::{Standing, misplaced_entities, standing_entities};
use crate::portals::Portal;
use crate::thin_leaves::is_thinner;
use crate::tree::Tree;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{Entity, Map, has_player_start};
use kerosene_math::DVec3;
use kerosene_math::exact::ExactPlane;

/// What the flood found.
pub(crate) struct Flood {
    /// By leaf: open, and reached from what stands in the map.
    pub(crate) inside: Vec<bool>,
    /// The holes of a map that is not sealed.
    pub(crate) leak: Option<Leak>,
}

/// Fewer entities than this in one place of their own were left lying outside, if where a player begins is sealed.
pub(crate) const STRAYS: usize = 3;

/// What stands in the world, and what of it the void reaches.
struct Occupants {
    /// By leaf: the void reaches it.
    void: Vec<bool>,
    /// Those that the void reaches.
    outside: Vec<Occupant>,
    /// All others.
    held: Vec<Occupant>,
    /// The void does not reach some place where a player begins.
    starts_inside: bool,
}

impl Occupants {
    fn of_world(scene: &Scene<'_>, diagnostics: &mut Diagnostics) -> Self {
        let Scene { world, map, .. } = *scene;
        let Space { planes, tree, graph } = world;
        let mut found =
            Self { void: reach_from_void(tree, graph), outside: Vec::new(), held: Vec::new(), starts_inside: false };
        for standing in standing_entities(map) {
            match open_leaf(planes, tree, &standing) {
                Some((leaf, stands_at)) => {
                    let is_outside = found.void[leaf as usize];
                    found.starts_inside |= standing.is_start && !is_outside;
                    let side = if is_outside { &mut found.outside } else { &mut found.held };
                    side.push(Occupant { entity: standing.entity, origin: standing.origin, stands_at, leaf });
                }
                None if standing.must_be_free => {
                    diagnostics.push(codes::in_solid(&map.entities[standing.entity], standing.origin, &map.source));
                }
                None => {}
            }
        }
        found
    }

    fn starts_outside(&self, map: &Map) -> bool {
        self.outside.iter().any(|occupant| is_start(&map.entities[occupant.entity]))
    }

    /// Whether the void reaches nothing but a few things that were left lying outside.
    fn are_sealed(&self, map: &Map) -> bool {
        let strays = self.starts_inside && self.outside.len() < STRAYS && !self.starts_outside(map);
        self.outside.is_empty() || strays
    }

    /// The search for holes between the void and those that it reaches.
    fn find_holes(&self, scene: &Scene<'_>) -> Found {
        find_holes(scene, &self.outside, if self.starts_inside { STRAYS } else { 1 })
    }
}

/// Whether the world is sealed, as [`flood_world`] decides it. That the void reaches a place where a player begins is
/// enough to know that it is not; only where other things are reached must the search for holes tell.
pub(crate) fn is_sealed(scene: &Scene<'_>) -> bool {
    let occupants = Occupants::of_world(scene, &mut Diagnostics::new());
    let strays_alone = || occupants.find_holes(scene).leak.is_none() && !occupants.held.is_empty();
    occupants.are_sealed(scene.map) || !occupants.starts_outside(scene.map) && strays_alone()
}

/// Floods the world from everything that stands in it, and finds every hole if there is one.
pub(crate) fn flood_world(scene: &Scene<'_>, diagnostics: &mut Diagnostics) -> Flood {
    let Scene { world, map, .. } = *scene;
    let Space { tree, graph, .. } = world;
    tell_of_missing_places(map, diagnostics);
    let occupants = Occupants::of_world(scene, diagnostics);
    let Occupants { void, outside, held, .. } = &occupants;
    if outside.is_empty() && held.is_empty() {
        diagnostics.push(codes::nothing_to_flood_from(&map.source));
        // A pocket between brushes that do not quite fit is no room.
        let open = (0..tree.leaves.len() as u32).filter(|&leaf| !tree.leaves[leaf as usize].is_opaque());
        let kept = open.filter(|&leaf| !void[leaf as usize] && !is_thinner(world, leaf, SMALLEST_ROOM));
        let inside = reach(tree, graph, kept);
        return Flood { inside, leak: None };
    }
    if occupants.are_sealed(map) {
        tell_of_outside(outside, map, diagnostics);
        return sealed(world, held, void, map, diagnostics);
    }
    // Where a player begins may be sealed while another part of the map, that a teleporter leads to, is not.
    let found = occupants.find_holes(scene);
    if found.leak.is_none() && !held.is_empty() {
        tell_of_outside(outside, map, diagnostics);
        return sealed(world, held, void, map, diagnostics);
    }
    let leak = found.leak.unwrap_or_else(|| open_leak(scene, first_start(outside, map)));
    if leak.open.is_none() {
        tell_of_outside(&found.outside, map, diagnostics);
    }
    tell(&leak, map, diagnostics);
    let all = outside.iter().chain(held).map(|occupant| occupant.leaf);
    Flood { inside: reach(tree, graph, all), leak: Some(leak) }
}

/// A world in which the void reaches none of those that are `held` inside.
fn sealed(world: &Space<'_>, held: &[Occupant], void: &[bool], map: &Map, diagnostics: &mut Diagnostics) -> Flood {
    let inside = reach(&world.tree, &world.graph, held.iter().map(|occupant| occupant.leaf));
    note_cracks(world, &inside, void, map, diagnostics);
    Flood { inside, leak: None }
}

fn tell_of_outside(outside: &[Occupant], map: &Map, diagnostics: &mut Diagnostics) {
    for occupant in outside {
        diagnostics.push(codes::outside_map(&map.entities[occupant.entity], occupant.origin, &map.source));
    }
}

/// Whether a player begins there.
pub(crate) fn is_start(entity: &Entity) -> bool {
    entity.class_name().starts_with("info_player")
}

/// Where a player begins, else the first of all; there is at least one.
fn first_start<'a>(occupants: &'a [Occupant], map: &Map) -> &'a Occupant {
    occupants.iter().find(|occupant| is_start(&map.entities[occupant.entity])).unwrap_or(&occupants[0])
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
    let Space { planes, tree, graph } = world;
    let starts = (0..tree.leaves.len() as u32).filter(|&leaf| inside[leaf as usize]);
    let reached = reach_through(tree, graph, starts, |_| true);
    if !reached.iter().zip(void).any(|(reached, void)| *reached && *void) {
        return;
    }
    let touches =
        |portal: &&Portal| portal.is_crack() && portal.leaves.iter().flatten().any(|&leaf| inside[leaf as usize]);
    if let Some(crack) = graph.portals.iter().find(touches) {
        diagnostics.push(codes::cracks_closed(crack.winding.center(planes), crack.width, &map.source));
    }
}

/// Where nothing stands, the inside is what has a leaf at least so thick, in units.
const SMALLEST_ROOM: f64 = 0.25;

/// From a player's feet to the middle of the hull, in units.
const TO_MIDDLE: f64 = 36.0;

/// The leaf that an entity stands in, and the point there. A player is looked for at the middle of the hull, since a start may lie a little
/// below the floor (the game lifts the player out); other things at their origin, or a unit above it where that
/// is on the floor.
fn open_leaf(planes: &[ExactPlane], tree: &Tree, standing: &Standing) -> Option<(u32, DVec3)> {
    let lifts: &[f64] = if standing.is_start { &[TO_MIDDLE, 0.0, 1.0] } else { &[0.0, 1.0] };
    let places = lifts.iter().map(|lift| standing.origin + DVec3::Z * lift);
    places.map(|place| (leaf_at(planes, tree, place), place)).find(|&(leaf, _)| !tree.leaves[leaf as usize].is_opaque())
}
