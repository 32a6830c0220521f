//! What is known about a command.

use crate::ConvarFlags;
use crate::builtins::Builtin;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A command line that is being completed.
#[derive(Debug, Clone, Copy)]
pub struct CompletionQuery<'a> {
    /// The arguments before the one being typed.
    pub before: &'a [String],
    /// What is typed so far of the argument; may be empty.
    pub partial: &'a str,
}

/// Gives the words an argument may be; those that do not begin with the partial one are left out.
pub(crate) type Completer = Arc<dyn Fn(&CompletionQuery<'_>) -> Vec<String> + Send + Sync>;

/// A command that someone claims: its name, help and rules. What it does is up to whoever takes the
/// [`ConsoleRequest`](crate::ConsoleRequest).
///
/// ```
/// use kerosene_console::{Command, Console};
///
/// let mut console = Console::new();
/// console.register_command(
///     Command::new("map", "Loads a map: map NAME").completes(|_| vec!["e1m1".into(), "start".into()]),
/// )?;
/// assert_eq!(console.complete("map e").candidates, ["e1m1"]);
/// # Ok::<(), kerosene_console::RegisterError>(())
/// ```
#[derive(Clone)]
pub struct Command {
    name: Cow<'static, str>,
    help: Cow<'static, str>,
    flags: ConvarFlags,
    completer: Option<Completer>,
    builtin: Option<Builtin>,
}

impl Command {
    /// A command without special rules.
    pub fn new(name: impl Into<Cow<'static, str>>, help: impl Into<Cow<'static, str>>) -> Self {
        let flags = ConvarFlags::empty();
        Self { name: name.into(), help: help.into(), flags, completer: None, builtin: None }
    }

    pub(crate) fn builtin(name: &'static str, help: &'static str, builtin: Builtin) -> Self {
        Self { builtin: Some(builtin), ..Self::new(name, help) }
    }

    /// The same, refused while cheats are off.
    #[must_use]
    pub fn cheat(mut self) -> Self {
        self.flags |= ConvarFlags::CHEAT;
        self
    }

    /// The same with completion of its arguments.
    #[must_use]
    pub fn completes(
        mut self,
        completer: impl Fn(&CompletionQuery<'_>) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        self.completer = Some(Arc::new(completer));
        self
    }

    /// Its name, as registered.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does, in a sentence.
    pub fn help(&self) -> &str {
        &self.help
    }

    /// Whether it is refused while cheats are off.
    pub fn is_cheat(&self) -> bool {
        self.flags.contains(ConvarFlags::CHEAT)
    }

    pub(crate) fn completer(&self) -> Option<&Completer> {
        self.completer.as_ref()
    }

    pub(crate) fn as_builtin(&self) -> Option<Builtin> {
        self.builtin
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Command").field("name", &self.name).field("flags", &self.flags).finish_non_exhaustive()
    }
}
