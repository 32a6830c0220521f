//! Everything that can be pressed, and what it is called.

use std::fmt;

/// What kind of device a key is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// A keyboard.
    Keyboard,
    /// A mouse; turning its wheel by a notch presses and releases a key too.
    Mouse,
    /// A gamepad; its triggers and the four directions of its sticks are keys too.
    Gamepad,
}

macro_rules! keys {
    ($($kind:ident { $($variant:ident $name:literal $code:literal [$($other:literal)*],)+ })+) => {
        /// Something that can be pressed and bound: a key by its place on the keyboard, a button of a mouse, a notch of its
        /// wheel, a button of a gamepad.
        ///
        /// Keys are places, named as on a US keyboard: what is called `w` is where a Frenchman finds Z, so that binds are
        /// the same shape under everyone's fingers. The names are those that Source's players know, Quake's are understood.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the name of each is its documentation")]
        pub enum Key {
            $($($variant,)+)+
        }

        impl Key {
            /// Every key, in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)+)+];

            /// What it is called in binds.
            ///
            /// ```
            /// use kerosene_input::Key;
            /// assert_eq!((Key::W.name(), Key::Space.name(), Key::LeftTrigger.name()), ("w", "SPACE", "L_TRIGGER"));
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)+)+
                }
            }

            /// What kind of device it is on.
            #[must_use]
            pub const fn kind(self) -> KeyKind {
                match self {
                    $($(Self::$variant)|+ => KeyKind::$kind,)+
                }
            }

            /// Its code in the W3C's "UI Events KeyboardEvent code Values"; empty for what is on no keyboard.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $($(Self::$variant => $code,)+)+
                }
            }

            /// Other names that are understood.
            #[must_use]
            pub const fn other_names(self) -> &'static [&'static str] {
                match self {
                    $($(Self::$variant => &[$($other),*],)+)+
                }
            }
        }
    };
}

