//! What a script wants done.
//!
//! This list is all that a map script can do to the rest of the engine, and adding to it is deliberate: it allocates no
//! slot, walks no tree, opens no file and draws nothing.

use crate::limits::MAX_ACTIONS;
use crate::text::ScriptText;
use crate::value::ScriptValue;
use kerosene_entity::{EntityId, EntityWorld, Request, SoundRequest, Target, Value};
use kerosene_math::Vec3;
use std::time::Duration;

/// How loud a line for the console is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLevel {
    /// Said.
    Info,
    /// Something that is surely not as meant.
    Warning,
    /// Something that does not work.
    Error,
}

/// Whom an action is for.
#[derive(Debug, Clone, PartialEq)]
pub enum ActionTarget {
    /// A name, with `*` and `!player` as in wires.
    Text(ScriptText),
    /// One entity.
    Entity(EntityId),
}

/// Something that a script wants done. Whatever was asked for before a script failed is done all the same: a door that
/// it has opened is open as far as anybody watching is concerned.
#[derive(Debug, Clone, PartialEq)]
pub enum ScriptAction {
    /// A line for the console.
    Log {
        /// How loud.
        level: LogLevel,
        /// The line.
        text: ScriptText,
    },
    /// A line of commands, run by the console later and never within the script.
    Command {
        /// The line.
        text: ScriptText,
    },
    /// An input for entities.
    FireInput {
        /// Who gets it.
        target: ActionTarget,
        /// The input.
        input: ScriptText,
        /// What comes with it.
        value: ScriptValue,
        /// Seconds until then.
        delay: f32,
    },
    /// A field of an entity.
    SetField {
        /// Whose.
        entity: EntityId,
        /// Its key.
        key: ScriptText,
        /// What it is to hold.
        value: ScriptValue,
    },
    /// A new place for an entity.
    SetOrigin {
        /// Whose.
        entity: EntityId,
        /// Where, in units.
        origin: Vec3,
    },
    /// New angles for an entity.
    SetAngles {
        /// Whose.
        entity: EntityId,
        /// Pitch, yaw and roll in degrees.
        angles: Vec3,
    },
    /// The end of an entity.
    Kill {
        /// Whose.
        entity: EntityId,
    },
    /// A sound.
    PlaySound {
        /// The sound.
        sound: ScriptText,
        /// Where from; `None` for everywhere alike.
        from: Option<EntityId>,
        /// 0 to 1.
        volume: f32,
    },
    /// The end of every sound.
    StopAllSounds,
    /// Something for the user interface.
    Ui {
        /// What to do: `set`, `emit`, `show_layer`, `hide_layer`.
        verb: ScriptText,
        /// To what.
        name: ScriptText,
        /// With what.
        value: ScriptValue,
    },
    /// Text in the middle of the screen.
    Message {
        /// The text.
        text: ScriptText,
    },
}

/// The actions of one call, bounded.
#[derive(Debug, Default)]
pub struct ActionQueue {
    actions: Vec<ScriptAction>,
    /// Actions that were done at once.
    done: usize,
}

impl ActionQueue {
    /// Adds an action; false where there are too many.
    pub(crate) fn push(&mut self, action: ScriptAction) -> bool {
        let has_room = self.actions.len() < MAX_ACTIONS;
        if has_room {
            self.actions.push(action);
        }
        has_room
    }

    /// Counts an action that is done at once; false where there were too many.
    pub(crate) fn count(&mut self) -> bool {
        self.done += 1;
        self.done <= MAX_ACTIONS
    }

    /// The actions, oldest first.
    pub fn as_slice(&self) -> &[ScriptAction] {
        &self.actions
    }

    /// Takes the actions out, oldest first; the memory is kept.
    pub fn drain(&mut self) -> impl Iterator<Item = ScriptAction> + '_ {
        self.actions.drain(..)
    }

    /// Whether nothing is to be done.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }
}

/// Does what an action wants of the entities, or asks the engine for it in their name; false for lines for the console, which
/// are none of their business. Who is not there any more is left alone.
///
/// ```
/// use kerosene_entity::{EntityWorld, Registry};
/// use kerosene_math::Vec3;
/// use kerosene_script::{ScriptAction, apply};
///
/// let mut world = EntityWorld::new(&Registry::new([])?);
/// let lamp = world.spawn("light");
/// assert!(apply(&mut world, &ScriptAction::SetOrigin { entity: lamp, origin: Vec3::X }));
/// assert_eq!(world.origin(lamp), Vec3::X);
/// # Ok::<(), kerosene_entity::RegistryError>(())
/// ```
pub fn apply(world: &mut EntityWorld, action: &ScriptAction) -> bool {
    match action {
        ScriptAction::Log { .. } => return false,
        // The sound of nobody in particular: every sound.
        ScriptAction::StopAllSounds => world.request(None, Request::StopSound),
        ScriptAction::Command { text } => {
            let text = world.intern(text);
            world.request(None, Request::Command { text });
        }
        ScriptAction::FireInput { target, input, value, delay } => fire(world, target, input, value, *delay),
        ScriptAction::SetField { entity, key, value } => set_field(world, *entity, key, value),
        &ScriptAction::SetOrigin { entity, origin } if origin.is_finite() => world.set_origin(entity, origin),
        &ScriptAction::SetAngles { entity, angles } if angles.is_finite() => {
            world.set_angles(entity, kerosene_math::Angles::new(angles.x, angles.y, angles.z));
        }
        ScriptAction::SetOrigin { .. } | ScriptAction::SetAngles { .. } => {}
        &ScriptAction::Kill { entity } => {
            world.remove(entity);
        }
        ScriptAction::PlaySound { sound, from, volume } => {
            let sound = SoundRequest::once(world.intern(sound));
            let request = SoundRequest { volume: volume.clamp(0.0, 1.0), everywhere: from.is_none(), ..sound };
            world.request(*from, Request::PlaySound(request));
        }
        ScriptAction::Ui { verb, name, value } => {
            let (verb, name, value) = (world.intern(verb), world.intern(name), value.in_world(world));
            world.request(None, Request::Ui { verb, name, value });
        }
        ScriptAction::Message { text } => {
            let text = world.intern(text);
            world.request(None, Request::Message { text, who: None });
        }
    }
    true
}

fn fire(world: &mut EntityWorld, target: &ActionTarget, input: &str, value: &ScriptValue, delay: f32) {
    let target = match target {
        ActionTarget::Text(text) => world.target(text),
        &ActionTarget::Entity(entity) => Target::Handle(entity),
    };
    let value = value.in_world(world);
    // A delay that is no time at all is none.
    let delay = Duration::try_from_secs_f32(delay.max(0.0)).unwrap_or(Duration::ZERO);
    let player = world.player();
    world.queue_input(target, input, value, delay, player, None);
}

fn set_field(world: &mut EntityWorld, entity: EntityId, key: &str, value: &ScriptValue) {
    let given = value.in_world(world);
    // A whole number may be meant as the handle that it is.
    if !world.set_field(entity, key, given)
        && let Some(named) = value.entity()
    {
        world.set_field(entity, key, Value::Entity(named));
    }
}
