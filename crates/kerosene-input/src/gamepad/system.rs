//! Gamepads of Windows and macOS, through gilrs, which knows their mappings.

use super::{GamepadEvent, GamepadSource, Guid, PadAxis, PadId, PadInfo};
use crate::Key;
use gilrs::{Axis, Button, EventType, Gilrs};

/// The gamepads of this machine.
pub struct SystemGamepads {
    /// `None` where the system's interface is not there.
    gilrs: Option<Gilrs>,
    /// What is to be told, once.
    notice: Option<String>,
    /// Pads that were there from the start and are to be told of.
    is_new: bool,
}

impl std::fmt::Debug for SystemGamepads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SystemGamepads").field("works", &self.gilrs.is_some()).finish_non_exhaustive()
    }
}

impl SystemGamepads {
    /// Begins to listen to gamepads.
    #[must_use]
    pub fn new() -> Self {
        match Gilrs::new() {
            Ok(gilrs) => Self { gilrs: Some(gilrs), notice: None, is_new: true },
            Err(error) => Self { gilrs: None, notice: Some(format!("no gamepads: {error}")), is_new: false },
        }
    }
}

impl Default for SystemGamepads {
    fn default() -> Self {
        Self::new()
    }
}

impl GamepadSource for SystemGamepads {
    fn poll(&mut self, events: &mut Vec<GamepadEvent>) {
        events.extend(self.notice.take().map(GamepadEvent::Notice));
        let Some(gilrs) = &mut self.gilrs else { return };
        if std::mem::take(&mut self.is_new) {
            let there = gilrs.gamepads().map(|(id, pad)| connected(usize::from(id), &pad));
            events.extend(there);
        }
        while let Some(event) = gilrs.next_event() {
            let Ok(number) = u16::try_from(usize::from(event.id)) else { continue };
            let id = PadId(number);
            match event.event {
                EventType::Connected => events.push(connected(usize::from(event.id), &gilrs.gamepad(event.id))),
                EventType::Disconnected => events.push(GamepadEvent::Disconnected(id)),
                EventType::ButtonPressed(button, _) => {
                    events.extend(key(button).map(|key| GamepadEvent::Key(id, key, true)))
                }
                EventType::ButtonReleased(button, _) => {
                    events.extend(key(button).map(|key| GamepadEvent::Key(id, key, false)));
                }
                EventType::ButtonChanged(button, value, _) => {
                    events.extend(trigger(button).map(|axis| GamepadEvent::Axis(id, axis, value)));
                }
                EventType::AxisChanged(axis, value, _) => {
                    events.extend(stick(axis).map(|(axis, way)| GamepadEvent::Axis(id, axis, value * way)));
                }
                _ => {}
            }
        }
    }
}

fn connected(number: usize, pad: &gilrs::Gamepad<'_>) -> GamepadEvent {
    let guid = Guid::from_ids(0, pad.vendor_id().unwrap_or(0), pad.product_id().unwrap_or(0), 0);
    let info = PadInfo { name: pad.name().chars().take(128).collect(), guid, automatic: None };
    GamepadEvent::Connected(PadId(u16::try_from(number).unwrap_or(u16::MAX)), info)
}

fn key(button: Button) -> Option<Key> {
    Some(match button {
        Button::South => Key::South,
        Button::East => Key::East,
        Button::North => Key::North,
        Button::West => Key::West,
        Button::LeftTrigger => Key::ShoulderLeft,
        Button::RightTrigger => Key::ShoulderRight,
        Button::Select => Key::Back,
        Button::Start => Key::Start,
        Button::Mode => Key::Guide,
        Button::LeftThumb => Key::LeftStick,
        Button::RightThumb => Key::RightStick,
        Button::DPadUp => Key::PadUp,
        Button::DPadDown => Key::PadDown,
        Button::DPadLeft => Key::PadLeft,
        Button::DPadRight => Key::PadRight,
        _ => return None,
    })
}

fn trigger(button: Button) -> Option<PadAxis> {
    match button {
        Button::LeftTrigger2 => Some(PadAxis::LeftTrigger),
        Button::RightTrigger2 => Some(PadAxis::RightTrigger),
        _ => None,
    }
}

/// The axis, and which way it counts: there up is positive, here down is.
fn stick(axis: Axis) -> Option<(PadAxis, f32)> {
    match axis {
        Axis::LeftStickX => Some((PadAxis::LeftX, 1.0)),
        Axis::LeftStickY => Some((PadAxis::LeftY, -1.0)),
        Axis::RightStickX => Some((PadAxis::RightX, 1.0)),
        Axis::RightStickY => Some((PadAxis::RightY, -1.0)),
        _ => None,
    }
}
