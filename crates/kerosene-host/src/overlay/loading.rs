//! What is shown while a level loads.

use super::theme::{ACCENT, FAINT};
use egui::{Align2, Color32, FontId, LayerId};

/// Draws it over everything.
pub(crate) fn show(context: &egui::Context, map: &str) {
    let layer = LayerId::new(egui::Order::Tooltip, egui::Id::unique("loading"));
    let (painter, screen) = (context.layer_painter(layer), context.content_rect());
    painter.rect_filled(screen, 0.0, Color32::from_rgb(7, 8, 10));
    painter.text(screen.center(), Align2::CENTER_BOTTOM, map, FontId::proportional(40.0), ACCENT);
    painter.text(
        screen.center() + egui::vec2(0.0, 12.0),
        Align2::CENTER_TOP,
        "Loading",
        FontId::proportional(18.0),
        FAINT,
    );
}
