//! The page on which keys are bound anew.

use super::super::{
    Intent,
    theme::{ACCENT, FAINT},
};
use super::focus::reachable;
use egui::{RichText, Ui};
use kerosene_input::{Binds, Key};

/// What can be bound here: what it is for people, and the text that is bound. Everything else the console binds.
pub(super) const ROWS: &[(&str, &str)] = &[
    ("Forward", "+forward"),
    ("Back", "+back"),
    ("Left", "+moveleft"),
    ("Right", "+moveright"),
    ("Jump, swim up", "+jump"),
    ("Duck", "+duck"),
    ("Walk", "+speed"),
    ("Use", "+use"),
    ("Attack", "+attack"),
    ("Second attack", "+attack2"),
    ("Reload", "+reload"),
    ("Zoom", "+zoom"),
    ("Turn left", "+left"),
    ("Turn right", "+right"),
    ("Save quickly", "quicksave"),
    ("Load quickly", "quickload"),
    ("Keep the picture", "screenshot"),
];

/// Draws the rows; the one that waits for a key says so.
pub(super) fn show(ui: &mut Ui, binds: &Binds, waiting: Option<&str>, intents: &mut Vec<Intent>) {
    egui::Grid::new("binds").num_columns(3).spacing([24.0, 6.0]).striped(true).show(ui, |ui| {
        for &(label, text) in ROWS {
            ui.label(label).on_hover_text(text);
            let caption = if waiting == Some(text) {
                RichText::new("press a key, Escape to leave it").color(ACCENT)
            } else {
                let keys: Vec<&str> = binds.keys_of(text).map(Key::name).collect();
                RichText::new(if keys.is_empty() { "nothing".to_owned() } else { keys.join(", ") })
            };
            let button = ui.add(egui::Button::new(caption).min_size(egui::vec2(260.0, 26.0)));
            if reachable(button).clicked() {
                intents.push(Intent::Rebind(text.to_owned()));
            }
            if reachable(ui.button(RichText::new("Clear").color(FAINT))).clicked() {
                let keys = binds.keys_of(text).map(|key| format!("unbind {}", kerosene_console::quote(key.name())));
                intents.extend(keys.map(Intent::Run));
            }
            ui.end_row();
        }
    });
}