keys! {
    Keyboard {
        A "a" "KeyA" [], B "b" "KeyB" [], C "c" "KeyC" [], D "d" "KeyD" [], E "e" "KeyE" [], F "f" "KeyF" [],
        G "g" "KeyG" [], H "h" "KeyH" [], I "i" "KeyI" [], J "j" "KeyJ" [], K "k" "KeyK" [], L "l" "KeyL" [],
        M "m" "KeyM" [], N "n" "KeyN" [], O "o" "KeyO" [], P "p" "KeyP" [], Q "q" "KeyQ" [], R "r" "KeyR" [],
        S "s" "KeyS" [], T "t" "KeyT" [], U "u" "KeyU" [], V "v" "KeyV" [], W "w" "KeyW" [], X "x" "KeyX" [],
        Y "y" "KeyY" [], Z "z" "KeyZ" [],
        Digit0 "0" "Digit0" [], Digit1 "1" "Digit1" [], Digit2 "2" "Digit2" [], Digit3 "3" "Digit3" [],
        Digit4 "4" "Digit4" [], Digit5 "5" "Digit5" [], Digit6 "6" "Digit6" [], Digit7 "7" "Digit7" [],
        Digit8 "8" "Digit8" [], Digit9 "9" "Digit9" [],
        Backquote "`" "Backquote" ["~" "BACKQUOTE"], Minus "-" "Minus" ["MINUS"], Equal "=" "Equal" ["EQUALS"],
        BracketLeft "[" "BracketLeft" [], BracketRight "]" "BracketRight" [], Backslash "\\" "Backslash" ["BACKSLASH"],
        Semicolon "SEMICOLON" "Semicolon" [";"], Quote "'" "Quote" ["APOSTROPHE"], Comma "," "Comma" ["COMMA"],
        Period "." "Period" ["PERIOD"], Slash "/" "Slash" ["SLASH"],
        IntlBackslash "INTL_BACKSLASH" "IntlBackslash" ["<"], IntlRo "INTL_RO" "IntlRo" [],
        IntlYen "INTL_YEN" "IntlYen" [],
        Space "SPACE" "Space" [], Enter "ENTER" "Enter" ["RETURN"], Tab "TAB" "Tab" [],
        Escape "ESCAPE" "Escape" ["ESC"], Backspace "BACKSPACE" "Backspace" [], CapsLock "CAPSLOCK" "CapsLock" [],
        ShiftLeft "SHIFT" "ShiftLeft" ["LSHIFT"], ShiftRight "RSHIFT" "ShiftRight" [],
        ControlLeft "CTRL" "ControlLeft" ["LCTRL"], ControlRight "RCTRL" "ControlRight" [],
        AltLeft "ALT" "AltLeft" ["LALT"], AltRight "RALT" "AltRight" [],
        MetaLeft "LWIN" "MetaLeft" ["SuperLeft" "COMMAND"], MetaRight "RWIN" "MetaRight" ["SuperRight"],
        ContextMenu "APP" "ContextMenu" ["MENU"],
        Insert "INS" "Insert" ["INSERT"], Delete "DEL" "Delete" ["DELETE"], Home "HOME" "Home" [], End "END" "End" [],
        PageUp "PGUP" "PageUp" [], PageDown "PGDN" "PageDown" [],
        ArrowUp "UPARROW" "ArrowUp" [], ArrowDown "DOWNARROW" "ArrowDown" [],
        ArrowLeft "LEFTARROW" "ArrowLeft" [], ArrowRight "RIGHTARROW" "ArrowRight" [],
        NumLock "NUMLOCK" "NumLock" [], ScrollLock "SCROLLLOCK" "ScrollLock" [], Pause "PAUSE" "Pause" ["BREAK"],
        PrintScreen "PRINTSCREEN" "PrintScreen" [],
        F1 "F1" "F1" [], F2 "F2" "F2" [], F3 "F3" "F3" [], F4 "F4" "F4" [], F5 "F5" "F5" [], F6 "F6" "F6" [],
        F7 "F7" "F7" [], F8 "F8" "F8" [], F9 "F9" "F9" [], F10 "F10" "F10" [], F11 "F11" "F11" [],
        F12 "F12" "F12" [], F13 "F13" "F13" [], F14 "F14" "F14" [], F15 "F15" "F15" [], F16 "F16" "F16" [],
        F17 "F17" "F17" [], F18 "F18" "F18" [], F19 "F19" "F19" [], F20 "F20" "F20" [], F21 "F21" "F21" [],
        F22 "F22" "F22" [], F23 "F23" "F23" [], F24 "F24" "F24" [],
        Numpad0 "KP_INS" "Numpad0" ["KP_0"], Numpad1 "KP_END" "Numpad1" ["KP_1"],
        Numpad2 "KP_DOWNARROW" "Numpad2" ["KP_2"], Numpad3 "KP_PGDN" "Numpad3" ["KP_3"],
        Numpad4 "KP_LEFTARROW" "Numpad4" ["KP_4"], Numpad5 "KP_5" "Numpad5" [],
        Numpad6 "KP_RIGHTARROW" "Numpad6" ["KP_6"], Numpad7 "KP_HOME" "Numpad7" ["KP_7"],
        Numpad8 "KP_UPARROW" "Numpad8" ["KP_8"], Numpad9 "KP_PGUP" "Numpad9" ["KP_9"],
        NumpadEnter "KP_ENTER" "NumpadEnter" [], NumpadDecimal "KP_DEL" "NumpadDecimal" ["KP_PERIOD"],
        NumpadDivide "KP_SLASH" "NumpadDivide" ["KP_DIVIDE"], NumpadMultiply "KP_MULTIPLY" "NumpadMultiply" ["*"],
        NumpadSubtract "KP_MINUS" "NumpadSubtract" [], NumpadAdd "KP_PLUS" "NumpadAdd" [],
        NumpadEqual "KP_EQUALS" "NumpadEqual" [],
    }
    Mouse {
        Mouse1 "MOUSE1" "" [], Mouse2 "MOUSE2" "" [], Mouse3 "MOUSE3" "" [], Mouse4 "MOUSE4" "" [],
        Mouse5 "MOUSE5" "" [], Mouse6 "MOUSE6" "" [], Mouse7 "MOUSE7" "" [], Mouse8 "MOUSE8" "" [],
        WheelUp "MWHEELUP" "" [], WheelDown "MWHEELDOWN" "" [], WheelLeft "MWHEELLEFT" "" [],
        WheelRight "MWHEELRIGHT" "" [],
    }
    Gamepad {
        South "A_BUTTON" "" [], East "B_BUTTON" "" [], West "X_BUTTON" "" [], North "Y_BUTTON" "" [],
        ShoulderLeft "L_SHOULDER" "" [], ShoulderRight "R_SHOULDER" "" [], LeftTrigger "L_TRIGGER" "" [],
        RightTrigger "R_TRIGGER" "" [], Back "BACK" "" [], Start "START" "" [], Guide "GUIDE" "" [],
        LeftStick "STICK1" "" [], RightStick "STICK2" "" [],
        PadUp "UP" "" ["DPAD_UP"], PadDown "DOWN" "" ["DPAD_DOWN"], PadLeft "LEFT" "" ["DPAD_LEFT"],
        PadRight "RIGHT" "" ["DPAD_RIGHT"],
        LeftStickUp "S1_UP" "" [], LeftStickDown "S1_DOWN" "" [], LeftStickLeft "S1_LEFT" "" [],
        LeftStickRight "S1_RIGHT" "" [], RightStickUp "S2_UP" "" [], RightStickDown "S2_DOWN" "" [],
        RightStickLeft "S2_LEFT" "" [], RightStickRight "S2_RIGHT" "" [],
        Paddle1 "PADDLE1" "" [], Paddle2 "PADDLE2" "" [], Paddle3 "PADDLE3" "" [], Paddle4 "PADDLE4" "" [],
        Misc1 "MISC1" "" [], Touchpad "TOUCHPAD" "" [],
    }
}

