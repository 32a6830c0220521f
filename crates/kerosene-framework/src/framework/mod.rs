//! The scripts of a level and their tick.

mod birth;
mod calls;
mod death;
mod disk;
mod reload;
mod runtime;
mod snapshot;
mod tick;

pub use runtime::Runtime;
pub use snapshot::FrameworkSnapshot;

use crate::actions::ActionFrame;
use crate::context::Context;
use crate::scene::Scene;
use crate::script::ScriptError;
use crate::services::{Message, Services, TouchRow};
use kerosene_entity::{EntityId, EntityWorld};
use std::rc::Rc;

/// The scripts of a level: their state, and everything that they have going.
///
/// It belongs to one entity world and is ticked with it; see [`physics_update`](Self::physics_update) and
/// [`update`](Self::update).
///
/// ```
/// use kerosene_entity::{EntityWorld, Registry};
/// use kerosene_framework::{Context, EmptyScene, EntityScript, Framework, Runtime, Scene, ScriptRegistry, ScriptResult};
/// use kerosene_math::Vec3;
/// use kerosene_world::Component;
/// use std::{rc::Rc, time::Duration};
///
/// /// Rises.
/// #[derive(Component)]
/// struct Balloon {
///     /// Units a second.
///     #[field(default = "8")]
///     speed: f32,
/// }
///
/// impl EntityScript for Balloon {
///     fn on_update(&mut self, context: &mut Context<'_>, dt: f32) -> ScriptResult {
///         context.translate(Vec3::Z * self.speed * dt);
///         Ok(())
///     }
/// }
///
/// let scripts = ScriptRegistry::new().script::<Balloon>("balloon");
/// let mut framework = Framework::new(&Runtime::new(scripts));
/// let scene: Rc<dyn Scene> = Rc::new(EmptyScene);
/// let mut world = EntityWorld::new(&Registry::new([])?);
/// let balloon = world.spawn_with("info_target", &[("script", "balloon"), ("speed", "100")]);
/// for _ in 0..10 {
///     world.begin_tick(Duration::from_millis(100));
///     framework.update(&mut world, &scene, 0.1);
/// }
/// assert!((world.origin(balloon).z - 100.0).abs() < 1e-3);
/// # Ok::<(), kerosene_entity::RegistryError>(())
/// ```
#[derive(Debug)]
pub struct Framework {
    runtime: Rc<Runtime>,
    services: Box<Services>,
    /// What languages are to take up of a saved game, when its level begins.
    waiting: Vec<(usize, Vec<u8>)>,
}

impl Framework {
    /// The scripts of a level that has none yet.
    #[must_use]
    pub fn new(runtime: &Rc<Runtime>) -> Self {
        Self { runtime: Rc::clone(runtime), services: Box::default(), waiting: Vec::new() }
    }

    /// The services, for reading.
    #[must_use]
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// The services in the name of an entity, for code that is no script: a game's own, a console command, a test.
    pub fn context<'a>(
        &'a mut self,
        world: &'a mut EntityWorld,
        scene: &'a Rc<dyn Scene>,
        owner: EntityId,
    ) -> Context<'a> {
        Context::new(world, &mut self.services, scene, &self.runtime, owner)
    }

    /// Notes that somebody has come into an entity's volume, or left it: its script is told in this tick's
    /// [`update`](Self::update). It can be called while volumes are gone through.
    pub fn touch(&mut self, world: &EntityWorld, entity: EntityId, other: EntityId, enters: bool) {
        // Who was born in this tick has no script yet, but will have it when it is told.
        if self.services.state.instances.find(entity).is_some() || world.has_scripted() {
            let (entity, other) = (entity.to_bits(), other.to_bits());
            self.services.state.touches.push(TouchRow { entity, other, enters: u64::from(enters) });
        }
    }

    /// The level of a saved game begins to run: languages take up what they remember of it. Gives what went wrong.
    pub fn begin_loaded(&mut self) -> Vec<String> {
        let mut notes = Vec::new();
        for (number, bytes) in std::mem::take(&mut self.waiting) {
            let language = &self.runtime.languages[number];
            if let Err(reason) = language.load(&bytes) {
                notes.push(format!("scripts in {}: {reason}", language.name()));
            }
        }
        notes
    }

    /// The level goes with all that is in it: languages forget its scripts. No hook runs.
    pub fn end(&mut self) {
        for index in 0..self.services.state.instances.len() {
            let Some(&instance) = self.services.state.instances.get(index) else { continue };
            let language = usize::from(instance.language).checked_sub(1);
            if let (Some(number), Some(entity)) = (language, instance.entity())
                && let Some(language) = self.runtime.languages.get(number)
            {
                language.destroy(entity);
            }
        }
        *self.services = Services::new();
    }

    /// A script has a new version: every entity that names it gets that, between two ticks. All of the old ones end first,
    /// each with its `on_destroy` and everything that it has going; then the new ones begin from their beginning, in their
    /// places among the others: what they are to remember must lie in components or in save data. Entities whose script
    /// could not be used begin it too. Gives how many begin.
    ///
    /// # Errors
    /// No language knows the name, or what it has is wrong: then nothing ends, and the old version goes on.
    pub fn reload_script(
        &mut self,
        world: &mut EntityWorld,
        scene: &Rc<dyn Scene>,
        name: &str,
    ) -> Result<usize, ScriptError> {
        self.base(world, scene).reload(name)
    }

    /// Says what players do in the tick that begins: what scripts ask actions and axes for.
    pub fn feed_actions(&mut self, frame: ActionFrame) {
        self.services.state.actions.feed(frame);
    }

    /// The services, to be changed by whoever holds the level: gizmos shown or not, bindings.
    pub fn services_mut(&mut self) -> &mut Services {
        &mut self.services
    }

    /// Takes what scripts had to say since the last time, and how many messages there was no room for.
    pub fn take_messages(&mut self) -> (Vec<Message>, u64) {
        (std::mem::take(&mut self.services.messages), std::mem::take(&mut self.services.messages_lost))
    }

    /// Whether scripts had something to say.
    #[must_use]
    pub fn has_messages(&self) -> bool {
        !self.services.messages.is_empty()
    }

    /// How many pages of 4 KiB hold what scripts remember and have going, those that only snapshots still hold among them.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.services.state.timers.store().usage().pages_in_use
    }

    /// How many entities have a script.
    #[must_use]
    pub fn script_count(&self) -> usize {
        self.services.state.instances.live()
    }
}
