//! Every hole of a leaking map: where it is, how large, which brushes are around it, and how it is closed.
//!
//! # Which cut is the hole?
//!
//! Inside and outside of a leaking map are one space. What parts them again with the least area is a minimum cut
//! over the portals (Ford and Fulkerson 1956), but only if it is known what is inside: between the one entity of a
//! map and the void, the cheapest cut may be a doorway. So every place gives *evidence*, and a cut is weighed against
//! it (energy minimisation by graph cuts: Greig, Porteous and Seheult 1989; Boykov and Jolly 2001):
//!
//! * entities that stand where little sky is seen are inside, whatever it costs (`evidence`);
//! * a place from which hardly a ray leaves the map is likely inside, one from which many do is likely outside, each
//!   with a weight of a part of its walls' area (`sight`, `evidence`);
//! * the void is outside.
//!
//! The leaves of the tree are too coarse for that: one leaf may reach from a room through a hole to the far side of
//! the map. So leaves are first divided where their walls end (`crate::refine`): a narrowest place always lies on such an end.
//!
//! What the minimum cut parts (`flow`, `cut`) falls into groups of polygons that touch: each is a hole (`group`), with
//! a shape (`shape`), brushes around it (`rim`), a path (`path`) and brushes that close it (`patch`).
//!
//! # Trade-offs
//!
//! Evidence can be outvoted: a large closed place outside that only a hole joins to the inside may count as inside,
//! and the message then names where that place opens to the void. Closing what is named seals the map in any case:
//! every cut parts all entities that count as inside from the void.
//!
//! Deliberately absent: randomness, file names, and any influence on the compiled map.

mod cells;
mod cut;
mod evidence;
mod flow;
mod group;
mod messages;
mod patch;
mod path;
mod planar;
mod rim;
mod shape;
mod sight;
mod text;

use crate::brush::Brush;
use crate::compile::Space;
use crate::flood::Occupant;
use crate::textures::TextureTable;
use cells::Cells;
use cut::{Cut, Verdict};
use kerosene_diagnostics::Diagnostics;
use kerosene_map::Map;
use kerosene_math::DVec3;
use rayon::prelude::*;

/// Holes that are described in full; the narrowest beyond are counted.
const MOST_HOLES: usize = 64;

/// How a map leaks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Leak {
    /// Every independent hole, the largest first, at most 64.
    pub holes: Vec<Hole>,
    /// How many more there are.
    pub more: usize,
    /// Where nothing encloses the map at all, so that there is no hole in anything: a way from an entity to the void.
    pub open: Option<Way>,
    /// Brushes that close the holes, each convex.
    patches: Vec<patch::Prism>,
}

/// One hole between the inside of a map and the void.
#[derive(Debug, Clone, PartialEq)]
pub struct Hole {
    /// A point inside the opening.
    pub center: DVec3,
    /// The direction out through the opening, of unit length.
    pub normal: DVec3,
    /// Extent in units, level where the opening is in a wall, the lesser one where it is in a floor or a ceiling.
    pub width: f64,
    /// Extent across the width in units, in the tightest rectangle around the opening.
    pub height: f64,
    /// Area of the opening in square units, as it is seen along the way out: one over several planes counts as the flat one
    /// with the same rim, so that no area exceeds the rectangle of width and height.
    pub area: f64,
    /// Brushes around the opening, the one with the most contact first.
    pub rim: Vec<RimBrush>,
    /// From an entity through the hole to the void. No part of it is in solid.
    pub way: Way,
}

impl Hole {
    /// The narrower of width and height, in units.
    pub fn gap(&self) -> f64 {
        self.width.min(self.height)
    }

    /// Whether it is a slit under one unit, which hardly anybody makes on purpose.
    pub fn is_micro(&self) -> bool {
        self.gap() < 1.0
    }
}

/// A line to follow.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Index of the entity in the source map where it begins.
    pub entity: usize,
    /// Class of the entity.
    pub class: String,
    /// Corners of the line.
    pub points: Vec<DVec3>,
}

