//! Actions of the player, as scripts ask for them.

use super::Context;

impl Context<'_> {
    /// Whether an action has begun in this tick.
    #[must_use]
    pub fn is_action_pressed(&self, action: &str) -> bool {
        let actions = self.services.state.actions;
        self.action(action).is_some_and(|number| actions.is_down(number) && !actions.was_down(number))
    }

    /// Whether an action is done in this tick.
    #[must_use]
    pub fn is_action_down(&self, action: &str) -> bool {
        self.action(action).is_some_and(|number| self.services.state.actions.is_down(number))
    }

    /// Whether an action has ended in this tick.
    #[must_use]
    pub fn is_action_released(&self, action: &str) -> bool {
        let actions = self.services.state.actions;
        self.action(action).is_some_and(|number| !actions.is_down(number) && actions.was_down(number))
    }

    /// How far an axis is, −1 to 1.
    #[must_use]
    pub fn axis(&self, axis: &str) -> f32 {
        match self.services.action_map.axis(axis) {
            Some(number) => self.services.state.actions.now.axes[number],
            None => {
                self.unknown(axis);
                0.0
            }
        }
    }

    /// How far an axis is, as −1, 0 or 1: for menus and movement by squares.
    #[must_use]
    pub fn axis_raw(&self, axis: &str) -> f32 {
        let way = self.axis(axis);
        if way == 0.0 { 0.0 } else { way.signum() }
    }

    /// How far the mouse went in this tick, to the right and down; 0 while the pointer is free.
    #[must_use]
    pub fn mouse_delta(&self) -> [f32; 2] {
        self.services.state.actions.now.mouse
    }

    fn action(&self, name: &str) -> Option<usize> {
        let number = self.services.action_map.action(name);
        if number.is_none() {
            self.unknown(name);
        }
        number
    }

    /// Notes that a name is no action and no axis; the log says so once, when the tick is over.
    fn unknown(&self, name: &str) {
        let mut names = self.services.unknown_names.borrow_mut();
        if names.len() < MOST_UNKNOWN && !names.contains_key(name) {
            names.insert(name.to_owned(), false);
        }
    }

    /// Says of names that they are no action and no axis, once of each.
    pub(crate) fn warn_of_unknown_names(&mut self) {
        if self.services.unknown_names.get_mut().values().all(|said| *said) {
            return;
        }
        let mut names = std::mem::take(self.services.unknown_names.get_mut());
        for (name, said) in names.iter_mut().filter(|(_, said)| !**said) {
            *said = true;
            self.services.say(None, true, format!("`{name}` is no action and no axis (said once)"));
        }
        *self.services.unknown_names.get_mut() = names;
    }
}

/// Unknown names that are told apart: a script cannot fill the log with names that it makes up.
const MOST_UNKNOWN: usize = 256;
