//! Entities that say who counts.

use kerosene_entity::{EntityId, EntityWorld};
use kerosene_world::TextId;

/// Whether an entity of a filter class lets somebody pass: the filter, then who.
pub(crate) type FilterTest = fn(&EntityWorld, EntityId, EntityId) -> bool;

/// Whether the filter of a name lets somebody pass. No name, nobody of that name and something that is no filter let
/// everybody pass, as in Source.
pub(crate) fn passes(world: &EntityWorld, filter: TextId, who: EntityId) -> bool {
    let name = world.text(filter);
    if name.is_empty() {
        return true;
    }
    let Some(filter) = world.find_by_name(name).next() else { return true };
    let class = world.class_name(filter);
    let test = crate::logic::FILTERS.iter().find(|(name, _)| *name == class);
    test.is_none_or(|(_, test)| test(world, filter, who))
}
