//! Menus without a pointer: what is pressed on a gamepad becomes the keys that move egui's focus.

use egui::{Event, Key as Press, Modifiers};
use kerosene_input::{Key, MenuKey};
use std::time::Duration;

/// How long a direction must be held to be pressed again, and how often it then is.
const FIRST_REPEAT: Duration = Duration::from_millis(400);
const NEXT_REPEAT: Duration = Duration::from_millis(110);

/// What a gamepad wants of a menu beyond moving about on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A step back: to the page before, or to the game.
    Back,
    /// To the part of the options before this one, or the one after it.
    Tab { forward: bool },
}

/// What is held on gamepads, and what egui has not been told of yet.
#[derive(Debug, Default)]
pub(crate) struct Navigation {
    events: Vec<Event>,
    /// A direction that is held, by the key that holds it, and the time until it counts as pressed again.
    held: Option<(Key, Press, Duration)>,
}

impl Navigation {
    /// Takes a press or a release; gives what is not egui's to do.
    pub(crate) fn take(&mut self, menu_key: MenuKey) -> Option<Step> {
        let MenuKey { key, pressed, .. } = menu_key;
        if !pressed {
            self.held = self.held.filter(|(held, ..)| *held != key);
            return None;
        }
        if let Some(direction) = direction(key) {
            self.held = Some((key, direction, FIRST_REPEAT));
            self.press(direction);
            return None;
        }
        match key {
            Key::South => self.press(Press::Enter),
            Key::East | Key::Start => return Some(Step::Back),
            Key::ShoulderLeft => return Some(Step::Tab { forward: false }),
            Key::ShoulderRight => return Some(Step::Tab { forward: true }),
            _ => {}
        }
        None
    }

    /// So much time has passed: what is held may be pressed again.
    pub(crate) fn advance(&mut self, real: Duration) {
        let Some((_, direction, left)) = &mut self.held else { return };
        *left = left.saturating_sub(real);
        if left.is_zero() {
            *left = NEXT_REPEAT;
            let direction = *direction;
            self.press(direction);
        }
    }

    /// The menu is gone: nothing is held in it any more.
    pub(crate) fn forget(&mut self) {
        self.held = None;
        self.events.clear();
    }

    /// What egui is to be told, once.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    fn press(&mut self, key: Press) {
        let event =
            |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        self.events.extend([event(true), event(false)]);
    }
}

fn direction(key: Key) -> Option<Press> {
    match key {
        Key::PadUp | Key::LeftStickUp => Some(Press::ArrowUp),
        Key::PadDown | Key::LeftStickDown => Some(Press::ArrowDown),
        Key::PadLeft | Key::LeftStickLeft => Some(Press::ArrowLeft),
        Key::PadRight | Key::LeftStickRight => Some(Press::ArrowRight),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_input::PlayerSlot;

    fn key(key: Key, pressed: bool) -> MenuKey {
        MenuKey { player: PlayerSlot::FIRST, key, pressed }
    }

    /// Presses of keys that egui is told of.
    fn presses(navigation: &mut Navigation) -> usize {
        let pressed = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
        navigation.take_events().iter().filter(|event| pressed(event)).count()
    }

    #[test]
    fn a_direction_that_is_held_comes_again_and_one_that_is_let_go_does_not() {
        let mut navigation = Navigation::default();
        assert_eq!(navigation.take(key(Key::PadDown, true)), None);
        (0..62).for_each(|_| navigation.advance(Duration::from_millis(16)));
        // One at once, one after 400 ms, then one every 112 ms, which is seven frames of 16 ms.
        assert_eq!(presses(&mut navigation), 1 + 1 + (62 - 25) / 7);
        navigation.take(key(Key::LeftStickUp, false));
        navigation.advance(Duration::from_secs(1));
        assert_eq!(presses(&mut navigation), 1, "another key came up");
        navigation.take(key(Key::PadDown, false));
        navigation.advance(Duration::from_secs(1));
        assert_eq!(presses(&mut navigation), 0);
    }

    #[test]
    fn buttons_accept_go_back_and_turn_pages() {
        let mut navigation = Navigation::default();
        assert_eq!(navigation.take(key(Key::South, true)), None);
        assert_eq!(presses(&mut navigation), 1);
        assert_eq!(navigation.take(key(Key::East, true)), Some(Step::Back));
        assert_eq!(navigation.take(key(Key::ShoulderRight, true)), Some(Step::Tab { forward: true }));
        assert_eq!(navigation.take(key(Key::East, false)), None);
    }
}
