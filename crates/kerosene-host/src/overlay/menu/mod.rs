//! The menu: a new game, saved ones, options, the way out.
//!
//! What it does it does by the console's words, so that everything in it can be typed, bound and scripted too.

mod binds;
mod focus;
mod settings;

use super::{
    Facts, Intent,
    theme::{ACCENT, ALARM, FAINT, VEIL},
};
use egui::{Align, Align2, Area, Color32, Id, Layout, Order, RichText, ScrollArea, TextEdit, Ui};
use focus::{FirstFocus, reachable};
use kerosene_console::quote;

/// A page of the menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Page {
    /// Where one begins.
    Main,
    /// A level to begin with.
    NewGame,
    /// Saved games to go on from.
    Load,
    /// A name for the game to save.
    Save,
    /// What can be set.
    Options(Tab),
    /// A level could not be loaded: which, and why.
    Failure { title: String, reason: String },
}

/// A part of the options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    Video,
    Audio,
    Controls,
    Accessibility,
}

const TABS: [(Tab, &str); 4] =
    [(Tab::Video, "Video"), (Tab::Audio, "Audio"), (Tab::Controls, "Controls"), (Tab::Accessibility, "Accessibility")];

/// The menu over the game.
#[derive(Debug, Default)]
pub(crate) struct Menu {
    page: Option<Page>,
    save_name: String,
    /// Maps and saves, read from disk when their page opens.
    names: Vec<String>,
    first_focus: FirstFocus,
    /// The text that waits for a key to be bound to.
    pub(crate) rebinding: Option<String>,
}

impl Menu {
    pub(crate) fn is_open(&self) -> bool {
        self.page.is_some()
    }

    /// Opens a page, with the names that are to be chosen from on it.
    pub(crate) fn open(&mut self, page: Page, facts: &Facts<'_>) {
        self.names = match page {
            Page::NewGame => facts.maps(),
            Page::Load => facts.engine.saves(),
            _ => Vec::new(),
        };
        if page == Page::Save {
            self.save_name = facts.engine.map_name().unwrap_or("save").replace('/', "_");
        }
        self.page = Some(page);
        self.first_focus = FirstFocus::Opened;
    }

    /// To the part of the options beside the open one; round and round.
    pub(crate) fn turn_tab(&mut self, forward: bool) {
        let Some(Page::Options(tab)) = self.page else { return };
        let at = TABS.iter().position(|(other, _)| *other == tab).unwrap_or_default();
        let next = if forward { at + 1 } else { at + TABS.len() - 1 } % TABS.len();
        self.open_tab(TABS[next].0);
    }

    fn open_tab(&mut self, tab: Tab) {
        self.page = Some(Page::Options(tab));
        self.rebinding = None;
    }

    pub(crate) fn close(&mut self) {
        (self.page, self.rebinding) = (None, None);
    }

    /// One step back: to the page before, or to the game.
    pub(crate) fn back(&mut self, facts: &Facts<'_>) {
        match self.page {
            Some(Page::Main) if facts.engine.map_name().is_some() => self.close(),
            Some(Page::Main) | None => {}
            Some(_) => self.open(Page::Main, facts),
        }
    }

    /// Draws the open page.
    pub(crate) fn show(&mut self, context: &egui::Context, facts: &Facts<'_>, intents: &mut Vec<Intent>) {
        let Some(page) = self.page.clone() else { return };
        self.first_focus.follow(context);
        let screen = context.content_rect();
        let area = Area::new(Id::unique("menu")).order(Order::Middle).fixed_pos(screen.min).movable(false);
        area.show(context, |ui| {
            ui.painter().rect_filled(screen, 0.0, VEIL);
            ui.set_min_size(screen.size());
            ui.set_max_size(screen.size());
            let column =
                screen.shrink2(egui::vec2((screen.width() * 0.08).min(96.0), (screen.height() * 0.08).min(64.0)));
            ui.scope_builder(egui::UiBuilder::new().max_rect(column).layout(Layout::top_down(Align::Min)), |ui| {
                self.show_title(ui, &page);
                match page {
                    Page::Main => self.show_main(ui, facts, intents),
                    Page::NewGame => self.show_names(ui, facts, "map", "No maps were found in the content.", intents),
                    Page::Load => self.show_names(ui, facts, "load", "No game has been saved yet.", intents),
                    Page::Save => self.show_save(ui, facts, intents),
                    Page::Options(tab) => self.show_options(ui, facts, tab, intents),
                    Page::Failure { reason, .. } => self.show_failure(ui, facts, &reason, intents),
                }
            });
        });
        let version =
            Area::new(Id::unique("version")).order(Order::Middle).anchor(Align2::RIGHT_BOTTOM, [-16.0, -12.0]);
        version.interactable(false).show(context, |ui| {
            ui.label(RichText::new(concat!("Kerosene ", env!("CARGO_PKG_VERSION"))).color(FAINT).small());
        });
    }

    fn show_title(&self, ui: &mut Ui, page: &Page) {
        let title = match page {
            Page::Main => "KEROSENE",
            Page::NewGame => "New game",
            Page::Load => "Load a game",
            Page::Save => "Save the game",
            Page::Options(_) => "Options",
            Page::Failure { title, .. } => title,
        };
        let color = if matches!(page, Page::Failure { .. }) { ALARM } else { ACCENT };
        ui.label(RichText::new(title).size(40.0).strong().color(color));
        ui.add_space(18.0);
    }

