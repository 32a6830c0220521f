//! Values of convars.

use std::fmt;

/// What a convar holds. Its kind is that of its default and never changes.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// On or off; printed `1` or `0`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A finite number.
    Float(f64),
    /// Text.
    Text(String),
}

impl Value {
    /// Whether it is on: not off, not zero, not empty.
    pub fn as_bool(&self) -> bool {
        match self {
            Self::Bool(on) => *on,
            Self::Int(number) => *number != 0,
            Self::Float(number) => *number != 0.0,
            Self::Text(text) => !text.is_empty() && text != "0",
        }
    }

    /// As a whole number, rounded towards zero; 0 for text that is none.
    pub fn as_i64(&self) -> i64 {
        match self {
            Self::Bool(on) => i64::from(*on),
            Self::Int(number) => *number,
            Self::Float(number) => *number as i64,
            Self::Text(text) => text.trim().parse().unwrap_or(0),
        }
    }

    /// As a number; 0 for text that is none.
    pub fn as_f64(&self) -> f64 {
        match self {
            Self::Bool(on) => f64::from(u8::from(*on)),
            Self::Int(number) => *number as f64,
            Self::Float(number) => *number,
            Self::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()).unwrap_or(0.0),
        }
    }

    /// The text of a text value, or `None` for the other kinds.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bool(_) | Self::Int(_) | Self::Float(_) => None,
        }
    }

    /// What a value of this kind is called in a message.
    pub(crate) fn expected(&self) -> &'static str {
        match self {
            Self::Bool(_) => "0 or 1",
            Self::Int(_) => "a whole number",
            Self::Float(_) => "a finite number",
            Self::Text(_) => "text",
        }
    }

    /// `text` as a value of the same kind as `self`.
    pub(crate) fn parse_same_kind(&self, text: &str) -> Option<Self> {
        let word = text.trim();
        match self {
            Self::Bool(_) => parse_bool(word).map(Self::Bool),
            Self::Int(_) => word.parse().ok().map(Self::Int),
            Self::Float(_) => word.parse().ok().filter(|number: &f64| number.is_finite()).map(Self::Float),
            Self::Text(_) => Some(Self::Text(text.to_owned())),
        }
    }

    /// Whether both are of one kind.
    pub(crate) fn is_same_kind(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

fn parse_bool(word: &str) -> Option<bool> {
    let is_any = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    if is_any(&["1", "true", "on", "yes"]) {
        Some(true)
    } else if is_any(&["0", "false", "off", "no"]) {
        Some(false)
    } else {
        None
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(on) => u8::from(*on).fmt(f),
            Self::Int(number) => number.fmt(f),
            Self::Float(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}
