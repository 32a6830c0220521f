//! A level whose scripts are in Rhai.

use kerosene_entity::{EntityId, EntityWorld, Registry, Value};
use kerosene_framework::{EmptyScene, Framework, Runtime, Scene, ScriptLanguage, ScriptRegistry};
use kerosene_script::{RhaiLanguage, ScriptFile, ScriptLibrary};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// Files that a test changes.
#[derive(Clone, Default)]
pub(crate) struct Files(Rc<RefCell<BTreeMap<String, String>>>);

impl ScriptLibrary for Files {
    fn read(&self, name: &str) -> Result<Option<ScriptFile>, String> {
        self.0.borrow().read(name)
    }
}

/// A level, its scripts, and what is around them.
pub(crate) struct Rig {
    pub(crate) files: Files,
    pub(crate) language: Rc<RhaiLanguage>,
    pub(crate) runtime: Rc<Runtime>,
    pub(crate) framework: Framework,
    pub(crate) world: EntityWorld,
    pub(crate) scene: Rc<dyn Scene>,
    /// Milliseconds of a tick.
    pub(crate) step: u64,
}

impl Rig {
    /// A level with scripts of these names and texts, and nothing in it. Ticks are 100 ms.
    pub(crate) fn new(scripts: &[(&str, &str)]) -> Self {
        let files = Files::default();
        for &(name, text) in scripts {
            files.0.borrow_mut().insert(name.to_owned(), text.to_owned());
        }
        let language = Rc::new(RhaiLanguage::new(files.clone()));
        let runtime =
            Runtime::with_languages(ScriptRegistry::new(), vec![Rc::clone(&language) as Rc<dyn ScriptLanguage>]);
        let framework = Framework::new(&runtime);
        let world = EntityWorld::new(&Registry::new([]).unwrap());
        Self { files, language, runtime, framework, world, scene: Rc::new(EmptyScene), step: 100 }
    }

    /// A level with one script, and an entity that has it and is called as it.
    pub(crate) fn of(script: &str) -> (Self, EntityId) {
        let mut rig = Self::new(&[("it", script)]);
        let entity = rig.scripted("it");
        (rig, entity)
    }

    pub(crate) fn spawn(&mut self, keys: &[(&str, &str)]) -> EntityId {
        self.world.spawn_with("info_target", keys)
    }

    /// An entity that has a script and is called as it.
    pub(crate) fn scripted(&mut self, script: &str) -> EntityId {
        self.spawn(&[("targetname", script), ("script", script)])
    }

    /// An entity for each of some scripts, in this order.
    pub(crate) fn all_scripted(&mut self, scripts: &[&str]) {
        for script in scripts {
            self.scripted(script);
        }
    }

    pub(crate) fn tick(&mut self) {
        let interval = Duration::from_millis(self.step);
        self.world.begin_tick(interval);
        self.framework.physics_update(&mut self.world, &self.scene, interval.as_secs_f32());
        self.framework.update(&mut self.world, &self.scene, interval.as_secs_f32());
        self.world.run_due();
    }

    pub(crate) fn ticks(&mut self, count: usize) {
        (0..count).for_each(|_| self.tick());
    }

    /// Somebody comes into an entity's volume.
    pub(crate) fn touch(&mut self, entity: EntityId, other: EntityId) {
        self.framework.touch(&self.world, entity, other, true);
    }

    /// What scripts said since the last time.
    pub(crate) fn messages(&mut self) -> Vec<String> {
        self.framework.take_messages().0.into_iter().map(|message| message.text).collect()
    }

    pub(crate) fn field(&self, entity: EntityId, name: &str) -> Value {
        self.language.fields_of(entity).into_iter().find(|(known, _)| known == name).unwrap().1
    }

    pub(crate) fn hash(&mut self) -> (u64, u64) {
        (self.world.state_hash(), self.framework.state_hash())
    }

    /// Writes a script's file anew, and has it taken.
    pub(crate) fn reload(&mut self, name: &str, text: &str) -> Result<usize, String> {
        self.files.0.borrow_mut().insert(name.to_owned(), text.to_owned());
        let reloaded = self.framework.reload_script(&mut self.world, &self.scene, name);
        reloaded.map_err(|error| error.message)
    }
}
