//! A script has a new version.

use crate::context::Context;
use crate::script::{Hook, Instance, ScriptError};
use kerosene_entity::{EntityId, SCRIPT_KEY};

impl Context<'_> {
    /// Puts the new version of a script in the place of the old one wherever that is.
    pub(super) fn reload(&mut self, name: &str) -> Result<usize, ScriptError> {
        let mut ended: Vec<(usize, EntityId)> = Vec::new();
        let runtime = self.runtime;
        // What is in Rust has a new version when the program is built anew; in a running one it only begins again.
        let mut is_known = runtime.scripts.index(name).is_some();
        if is_known {
            self.end_all(name, &mut ended);
        }
        for language in &runtime.languages {
            if !is_known {
                is_known = language.reload(name, &mut || self.end_all(name, &mut ended))?;
            }
        }
        if !is_known {
            return Err(ScriptError::new(format!("there is no script {name}")));
        }
        for &(index, entity) in &ended {
            self.begin_again(index, entity);
        }
        let late = self.late(name);
        for &entity in &late {
            self.add_script(entity, name);
        }
        Ok(ended.len() + late.len())
    }

    /// Ends the script of a name wherever it is, and keeps the places.
    fn end_all(&mut self, name: &str, ended: &mut Vec<(usize, EntityId)>) {
        for index in 0..self.services.state.instances.len() {
            let Some(&instance) = self.services.state.instances.get(index) else { continue };
            let Some(entity) = instance.entity() else { continue };
            if self.is_of(&instance, name) && self.let_go(index, &instance, entity) {
                ended.push((index, entity));
            }
        }
    }

    fn is_of(&self, instance: &Instance, name: &str) -> bool {
        self.text(instance.name()).eq_ignore_ascii_case(name)
    }

    fn begin_again(&mut self, index: usize, entity: EntityId) {
        let Some(name) = self.services.state.instances.get(index).map(|instance| self.text(instance.name()).to_owned())
        else {
            return;
        };
        match self.find_script(&name) {
            Ok(Some(found)) => self.create(entity, &name, found, Some(index)),
            Ok(None) => return self.services.state.instances.remove(index),
            Err(error) => {
                self.services.state.instances.remove(index);
                return self.services.say(Some(entity), true, format!("the script {name} cannot be used: {error}"));
            }
        }
        self.call(index, &Hook::Awake);
        self.start(entity);
    }

    /// Entities that name a script and have none: it could not be used when they came.
    fn late(&self, name: &str) -> Vec<EntityId> {
        let names = |entity: &EntityId| {
            let named = self.world.text_field(*entity, SCRIPT_KEY);
            named.is_some_and(|named| named.trim().eq_ignore_ascii_case(name))
        };
        let has_none = |entity: &EntityId| self.services.state.instances.find(*entity).is_none();
        self.world.entities().filter(names).filter(has_none).collect()
    }
}
