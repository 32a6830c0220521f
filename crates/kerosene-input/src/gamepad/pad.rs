//! One gamepad: where its parts stand, and which of its keys are down.

use super::mapping::{PadState, RawState, key_bit};
use super::{Guid, Mapping, PadAxis, PadId, RawEvent};
use crate::Key;
use crate::settings::Settings;

/// A gamepad that is there.
#[derive(Debug)]
pub(crate) struct Pad {
    pub(crate) id: PadId,
    pub(crate) guid: Guid,
    raw: RawState,
    state: PadState,
    /// `None` where the source maps it.
    mapping: Option<Mapping>,
    /// Keys that are down, those of triggers and sticks included.
    down: u32,
}

/// How far a stick stands in a direction when that counts as pressed.
const STICK_THRESHOLD: f32 = 0.5;

/// What a way falls to, as a part of where it was pressed, when it counts as released: a hand that shakes about the
/// threshold does not press again and again.
const HYSTERESIS: f32 = 0.8;

/// Keys that are ways: an axis, the direction of it, the key.
const WAYS: [(PadAxis, f32, Key); 10] = [
    (PadAxis::LeftX, -1.0, Key::LeftStickLeft),
    (PadAxis::LeftX, 1.0, Key::LeftStickRight),
    (PadAxis::LeftY, -1.0, Key::LeftStickUp),
    (PadAxis::LeftY, 1.0, Key::LeftStickDown),
    (PadAxis::RightX, -1.0, Key::RightStickLeft),
    (PadAxis::RightX, 1.0, Key::RightStickRight),
    (PadAxis::RightY, -1.0, Key::RightStickUp),
    (PadAxis::RightY, 1.0, Key::RightStickDown),
    (PadAxis::LeftTrigger, 1.0, Key::LeftTrigger),
    (PadAxis::RightTrigger, 1.0, Key::RightTrigger),
];

impl Pad {
    pub(crate) fn new(id: PadId, guid: Guid, mapping: Option<Mapping>) -> Self {
        Self { id, guid, raw: RawState::default(), state: PadState::default(), mapping, down: 0 }
    }

    /// Reads the device by another mapping, unless its source maps it.
    pub(crate) fn map_by(&mut self, mapping: &Mapping) {
        if self.mapping.is_some() {
            self.mapping = Some(mapping.clone());
            self.resolve();
        }
    }

    pub(crate) fn take_raw(&mut self, event: RawEvent) {
        self.raw.take(event);
        self.resolve();
    }

    fn resolve(&mut self) {
        if let Some(mapping) = &self.mapping {
            self.state = mapping.resolve(&self.raw);
        }
    }

    pub(crate) fn take_key(&mut self, key: Key, down: bool) {
        let bit = key_bit(key);
        self.state.keys = if down { self.state.keys | bit } else { self.state.keys & !bit };
    }

    pub(crate) fn take_axis(&mut self, axis: PadAxis, value: f32) {
        let low = if axis.is_trigger() { 0.0 } else { -1.0 };
        self.state.axes[axis as usize] = if value.is_finite() { value.clamp(low, 1.0) } else { 0.0 };
    }

    /// Where the left stick and the right stick stand, to the right and down.
    pub(crate) fn sticks(&self) -> [[f32; 2]; 2] {
        let [left_x, left_y, right_x, right_y, ..] = self.state.axes;
        [[left_x, left_y], [right_x, right_y]]
    }

    /// Calls `changed` for each key that went down or came up since this was last asked.
    pub(crate) fn changes(&mut self, settings: &Settings, mut changed: impl FnMut(Key, bool)) {
        let mut down = self.state.keys;
        for (axis, direction, key) in WAYS {
            let threshold = if axis.is_trigger() { settings.trigger_threshold } else { STICK_THRESHOLD };
            let was_down = self.down & key_bit(key) != 0;
            let threshold = if was_down { threshold * HYSTERESIS } else { threshold };
            if self.state.axes[axis as usize] * direction >= threshold {
                down |= key_bit(key);
            }
        }
        let before = std::mem::replace(&mut self.down, down);
        let mut differ = before ^ down;
        while differ != 0 {
            let number = differ.trailing_zeros();
            differ &= differ - 1;
            if let Some(&key) = Key::ALL.get(Key::South.index() + number as usize) {
                changed(key, down >> number & 1 == 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AxisPart, PadPart, RawPart};
    use super::*;

    fn changes(pad: &mut Pad) -> Vec<(Key, bool)> {
        let mut all = Vec::new();
        pad.changes(&Settings { trigger_threshold: 0.5, ..Settings::default() }, |key, down| all.push((key, down)));
        all
    }

    #[test]
    fn a_trigger_is_released_below_where_it_was_pressed() {
        let mut pad = Pad::new(PadId(0), Guid::default(), None);
        for (pulled, expected) in [
            (0.49, vec![]),
            (0.5, vec![(Key::LeftTrigger, true)]),
            (0.45, vec![]),
            (0.39, vec![(Key::LeftTrigger, false)]),
            (0.45, vec![]),
        ] {
            pad.take_axis(PadAxis::LeftTrigger, pulled);
            assert_eq!(changes(&mut pad), expected, "at {pulled}");
        }
    }

    #[test]
    fn a_trigger_that_rests_at_the_low_end_is_not_half_pulled() {
        let whole = RawPart::Axis { number: 2, part: AxisPart::Whole, inverted: false };
        let parts = vec![(whole, PadPart::Axis(PadAxis::LeftTrigger, AxisPart::Whole))];
        let mut pad = Pad::new(PadId(0), Guid::default(), Some(Mapping { name: String::new(), parts }));
        pad.take_raw(RawEvent::Axis(2, -1.0));
        assert_eq!(changes(&mut pad), []);
        pad.take_raw(RawEvent::Axis(2, 1.0));
        assert_eq!(changes(&mut pad), [(Key::LeftTrigger, true)]);
    }

    #[test]
    fn a_hat_steers_a_stick_by_halves() {
        let half = |direction, part| (RawPart::Hat { number: 0, direction }, PadPart::Axis(PadAxis::LeftX, part));
        let parts = vec![half(8, AxisPart::Negative), half(2, AxisPart::Positive)];
        let mut pad = Pad::new(PadId(0), Guid::default(), Some(Mapping { name: String::new(), parts }));
        pad.take_raw(RawEvent::Hat(0, 8));
        assert_eq!(pad.sticks()[0], [-1.0, 0.0]);
        pad.take_raw(RawEvent::Hat(0, 2));
        assert_eq!(pad.sticks()[0], [1.0, 0.0]);
        assert_eq!(changes(&mut pad), [(Key::LeftStickRight, true)]);
    }

    #[test]
    fn numbers_that_no_device_has_change_nothing() {
        let mut pad = Pad::new(PadId(0), Guid::default(), Some(Mapping::default()));
        pad.take_raw(RawEvent::Axis(255, f32::NAN));
        pad.take_raw(RawEvent::Hat(255, 255));
        pad.take_raw(RawEvent::Button(255, true));
        assert_eq!(changes(&mut pad), []);
    }
}
