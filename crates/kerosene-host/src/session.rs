//! A game and what lies over it: everything of a window but the window.

use crate::{
    assets::Assets,
    commands::{Verb, verb},
    config_file,
    overlay::{Intent, Overlay, Page},
    play::Play,
    variables::FOV,
};
use kerosene_console::{ConsoleRequest, Level, quote};
use kerosene_input::{Capture, DeviceId, Key, MenuKey};
use std::time::Duration;

/// What only the window can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Keep the picture, with or without what lies over it.
    Screenshot { hud: bool },
    /// Open the graphics device anew.
    RestartRenderer,
}

/// A game and what lies over it.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) play: Play,
    pub(crate) overlay: Overlay,
    wishes: Vec<Wish>,
    /// The level that was there in the last frame.
    level: u64,
    /// Another window has taken the keyboard from this one.
    lost_focus: bool,
}

impl Session {
    pub(crate) fn new(play: Play, opens_menu: bool) -> Self {
        let mut session = Self {
            level: play.engine.level_generation(),
            play,
            overlay: Overlay::default(),
            wishes: Vec::new(),
            lost_focus: false,
        };
        session.overlay.console.line.history = config_file::read_history(session.play.engine.vfs());
        session.play.engine.set_hosted(true);
        if opens_menu || session.play.engine.map_name().is_none() {
            session.overlay.menu.open(Page::Main, &session.play.facts());
        }
        session
    }

    /// Says that a level could not be loaded, on a page of the menu.
    pub(crate) fn show_failure(&mut self, reason: String) {
        let title = "The level did not load".to_owned();
        self.overlay.console.set_open(false);
        self.overlay.menu.open(Page::Failure { title, reason }, &self.play.facts());
    }

    /// One frame of the game, so much real time after the last one.
    pub(crate) fn advance(&mut self, real: Duration) {
        self.navigate(real);
        let in_menu = self.overlay.takes_input() || self.play.engine.wants_ui();
        let (variables, console) = (self.play.variables.play, self.play.engine.console());
        let stops = self.overlay.menu.is_open() && variables.pause_on_menu(console)
            || self.lost_focus && variables.pause_unfocused(console);
        self.overlay.context.set_zoom_factor(self.play.variables.play.scale(self.play.engine.console()));
        self.play.advance(real, in_menu, stops);
        for request in self.play.engine.take_host_requests() {
            self.answer(&request);
        }
        if let Some(error) = self.play.engine.take_load_error() {
            self.show_failure(error.to_string());
        }
        self.follow_level();
        self.finish_capture();
    }

    /// Moves about in the menu as gamepads say.
    fn navigate(&mut self, real: Duration) {
        let Self { play, overlay, .. } = self;
        let keys: Vec<MenuKey> = play.input.menu_keys().collect();
        if !overlay.takes_input() {
            return overlay.navigation.forget();
        }
        overlay.navigation.advance(real);
        for key in keys {
            if let Some(step) = overlay.navigation.take(key) {
                overlay.step(step, &play.facts());
            }
        }
    }

    /// Closes the menu where a level has begun, and opens it where none is left.
    fn follow_level(&mut self) {
        let level = self.play.engine.level_generation();
        if level == std::mem::replace(&mut self.level, level) {
            return;
        }
        if self.play.engine.map_name().is_some() {
            self.overlay.menu.close();
        } else {
            self.overlay.menu.open(Page::Main, &self.play.facts());
        }
    }

    /// Binds the key that the page of controls has waited for. It takes the place of those that did the same.
    fn finish_capture(&mut self) {
        let Some(text) = self.overlay.menu.rebinding.clone() else { return };
        match self.play.input.capture() {
            Some(Capture::Waiting) => {}
            Some(Capture::Key(key)) => {
                let before: Vec<Key> = self.play.input.binds().keys_of(&text).collect();
                // Of several keys for one thing, the last one that was chosen stays beside the new one.
                let binds = self.play.input.binds_mut();
                before.iter().rev().skip(1).for_each(|key| binds.unbind(*key));
                binds.bind(key, &text);
                self.overlay.menu.rebinding = None;
            }
            Some(Capture::Cancelled) | None => self.overlay.menu.rebinding = None,
        }
    }