    fn show_main(&mut self, ui: &mut Ui, facts: &Facts<'_>, intents: &mut Vec<Intent>) {
        let plays = facts.engine.map_name().is_some();
        if plays && entry(ui, "Go on") {
            self.close();
        }
        let pages = [
            ("New game", Page::NewGame, true),
            ("Load", Page::Load, true),
            ("Save", Page::Save, plays),
            ("Options", Page::Options(Tab::Video), true),
        ];
        for (label, page, there) in pages {
            if there && entry(ui, label) {
                self.open(page, facts);
            }
        }
        if plays && entry(ui, "Leave the level") {
            intents.push(Intent::Run("disconnect".to_owned()));
        }
        if entry(ui, "Quit") {
            intents.push(Intent::Run("quit".to_owned()));
        }
        if let Some(text) = facts.engine.game_over() {
            ui.add_space(16.0);
            ui.label(RichText::new(text).color(ACCENT));
        }
    }

    /// Names to choose one from, for a command.
    fn show_names(&mut self, ui: &mut Ui, facts: &Facts<'_>, command: &str, none: &str, intents: &mut Vec<Intent>) {
        let mut chosen = None;
        let height = (ui.available_height() - 64.0).max(64.0);
        ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            for name in &self.names {
                let button = ui.add(egui::Button::new(name).min_size(egui::vec2(320.0, 28.0)));
                if reachable(button).clicked() {
                    chosen = Some(format!("{command} {}", quote(name)));
                }
            }
            if self.names.is_empty() {
                ui.label(RichText::new(none).color(FAINT));
            }
        });
        if let Some(line) = chosen {
            intents.push(Intent::Run(line));
            self.close();
        }
        self.show_back(ui, facts);
    }

    fn show_save(&mut self, ui: &mut Ui, facts: &Facts<'_>, intents: &mut Vec<Intent>) {
        ui.label("A name of letters, digits, _, - and .; one that is taken is written over.");
        reachable(ui.add(TextEdit::singleline(&mut self.save_name).desired_width(320.0).char_limit(64)));
        if entry(ui, "Save") {
            intents.push(Intent::Run(format!("save {}", quote(self.save_name.trim()))));
            self.close();
        }
        self.show_back(ui, facts);
    }

    fn show_options(&mut self, ui: &mut Ui, facts: &Facts<'_>, tab: Tab, intents: &mut Vec<Intent>) {
        ui.horizontal(|ui| {
            for (other, label) in TABS {
                let label = RichText::new(label).size(18.0);
                if reachable(ui.selectable_label(other == tab, label)).clicked() {
                    self.open_tab(other);
                }
            }
        });
        ui.add_space(10.0);
        let (console, height) = (facts.engine.console(), (ui.available_height() - 64.0).max(64.0));
        ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| match tab {
            Tab::Video => settings::show(ui, console, settings::VIDEO, intents),
            Tab::Audio => {
                ui.label("There is no sound yet: this version has no audio device, and nothing to set for it.");
            }
            Tab::Controls => {
                settings::show(ui, console, settings::CONTROLS, intents);
                ui.add_space(12.0);
                binds::show(ui, facts.binds, self.rebinding.as_deref(), intents);
            }
            Tab::Accessibility => settings::show(ui, console, settings::ACCESSIBILITY, intents),
        });
        self.show_back(ui, facts);
    }

    fn show_failure(&mut self, ui: &mut Ui, facts: &Facts<'_>, reason: &str, intents: &mut Vec<Intent>) {
        ui.set_max_width(ui.available_width().min(760.0));
        ui.label(RichText::new(reason).size(17.0).color(Color32::WHITE));
        ui.add_space(12.0);
        ui.label(RichText::new("The console (key ` or F10) has more.").color(FAINT));
        ui.add_space(12.0);
        if entry(ui, "Copy the message") {
            ui.ctx().copy_text(reason.to_owned());
        }
        if entry(ui, "Open the console") {
            intents.push(Intent::Run("toggleconsole".to_owned()));
        }
        self.show_back(ui, facts);
    }

    fn show_back(&mut self, ui: &mut Ui, facts: &Facts<'_>) {
        ui.add_space(12.0);
        if entry(ui, "Back") {
            self.back(facts);
        }
    }
}

/// A large entry of the menu; whether it was chosen. A bar beside it says that it is pointed at or has the focus.
fn entry(ui: &mut Ui, label: &str) -> bool {
    let text = RichText::new(label).size(20.0);
    let button = egui::Button::new(text).frame(false).min_size(egui::vec2(260.0, 34.0));
    let response = reachable(ui.add(button.wrap_mode(egui::TextWrapMode::Extend)));
    if response.has_focus() || response.hovered() {
        let place = response.rect.left_top() - egui::vec2(10.0, -4.0);
        let bar = egui::Rect::from_min_size(place, egui::vec2(4.0, response.rect.height() - 8.0));
        ui.painter().rect_filled(bar, 2.0, ACCENT);
    }
    response.clicked()
}
