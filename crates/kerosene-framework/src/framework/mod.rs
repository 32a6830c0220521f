//! The scripts of a level and their tick.

mod birth;
mod calls;
mod death;
mod runtime;
mod snapshot;
mod tick;

pub use runtime::Runtime;
pub use snapshot::FrameworkSnapshot;

use crate::context::Context;
use crate::scene::Scene;
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
}

impl Framework {
    /// The scripts of a level that has none yet.
    #[must_use]
    pub fn new(runtime: &Rc<Runtime>) -> Self {
        Self { runtime: Rc::clone(runtime), services: Box::default() }
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
    pub fn touch(&mut self, entity: EntityId, other: EntityId, enters: bool) {
        if self.services.state.instances.find(entity).is_some() {
            let (entity, other) = (entity.to_bits(), other.to_bits());
            self.services.state.touches.push(TouchRow { entity, other, enters: u64::from(enters) });
        }
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

    /// How many entities have a script.
    #[must_use]
    pub fn script_count(&self) -> usize {
        self.services.state.instances.live()
    }
}
