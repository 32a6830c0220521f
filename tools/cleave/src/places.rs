//! What the compiled map says of its places beside faces and brushes: areas, waters, floors, sections.

use crate::areas::{AreaPortal, Areas, find_areas};
use crate::compile::CompiledSpace;
use crate::model::Model;
use crate::sections::Sections;
use crate::walk::{Floor, find_floors};
use crate::waters::{Waters, find_waters};
use kerosene_bsp::Contents;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{Entity, Map};
use kerosene_math::DAabb;
use kerosene_math::exact::ExactPlane;
use rayon::prelude::*;

/// How far a mover may be from the portal that it opens, in units.
const BESIDE: f64 = 1.0;

/// The places of all models.
pub(crate) struct Places {
    /// Parts that stream.
    pub sections: Sections,
    /// Areas of the world; none where it leaks.
    pub areas: Areas,
    /// By area portal: the model that opens it.
    pub openers: Vec<Option<usize>>,
    /// By model.
    pub models: Vec<ModelPlaces>,
}

/// The places of one model.
#[derive(Default)]
pub(crate) struct ModelPlaces {
    /// Its waters.
    pub waters: Waters,
    /// Waters of the models before it.
    pub waters_before: u32,
    /// Its floors.
    pub floors: Vec<Floor>,
    /// By leaf: area, 0 for none; empty for brush models.
    areas: Vec<u32>,
}

impl ModelPlaces {
    /// Area and water of a leaf as the compiled map counts them: 0 for none.
    pub(crate) fn of_leaf(&self, leaf: usize) -> (u32, u32) {
        let water = self.waters.of_leaf.get(leaf).copied().flatten();
        let area = self.areas.get(leaf).copied().unwrap_or(0);
        (area, water.map_or(0, |water| self.waters_before + water + 1))
    }
}

impl Places {
    /// Finds the places of all models; the first is the world.
    pub(crate) fn find(
        planes: &[ExactPlane],
        map: &Map,
        models: &[Model],
        spaces: &[CompiledSpace],
        leaks: bool,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        // In a map that leaks everything is connected through the void.
        let areas = if leaks { Areas::default() } else { find_areas(planes, &models[0], &spaces[0], map, diagnostics) };
        let of_model = |(model, space)| ModelPlaces {
            waters: find_waters(planes, space),
            floors: find_floors(planes, model, space),
            ..ModelPlaces::default()
        };
        let mut found: Vec<ModelPlaces> = models.par_iter().zip(spaces).map(of_model).collect();
        found[0].areas.clone_from(&areas.of_leaf);
        let mut waters = 0;
        for places in &mut found {
            places.waters_before = waters;
            waters += places.waters.volumes.len() as u32;
        }
        let openers = areas.portals.iter().map(|portal| opener(map, models, portal)).collect();
        Self { sections: Sections::of_map(map), areas, openers, models: found }
    }
}

/// The model that opens an area portal: the one that its entity names as its target (Source), one whose entity
/// triggers it (Quake 2), or for a mere brush the first mover that touches it (Quake 3).
fn opener(map: &Map, models: &[Model], portal: &AreaPortal) -> Option<usize> {
    let moves = |model: &Model| model.brushes.iter().any(|brush| brush.contents.contains(Contents::MOVEABLE));
    let models = models.iter().enumerate().skip(1).filter(|(_, model)| moves(model));
    let mut movers = models.map(|(number, model)| (number, model, &map.entities[model.entity]));
    let Some(entity) = portal.entity.map(|entity| &map.entities[entity]) else {
        let touches = |bounds: &DAabb| bounds.expanded(BESIDE).touches(&portal.bounds);
        return movers.find(|(_, model, _)| touches(&model.bounds)).map(|(number, ..)| number);
    };
    let same = |a: Option<&str>, b: Option<&str>| a.is_some_and(|a| b.is_some_and(|b| a.eq_ignore_ascii_case(b)));
    let name = entity.get("targetname").filter(|name| !name.is_empty());
    let triggers = |mover: &Entity| {
        let wires = || mover.connections.iter().any(|wire| same(Some(wire.target.as_str()), name));
        same(mover.get("target"), name) || wires()
    };
    let target = entity.get("target").filter(|target| !target.is_empty());
    movers.find(|(_, _, mover)| same(mover.get("targetname"), target) || triggers(mover)).map(|(number, ..)| number)
}
