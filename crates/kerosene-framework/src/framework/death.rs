//! Entities and their scripts go.

use crate::context::Context;
use crate::script::{Hook, Instance, Life};
use kerosene_entity::EntityId;

impl Context<'_> {
    /// Destroys the entity with all that is parented to it, at the end of the script step.
    pub fn destroy_self(&mut self) {
        self.destroy(self.owner());
    }

    /// Destroys any entity with all that is parented to it, at the end of the script step: nothing goes while scripts are
    /// gone through, so this can be called from every hook. False if it is gone or about to go.
    pub fn destroy(&mut self, entity: EntityId) -> bool {
        if !self.world.is_active(entity) || self.is_doomed(entity) {
            return false;
        }
        self.services.state.doomed.push(entity.to_bits());
        true
    }

    /// Whether the entity is about to go.
    #[must_use]
    pub fn is_being_destroyed(&self) -> bool {
        let owner = self.owner();
        !self.world.is_active(owner) || self.is_doomed(owner)
    }

    /// Whether an entity, or whom it follows, was to be destroyed in this tick.
    fn is_doomed(&self, entity: EntityId) -> bool {
        if self.services.state.doomed.is_empty() {
            return false;
        }
        let mut at = Some(entity);
        while let Some(ancestor) = at {
            if self.services.state.doomed.iter().any(|&bits| bits == ancestor.to_bits()) {
                return true;
            }
            at = self.world.parent(ancestor);
        }
        false
    }

    /// Takes an entity's script off it: its `on_destroy`, then the end of everything that it has going. A script a hook of
    /// which runs goes when that is done.
    pub fn remove_script(&mut self, entity: EntityId) {
        if self.services.running.contains(&entity) {
            self.services.ending.push(entity);
        } else if let Some(index) = self.services.state.instances.find(entity) {
            self.end_script(index);
        }
    }

    /// Ends the scripts that were to go while a hook of theirs ran.
    pub(crate) fn end_waiting(&mut self) {
        while let Some(entity) = self.services.ending.pop() {
            self.remove_script(entity);
        }
    }

    /// Destroys what is to be destroyed: the scripts of a family first, then its entities, children before parents. What an
    /// `on_destroy` dooms goes with it.
    pub(crate) fn flush_destroyed(&mut self) {
        let mut next = 0;
        while let Some(root) = self.services.state.doomed.get(next).copied().and_then(EntityId::from_bits) {
            next += 1;
            if !self.world.is_active(root) {
                continue;
            }
            let family = self.world.family(root);
            for &member in family.iter().rev() {
                self.remove_script(member);
            }
            for &member in family.iter().rev() {
                self.world.remove(member);
            }
        }
        if next > 0 {
            self.services.state.doomed.clear();
        }
        self.bury();
    }

    /// Ends the scripts of entities that went in some other way: by an input, by their class.
    fn bury(&mut self) {
        for index in 0..self.services.state.instances.len() {
            let entity = self.services.state.instances.get(index).and_then(Instance::entity);
            if entity.is_some_and(|entity| !self.world.is_active(entity)) {
                self.end_script(index);
            }
        }
        self.services.state.instances.compact();
    }

    /// Calls a script's `on_destroy` and takes all away that it has going.
    fn end_script(&mut self, index: usize) {
        let Some(&instance) = self.services.state.instances.get(index) else { return };
        let Some(entity) = instance.entity() else { return };
        if self.let_go(index, &instance, entity) {
            self.services.state.instances.remove(index);
        }
    }

    /// Calls a script's `on_destroy` and takes everything away but its row. False if that is being done already.
    pub(crate) fn let_go(&mut self, index: usize, instance: &Instance, entity: EntityId) -> bool {
        if instance.life().contains(Life::ENDING) {
            return false;
        }
        let life = (instance.life() | Life::ENDING).bits();
        self.services.state.instances.set(index, Instance { life, ..*instance });
        if instance.life().contains(Life::STARTED) {
            self.call(index, &Hook::Destroy);
        }
        self.services.release(entity);
        self.services.state.states.remove(instance.state);
        let runtime = self.runtime;
        if let Some(number) = usize::from(instance.language).checked_sub(1)
            && let Some(language) = runtime.languages.get(number)
        {
            language.destroy(entity);
        }
        true
    }
}
