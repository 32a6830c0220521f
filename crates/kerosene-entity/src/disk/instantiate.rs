//! From what was saved to a living world.

use super::WorldSnapshot;
use super::model::{FreeRows, SavedEntity};
use super::read::{SaveError, SaveProblem};
use crate::class::{ClassId, Registry};
use crate::value::{Texts, Value};
use crate::{EntityId, EntityWorld};
use kerosene_world::{ComponentId, FieldKind, Value as FieldValue, World};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What restoring had to change, because the game has changed since.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RestoreReport {
    /// One sentence each.
    pub notes: Vec<String>,
}

impl WorldSnapshot {
    /// Makes a living world of it: all or nothing. Handles, order of reuse, events and time are those of the saved
    /// world; no handlers run, see [`EntityWorld::run_restore_handlers`].
    ///
    /// A save of an older version of the game goes through the game's migrations first. Of a component that the game
    /// does not have any more, or not in that shape, the fields are kept as loose fields `component.field`; a loose
    /// field of such a name becomes the component's field again once the game has it.
    ///
    /// # Errors
    /// [`SaveProblem::GameVersion`] for a save of a later version of the game.
    pub fn instantiate(mut self, registry: &Arc<Registry>) -> Result<(EntityWorld, RestoreReport), SaveError> {
        let known = registry.save_version();
        let problem = SaveProblem::GameVersion { found: self.game_version, known };
        let Some(migrations) = registry.migrations().get(self.game_version as usize..) else {
            return Err(SaveError { offset: 8, problem });
        };
        let mut report = RestoreReport { notes: std::mem::take(&mut self.notes) };
        self.loosen_components(registry, &mut report);
        for migration in migrations {
            migration(&mut self);
        }
        self.tighten_components(registry, &mut report);
        Ok((EntityWorld::from_saved(registry, self, &mut report), report))
    }

    /// Moves the components into a world of the registry's kinds; what has no place there becomes loose fields.
    fn loosen_components(&mut self, registry: &Registry, report: &mut RestoreReport) {
        let mut world = World::recast(&self.world, Arc::clone(registry.schema()));
        let mut loose: BTreeMap<EntityId, Vec<(String, Value)>> = BTreeMap::new();
        let mut lost: BTreeSet<String> = BTreeSet::new();
        for (component, kind) in self.world.schema().kinds() {
            let target = registry.schema().find(kind.name());
            let holders = self.world.entities().filter(|&entity| self.world.has(entity, component));
            let places: Vec<Option<usize>> = kind
                .fields()
                .iter()
                .map(|field| {
                    let place = registry.schema().kind(target?)?.find_field(&field.name)?;
                    let same = registry.schema().kind(target?)?.fields()[place].kind == field.kind;
                    same.then_some(place)
                })
                .collect();
            for entity in holders {
                if let Some(target) = target {
                    attach_zero(&mut world, registry, entity, target);
                }
                for (position, field) in kind.fields().iter().enumerate() {
                    let Some(value) = self.world.get_field(entity, component, position) else { continue };
                    match (target, places[position]) {
                        (Some(target), Some(place)) => {
                            world.set_field(entity, target, place, value);
                        }
                        _ => {
                            let key = format!("{}.{}", kind.name(), field.name);
                            lost.insert(key.clone());
                            loose.entry(entity).or_default().push((key, crate::world::from_field(value)));
                        }
                    }
                }
            }
        }
        self.world = world;
        report
            .notes
            .extend(lost.into_iter().map(|key| format!("the game has no field {key} any more: it is a loose field")));
        for entity in &mut self.entities {
            for (key, value) in loose.remove(&entity.id).into_iter().flatten() {
                let key = Texts::intern(&mut self.world, &key);
                add_loose(entity, &mut self.free_bag, key, value);
            }
        }
    }

    /// Makes loose fields `component.field` fields of components that the game has, and gives every entity the
    /// components of its class.
    fn tighten_components(&mut self, registry: &Registry, report: &mut RestoreReport) {
        let mut gained = BTreeSet::new();
        for index in 0..self.entities.len() {
            let (id, class_name) = (self.entities[index].id, self.entities[index].class_name);
            let class = self.world.resolve(class_name).and_then(|name| registry.find(name)).unwrap_or(ClassId::INERT);
            for defaults in &registry.known(class).components {
                if !self.world.has(id, defaults.component) {
                    let values: Vec<FieldValue> =
                        defaults.fields.iter().map(|field| field.value(&mut self.world)).collect();
                    self.world.set(id, defaults.component, &values);
                    gained.extend(registry.schema().kind(defaults.component).map(|kind| kind.name().to_owned()));
                }
            }
            self.tighten_entity(index, registry);
        }
        report
            .notes
            .extend(gained.into_iter().map(|kind| format!("entities have a new component {kind}, at its defaults")));
    }

    fn tighten_entity(&mut self, index: usize, registry: &Registry) {
        let entity = &mut self.entities[index];
        let world = &mut self.world;
        let mut freed = Vec::new();
        entity.bag.retain(|field| {
            let key = world.resolve(field.key).unwrap_or_default().to_owned();
            let Some((component, place, kind)) = component_field(registry, &key) else { return true };
            let Some(value) = to_field(field.value, kind, world).filter(|_| world.has(entity.id, component)) else {
                return true;
            };
            let moved = world.set_field(entity.id, component, place, value);
            if moved {
                freed.push(field.row);
            }
            !moved
        });
        self.free_bag.free.splice(0..0, freed);
    }
}

/// Gives an entity a component whose fields are all zero.
fn attach_zero(world: &mut World, registry: &Registry, entity: EntityId, component: ComponentId) {
    let fields = registry.schema().kind(component).map_or(&[][..], |kind| kind.fields());
    let zeros: Vec<FieldValue> = fields.iter().map(|field| FieldValue::zero(field.kind)).collect();
    world.set(entity, component, &zeros);
}

fn add_loose(entity: &mut SavedEntity, table: &mut FreeRows, key: kerosene_world::TextId, value: Value) {
    let row = if table.free.is_empty() {
        table.rows += 1;
        table.rows - 1
    } else {
        table.free.remove(0)
    };
    entity.bag.push(super::model::SavedField { row, key, value });
}

/// The field that a key `component.field` means.
fn component_field(registry: &Registry, key: &str) -> Option<(ComponentId, usize, FieldKind)> {
    let (component, field) = key.split_once('.')?;
    let component = registry.schema().find(component)?;
    let kind = registry.schema().kind(component)?;
    let place = kind.find_field(field)?;
    Some((component, place, kind.fields()[place].kind))
}

fn to_field(value: Value, kind: FieldKind, world: &mut World) -> Option<FieldValue> {
    let value = value.converted(crate::class::value_kind(kind), world)?;
    crate::world::to_field(value, kind)
}
