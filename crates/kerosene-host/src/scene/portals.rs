//! Which area portals are open.
//!
//! A portal that a brush model closes is closed while that is there, where it was compiled, and let nobody see through; one
//! without a brush model is closed while its entity says so. What closes a portal is written in the map and found once for each
//! level, so that a tick looks at the portals and not at all entities.

use kerosene_bsp::records::{AreaPortalRecord, NONE};
use kerosene_engine::{PlacedModel, World};
use kerosene_entity::{EntityId, EntityWorld, Flags, Value};
use kerosene_render::Frame;
use std::collections::BTreeMap;

/// The area portals of a level.
#[derive(Debug, Default)]
pub(super) struct Portals {
    /// The level that what follows was found in.
    level: Option<u64>,
    /// Portals by the brush model that closes them.
    by_model: BTreeMap<u32, Vec<usize>>,
    /// Entities that say whether a portal is open.
    by_entity: Vec<(EntityId, usize)>,
    open: Vec<bool>,
}

impl Portals {
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }

    pub(super) fn follow(&mut self, level: u64, world: &World, entities: &EntityWorld) {
        let portals = world.bsp().area_portals();
        if self.level.replace(level) != Some(level) {
            self.find(portals, entities);
        }
        self.open.resize(portals.len(), true);
        if !self.by_model.is_empty() {
            for placed in world.placed_models().filter(|placed| closes(entities, placed)) {
                let closed = self.by_model.get(&placed.model).map_or(&[][..], Vec::as_slice);
                closed.iter().for_each(|portal| self.open[*portal] = false);
            }
        }
        for (entity, portal) in &self.by_entity {
            self.open[*portal] &= entities.float_field(*entity, "startopen") != Some(0.0);
        }
    }

    pub(super) fn fill(&self, frame: &mut Frame) {
        frame.open_area_portals.extend_from_slice(&self.open);
    }

    /// Finds what closes each portal: the map's compiler has given the entities the numbers of theirs.
    fn find(&mut self, portals: &[AreaPortalRecord], entities: &EntityWorld) {
        self.by_model.clear();
        self.by_entity.clear();
        for (number, portal) in portals.iter().enumerate().filter(|(_, portal)| portal.model != NONE) {
            self.by_model.entry(portal.model).or_default().push(number);
        }
        let by_itself = |portal: &AreaPortalRecord| portal.model == NONE && portal.entity != NONE;
        if !portals.iter().any(by_itself) {
            return;
        }
        for entity in entities.entities() {
            let number = entities.field(entity, "areaportal").and_then(Value::int);
            let number = number.and_then(|number| usize::try_from(number).ok());
            let known = |(_, other): &(EntityId, usize)| Some(*other) == number;
            if let Some(number) = number
                && portals.get(number).is_some_and(by_itself)
                && !self.by_entity.iter().any(known)
            {
                self.by_entity.push((entity, number));
            }
        }
    }
}

/// Whether a brush model is where it was built, and seen.
fn closes(entities: &EntityWorld, placed: &PlacedModel) -> bool {
    let at_home = placed.pose == placed.home && placed.previous == placed.home;
    at_home && !entities.flags(placed.entity).contains(Flags::HIDDEN)
}