    /// Lays out what lies over the picture, and does what was chosen there.
    pub(crate) fn lay_out(&mut self, input: egui::RawInput) -> egui::FullOutput {
        let (output, intents) = self.overlay.run(input, &self.play.facts());
        for intent in intents {
            match intent {
                Intent::Run(line) => {
                    self.say(Level::Info, &format!("] {}", line.trim()));
                    self.play.engine.console_mut().enqueue(&line);
                }
                Intent::Rebind(text) => {
                    self.overlay.menu.rebinding = Some(text);
                    self.play.input.begin_capture();
                }
            }
        }
        output
    }

    /// Fills the picture's content.
    pub(crate) fn compose(&mut self, assets: &mut impl Assets) {
        self.play.compose(assets);
    }

    /// Takes a key that went down or came up. The keys of console and menu are no binds: nobody can lose them.
    pub(crate) fn key(&mut self, key: Key, pressed: bool) {
        let captures = self.overlay.menu.rebinding.is_some();
        match key {
            Key::Backquote | Key::F10 if pressed && !captures => self.toggle_console(),
            Key::Escape if pressed && !captures => self.overlay.escape(&self.play.facts()),
            _ => self.play.input.key(DeviceId::KEYBOARD, key, pressed),
        }
    }

    /// The window has got the keyboard, or lost it: then nobody tells of keys that come up, and all of them are let go of. A
    /// window that never had it is no reason to wait for anybody.
    pub(crate) fn set_focused(&mut self, focused: bool) {
        self.lost_focus = !focused;
        if !focused {
            self.play.input.focus_lost();
            self.overlay.navigation.forget();
        }
    }

    /// What was seen was drawn by a device that is no more: everything is asked for anew.
    pub(crate) fn forget_pictures(&mut self) {
        self.play.forget_pictures();
        self.overlay.forget_pictures();
    }

    /// What only the window can do, once.
    pub(crate) fn take_wishes(&mut self) -> Vec<Wish> {
        std::mem::take(&mut self.wishes)
    }

    /// Writes what the player has set, and tells the game that the program ends.
    pub(crate) fn close(&mut self) {
        self.write_config();
        let (vfs, history) = (self.play.engine.vfs(), &self.overlay.console.line.history);
        if let Err(error) = config_file::write_history(vfs, history) {
            self.say(Level::Warning, &error.to_string());
        }
        self.play.engine.shutdown();
    }

    pub(crate) fn say(&mut self, level: Level, text: &str) {
        self.play.engine.console_mut().print(level, text);
    }

    fn toggle_console(&mut self) {
        let open = !self.overlay.console.is_open();
        self.overlay.console.set_open(open);
    }

    /// Does a command of the window's.
    fn answer(&mut self, request: &ConsoleRequest) {
        if self.play.input.claim(self.play.engine.console_mut(), request) {
            return;
        }
        match verb(&request.name) {
            Some(Verb::DumpConsole) => self.dump_console(request.args.first().map_or("console", String::as_str)),
            Some(Verb::FieldOfView) => {
                let line =
                    request.args.first().map_or_else(|| FOV.to_owned(), |degrees| format!("{FOV} {}", quote(degrees)));
                self.play.engine.console_mut().enqueue(&line);
            }
            Some(Verb::WriteConfig) => self.write_config(),
            Some(Verb::NewGame) => self.overlay.menu.open(Page::NewGame, &self.play.facts()),
            Some(Verb::RestartRenderer) => self.wishes.push(Wish::RestartRenderer),
            Some(Verb::Screenshot) => {
                let hud = !request.args.iter().any(|word| word.eq_ignore_ascii_case("nohud"));
                self.wishes.push(Wish::Screenshot { hud });
            }
            Some(Verb::ToggleConsole) => self.toggle_console(),
            Some(Verb::ToggleMenu) => self.overlay.escape(&self.play.facts()),
            None => self.play.engine.console_mut().report_unclaimed(request),
        }
    }

    fn write_config(&mut self) {
        let play = &self.play;
        if let Err(error) = config_file::write_config(play.engine.vfs(), play.engine.console(), &play.input) {
            self.say(Level::Warning, &format!("what you have set is not kept: {error}"));
        }
    }

    fn dump_console(&mut self, name: &str) {
        let engine = &self.play.engine;
        let text: String = engine.console().scrollback().flat_map(|line| [line.text.as_str(), "\n"]).collect();
        let path = format!("{}.txt", name.trim_end_matches(".txt"));
        match engine.vfs().write(&path, text.as_bytes()) {
            Ok(file) => self.say(Level::Info, &format!("written to {}", file.display())),
            Err(error) => self.say(Level::Warning, &error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;
