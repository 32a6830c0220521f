//! The console itself: registering, setting, printing.

use crate::buffer::Buffer;
use crate::builtins::Builtin;
use crate::registry::Registry;
use crate::scrollback::Scrollback;
use crate::{
    Command, Convar, ConvarFlags, ConvarId, Level, LogRelay, RegisterError, ScrollbackLine, SetError, SetOutcome,
    Value, quote,
};

/// Convars, commands, aliases, text waiting to run, and what was said. See the crate's root.
#[derive(Debug)]
pub struct Console {
    pub(crate) registry: Registry,
    pub(crate) scrollback: Scrollback,
    pub(crate) buffer: Buffer,
    pub(crate) relay: LogRelay,
    cheats: bool,
    generation: u64,
    pub(crate) commands_this_frame: usize,
}

impl Default for Console {
    fn default() -> Self {
        Self::new()
    }
}

impl Console {
    /// Lines of scrollback that are kept.
    pub const SCROLLBACK_LINES: usize = 4096;
    /// Aliases and files within each other, at most.
    pub const NESTING: usize = 16;
    /// Room for commands that wait to run, in bytes.
    pub const BUFFER_BYTES: usize = 4 << 20;
    /// Commands of one frame, at most.
    pub const COMMANDS_PER_FRAME: usize = 65_536;

    /// A console with the commands of this crate, and cheats off.
    pub fn new() -> Self {
        let mut console = Self {
            registry: Registry::default(),
            scrollback: Scrollback::default(),
            buffer: Buffer::default(),
            relay: LogRelay::default(),
            cheats: false,
            generation: 0,
            commands_this_frame: 0,
        };
        for command in Builtin::commands() {
            // The names are ours and differ, so no registration fails.
            let registered = console.registry.add_command(command);
            debug_assert_eq!(registered, Ok(()));
        }
        console
    }

    /// Adds a convar.
    ///
    /// # Errors
    /// Where the name is taken or unfit.
    pub fn register(&mut self, convar: Convar) -> Result<ConvarId, RegisterError> {
        self.registry.add_convar(convar)
    }

    /// Adds a command that the caller claims when it comes as a request.
    ///
    /// # Errors
    /// Where the name is taken or unfit.
    pub fn register_command(&mut self, command: Command) -> Result<(), RegisterError> {
        self.registry.add_command(command)
    }

    /// The convar of `id`. An id belongs to the console that gave it.
    pub fn convar(&self, id: ConvarId) -> &Convar {
        self.registry.convar(id)
    }

    /// The convar of that name.
    pub fn find_convar(&self, name: &str) -> Option<&Convar> {
        self.registry.convar_id(name).map(|id| self.registry.convar(id))
    }

    /// All convars, by name.
    pub fn convars(&self) -> impl Iterator<Item = &Convar> {
        self.registry.convars().map(|(_, convar)| convar)
    }

