//! What a player can keep doing: the actions that binds hold.

use kerosene_physics::Buttons;

macro_rules! actions {
    ($($(#[$documentation:meta])* $variant:ident $name:literal $bit:literal $help:literal,)+) => {
        /// Something that a player does for as long as it is held: `+forward` begins it, `-forward` ends it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Action {
            $($(#[$documentation])* $variant,)+
        }

        impl Action {
            /// Every action.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name without a sign, `forward`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The command that begins it, `+forward`.
            #[must_use]
            pub const fn begin(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!("+", $name),)+
                }
            }

            /// The command that ends it, `-forward`.
            #[must_use]
            pub const fn end(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!("-", $name),)+
                }
            }

            /// The command that begins it where it is not done and ends it where it is, `toggle_duck`.
            #[must_use]
            pub const fn toggle(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!("toggle_", $name),)+
                }
            }

            /// What it is, for people.
            #[must_use]
            pub const fn help(self) -> &'static str {
                match self {
                    $(Self::$variant => $help,)+
                }
            }
        }

        bitflags::bitflags! {
            /// Several actions.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
            pub struct ActionSet: u32 {
                $(
                    #[doc = $help]
                    const $variant = 1 << $bit;
                )+
            }
        }

        impl From<Action> for ActionSet {
            fn from(action: Action) -> Self {
                match action {
                    $(Action::$variant => Self::$variant,)+
                }
            }
        }
    };
}

actions! {
    /// Walk forward.
    Forward "forward" 0 "Walk forward",
    /// Walk back.
    Back "back" 1 "Walk back",
    /// Step to the left.
    MoveLeft "moveleft" 2 "Step to the left",
    /// Step to the right.
    MoveRight "moveright" 3 "Step to the right",
    /// Swim or fly up.
    MoveUp "moveup" 4 "Swim or fly up",
    /// Swim or fly down.
    MoveDown "movedown" 5 "Swim or fly down",
    /// Jump.
    Jump "jump" 6 "Jump",
    /// Duck.
    Duck "duck" 7 "Duck",
    /// Move at the other speed, and turn by keys more slowly.
    Speed "speed" 8 "Walk",
    /// Attack.
    Attack "attack" 9 "Attack",
    /// Attack in the other way.
    Attack2 "attack2" 10 "Attack in the other way",
    /// Use what one looks at.
    Use "use" 11 "Use what one looks at",
    /// Reload.
    Reload "reload" 12 "Reload",
    /// Look closer.
    Zoom "zoom" 13 "Look closer",
    /// Show the scores; nothing that the simulation hears of.
    ShowScores "showscores" 14 "Show the scores",
    /// Look up.
    LookUp "lookup" 15 "Look up",
    /// Look down.
    LookDown "lookdown" 16 "Look down",
    /// Turn left.
    Left "left" 17 "Turn left",
    /// Turn right.
    Right "right" 18 "Turn right",
    /// First action that a game may define.
    Game1 "game1" 19 "First action that a game may define",
    /// Second action that a game may define.
    Game2 "game2" 20 "Second action that a game may define",
}

impl Action {
    /// The action whose name without a sign is `name`, in upper or lower case.
    ///
    /// ```
    /// use kerosene_input::Action;
    /// assert_eq!(Action::from_name("Forward"), Some(Action::Forward));
    /// assert_eq!((Action::Jump.begin(), Action::Jump.end()), ("+jump", "-jump"));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.name().eq_ignore_ascii_case(name))
    }
}

/// Which action presses which button.
const BUTTONS: [(ActionSet, Buttons); 10] = [
    (ActionSet::Jump, Buttons::JUMP),
    (ActionSet::Duck, Buttons::DUCK),
    (ActionSet::Speed, Buttons::WALK),
    (ActionSet::Attack, Buttons::ATTACK),
    (ActionSet::Attack2, Buttons::ATTACK2),
    (ActionSet::Use, Buttons::USE),
    (ActionSet::Reload, Buttons::RELOAD),
    (ActionSet::Zoom, Buttons::ZOOM),
    (ActionSet::Game1, Buttons::GAME1),
    (ActionSet::Game2, Buttons::GAME2),
];

impl ActionSet {
    /// The buttons that these actions press.
    ///
    /// ```
    /// use kerosene_input::ActionSet;
    /// use kerosene_physics::Buttons;
    /// assert_eq!((ActionSet::Jump | ActionSet::Forward).buttons(), Buttons::JUMP);
    /// ```
    #[must_use]
    pub fn buttons(self) -> Buttons {
        BUTTONS.iter().filter(|(action, _)| self.contains(*action)).map(|(_, button)| *button).collect()
    }

    /// 1, -1 or, where neither or both are done, 0.
    ///
    /// ```
    /// use kerosene_input::ActionSet;
    /// let both = ActionSet::Forward | ActionSet::Back;
    /// assert_eq!(both.direction(ActionSet::Forward, ActionSet::Back), 0.0);
    /// assert_eq!(ActionSet::Back.direction(ActionSet::Forward, ActionSet::Back), -1.0);
    /// ```
    #[must_use]
    pub fn direction(self, positive: Self, negative: Self) -> f32 {
        f32::from(i8::from(self.contains(positive)) - i8::from(self.contains(negative)))
    }
}
