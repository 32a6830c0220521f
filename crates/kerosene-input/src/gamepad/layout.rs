//! How SDL numbers the parts of a Linux input device, and which part is which where a device keeps to Linux' rules.
//!
//! The rules are the kernel's "Linux Gamepad Specification" (Documentation/input/gamepad.rst). SDL numbers buttons from
//! code 0x120 on, then those before it, axes in their order but for hats, and hats by pairs of axes; mappings in its format
//! speak of these numbers.

use super::{AxisPart, Mapping, PadAxis, PadPart, RawPart};
use crate::Key;

/// First code of a joystick's or gamepad's buttons.
const FIRST_BUTTON: u16 = 0x120;
/// First code of a gamepad's buttons.
const FIRST_GAMEPAD_BUTTON: u16 = 0x130;
/// Codes of hats' axes: 0x10 to 0x17, two for each hat.
const HATS: std::ops::Range<u16> = 0x10..0x18;
/// Code after the last axis that SDL counts.
const END_OF_AXES: u16 = 0x28;

/// Codes of a device's buttons and axes, by SDL's numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Layout {
    buttons: Vec<u16>,
    axes: Vec<u16>,
    /// First axis of each hat.
    hats: Vec<u16>,
}

/// What a code of an absolute axis is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AxisCode {
    /// An axis, by its number.
    Axis(u8),
    /// The side-to-side (false) or up-and-down (true) axis of a hat, by its number.
    Hat(u8, bool),
}

impl Layout {
    /// The layout of a device that has these codes, given in rising order.
    pub(crate) fn new(keys: impl Iterator<Item = u16>, axes: impl Iterator<Item = u16>) -> Self {
        let (mut buttons, others): (Vec<u16>, Vec<u16>) = keys.partition(|code| *code >= FIRST_BUTTON);
        buttons.extend(others);
        let (hats, axes): (Vec<u16>, Vec<u16>) =
            axes.filter(|code| *code < END_OF_AXES).partition(|code| HATS.contains(code));
        let mut hats: Vec<u16> = hats.into_iter().map(|code| code & !1).collect();
        hats.dedup();
        Self { buttons, axes, hats }
    }

    /// Whether it is a gamepad's or a joystick's: buttons of one, and a stick.
    pub(crate) fn is_gamepad(&self) -> bool {
        let has_buttons = self.buttons.first().is_some_and(|code| (FIRST_BUTTON..0x140).contains(code));
        has_buttons && (self.axes.starts_with(&[0, 1]) || !self.hats.is_empty())
    }

    /// Number of a button's code.
    pub(crate) fn button(&self, code: u16) -> Option<u8> {
        number_of(&self.buttons, code)
    }

    /// What an axis's code is.
    pub(crate) fn axis(&self, code: u16) -> Option<AxisCode> {
        if HATS.contains(&code) {
            return number_of(&self.hats, code & !1).map(|number| AxisCode::Hat(number, code & 1 == 1));
        }
        number_of(&self.axes, code).map(AxisCode::Axis)
    }

    /// How the parts are to be read by the kernel's rules. Triggers that are no axes are buttons; a right stick is on RX
    /// and RY, or, on pads of before those rules, on Z and RZ.
    pub(crate) fn mapping(&self) -> Mapping {
        let mut parts = Vec::new();
        let mut button = |code, part| {
            if let Some(number) = self.button(code) {
                parts.push((RawPart::Button(number), part));
            }
        };
        for (code, key) in BUTTONS {
            button(code, PadPart::Key(key));
        }
        let has_right_stick = self.axes.contains(&3) && self.axes.contains(&4);
        let (right, triggers) =
            if has_right_stick { ([3, 4], [[2, 10], [5, 9]]) } else { ([2, 5], [[10, 10], [9, 9]]) };
        for (codes, trigger, axis) in
            [(triggers[0], 0x138, PadAxis::LeftTrigger), (triggers[1], 0x139, PadAxis::RightTrigger)]
        {
            match codes.iter().find_map(|code| number_of(&self.axes, *code)) {
                Some(number) => parts.push(whole_axis(number, axis)),
                None => parts.extend(
                    self.button(trigger).map(|number| (RawPart::Button(number), PadPart::Axis(axis, AxisPart::Whole))),
                ),
            }
        }
        let sticks =
            [(0, PadAxis::LeftX), (1, PadAxis::LeftY), (right[0], PadAxis::RightX), (right[1], PadAxis::RightY)];
        for (code, axis) in sticks {
            parts.extend(number_of(&self.axes, code).map(|number| whole_axis(number, axis)));
        }
        if !self.hats.is_empty() {
            let hat = |(direction, key)| (RawPart::Hat { number: 0, direction }, PadPart::Key(key));
            parts.extend([(1, Key::PadUp), (2, Key::PadRight), (4, Key::PadDown), (8, Key::PadLeft)].map(hat));
        }
        Mapping { name: String::from("a gamepad by Linux' rules"), parts }
    }
}

