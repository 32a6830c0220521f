//! What a map says of who may walk where.

/// What a level designer says of a floor. The number in [`crate::records::WalkPolygonRecord::rule`] is the variant's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum WalkRule {
    /// Walkable.
    #[default]
    Allow = 0,
    /// Not walkable, though it is a floor: a map's logic may lift the ban.
    Deny = 1,
    /// Walkable at a cost: better to go round.
    Avoid = 2,
    /// Walkable however steep it is, and whether or not it is drawn.
    Always = 3,
}

impl WalkRule {
    /// Every rule, by number.
    pub const ALL: [Self; 4] = [Self::Allow, Self::Deny, Self::Avoid, Self::Always];

    /// The word for it in editable maps.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Avoid => "avoid",
            Self::Always => "always",
        }
    }

    /// The rule of this name, ASCII case ignored; no name at all is [`WalkRule::Allow`].
    ///
    /// ```
    /// use kerosene_bsp::WalkRule;
    /// assert_eq!(WalkRule::from_name("Avoid"), Some(WalkRule::Avoid));
    /// assert_eq!(WalkRule::from_name(""), Some(WalkRule::Allow));
    /// assert_eq!(WalkRule::from_name("perhaps"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        if name.is_empty() {
            return Some(Self::Allow);
        }
        Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(name))
    }

    /// The rule with this number in a record.
    pub const fn from_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::Allow),
            1 => Some(Self::Deny),
            2 => Some(Self::Avoid),
            3 => Some(Self::Always),
            _ => None,
        }
    }
}