    /// All commands, by name.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.registry.commands()
    }

    /// Grows with each change of any convar.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Sets a convar to a value of its kind.
    ///
    /// ```
    /// use kerosene_console::{Console, Convar, SetOutcome, Value};
    ///
    /// let mut console = Console::new();
    /// let fov = console.register(Convar::float("cl_fov", 90.0, "").range(50.0..=130.0))?;
    /// assert_eq!(console.set(fov, Value::Float(100.0)), Ok(SetOutcome::Changed));
    /// assert_eq!(console.set(fov, Value::Float(500.0)), Ok(SetOutcome::Clamped));
    /// assert!(console.set(fov, Value::Float(f64::NAN)).is_err());
    /// assert_eq!(console.convar(fov).value(), &Value::Float(130.0));
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// Where the value is of another kind or not finite, or the convar is a cheat and cheats are off.
    pub fn set(&mut self, id: ConvarId, value: Value) -> Result<SetOutcome, SetError> {
        self.change(id, |convar| convar.set_value(value))
    }

    /// Sets a convar from text, as typed.
    ///
    /// # Errors
    /// Where there is no such convar, the text is not of its kind, or it is a cheat and cheats are off.
    pub fn set_text(&mut self, name: &str, text: &str) -> Result<SetOutcome, SetError> {
        let id = self.registry.convar_id(name).ok_or_else(|| SetError::Unknown { name: name.to_owned() })?;
        self.change(id, |convar| convar.set_text(text))
    }

    /// Puts a convar back to its default.
    pub(crate) fn reset(&mut self, id: ConvarId) -> Result<SetOutcome, SetError> {
        self.change(id, |convar| Ok(convar.reset()))
    }

    pub(crate) fn change(
        &mut self,
        id: ConvarId,
        change: impl FnOnce(&mut Convar) -> Result<SetOutcome, SetError>,
    ) -> Result<SetOutcome, SetError> {
        let convar = self.registry.convar_mut(id);
        if convar.flag_set().contains(ConvarFlags::CHEAT) && !self.cheats {
            return Err(SetError::Cheat { name: convar.name().to_owned() });
        }
        let before = convar.generation();
        let outcome = change(convar)?;
        let (changed, is_switch) =
            (convar.generation() != before, convar.flag_set().contains(ConvarFlags::CHEAT_SWITCH));
        let on = convar.value().as_bool();
        self.generation += u64::from(changed);
        if is_switch {
            self.set_cheats(on);
        }
        Ok(outcome)
    }

    /// Whether cheats are on.
    pub fn cheats(&self) -> bool {
        self.cheats
    }

    /// Turns cheats on or off. Off puts every cheat convar back to its default. A convar marked
    /// [`ConvarFlags::CHEAT_SWITCH`] does this when it changes; where there is one, set that instead.
    pub fn set_cheats(&mut self, on: bool) {
        self.cheats = on;
        if on {
            return;
        }
        let is_cheat = |(id, convar): (ConvarId, &Convar)| convar.flag_set().contains(ConvarFlags::CHEAT).then_some(id);
        let cheats: Vec<_> = self.registry.convars().filter_map(is_cheat).collect();
        for id in cheats {
            let changed = self.registry.convar_mut(id).reset() == SetOutcome::Changed;
            self.generation += u64::from(changed);
        }
    }

    /// The convars marked [`ConvarFlags::ARCHIVE`] that differ from their defaults, as text to run
    /// at the next start, by name.
    ///
    /// ```
    /// use kerosene_console::{Console, Convar, ConvarFlags};
    ///
    /// let mut console = Console::new();
    /// console.register(Convar::text("name", "player", "").flags(ConvarFlags::ARCHIVE))?;
    /// console.set_text("name", "the \"one\"").expect("it is text");
    /// assert_eq!(console.archive(), "name \"the \\\"one\\\"\"\n");
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn archive(&self) -> String {
        let is_kept =
            |convar: &&Convar| convar.flag_set().contains(ConvarFlags::ARCHIVE) && convar.value() != convar.default();
        let line = |convar: &Convar| format!("{} {}\n", convar.name(), quote(&convar.value().to_string()));
        self.convars().filter(is_kept).map(line).collect()
    }

    /// Adds a line (or several) to the scrollback.
    pub fn print(&mut self, level: Level, text: &str) {
        self.scrollback.push(level, text, Self::SCROLLBACK_LINES);
    }

    /// What was said, oldest first.
    pub fn scrollback(&self) -> impl DoubleEndedIterator<Item = &ScrollbackLine> + ExactSizeIterator {
        self.scrollback.lines()
    }

    /// How many lines were ever said, those no longer kept included: whoever follows the scrollback sees by it
    /// whether there is anything new.
    ///
    /// ```
    /// use kerosene_console::{Console, Level};
    ///
    /// let mut console = Console::new();
    /// console.print(Level::Info, "one\ntwo");
    /// assert_eq!(console.lines_said(), 2);
    /// ```
    pub fn lines_said(&self) -> u64 {
        self.scrollback.said()
    }

    /// A way for other threads to print; see [`LogRelay`].
    pub fn relay(&self) -> LogRelay {
        self.relay.clone()
    }
}

/// Value, default, bounds, flags and help of a convar on one line.
pub(crate) fn describe(convar: &Convar) -> String {
    let mut text = format!("{} is \"{}\"", convar.name(), convar.value());
    if convar.value() != convar.default() {
        text += &format!(" (default \"{}\")", convar.default());
    }
    if let Some(bounds) = convar.bounds() {
        text += &format!(" [{} to {}]", bounds.start(), bounds.end());
    }
    for (flag, name) in
        [(ConvarFlags::ARCHIVE, "archive"), (ConvarFlags::CHEAT, "cheat"), (ConvarFlags::REPLICATED, "replicated")]
    {
        if convar.flag_set().contains(flag) {
            text += &format!(" {name}");
        }
    }
    if !convar.help().is_empty() {
        text += &format!(" - {}", convar.help());
    }
    text
}
