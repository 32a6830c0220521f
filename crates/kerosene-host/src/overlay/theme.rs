//! How texts and menus look.

use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Visuals};
use kerosene_console::Level;

/// The warm light of a paraffin lamp's flame, for what is chosen.
pub(crate) const ACCENT: Color32 = Color32::from_rgb(255, 176, 72);
/// Behind texts over the game.
pub(crate) const BACKDROP: Color32 = Color32::from_rgba_premultiplied(9, 10, 13, 226);
/// Behind the menu, over the game.
pub(crate) const VEIL: Color32 = Color32::from_rgba_premultiplied(5, 6, 9, 170);
/// Texts that are less important.
pub(crate) const FAINT: Color32 = Color32::from_rgb(150, 154, 164);
/// Texts.
pub(crate) const TEXT: Color32 = Color32::from_rgb(226, 228, 232);
/// What went wrong.
pub(crate) const ALARM: Color32 = Color32::from_rgb(255, 110, 92);

/// The colour of the console's lines.
pub(crate) fn level_color(level: Level) -> Color32 {
    match level {
        Level::Debug => FAINT,
        Level::Info => TEXT,
        Level::Warning => Color32::from_rgb(255, 214, 102),
        Level::Error => ALARM,
    }
}

/// Gives a context that look.
pub(crate) fn apply(context: &egui::Context) {
    context.set_theme(egui::Theme::Dark);
    context.all_styles_mut(|style| {
        style.visuals = visuals();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(12.0, 6.0);
        style.spacing.slider_width = 220.0;
        style.spacing.interact_size.y = 26.0;
        let font = |size, family: FontFamily| FontId::new(size, family);
        style.text_styles.insert(TextStyle::Body, font(15.0, FontFamily::Proportional));
        style.text_styles.insert(TextStyle::Button, font(16.0, FontFamily::Proportional));
        style.text_styles.insert(TextStyle::Heading, font(26.0, FontFamily::Proportional));
        style.text_styles.insert(TextStyle::Monospace, font(13.0, FontFamily::Monospace));
    });
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.override_text_color = Some(TEXT);
    visuals.selection.bg_fill = Color32::from_rgb(122, 78, 20);
    visuals.selection.stroke = Stroke::new(1.0, ACCENT);
    visuals.hyperlink_color = ACCENT;
    visuals.window_fill = BACKDROP;
    visuals.panel_fill = BACKDROP;
    visuals.extreme_bg_color = Color32::from_rgb(18, 20, 25);
    let widgets = &mut visuals.widgets;
    for widget in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(3);
    }
    widgets.inactive.weak_bg_fill = Color32::from_rgb(38, 41, 49);
    widgets.hovered.weak_bg_fill = Color32::from_rgb(58, 54, 48);
    widgets.hovered.bg_stroke = Stroke::new(1.0, ACCENT);
    widgets.active.weak_bg_fill = Color32::from_rgb(96, 66, 26);
    visuals
}
