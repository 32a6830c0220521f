//! Which part of a device is which part of a gamepad.

use super::RawEvent;
use crate::Key;

/// An axis of a gamepad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PadAxis {
    /// Left stick, to the right.
    LeftX,
    /// Left stick, down.
    LeftY,
    /// Right stick, to the right.
    RightX,
    /// Right stick, down.
    RightY,
    /// Left trigger.
    LeftTrigger,
    /// Right trigger.
    RightTrigger,
}

impl PadAxis {
    /// How many there are.
    pub(crate) const COUNT: usize = 6;

    /// Whether it goes from 0 to 1, and not from -1.
    #[must_use]
    pub fn is_trigger(self) -> bool {
        matches!(self, Self::LeftTrigger | Self::RightTrigger)
    }
}

/// Which part of an axis's way is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisPart {
    /// All of it.
    Whole,
    /// From the middle to 1.
    Positive,
    /// From the middle to -1.
    Negative,
}

/// A part of a device, by SDL's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawPart {
    /// A button.
    Button(u8),
    /// An axis, or half of one, perhaps the other way round.
    Axis {
        /// Its number.
        number: u8,
        /// Which part of its way.
        part: AxisPart,
        /// Whether it goes the other way.
        inverted: bool,
    },
    /// A direction of a hat.
    Hat {
        /// Its number.
        number: u8,
        /// The direction's bit: 1, 2, 4 or 8.
        direction: u8,
    },
}

/// A part of a gamepad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PadPart {
    /// A button.
    Key(Key),
    /// An axis or half of one.
    Axis(PadAxis, AxisPart),
}

/// How the parts of a model of device are those of a gamepad.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mapping {
    /// What the model is called.
    pub name: String,
    /// From which part of the device to which part of the gamepad.
    pub parts: Vec<(RawPart, PadPart)>,
}

/// Where the parts of a device stand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RawState {
    buttons: [u64; 4],
    axes: [f32; 64],
    hats: [u8; 8],
}

impl Default for RawState {
    fn default() -> Self {
        Self { buttons: [0; 4], axes: [0.0; 64], hats: [0; 8] }
    }
}

impl RawState {
    /// Takes an event over; numbers beyond what devices have are ignored.
    pub(crate) fn take(&mut self, event: RawEvent) {
        match event {
            RawEvent::Button(number, down) => {
                let bit = 1 << (number % 64);
                let word = &mut self.buttons[usize::from(number / 64)];
                *word = if down { *word | bit } else { *word & !bit };
            }
            RawEvent::Axis(number, value) => {
                if let Some(axis) = self.axes.get_mut(usize::from(number)) {
                    *axis = if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
                }
            }
            RawEvent::Hat(number, directions) => {
                if let Some(hat) = self.hats.get_mut(usize::from(number)) {
                    *hat = directions;
                }
            }
        }
    }

    /// What a part says: 0 to 1, a whole axis -1 to 1.
    fn value(&self, part: RawPart) -> f32 {
        let on = |on: bool| f32::from(u8::from(on));
        match part {
            RawPart::Button(number) => on(self.buttons[usize::from(number / 64)] >> (number % 64) & 1 == 1),
            RawPart::Hat { number, direction } => {
                on(self.hats.get(usize::from(number)).is_some_and(|hat| hat & direction != 0))
            }
            RawPart::Axis { number, part, inverted } => {
                let at = self.axes.get(usize::from(number)).copied().unwrap_or(0.0);
                let at = if inverted { -at } else { at };
                match part {
                    AxisPart::Whole => at,
                    AxisPart::Positive => at.max(0.0),
                    AxisPart::Negative => (-at).max(0.0),
                }
            }
        }
    }
}

/// Where the parts of a gamepad stand.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct PadState {
    /// By [`PadAxis`].
    pub(crate) axes: [f32; PadAxis::COUNT],
    /// By [`key_bit`].
    pub(crate) keys: u32,
}

/// The bit of a gamepad's key in [`PadState::keys`], 0 for keys of other devices.
pub(crate) const fn key_bit(key: Key) -> u32 {
    let number = (key as u32).wrapping_sub(Key::South as u32);
    if number < 32 { 1 << number } else { 0 }
}

impl Mapping {
    /// Where a gamepad's parts stand when a device's stand at `raw`.
    pub(crate) fn resolve(&self, raw: &RawState) -> PadState {
        let mut state = PadState::default();
        for &(from, to) in &self.parts {
            let value = raw.value(from);
            let is_whole = matches!(from, RawPart::Axis { part: AxisPart::Whole, .. });
            match to {
                PadPart::Key(key) => {
                    if value > 0.5 {
                        state.keys |= key_bit(key);
                    }
                }
                PadPart::Axis(axis, part) => {
                    let at = &mut state.axes[axis as usize];
                    // What rests at -1 and comes to 1 is half pulled in the middle.
                    let forward = if is_whole { value * 0.5 + 0.5 } else { value };
                    *at += match part {
                        AxisPart::Whole if axis.is_trigger() => forward,
                        AxisPart::Whole => value,
                        AxisPart::Positive => forward,
                        AxisPart::Negative => -forward,
                    };
                }
            }
        }
        for (number, at) in state.axes.iter_mut().enumerate() {
            let low = if number >= PadAxis::LeftTrigger as usize { 0.0 } else { -1.0 };
            *at = at.clamp(low, 1.0);
        }
        state
    }

    /// Whether the device's part named in `event` means anything.
    #[cfg(test)]
    pub(crate) fn maps(&self, raw: RawPart) -> Option<PadPart> {
        self.parts.iter().find(|(from, _)| *from == raw).map(|(_, to)| *to)
    }
}
