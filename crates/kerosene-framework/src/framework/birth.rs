//! Scripts come to their entities.

use crate::context::Context;
use crate::script::{Hook, Hooks, Instance, Life, ScriptError, ScriptResult, ScriptShape};
use bytemuck::Zeroable;
use kerosene_entity::{EntityId, SCRIPT_KEY};

/// Where a script was found: its language, 0 for Rust, and what that says of it.
type Found = (u16, ScriptShape);

impl Context<'_> {
    /// Gives an entity the script of a name: `on_awake` at once, `on_start` right after it. A script that it has goes first.
    /// False, and a line in the log, where nobody knows the name or the entity is not there.
    pub fn add_script(&mut self, entity: EntityId, name: &str) -> bool {
        if self.services.running.contains(&entity) {
            self.warn("a script cannot be replaced from one of its own hooks");
            return false;
        }
        self.remove_script(entity);
        if !self.bind(entity, name) {
            return false;
        }
        if let Some(index) = self.services.state.instances.find(entity) {
            self.call(index, &Hook::Awake);
            self.start(entity);
        }
        true
    }

    /// The scripts of entities that came into the world since the last time: all are awake before the first of them starts,
    /// both in the order in which the entities came.
    pub(crate) fn adopt(&mut self) {
        if !self.world.has_scripted() {
            return;
        }
        let mut born = std::mem::take(&mut self.services.scratch.born);
        self.world.swap_scripted(&mut born);
        born.retain(|&entity| self.services.state.instances.find(entity).is_none() && self.name_and_bind(entity));
        for &entity in &born {
            if let Some(index) = self.services.state.instances.find(entity) {
                self.call(index, &Hook::Awake);
            }
        }
        for &entity in &born {
            self.start(entity);
        }
        born.clear();
        self.services.scratch.born = born;
    }

    fn name_and_bind(&mut self, entity: EntityId) -> bool {
        let name = self.world.text_field(entity, SCRIPT_KEY).unwrap_or_default().trim().to_owned();
        !name.is_empty() && self.bind(entity, &name)
    }

    /// Makes the state of an entity's script.
    pub(crate) fn bind(&mut self, entity: EntityId, name: &str) -> bool {
        if !self.world.is_active(entity) {
            return false;
        }
        match self.find_script(name) {
            Ok(Some(found)) => {
                self.create(entity, name, found, None);
                true
            }
            Ok(None) => {
                let whose = self.world.describe(entity);
                self.services.say(Some(entity), true, format!("{whose} names the script {name}, which is not there"));
                false
            }
            Err(error) => {
                let whose = self.world.describe(entity);
                self.services.say(Some(entity), true, format!("the script {name} of {whose} cannot be used: {error}"));
                false
            }
        }
    }

    /// The script of a name, in Rust or the first language that has it.
    pub(super) fn find_script(&self, name: &str) -> Result<Option<Found>, ScriptError> {
        if let Some(index) = self.runtime.scripts.index(name) {
            let hooks = self.runtime.scripts.scripts()[index].hooks;
            return Ok(Some((0, ScriptShape { script: index as u32, hooks })));
        }
        for (language, number) in self.runtime.languages.iter().zip(1..) {
            if let Some(shape) = language.find(name)? {
                return Ok(Some((number, shape)));
            }
        }
        Ok(None)
    }

    /// Makes the state of a script and its row, in the place of another where an index is given.
    pub(super) fn create(&mut self, entity: EntityId, name: &str, (language, shape): Found, index: Option<usize>) {
        let runtime = self.runtime;
        let native = runtime.scripts.scripts().get(shape.script as usize).filter(|_| language == 0);
        let fields = native.map(|script| script.initial(self.world)).unwrap_or_default();
        let instance = Instance {
            entity: entity.to_bits(),
            name: self.world.intern(name).to_bits(),
            script: shape.script,
            state: self.services.state.states.add(&fields),
            language,
            hooks: shape.hooks.bits(),
            ..Instance::zeroed()
        };
        let index = match index {
            Some(index) => {
                self.services.state.instances.set(index, instance);
                index
            }
            None => self.services.state.instances.add(entity, instance),
        };
        if let Some(language) = usize::from(language).checked_sub(1).and_then(|number| runtime.languages.get(number)) {
            let created = language.create(&mut self.in_name_of(entity), shape);
            if let Err(error) = created {
                self.disable(index, "its making", &error);
            }
        }
    }

    /// Gives a script's fields what the mapper wrote, and starts it.
    pub(crate) fn start(&mut self, entity: EntityId) {
        let Some(index) = self.services.state.instances.find(entity) else { return };
        let Some(&instance) = self.services.state.instances.get(index) else { return };
        if instance.life().intersects(Life::STARTED | Life::DISABLED | Life::GONE) {
            return;
        }
        if let Err(error) = self.inject(entity, &instance) {
            return self.disable(index, "its keys", &error);
        }
        let life = (instance.life() | Life::STARTED).bits();
        self.services.state.instances.set(index, Instance { life, ..instance });
        self.call(index, &Hook::Start);
    }

    fn inject(&mut self, entity: EntityId, instance: &Instance) -> ScriptResult {
        let runtime = self.runtime;
        match usize::from(instance.language).checked_sub(1).map(|number| runtime.languages.get(number)) {
            Some(Some(language)) => language.inject(&mut self.in_name_of(entity)),
            Some(None) => Ok(()),
            None => {
                let Some(script) = runtime.scripts.scripts().get(instance.script as usize) else { return Ok(()) };
                let mut bytes = vec![0; script.size];
                self.services.state.states.read(instance.state, &mut bytes);
                script.inject(self.world, entity, &mut bytes)?;
                self.services.state.states.write(instance.state, &bytes);
                Ok(())
            }
        }
    }

    /// Whether the script of an entity is there and has not failed.
    #[must_use]
    pub fn has_script(&self, entity: EntityId) -> bool {
        let index = self.services.state.instances.find(entity);
        let instance = index.and_then(|index| self.services.state.instances.get(index));
        instance.is_some_and(|instance| instance.wants(Hooks::all()))
    }

    /// The name of an entity's script; empty for none.
    #[must_use]
    pub fn script_name(&self, entity: EntityId) -> &str {
        let index = self.services.state.instances.find(entity);
        let instance = index.and_then(|index| self.services.state.instances.get(index));
        instance.map_or("", |instance| self.world.text(instance.name()))
    }
}
