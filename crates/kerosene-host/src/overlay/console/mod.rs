//! The console over the game.

mod filter;
mod history;
mod line;

pub(crate) use history::History;

use super::{
    Intent,
    theme::{ACCENT, BACKDROP, FAINT, level_color},
};
use egui::{
    Align, Align2, Area, ComboBox, Event, Id, Key, Layout, Modifiers, Order, RichText, ScrollArea, TextEdit, Ui,
};
use filter::{Filter, Filtered};
use kerosene_console::Console;
use line::Line;

/// The console's window over the game.
#[derive(Debug, Default)]
pub(crate) struct ConsolePanel {
    open: bool,
    pub(crate) line: Line,
    filter: Filter,
    filtered: Filtered,
    /// Whether the line is to take the keys.
    wants_focus: bool,
    /// Whether the cursor is to go to the line's end.
    to_end: bool,
}

impl ConsolePanel {
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) fn set_open(&mut self, open: bool) {
        self.open = open;
        self.wants_focus = open;
    }

    /// Draws it, if it is open, over the upper part of the screen.
    pub(crate) fn show(&mut self, context: &egui::Context, console: &Console, intents: &mut Vec<Intent>) {
        if !self.open {
            return;
        }
        let screen = context.content_rect();
        let size = egui::vec2(screen.width(), (screen.height() * 0.55).max(160.0).min(screen.height()));
        let area = Area::new(Id::unique("console")).order(Order::Foreground).fixed_pos(screen.min).movable(false);
        area.show(context, |ui| {
            egui::Frame::new().fill(BACKDROP).inner_margin(8.0).show(ui, |ui| {
                ui.set_min_size(size - egui::vec2(16.0, 16.0));
                ui.set_max_size(size - egui::vec2(16.0, 16.0));
                ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                    self.show_line(ui, console, intents);
                    ui.add_space(4.0);
                    self.show_scrollback(ui, console);
                });
            });
        });
        self.show_candidates(context, console, egui::pos2(screen.min.x + 8.0, screen.min.y + size.y + 4.0));
    }

    /// The line that one types into, and what is done with the lines above it.
    fn show_line(&mut self, ui: &mut Ui, console: &Console, intents: &mut Vec<Intent>) {
        ui.horizontal(|ui| {
            ui.label(RichText::new("]").monospace().color(ACCENT));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.show_tools(ui, console);
                self.take_keys(ui, console);
                let edit = TextEdit::singleline(&mut self.line.text).id(Id::unique("console line"));
                let edit = edit.desired_width(ui.available_width()).font(egui::TextStyle::Monospace).lock_focus(true);
                let output = edit.hint_text("a command, or a variable and its value").show(ui);
                let response = output.response.response;
                if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                    intents.extend(self.line.run().map(Intent::Run));
                    self.wants_focus = true;
                }
                if std::mem::take(&mut self.wants_focus) {
                    response.request_focus();
                }
                if std::mem::take(&mut self.to_end) {
                    let mut state = output.state;
                    let end = egui::text::CCursor::new(self.line.text.chars().count());
                    state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
                    state.store(ui.ctx(), response.id);
                }
            });
        });
    }

    /// Filter and copying.
    fn show_tools(&mut self, ui: &mut Ui, console: &Console) {
        if ui.button("Copy").on_hover_text("Copies the lines that are shown").clicked() {
            ui.ctx().copy_text(self.shown_text(console));
        }
        let filter = TextEdit::singleline(&mut self.filter.text).id(Id::unique("console filter"));
        ui.add(filter.desired_width(120.0).hint_text("only lines with"));
        let name = |level| Filter::LEVELS.iter().find(|(known, _)| *known == level).map_or("", |(_, name)| name);
        ComboBox::from_id_salt("console level").selected_text(name(self.filter.least)).show_ui(ui, |ui| {
            for (level, name) in Filter::LEVELS {
                ui.selectable_value(&mut self.filter.least, level, name);
            }
        });
    }

    /// Keys that mean something else here than in a line of text.
    fn take_keys(&mut self, ui: &mut Ui, console: &Console) {
        let focused = ui.memory(|memory| memory.has_focus(Id::unique("console line")));
        if !focused {
            return;
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let before = self.line.text.len();
        if pressed(Key::Tab) {
            self.line.complete(console);
            self.to_end = true;
        }
        if pressed(Key::ArrowUp) {
            self.line.older();
            self.to_end = true;
        }
        if pressed(Key::ArrowDown) {
            self.line.newer();
            self.to_end = true;
        }
        // What opened the console is no text, though the window system may say so.
        if before == 0 {
            ui.input_mut(|input| {
                input.events.retain(|event| !matches!(event, Event::Text(text) if text == "`" || text == "~"));
            });
        }
    }

    fn show_scrollback(&mut self, ui: &mut Ui, console: &Console) {
        let places = self.filtered.of(console, &self.filter);
        let height = ui.text_style_height(&egui::TextStyle::Monospace);
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            let area = ScrollArea::both().auto_shrink(false).stick_to_bottom(true);
            area.show_rows(ui, height, places.len(), |ui, rows| {
                let mut lines = console.scrollback().enumerate();
                for place in &places[rows.start.min(places.len())..rows.end.min(places.len())] {
                    let Some((_, line)) = lines.find(|(at, _)| at == place) else { break };
                    let text = RichText::new(&line.text).monospace().color(level_color(line.level));
                    ui.add(egui::Label::new(text).wrap_mode(egui::TextWrapMode::Extend).selectable(true));
                }
            });
        });
    }

    /// Words that may follow, with what they are for, below the console.
    fn show_candidates(&mut self, context: &egui::Context, console: &Console, place: egui::Pos2) {
        let (candidates, count) = self.line.candidates(console);
        if candidates.is_empty() {
            return;
        }
        let mut taken = None;
        let area = Area::new(Id::unique("console candidates")).order(Order::Foreground).fixed_pos(place);
        area.pivot(Align2::LEFT_TOP).show(context, |ui| {
            egui::Frame::new().fill(BACKDROP).inner_margin(8.0).show(ui, |ui| {
                ui.set_max_width(context.content_rect().width() - 32.0);
                for candidate in candidates {
                    ui.horizontal(|ui| {
                        let word = RichText::new(&candidate.word).monospace().color(ACCENT);
                        if ui.add(egui::Label::new(word).sense(egui::Sense::click())).clicked() {
                            taken = Some(candidate.word.clone());
                        }
                        ui.add(egui::Label::new(RichText::new(&candidate.about).color(FAINT)).truncate());
                    });
                }
                if count > candidates.len() {
                    ui.label(RichText::new(format!("and {} more", count - candidates.len())).color(FAINT));
                }
            });
        });
        if let Some(word) = taken {
            self.line.take(&word);
            (self.wants_focus, self.to_end) = (true, true);
        }
    }

    /// All lines that the filter shows.
    fn shown_text(&self, console: &Console) -> String {
        let shown = console.scrollback().filter(|line| self.filter.shows(line));
        shown.flat_map(|line| [line.text.as_str(), "\n"]).collect()
    }
}
