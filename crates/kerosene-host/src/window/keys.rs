//! Keys and buttons as the window system names them.

use kerosene_input::Key;
use winit::{
    event::{MouseButton, MouseScrollDelta},
    keyboard::PhysicalKey,
};

/// Pixels of a touchpad's way that count as a notch of a wheel.
const PIXELS_PER_NOTCH: f64 = 60.0;

/// A key by its place on the keyboard.
pub(super) fn key(physical: PhysicalKey) -> Option<Key> {
    let PhysicalKey::Code(code) = physical else { return None };
    // Its names are the W3C's.
    Key::from_code(&format!("{code:?}"))
}

/// A button of a mouse.
pub(super) fn button(button: MouseButton) -> Option<Key> {
    Some(match button {
        MouseButton::Left => Key::Mouse1,
        MouseButton::Right => Key::Mouse2,
        MouseButton::Middle => Key::Mouse3,
        MouseButton::Back => Key::Mouse4,
        MouseButton::Forward => Key::Mouse5,
        MouseButton::Other(6) => Key::Mouse6,
        MouseButton::Other(7) => Key::Mouse7,
        MouseButton::Other(8) => Key::Mouse8,
        MouseButton::Other(_) => return None,
    })
}

/// Notches that a wheel turned to the right and up.
pub(super) fn notches(delta: MouseScrollDelta) -> [f32; 2] {
    match delta {
        MouseScrollDelta::LineDelta(right, up) => [right, up],
        MouseScrollDelta::PixelDelta(way) => [way.x, way.y].map(|pixels| (pixels / PIXELS_PER_NOTCH) as f32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winit::keyboard::KeyCode;

    #[test]
    fn keys_are_found_by_their_places() {
        let codes =
            [KeyCode::KeyW, KeyCode::Digit1, KeyCode::SuperLeft, KeyCode::Backquote, KeyCode::F10, KeyCode::Numpad5];
        let keys = [Key::W, Key::Digit1, Key::MetaLeft, Key::Backquote, Key::F10, Key::Numpad5];
        for (code, expected) in codes.into_iter().zip(keys) {
            assert_eq!(key(PhysicalKey::Code(code)), Some(expected));
        }
    }
}