fn whole_axis(number: u8, axis: PadAxis) -> (RawPart, PadPart) {
    (RawPart::Axis { number, part: AxisPart::Whole, inverted: false }, PadPart::Axis(axis, AxisPart::Whole))
}

fn number_of(codes: &[u16], code: u16) -> Option<u8> {
    codes.iter().position(|known| *known == code).and_then(|number| u8::try_from(number).ok())
}

/// Buttons by the kernel's codes, which name places: south is the lowest of the four.
const BUTTONS: [(u16, Key); 19] = [
    (FIRST_GAMEPAD_BUTTON, Key::South),
    (0x131, Key::East),
    (0x133, Key::North),
    (0x134, Key::West),
    (0x136, Key::ShoulderLeft),
    (0x137, Key::ShoulderRight),
    (0x13a, Key::Back),
    (0x13b, Key::Start),
    (0x13c, Key::Guide),
    (0x13d, Key::LeftStick),
    (0x13e, Key::RightStick),
    (0x220, Key::PadUp),
    (0x221, Key::PadDown),
    (0x222, Key::PadLeft),
    (0x223, Key::PadRight),
    (0x224, Key::Paddle1),
    (0x225, Key::Paddle2),
    (0x226, Key::Paddle3),
    (0x227, Key::Paddle4),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes that the driver of an Xbox 360 pad reports.
    fn xpad() -> Layout {
        let keys = [0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e];
        Layout::new(keys.into_iter(), [0, 1, 2, 3, 4, 5, 0x10, 0x11].into_iter())
    }

    #[test]
    fn parts_are_numbered_as_sdl_does() {
        let layout = xpad();
        assert!(layout.is_gamepad());
        assert_eq!((layout.button(0x130), layout.button(0x13c), layout.button(0x13e)), (Some(0), Some(8), Some(10)));
        assert_eq!(layout.axis(5), Some(AxisCode::Axis(5)));
        assert_eq!(layout.axis(0x11), Some(AxisCode::Hat(0, true)));
        // Buttons before a joystick's come last.
        let remote = Layout::new([0x0a, 0x120, 0x121].into_iter(), [0, 1].into_iter());
        assert_eq!((remote.button(0x120), remote.button(0x0a)), (Some(0), Some(2)));
    }

    #[test]
    fn a_pad_by_the_kernels_rules_needs_no_line_in_a_table() {
        let mapping = xpad().mapping();
        assert_eq!(mapping.maps(RawPart::Button(0)), Some(PadPart::Key(Key::South)));
        assert_eq!(mapping.maps(RawPart::Hat { number: 0, direction: 1 }), Some(PadPart::Key(Key::PadUp)));
        let axis = |number| mapping.maps(RawPart::Axis { number, part: AxisPart::Whole, inverted: false });
        assert_eq!(axis(2), Some(PadPart::Axis(PadAxis::LeftTrigger, AxisPart::Whole)));
        assert_eq!(axis(4), Some(PadPart::Axis(PadAxis::RightY, AxisPart::Whole)));
    }

    #[test]
    fn an_old_pad_has_its_right_stick_on_z_and_its_triggers_on_buttons() {
        let keys = [0x130, 0x131, 0x138, 0x139];
        let mapping = Layout::new(keys.into_iter(), [0, 1, 2, 5].into_iter()).mapping();
        let axis = |number| mapping.maps(RawPart::Axis { number, part: AxisPart::Whole, inverted: false });
        assert_eq!(axis(2), Some(PadPart::Axis(PadAxis::RightX, AxisPart::Whole)));
        assert_eq!(mapping.maps(RawPart::Button(2)), Some(PadPart::Axis(PadAxis::LeftTrigger, AxisPart::Whole)));
    }

    #[test]
    fn keyboards_and_mice_are_no_gamepads() {
        assert!(!Layout::new(1..0x100, [].into_iter()).is_gamepad());
        assert!(!Layout::new([0x110, 0x111].into_iter(), [0, 1].into_iter()).is_gamepad());
        assert!(!Layout::default().is_gamepad());
        // A touchpad: buttons of a tool, and places.
        assert!(!Layout::new([0x145, 0x14a].into_iter(), [0, 1].into_iter()).is_gamepad());
    }
}