/// A brush at the rim of a hole, as the map file counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RimBrush {
    /// Index of its entity in the map; 0 is the world.
    pub entity: usize,
    /// Index of the brush among those of its entity, from 0.
    pub brush: usize,
    /// Id of the brush in the map.
    pub id: u32,
    /// 1-based line in the map file, 0 where there is none.
    pub line: u32,
    /// Material of the side nearest to the hole.
    pub material: String,
}

/// What the search is given: the world before the outside is removed.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) world: &'a Space<'a>,
    /// The planes around the world.
    pub(crate) region: &'a [u32; 6],
    pub(crate) brushes: &'a [Brush],
    pub(crate) textures: &'a TextureTable,
    pub(crate) map: &'a Map,
}

/// What the search finds of the entities that the void reaches.
pub(crate) struct Found {
    /// `None` where all of them merely lie outside.
    pub(crate) leak: Option<Leak>,
    /// Those that lie outside.
    pub(crate) outside: Vec<Occupant>,
}

/// Finds every hole between `occupants`, which the void reaches, and the void. Fewer than `least` of them together,
/// none of them where a player begins, were left lying outside.
pub(crate) fn find_holes(scene: &Scene<'_>, occupants: &[Occupant], least: usize) -> Found {
    let cells = Cells::of_world(scene, occupants);
    let verdict = Verdict::of(&cells, least);
    let (inside, outside): (Vec<usize>, Vec<usize>) =
        (0..occupants.len()).partition(|&place| verdict.is_inside(cells.stands[place]));
    let outside = outside.into_iter().map(|place| occupants[place].clone()).collect();
    if inside.is_empty() {
        return Found { leak: None, outside };
    }
    let cut = Cut::of(&cells, &verdict);
    let groups = group::touching_groups(&cells, &cut);
    let mut openings: Vec<(shape::Shape, Vec<u32>)> =
        groups.into_par_iter().map(|group| (shape::Shape::of(&cells, &cut, &group), group)).collect();
    openings.sort_by(|(a, _), (b, _)| b.area.total_cmp(&a.area));
    let more = openings.len().saturating_sub(MOST_HOLES);
    let patches = openings.par_iter().flat_map_iter(|(shape, group)| patch::close(&cells, &verdict, shape, group));
    let patches = patches.collect();
    let rims = rim::RimFinder::new(scene);
    let paths = path::Paths::new(&cells, &verdict, occupants, &inside);
    let described = openings.par_iter().take(MOST_HOLES);
    let holes = described.filter_map(|(shape, group)| {
        let rim = rims.around(shape);
        let (place, points) = paths.through(shape, group)?;
        let way = way_of(scene.map, &occupants[place], points);
        let shape::Shape { center, normal, width, height, area, .. } = *shape;
        Some(Hole { center, normal, width, height, area, rim, way })
    });
    Found { leak: Some(Leak { holes: holes.collect(), more, open: None, patches }), outside }
}

/// A leak of a map that encloses nothing: the shortest way from `occupant` to the void.
pub(crate) fn open_leak(scene: &Scene<'_>, occupant: &Occupant) -> Leak {
    let points = path::way_out(scene.world, occupant);
    Leak { open: Some(way_of(scene.map, occupant, points)), ..Leak::default() }
}

fn way_of(map: &Map, occupant: &Occupant, points: Vec<DVec3>) -> Way {
    Way { entity: occupant.entity, class: map.entities[occupant.entity].class_name().to_owned(), points }
}

/// Says what was found, one message a hole.
pub(crate) fn tell(leak: &Leak, map: &Map, diagnostics: &mut Diagnostics) {
    for number in 0..leak.holes.len() {
        diagnostics.push(messages::hole(leak, number, map));
    }
    if leak.more > 0 {
        diagnostics.push(messages::more_holes(leak, map));
    }
    if let Some(way) = &leak.open {
        diagnostics.push(messages::no_enclosure(way, map));
    }
}
