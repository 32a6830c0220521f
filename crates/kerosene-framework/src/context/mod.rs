//! The hand that a script's hook is given: the level, and every service.

mod actions;
mod components;
mod events;
mod feedback;
mod gizmos;
mod machines;
mod physics;
mod save_data;
mod space;
mod spawning;
mod timers;
mod tweens;

pub use machines::Moment;

use crate::framework::Runtime;
use crate::scene::Scene;
use crate::services::Services;
use kerosene_entity::{EntityId, EntityWorld, Time};
use kerosene_world::TextId;
use std::fmt;
use std::rc::Rc;

/// The level and every service, in the name of one entity's script.
///
/// Whatever is called in each tick allocates nothing. A text that is met for the first time is kept in the world's table,
/// which takes memory of its own, once.
pub struct Context<'a> {
    /// The entities.
    pub world: &'a mut EntityWorld,
    /// The services. The methods of the context are the same in the name of its script.
    pub services: &'a mut Services,
    /// What is around the entities. It is shared, so that a language can lend it to a function that outlives a borrow.
    pub scene: &'a Rc<dyn Scene>,
    /// The scripts and languages of the game, shared for the same reason.
    pub runtime: &'a Rc<Runtime>,
    owner: EntityId,
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("owner", &self.owner).finish_non_exhaustive()
    }
}

impl<'a> Context<'a> {
    /// The hand of an entity's script.
    pub fn new(
        world: &'a mut EntityWorld,
        services: &'a mut Services,
        scene: &'a Rc<dyn Scene>,
        runtime: &'a Rc<Runtime>,
        owner: EntityId,
    ) -> Self {
        Self { world, services, scene, runtime, owner }
    }

    /// The entity that the script belongs to.
    #[must_use]
    pub fn owner(&self) -> EntityId {
        self.owner
    }

    /// The same in the name of another entity's script.
    pub fn in_name_of(&mut self, owner: EntityId) -> Context<'_> {
        Context { world: self.world, services: self.services, scene: self.scene, runtime: self.runtime, owner }
    }

    /// World time.
    #[must_use]
    pub fn now(&self) -> Time {
        self.world.time()
    }

    /// The text of a number in the world's table.
    #[must_use]
    pub fn text(&self, text: TextId) -> &str {
        self.world.text(text)
    }

    /// Whether a number stands for a text.
    #[must_use]
    pub fn is(&self, text: TextId, same: &str) -> bool {
        self.world.text(text) == same
    }

    /// Writes a line to the log, in the name of the entity. It allocates.
    pub fn log(&mut self, text: &str) {
        self.services.say(Some(self.owner), false, text.to_owned());
    }

    /// Writes a warning to the log, in the name of the entity. It allocates.
    pub fn warn(&mut self, text: &str) {
        self.services.say(Some(self.owner), true, text.to_owned());
    }
}
