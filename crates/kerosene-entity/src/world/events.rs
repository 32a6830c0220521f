//! What the engine tells an entity's class: touches, uses, harm.

use super::EntityWorld;
use crate::EntityId;
use crate::class::{ClassDef, ClassId, Damage, Touch, TouchPhase};

impl EntityWorld {
    /// Something enters, stays in or leaves an entity's volume. False where the class does not care.
    pub fn touch(&mut self, entity: EntityId, other: EntityId, phase: TouchPhase) -> bool {
        let Some(touch) = self.active_class(entity).and_then(|class| class.handlers.touch) else { return false };
        touch(self, entity, &Touch { other, phase });
        true
    }

    /// Somebody uses an entity. False where the class does not care.
    pub fn use_entity(&mut self, entity: EntityId, user: EntityId) -> bool {
        let Some(handler) = self.active_class(entity).and_then(|class| class.handlers.use_) else { return false };
        handler(self, entity, user);
        true
    }

    /// An entity is hurt. False where the class does not care.
    pub fn damage(&mut self, entity: EntityId, damage: &Damage) -> bool {
        let Some(handler) = self.active_class(entity).and_then(|class| class.handlers.damage) else { return false };
        handler(self, entity, damage);
        true
    }

    /// Whether an entity's class does something when it is touched.
    pub fn notices_touch(&self, entity: EntityId) -> bool {
        self.active_class(entity).is_some_and(|class| class.handlers.touch.is_some())
    }

    /// Whether an entity's class does something when it is used.
    pub fn is_usable(&self, entity: EntityId) -> bool {
        self.active_class(entity).is_some_and(|class| class.handlers.use_.is_some())
    }

    /// Runs the restore handlers of all entities, in slot order: after the state of a save was put in place.
    pub fn run_restore_handlers(&mut self) {
        let entities: Vec<EntityId> = self.entities().collect();
        for entity in entities {
            if let Some(restore) = self.active_class(entity).and_then(|class| class.handlers.restore) {
                restore(self, entity);
            }
        }
    }

    fn active_class(&self, entity: EntityId) -> Option<&ClassDef> {
        let row = self.row(entity).filter(|row| row.is_active())?;
        Some(&self.registry.known(ClassId(row.class)).def)
    }
}
