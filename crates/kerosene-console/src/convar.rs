//! One console variable.

use crate::Value;
use std::borrow::Cow;
use std::ops::RangeInclusive;

bitflags::bitflags! {
    /// What is special about a convar or command.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct ConvarFlags: u8 {
        /// Kept in the player's config file; see [`Console::archive`](crate::Console::archive).
        const ARCHIVE = 1;
        /// Changes only while cheats are on, and goes back to its default when they go off.
        const CHEAT = 1 << 1;
        /// The server's value holds for its clients. A mark for the network code, nothing else.
        const REPLICATED = 1 << 2;
        /// Its value is whether cheats are on (`sv_cheats`).
        const CHEAT_SWITCH = 1 << 3;
    }
}

/// A console variable: a name, a value of a fixed kind, and the rules for changing it.
///
/// ```
/// use kerosene_console::{Convar, ConvarFlags};
///
/// let fov = Convar::float("cl_fov", 90.0, "Field of view, degrees")
///     .flags(ConvarFlags::ARCHIVE)
///     .range(50.0..=130.0);
/// assert_eq!(fov.value().as_f64(), 90.0);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Convar {
    name: Cow<'static, str>,
    help: Cow<'static, str>,
    default: Value,
    value: Value,
    flags: ConvarFlags,
    range: Option<(f64, f64)>,
    generation: u64,
}

/// What setting a convar did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOutcome {
    /// It has a new value, as asked.
    Changed,
    /// It had that value already.
    Unchanged,
    /// The value was outside the range and the nearest bound was taken.
    Clamped,
}

/// Why a convar was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// The text or value is not of the convar's kind.
    #[error("`{name}` cannot be `{text}`: expected {expected}")]
    WrongKind {
        /// The convar.
        name: String,
        /// What was offered.
        text: String,
        /// What it must be.
        expected: &'static str,
    },
    /// It is a cheat, and cheats are off.
    #[error("`{name}` is a cheat: it can be changed only while cheats are on")]
    Cheat {
        /// The convar.
        name: String,
    },
    /// There is no such convar.
    #[error("there is no convar `{name}`")]
    Unknown {
        /// The name that was looked for.
        name: String,
    },
}

impl Convar {
    fn new(name: impl Into<Cow<'static, str>>, default: Value, help: impl Into<Cow<'static, str>>) -> Self {
        let value = default.clone();
        let flags = ConvarFlags::empty();
        Self { name: name.into(), help: help.into(), default, value, flags, range: None, generation: 0 }
    }

    /// A switch.
    pub fn bool(name: impl Into<Cow<'static, str>>, default: bool, help: impl Into<Cow<'static, str>>) -> Self {
        Self::new(name, Value::Bool(default), help)
    }

    /// A whole number.
    pub fn int(name: impl Into<Cow<'static, str>>, default: i64, help: impl Into<Cow<'static, str>>) -> Self {
        Self::new(name, Value::Int(default), help)
    }

    /// A number; a `default` that is not finite becomes 0.
    pub fn float(name: impl Into<Cow<'static, str>>, default: f64, help: impl Into<Cow<'static, str>>) -> Self {
        Self::new(name, Value::Float(if default.is_finite() { default } else { 0.0 }), help)
    }

    /// Text.
    pub fn text(
        name: impl Into<Cow<'static, str>>,
        default: impl Into<String>,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(name, Value::Text(default.into()), help)
    }

    /// The same with `flags` added.
    #[must_use]
    pub fn flags(mut self, flags: ConvarFlags) -> Self {
        self.flags |= flags;
        self
    }

    /// The same with bounds for its number, both within; values beyond are clamped with a message. A
    /// default beyond is clamped too. For switches and text, bounds mean nothing.
    #[must_use]
    pub fn range(mut self, range: RangeInclusive<f64>) -> Self {
        self.range = Some((*range.start(), *range.end()));
        (self.default, _) = self.within_range(self.default.clone());
        self.value = self.default.clone();
        self
    }

    /// Its name, as registered.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is for, in a sentence.
    pub fn help(&self) -> &str {
        &self.help
    }

    /// Its value.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Its value when nobody changes it.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// What is special about it.
    pub fn flag_set(&self) -> ConvarFlags {
        self.flags
    }

    /// The bounds of its number, if it has any.
    pub fn bounds(&self) -> Option<RangeInclusive<f64>> {
        self.range.map(|(low, high)| low..=high)
    }

    /// Grows with each change. A reader that remembers it sees cheaply whether to look again.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Sets from text, whatever the flags say: [`Console`](crate::Console) minds them.
    pub(crate) fn set_text(&mut self, text: &str) -> Result<SetOutcome, SetError> {
        match self.default.parse_same_kind(text) {
            Some(value) => Ok(self.put(value)),
            None => Err(self.wrong_kind(text)),
        }
    }

    /// Sets a value of the convar's kind.
    pub(crate) fn set_value(&mut self, value: Value) -> Result<SetOutcome, SetError> {
        let is_finite = !matches!(value, Value::Float(number) if !number.is_finite());
        if is_finite && self.default.is_same_kind(&value) {
            return Ok(self.put(value));
        }
        Err(self.wrong_kind(&value.to_string()))
    }

    /// Puts the default back.
    pub(crate) fn reset(&mut self) -> SetOutcome {
        self.put(self.default.clone())
    }

    fn wrong_kind(&self, text: &str) -> SetError {
        let text = text.chars().take(64).collect();
        SetError::WrongKind { name: self.name.clone().into_owned(), text, expected: self.default.expected() }
    }

    fn put(&mut self, asked: Value) -> SetOutcome {
        let (value, clamped) = self.within_range(asked);
        if value != self.value {
            self.value = value;
            self.generation += 1;
        } else if !clamped {
            return SetOutcome::Unchanged;
        }
        if clamped { SetOutcome::Clamped } else { SetOutcome::Changed }
    }

    /// The nearest value within the bounds, and whether it is another.
    fn within_range(&self, value: Value) -> (Value, bool) {
        match (value, self.range) {
            (Value::Float(number), Some((low, high))) => {
                let near = number.max(low).min(high);
                (Value::Float(near), near != number)
            }
            (Value::Int(number), Some((low, high))) => {
                let near = number.max(low.ceil() as i64).min(high.floor() as i64);
                (Value::Int(near), near != number)
            }
            (value, _) => (value, false),
        }
    }
}
