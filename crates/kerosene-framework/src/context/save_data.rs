//! What a game keeps for good. Setting a value makes text of it: do it when something happens, and not in each tick.

use super::Context;

impl Context<'_> {
    /// Keeps a value for good. False if there are too many, or it is too long.
    pub fn set_save_data(&mut self, key: &str, value: &str) -> bool {
        self.runtime.save_data.borrow_mut().set(key, value)
    }

    /// A number that was kept, else what is given.
    #[must_use]
    pub fn save_data_float(&self, key: &str, otherwise: f32) -> f32 {
        self.runtime.save_data.borrow().float(key, otherwise)
    }

    /// A whole number that was kept, else what is given.
    #[must_use]
    pub fn save_data_int(&self, key: &str, otherwise: i64) -> i64 {
        self.runtime.save_data.borrow().int(key, otherwise)
    }

    /// A truth that was kept, else what is given.
    #[must_use]
    pub fn save_data_bool(&self, key: &str, otherwise: bool) -> bool {
        self.runtime.save_data.borrow().bool(key, otherwise)
    }

    /// A text that was kept, else what is given. It allocates.
    #[must_use]
    pub fn save_data_text(&self, key: &str, otherwise: &str) -> String {
        self.runtime.save_data.borrow().text(key).unwrap_or(otherwise).to_owned()
    }

    /// Forgets a value. False if there is none.
    pub fn delete_save_data(&mut self, key: &str) -> bool {
        self.runtime.save_data.borrow_mut().delete(key)
    }

    /// Forgets everything.
    pub fn delete_all_save_data(&mut self) {
        self.runtime.save_data.borrow_mut().delete_all();
    }

    /// Has what is kept written to its file when the tick is over, at a checkpoint, say. It is written too when a level
    /// goes and when the program ends.
    pub fn save_game_data(&mut self) {
        self.runtime.save_data.borrow_mut().want_flush();
    }
}
