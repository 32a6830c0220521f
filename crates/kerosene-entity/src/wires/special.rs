//! Targets that are no names.

use std::fmt;

/// A target that depends on who fired what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Special {
    /// Who set the chain of outputs off: usually a player.
    Activator,
    /// Who fired the output.
    Caller,
    /// Who owns the wire: the same as the caller.
    This,
    /// The first player.
    Player,
    /// What the player looks at; set by the engine for console commands.
    Picker,
}

impl Special {
    /// Every one.
    pub const ALL: [Self; 5] = [Self::Activator, Self::Caller, Self::This, Self::Player, Self::Picker];

    /// The name with its exclamation mark.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Activator => "!activator",
            Self::Caller => "!caller",
            Self::This => "!self",
            Self::Player => "!player",
            Self::Picker => "!picker",
        }
    }

    /// The one of that name, ASCII case ignored.
    ///
    /// ```
    /// use kerosene_entity::Special;
    ///
    /// assert_eq!(Special::from_name("!Activator"), Some(Special::Activator));
    /// assert_eq!(Special::from_name("!activators"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|special| special.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