impl Key {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// The key of that name, in upper or lower case; Quake's names for Source's keys are understood.
    ///
    /// ```
    /// use kerosene_input::Key;
    /// assert_eq!(Key::from_name("mouse1"), Some(Key::Mouse1));
    /// assert_eq!(Key::from_name("KP_HOME"), Key::from_name("kp_7"));
    /// assert_eq!(Key::from_name("HYPER"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        let named = Self::ALL.iter().copied().find(|key| is_it(key.name()));
        named.or_else(|| Self::ALL.iter().copied().find(|key| key.other_names().iter().any(|other| is_it(other))))
    }

    /// The key of a code of the W3C's (`KeyW`, `ArrowUp`), as window systems' libraries name places of keys.
    ///
    /// ```
    /// use kerosene_input::Key;
    /// assert_eq!(Key::from_code("KeyW"), Some(Key::W));
    /// assert_eq!(Key::from_code("SuperLeft"), Some(Key::MetaLeft)); // winit's name for it
    /// assert_eq!(Key::from_code(""), None);
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        if code.is_empty() {
            return None;
        }
        let is_it = |key: &Self| key.code() == code || key.other_names().contains(&code);
        Self::ALL.iter().copied().filter(|key| key.kind() == KeyKind::Keyboard).find(is_it)
    }

    /// Whether it is one of F1 to F24, which type no text and so work everywhere.
    #[must_use]
    pub fn is_function(self) -> bool {
        (Self::F1..=Self::F24).contains(&self)
    }

    /// Its place in tables of all keys.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_names_one_key() {
        let mut names: Vec<String> = Vec::new();
        for key in Key::ALL {
            names.push(key.name().to_ascii_lowercase());
            names.extend(key.other_names().iter().map(|other| other.to_ascii_lowercase()));
            assert_eq!(Key::from_name(key.name()), Some(*key));
            assert_eq!(Key::ALL[key.index()], *key);
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "two keys share a name");
    }

    #[test]
    fn every_place_on_a_keyboard_has_a_code() {
        for key in Key::ALL {
            assert_eq!(key.code().is_empty(), key.kind() != KeyKind::Keyboard, "{key}");
            if !key.code().is_empty() {
                assert_eq!(Key::from_code(key.code()), Some(*key));
            }
        }
    }
}
