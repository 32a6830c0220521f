//! What a frame costs, in a corner of the screen (`r_speeds`).

use super::{
    Facts,
    theme::{ACCENT, ALARM, BACKDROP, FAINT, TEXT},
};
use crate::profile::{FRAMES, FrameTimes, Stage};
use egui::{Align2, Area, Color32, Id, Order, Rect, RichText, Sense, Ui};
use std::time::Duration;

/// Height of a graph, in points.
const GRAPH: f32 = 56.0;

/// Draws it.
pub(crate) fn show(context: &egui::Context, facts: &Facts<'_>) {
    if facts.speeds == 0 {
        return;
    }
    let area = Area::new(Id::unique("profiler")).order(Order::Foreground).anchor(Align2::RIGHT_TOP, [-8.0, 8.0]);
    area.interactable(false).show(context, |ui| {
        egui::Frame::new().fill(BACKDROP).inner_margin(8.0).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            // Rows are as high as their texts: nothing here is clicked.
            ui.spacing_mut().interact_size.y = 14.0;
            show_times(ui, facts);
            show_counts(ui, facts);
            if facts.speeds > 1 {
                let rate = facts.engine.tick_rate().interval().as_secs_f64() * 1e3;
                show_graph(ui, "frame", facts, 1000.0 / 60.0, |frame| frame.whole);
                show_graph(ui, "simulation", facts, rate, |frame| frame.stages[Stage::Simulation as usize]);
            }
        });
    });
}

fn show_times(ui: &mut Ui, facts: &Facts<'_>) {
    let whole = facts.profile.mean(|frame| frame.whole);
    let rate = if whole > 0.0 { 1000.0 / whole } else { 0.0 };
    row(ui, "frames a second", format!("{rate:.1}"));
    row(ui, "frame", format!("{whole:.2} ms, longest {:.2}", facts.profile.longest()));
    for (stage, name) in Stage::ALL {
        row(ui, name, format!("{:.3} ms", facts.profile.mean(|frame| frame.stages[stage as usize])));
    }
    let ticks: u32 = facts.profile.frames().map(|frame| frame.ticks).sum();
    row(ui, "ticks in view", format!("{ticks} at {} a second", facts.engine.tick_rate().per_second()));
}

fn show_counts(ui: &mut Ui, facts: &Facts<'_>) {
    for &(name, count) in &facts.profile.counts {
        row(ui, name, count.to_string());
    }
    if let Some(player) = facts.player {
        let at = player.state.origin;
        row(ui, "place", format!("{:.0} {:.0} {:.0}", at.x, at.y, at.z));
        row(ui, "speed", format!("{:.0}", player.state.velocity.truncate().length()));
    }
}

fn row(ui: &mut Ui, name: &str, value: String) {
    ui.horizontal(|ui| {
        let name = RichText::new(format!("{name:<15}")).monospace().color(FAINT);
        ui.label(name);
        ui.label(RichText::new(value).monospace().color(TEXT));
    });
}

/// Bars of a time, a frame each, with a line at what it should not pass; the graph is twice as high as that.
fn show_graph(ui: &mut Ui, name: &str, facts: &Facts<'_>, limit: f64, time: impl Fn(&FrameTimes) -> Duration) {
    ui.label(RichText::new(format!("{name}: the line is {limit:.1} ms")).monospace().color(FAINT));
    let (rect, _) = ui.allocate_exact_size(egui::vec2(FRAMES as f32, GRAPH), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, Color32::from_black_alpha(120));
    for (index, frame) in facts.profile.frames().enumerate() {
        let milliseconds = time(frame).as_secs_f64() * 1e3;
        let share = (milliseconds / (2.0 * limit)).min(1.0) as f32;
        let left = rect.left() + index as f32;
        let bar =
            Rect::from_min_max(egui::pos2(left, rect.bottom() - GRAPH * share), egui::pos2(left + 1.0, rect.bottom()));
        painter.rect_filled(bar, 0.0, if milliseconds > limit { ALARM } else { ACCENT });
    }
    painter.hline(rect.x_range(), rect.center().y, egui::Stroke::new(1.0, FAINT));
}
