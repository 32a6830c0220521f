//! What the engine leaves to a host: commands that only a window can do, and what only a screen can show.
//!
//! Both are data that the host takes after each frame, so that no callback runs inside the simulation and nothing of it
//! depends on whether anybody looks. Lists are bounded: where nobody takes them, what is too much is dropped.
//!
//! A host may also have loads held for a frame, so that it can say on the screen what is loading before that blocks it.

use crate::engine::Engine;
use kerosene_console::{Command, ConsoleRequest, RegisterError};
use kerosene_entity::{EntityId, FadeRequest, Request, Requested, ShakeRequest, TextRequest};
use kerosene_math::Vec3;
use std::collections::BTreeSet;

/// Most commands and most things to show that wait for the host.
const MOST_WAITING: usize = 1024;

/// Something that entities want people to see, none of it part of the simulation.
#[derive(Debug, Clone, PartialEq)]
pub enum Shown {
    /// Text in the middle of the screen.
    Message {
        /// The text; it may have several lines.
        text: String,
        /// Who sees it; `None` for all.
        who: Option<EntityId>,
    },
    /// Text at a place on the screen.
    Text {
        /// The text; it may have several lines.
        text: String,
        /// Where, how and for how long.
        how: TextRequest,
    },
    /// The screen fades.
    Fade(FadeRequest),
    /// The view shakes.
    Shake {
        /// How.
        shake: ShakeRequest,
        /// From where.
        origin: Vec3,
    },
    /// A picture on the surface that is nearest to a place.
    Decal {
        /// Its material.
        material: String,
        /// Units along an edge.
        size: f32,
        /// The place.
        origin: Vec3,
    },
    /// An explosion.
    Explosion {
        /// Its middle.
        origin: Vec3,
        /// How far it reaches, in units.
        radius: f32,
    },
    /// Sparks.
    Spark {
        /// Where they come from.
        origin: Vec3,
        /// How strong, from 0.
        magnitude: i32,
        /// How long they fly, in units.
        length: i32,
    },
}

/// What waits for the host, and what it has asked for.
#[derive(Debug, Default)]
pub(crate) struct Hosting {
    commands: BTreeSet<String>,
    requests: Vec<ConsoleRequest>,
    /// Whether anybody shows things.
    shows: bool,
    shown: Vec<Shown>,
    /// Whether loads wait for a frame.
    holds: bool,
    /// A load that waits for the next frame.
    is_held: bool,
    /// Grows with each change of the level.
    pub(crate) level_generation: u64,
}

impl Hosting {
    /// Whether a load must wait; the second time it must not.
    pub(crate) fn hold_load(&mut self) -> bool {
        if !self.holds {
            return false;
        }
        self.is_held = !self.is_held;
        self.is_held
    }

    pub(crate) fn is_held(&self) -> bool {
        self.is_held
    }

    /// Keeps a command for the host, if it is one of its own.
    pub(crate) fn take_command(&mut self, request: &ConsoleRequest) -> bool {
        let is_own = self.commands.contains(&request.name);
        if is_own && self.requests.len() < MOST_WAITING {
            self.requests.push(request.clone());
        }
        is_own
    }

    fn show(&mut self, shown: Shown) {
        if self.shown.len() < MOST_WAITING {
            self.shown.push(shown);
        }
    }
}

impl Engine {
    /// Registers a command that the host does: [`take_host_requests`](Self::take_host_requests) gives it out.
    ///
    /// # Errors
    /// Where the name is taken or unfit.
    ///
    /// ```
    /// use kerosene_console::Command;
    /// use kerosene_engine::{Engine, EngineOptions};
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.register_host_command(Command::new("screenshot", "Keeps the picture"))?;
    /// engine.console_mut().enqueue("screenshot now");
    /// engine.frame(Duration::ZERO, &[]);
    /// assert_eq!(engine.take_host_requests()[0].args, ["now"]);
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn register_host_command(&mut self, command: Command) -> Result<(), RegisterError> {
        let name = command.name().to_owned();
        self.console.register_command(command)?;
        self.leave_to_host(&name);
        Ok(())
    }

    /// Says that a command of the console, whoever registered it, is the host's.
    pub fn leave_to_host(&mut self, name: &str) {
        self.hosting.commands.insert(name.to_ascii_lowercase());
    }

    /// The host's commands that have come up since the last time, oldest first.
    pub fn take_host_requests(&mut self) -> Vec<ConsoleRequest> {
        std::mem::take(&mut self.hosting.requests)
    }

    /// Says that a host shows what entities want to be seen, and has loads asked for by name held for one frame
    /// ([`held_map`](Self::held_map)). Without, the log says once what cannot be shown, and loads are done at once.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
    /// use std::time::Duration;
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.set_hosted(true);
    /// engine.request_map(FALLBACK_MAP);
    /// engine.frame(Duration::ZERO, &[]);
    /// assert_eq!((engine.map_name(), engine.held_map()), (None, Some(FALLBACK_MAP)));
    /// engine.frame(Duration::ZERO, &[]);
    /// assert_eq!((engine.map_name(), engine.held_map()), (Some(FALLBACK_MAP), None));
    /// ```
    pub fn set_hosted(&mut self, hosted: bool) {
        (self.hosting.shows, self.hosting.holds, self.hosting.is_held) = (hosted, hosted, false);
    }

    /// The map that will be loaded in the next frame.
    pub fn held_map(&self) -> Option<&str> {
        let request = self.requested_map.as_ref().filter(|_| self.hosting.is_held)?;
        Some(&request.map)
    }

    /// What entities want to be seen since the last time, oldest first.
    pub fn take_shown(&mut self) -> Vec<Shown> {
        std::mem::take(&mut self.hosting.shown)
    }

    /// Grows whenever another level takes the place of the running one, be it of the same name: who keeps something made of
    /// the map sees by it when to make it anew.
    pub fn level_generation(&self) -> u64 {
        self.hosting.level_generation
    }

    /// Keeps what an entity wants to be seen, if a host shows it.
    pub(crate) fn show(&mut self, requested: &Requested) -> bool {
        if !self.hosting.shows {
            return false;
        }
        let Some(level) = &self.level else { return false };
        let origin = requested.entity.map_or(Vec3::ZERO, |entity| level.entities.origin(entity));
        let text = |text| level.entities.text(text).to_owned();
        let shown = match requested.request {
            Request::Message { text: message, who } => Shown::Message { text: text(message), who },
            Request::Text(how) => Shown::Text { text: text(how.text), how },
            Request::Fade(fade) => Shown::Fade(fade),
            Request::Shake(shake) => Shown::Shake { shake, origin },
            Request::Decal { texture, size } => Shown::Decal { material: text(texture), size, origin },
            Request::Explosion { radius, .. } => Shown::Explosion { origin, radius },
            Request::Spark { magnitude, length } => Shown::Spark { origin, magnitude, length },
            _ => return false,
        };
        self.hosting.show(shown);
        true
    }
}
