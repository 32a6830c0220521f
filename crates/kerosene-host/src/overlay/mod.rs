//! Texts and menus over the picture, drawn by egui.
//!
//! Nothing in here changes the engine: what a person chooses comes back as [`Intent`]s, nearly all of them words for the
//! console. So every page can be tested without a window, and everything that it does can be typed too.

pub(crate) mod console;
mod hud;
mod loading;
mod menu;
mod navigation;
mod profiler;
mod theme;

use crate::{
    debug_draw::Label,
    effects::{Messages, Texts},
    profile::Profile,
    variables::Crosshair,
};
use console::ConsolePanel;
use kerosene_engine::{Engine, Player};
use kerosene_input::Binds;
use kerosene_render::Camera;
use kerosene_vfs::EntryKind;
pub(crate) use menu::{Menu, Page};
pub(crate) use navigation::{Navigation, Step};

/// What a person has chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Words for the console.
    Run(String),
    /// The next key that is pressed is to be bound to this.
    Rebind(String),
}

/// What the overlay shows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) binds: &'a Binds,
    pub(crate) player: Option<&'a Player>,
    pub(crate) profile: &'a Profile,
    pub(crate) messages: &'a Messages,
    pub(crate) texts: &'a Texts,
    /// Texts at places of the level, and where they are seen from.
    pub(crate) labels: &'a [Label],
    pub(crate) camera: &'a Camera,
    /// Colour over the picture, 0 to 255.
    pub(crate) fade: Option<[u8; 4]>,
    /// Seconds since the level began.
    pub(crate) now: f64,
    pub(crate) crosshair: Crosshair,
    pub(crate) shows_hud: bool,
    /// `r_speeds`.
    pub(crate) speeds: u32,
    /// What is to be seen of the level is not ready.
    pub(crate) level_is_loading: bool,
}

impl Facts<'_> {
    /// The map that is about to run, or that runs and cannot be seen yet.
    pub(crate) fn map_that_loads(&self) -> Option<&str> {
        let unseen = self.engine.map_name().filter(|_| self.level_is_loading);
        self.engine.held_map().or(unseen)
    }

    /// Names of the maps in the content.
    pub(crate) fn maps(&self) -> Vec<String> {
        let entries = self.engine.vfs().list("maps").unwrap_or_default();
        let files = entries.into_iter().filter(|entry| entry.kind == EntryKind::File);
        files.filter_map(|entry| entry.name.strip_suffix(".kbsp").map(str::to_owned)).collect()
    }
}

/// All that lies over the picture.
#[derive(Debug)]
pub(crate) struct Overlay {
    pub(crate) context: egui::Context,
    pub(crate) console: ConsolePanel,
    pub(crate) menu: Menu,
    pub(crate) navigation: Navigation,
    contexts: u32,
}

impl Default for Overlay {
    fn default() -> Self {
        Self {
            context: new_context(),
            console: ConsolePanel::default(),
            menu: Menu::default(),
            navigation: Navigation::default(),
            contexts: 0,
        }
    }
}

fn new_context() -> egui::Context {
    let context = egui::Context::default();
    theme::apply(&context);
    context
}

impl Overlay {
    /// Another painter draws from now on, which has no textures yet: only a new context tells it of all of them.
    pub(crate) fn forget_pictures(&mut self) {
        self.context = new_context();
        self.contexts += 1;
    }

    /// How often the context was made anew.
    pub(crate) fn contexts(&self) -> u32 {
        self.contexts
    }

    /// Whether pointer and keys are the overlay's and not the game's.
    pub(crate) fn takes_input(&self) -> bool {
        self.console.is_open() || self.menu.is_open()
    }

    /// Escape: closes what lies on top, or opens the menu.
    pub(crate) fn escape(&mut self, facts: &Facts<'_>) {
        if self.console.is_open() {
            self.console.set_open(false);
        } else if self.menu.is_open() {
            self.menu.back(facts);
        } else {
            self.menu.open(Page::Main, facts);
        }
    }

    /// Does what a gamepad wants of the menu.
    pub(crate) fn step(&mut self, step: Step, facts: &Facts<'_>) {
        match step {
            Step::Back => self.escape(facts),
            Step::Tab { forward } => self.menu.turn_tab(forward),
        }
    }

    /// Lays everything out for one picture. The output must be painted, or its changes of textures be taken over at least.
    pub(crate) fn run(&mut self, mut input: egui::RawInput, facts: &Facts<'_>) -> (egui::FullOutput, Vec<Intent>) {
        let (context, mut intents) = (self.context.clone(), Vec::new());
        // A gamepad types nothing: its presses are the menu's.
        let events = self.navigation.take_events();
        if !self.console.is_open() {
            input.events.extend(events);
        }
        let output = context.run_pass(input, |context| {
            hud::show(context, facts, !self.menu.is_open());
            self.menu.show(context, facts, &mut intents);
            profiler::show(context, facts);
            self.console.show(context, facts.engine.console(), &mut intents);
            if let Some(map) = facts.map_that_loads() {
                loading::show(context, map);
            }
        });
        (output, intents)
    }
}
