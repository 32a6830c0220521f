//! Text that a script hands over, without a copy of it.

use rhai::ImmutableString;
use std::fmt;
use std::ops::Deref;

/// A text of a script. It shares the script's own memory: queueing an action with a text that stands in the script
/// allocates nothing.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct ScriptText(ImmutableString);

impl ScriptText {
    /// A copy of a text.
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }
}

impl Deref for ScriptText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<ImmutableString> for ScriptText {
    fn from(text: ImmutableString) -> Self {
        Self(text)
    }
}

impl From<&str> for ScriptText {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Debug for ScriptText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &**self)
    }
}

impl fmt::Display for ScriptText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}
