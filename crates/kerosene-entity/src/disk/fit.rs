//! Whether the parts of a snapshot fit together.

use super::WorldSnapshot;
use super::model::{FreeRows, SavedEntity};
use super::read::SaveProblem;
use crate::components::Parent;
use crate::world::MOST_EVENTS;
use kerosene_world::{Component, ComponentId, Value as FieldValue};
use std::collections::BTreeSet;

impl WorldSnapshot {
    /// Everything that reading alone does not find.
    pub(super) fn check(&self) -> Result<(), SaveProblem> {
        let living = self.world.entities();
        if !living.eq(self.entities.iter().map(|entity| entity.id)) {
            return Err(SaveProblem::Entities);
        }
        self.check_orders()?;
        let bag = self.entities.iter().flat_map(|entity| entity.bag.iter().map(|field| field.row));
        check_rows("bag", bag, &self.free_bag)?;
        let wires = self.entities.iter().flat_map(|entity| entity.wires.iter().map(|wire| wire.row));
        check_rows("wires", wires, &self.free_wires)?;
        self.check_children()?;
        self.check_events()
    }

    /// Spawn orders are different, and below the next one; what is to be removed is there, once.
    fn check_orders(&self) -> Result<(), SaveProblem> {
        // Numbers that only grow have room to do so.
        for number in [self.clock.sequence, self.clock.spawn_order, self.world.tick()] {
            if number > u64::MAX / 2 {
                return Err(SaveProblem::Number("a counter", number));
            }
        }
        let orders: BTreeSet<u64> = self.entities.iter().map(|entity| entity.spawn_order).collect();
        let marked: BTreeSet<_> = self.removed.iter().collect();
        let all_there = self.removed.iter().all(|&entity| self.world.is_alive(entity));
        let in_range = orders.last().is_none_or(|&last| last < self.clock.spawn_order);
        if orders.len() != self.entities.len() || !in_range || marked.len() != self.removed.len() || !all_there {
            return Err(SaveProblem::Entities);
        }
        Ok(())
    }

    /// Every child is told once, by the entity that it follows, and nobody follows himself.
    fn check_children(&self) -> Result<(), SaveProblem> {
        let mut told = BTreeSet::new();
        for entity in &self.entities {
            for &child in &entity.children {
                let follows = self.world.entity_in(child).and_then(|child| self.parent_of(child));
                if follows != Some(entity.id) || !told.insert(child) {
                    return Err(SaveProblem::Children(entity.id));
                }
            }
        }
        for entity in &self.entities {
            if let Some(parent) = self.parent_of(entity.id)
                && (!told.contains(&entity.id.slot()) || self.ends_nowhere(entity))
            {
                return Err(SaveProblem::Children(parent));
            }
        }
        Ok(())
    }

    /// Whether following parents from an entity never ends.
    fn ends_nowhere(&self, entity: &SavedEntity) -> bool {
        let mut at = Some(entity.id);
        // Brent (1980): a walk of doubling length comes back to its start only in a circle.
        let (mut mark, mut steps, mut limit) = (entity.id, 0_u64, 1_u64);
        while let Some(next) = at.and_then(|at| self.parent_of(at)) {
            if next == mark {
                return true;
            }
            steps += 1;
            if steps == limit {
                (mark, limit) = (next, limit * 2);
            }
            at = Some(next);
        }
        false
    }

    /// Whom an entity follows, by the component's name: the world may have been saved with other kinds.
    pub(super) fn parent_of(&self, entity: crate::EntityId) -> Option<crate::EntityId> {
        let component = self.world.schema().find(Parent::NAME)?;
        let field = field_of(self, component, "parent")?;
        match self.world.get_field(entity, component, field)? {
            FieldValue::Entity(parent) => parent,
            _ => None,
        }
    }

    fn check_events(&self) -> Result<(), SaveProblem> {
        let order = |event: &super::model::SavedEvent| (event.due, event.sequence);
        let sorted = self.events.windows(2).all(|pair| order(&pair[0]) < order(&pair[1]));
        let in_range = self.events.iter().all(|event| event.sequence < self.clock.sequence);
        if !sorted || !in_range || self.events.len() > MOST_EVENTS {
            return Err(SaveProblem::Events);
        }
        Ok(())
    }
}

fn field_of(snapshot: &WorldSnapshot, component: ComponentId, name: &str) -> Option<usize> {
    snapshot.world.schema().kind(component)?.find_field(name)
}

/// Every row is taken once or free once.
fn check_rows(what: &'static str, taken: impl Iterator<Item = u32>, table: &FreeRows) -> Result<(), SaveProblem> {
    let mut rows: Vec<u32> = taken.chain(table.free.iter().copied()).collect();
    rows.sort_unstable();
    if rows.len() == table.rows as usize && (0..table.rows).eq(rows) { Ok(()) } else { Err(SaveProblem::Rows(what)) }
}
