//! What a running call reaches: the world, and the list of what it wants done.
//!
//! Functions of the language are made once for the whole process, so they cannot hold the world that a script works on;
//! that is lent to them for the length of one call, through a scoped variable of the thread. It is empty before and
//! after, and nothing of it survives a call: two engines in two threads, and two in one, do not see each other.

use crate::action::{ActionQueue, LogLevel, ScriptAction, apply};
use crate::entity::Own;
use crate::error::refuse;
use crate::text::ScriptText;
use kerosene_console::Console;
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_framework::Context;
use kerosene_math::Pcg32;
use rhai::{EvalAltResult, INT, Position};
use scoped_tls_hkt::{ReborrowMut, scoped_thread_local};
use std::cell::Cell;

/// What a script sees beside the entities.
#[derive(Debug, Clone, Copy, Default)]
pub struct Surroundings<'a> {
    /// The console, for the values of variables.
    pub console: Option<&'a Console>,
    /// Name of the map; empty without one.
    pub map: &'a str,
    /// Number of the tick.
    pub tick: u64,
    /// Simulated time of the level in nanoseconds.
    pub time_ns: u64,
}

/// The world in the hands of a call.
pub(crate) enum Access<'a> {
    /// There is none.
    Nothing,
    /// To look at: what the script wants changed is queued.
    Frozen(&'a EntityWorld),
    /// To look at and to change, with every service of the framework, in the name of an entity's script.
    Live(Context<'a>),
}

impl Access<'_> {
    fn reborrow(&mut self) -> Access<'_> {
        match self {
            Access::Nothing => Access::Nothing,
            Access::Frozen(world) => Access::Frozen(world),
            Access::Live(context) => Access::Live(context.in_name_of(context.owner())),
        }
    }
}

/// Everything that a call reaches.
pub(crate) struct Call<'a> {
    pub(crate) access: Access<'a>,
    pub(crate) surroundings: Surroundings<'a>,
    pub(crate) actions: &'a mut ActionQueue,
    /// A cell, since a call leads to others that roll the same dice.
    pub(crate) dice: &'a Cell<Pcg32>,
    /// The entity that the script belongs to.
    pub(crate) entity: Option<EntityId>,
    /// What the call of an entity's script has of its own.
    pub(crate) own: Option<&'a Own>,
}

impl<'b> ReborrowMut<'b> for Call<'_> {
    type Result = Call<'b>;

    fn reborrow_mut(&'b mut self) -> Call<'b> {
        Call {
            access: self.access.reborrow(),
            surroundings: self.surroundings,
            actions: self.actions,
            dice: self.dice,
            entity: self.entity,
            own: self.own,
        }
    }
}

scoped_thread_local!(static mut CURRENT: for<'a> Call<'a>);

/// What a function of the language gives: its value, or why not.
pub(crate) type Answer<T> = Result<T, Box<EvalAltResult>>;

impl Call<'_> {
    /// Rolls the dice.
    pub(crate) fn roll<R>(&self, roll: impl FnOnce(&mut Pcg32) -> R) -> R {
        let mut dice = self.dice.get();
        let result = roll(&mut dice);
        self.dice.set(dice);
        result
    }

    /// Runs something that may call functions of the language.
    pub(crate) fn run<R>(self, run: impl FnOnce() -> R) -> R {
        CURRENT.set(self, run)
    }

    /// The entities, to look at.
    pub(crate) fn world(&self) -> Answer<&EntityWorld> {
        match &self.access {
            Access::Nothing => Err(refuse("there is no level here")),
            Access::Frozen(world) => Ok(world),
            Access::Live(context) => Ok(context.world),
        }
    }

    /// The entities and the entity that a handle names.
    pub(crate) fn entity(&self, handle: INT) -> Answer<(&EntityWorld, EntityId)> {
        let world = self.world()?;
        match unpack(handle).filter(|&entity| world.is_active(entity)) {
            Some(entity) => Ok((world, entity)),
            None => Err(refuse(&format!("{} is not alive; is_alive(handle) tells", shown(handle)))),
        }
    }

    /// Does an action: at once where the world is lent to be changed, else when the call is over.
    pub(crate) fn act(&mut self, action: ScriptAction) -> Answer<()> {
        const TOO_MANY: &str = "a call may ask for no more than 4,096 actions";
        let Access::Live(context) = &mut self.access else {
            return if self.actions.push(action) { Ok(()) } else { Err(refuse(TOO_MANY)) };
        };
        if !self.actions.count() {
            return Err(refuse(TOO_MANY));
        }
        match &action {
            ScriptAction::Log { level: LogLevel::Info, text } => context.log(text),
            ScriptAction::Log { text, .. } => context.warn(text),
            action => {
                apply(context.world, action);
            }
        }
        Ok(())
    }
}

/// Does something with the call that runs.
pub(crate) fn with_call<R>(run: impl FnOnce(&mut Call<'_>) -> Answer<R>) -> Answer<R> {
    if !CURRENT.is_set() {
        return Err(refuse("this works inside functions, not at the top of a file"));
    }
    CURRENT.with(|mut call| run(&mut call))
}

/// `print`: a line for the console.
pub(crate) fn print(text: &str) {
    // A script that says too much is stopped by the other things that it does.
    let _ = with_call(|call| call.act(ScriptAction::Log { level: LogLevel::Info, text: ScriptText::new(text) }));
}

/// `debug`: a line for the console with the place that it comes from.
pub(crate) fn debug(text: &str, source: Option<&str>, position: Position) {
    let place = match (source, position.line()) {
        (Some(file), Some(line)) => format!("{file}:{line}: "),
        (None, Some(line)) => format!("line {line}: "),
        (Some(file), None) => format!("{file}: "),
        (None, None) => String::new(),
    };
    print(&format!("{place}{text}"));
}

/// The handle of an entity as a script has it: slot and generation in one integer, so that it can never come back naming
/// whatever has taken the slot since.
///
/// ```
/// use kerosene_entity::{EntityWorld, Registry};
///
/// let mut world = EntityWorld::new(&Registry::new([])?);
/// let lamp = world.spawn("light");
/// assert_eq!(kerosene_script::unpack(kerosene_script::pack(lamp)), Some(lamp));
/// assert_eq!(kerosene_script::unpack(0), None);
/// # Ok::<(), kerosene_entity::RegistryError>(())
/// ```
pub fn pack(entity: EntityId) -> i64 {
    entity.to_bits().cast_signed()
}

/// The entity that a script's integer names, whether it lives or not; `None` for one that names none.
pub fn unpack(handle: i64) -> Option<EntityId> {
    EntityId::from_bits(handle.cast_unsigned())
}

/// A handle as people read it.
pub(crate) fn shown(handle: INT) -> String {
    unpack(handle).map_or_else(|| format!("{handle} is no entity, so it"), |entity| entity.to_string())
}
