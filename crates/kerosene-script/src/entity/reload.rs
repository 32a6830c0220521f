//! A script's file has changed.

use super::language::RhaiLanguage;
use kerosene_entity::{EntityId, SCRIPT_KEY};
use kerosene_framework::{Context, ScriptError};
use std::rc::Rc;

impl RhaiLanguage {
    /// Takes a script's file as it is now, between ticks: the scripts of that name end as they do when their entity goes,
    /// with all that they have going, and begin anew in the order of their entities' slots. Gives how many.
    ///
    /// # Errors
    /// What is wrong with the file: everything stays as it was, and the old version goes on.
    pub fn reload(&self, name: &str, context: &mut Context<'_>) -> Result<usize, ScriptError> {
        let version = match self.compile(name) {
            Ok(Some(version)) => version,
            Ok(None) => return Err(ScriptError::new(format!("there is no script {name}"))),
            Err(message) => return Err(ScriptError::new(message)),
        };
        let world = &*context.world;
        let named = |entity: &EntityId| {
            world.is_active(*entity)
                && world.text_field(*entity, SCRIPT_KEY).is_some_and(|script| script.trim().eq_ignore_ascii_case(name))
        };
        let entities: Vec<EntityId> = world.entities().filter(named).collect();
        for &entity in &entities {
            context.remove_script(entity);
        }
        self.replace(name, version);
        for &entity in &entities {
            context.add_script(entity, name);
        }
        Ok(entities.len())
    }

    fn replace(&self, name: &str, version: super::version::Version) {
        // Instances whose entities have lost the key keep their fields by name.
        if let Some(number) = self.number(name) {
            let rows = vec![super::memory::FieldRow::new(kerosene_entity::Value::None); version.layout.len()];
            self.memory.borrow_mut().migrate(number, &version.layout, &rows);
        }
        self.put(name, Some(Rc::new(version)), false);
    }
}
