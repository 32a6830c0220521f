//! What lies over the picture while one plays: health, crosshair, messages, fades.

use super::{
    Facts,
    theme::{ALARM, TEXT},
};
use crate::{effects::SeenText, variables::Crosshair};
use egui::{Align2, Color32, FontId, LayerId, Painter, Pos2, Rect, Stroke};
use kerosene_engine::Player;
use kerosene_render::Projection;

/// Height of the letters of texts at a place, in points.
const TEXT_SIZE: f32 = 24.0;

/// Draws it; of texts only what is to be seen while one `plays`.
pub(crate) fn show(context: &egui::Context, facts: &Facts<'_>, plays: bool) {
    let painter = context.layer_painter(LayerId::background());
    let screen = context.content_rect();
    if let Some([red, green, blue, alpha]) = facts.fade {
        painter.rect_filled(screen, 0.0, Color32::from_rgba_unmultiplied(red, green, blue, alpha));
    }
    show_labels(&painter, screen, facts);
    let Some(player) = facts.player.filter(|_| facts.shows_hud && plays) else { return };
    show_health(&painter, screen, player);
    if player.condition.is_alive() {
        show_crosshair(&painter, screen.center(), facts.crosshair);
    }
    show_messages(&painter, screen, facts);
    for text in facts.texts.at(facts.now) {
        show_text(&painter, screen, &text);
    }
}

/// Texts at places of the level, those that are nearest over the others.
fn show_labels(painter: &Painter, screen: Rect, facts: &Facts<'_>) {
    if facts.labels.is_empty() {
        return;
    }
    let projection = Projection::new(facts.camera, [screen.width() as u32, screen.height() as u32]);
    for label in facts.labels.iter().rev() {
        let clip = projection.matrix * label.place.extend(1.0);
        if clip.w > facts.camera.near {
            let place = screen.center() + egui::vec2(clip.x / clip.w, -clip.y / clip.w) * screen.size() * 0.5;
            shadowed(painter, place, Align2::CENTER_BOTTOM, &label.text, 12.0, TEXT);
        }
    }
}

fn show_health(painter: &Painter, screen: Rect, player: &Player) {
    let place = screen.left_bottom() + egui::vec2(24.0, -20.0);
    if !player.condition.is_alive() {
        let text = "Dead. Press attack, jump or use to come back.";
        shadowed(painter, screen.center() + egui::vec2(0.0, 60.0), Align2::CENTER_CENTER, text, 20.0, ALARM);
        return;
    }
    let health = player.condition.health;
    let color = if health <= 25.0 { ALARM } else { TEXT };
    // A player with a little of a point left is alive, and 0 would not look like it.
    let shown = health.ceil().max(1.0) as i64;
    shadowed(painter, place, Align2::LEFT_BOTTOM, &format!("+ {shown}"), 30.0, color);
}

fn show_crosshair(painter: &Painter, middle: Pos2, crosshair: Crosshair) {
    let arms = |gap: f32, length: f32| {
        [egui::vec2(1.0, 0.0), egui::vec2(-1.0, 0.0), egui::vec2(0.0, 1.0), egui::vec2(0.0, -1.0)]
            .map(|way| [middle + way * gap, middle + way * length])
    };
    match crosshair {
        Crosshair::None => {}
        Crosshair::Plain => {
            let stroke = Stroke::new(1.5, Color32::from_rgba_unmultiplied(255, 255, 255, 190));
            arms(3.0, 9.0).into_iter().for_each(|arm| {
                painter.line_segment(arm, stroke);
            });
        }
        Crosshair::Contrast => {
            // Light and dark, no hue: told apart from any picture by every kind of eye.
            arms(2.0, 13.0).into_iter().for_each(|arm| {
                painter.line_segment(arm, Stroke::new(6.0, Color32::BLACK));
            });
            arms(3.0, 12.0).into_iter().for_each(|arm| {
                painter.line_segment(arm, Stroke::new(3.0, Color32::WHITE));
            });
        }
    }
}

fn show_messages(painter: &Painter, screen: Rect, facts: &Facts<'_>) {
    let mut place = egui::pos2(screen.center().x, screen.top() + screen.height() * 0.28);
    for (text, share) in facts.messages.at(facts.now) {
        for line in text.lines() {
            shadowed(painter, place, Align2::CENTER_TOP, line, 21.0, TEXT.gamma_multiply(share));
            place.y += 27.0;
        }
        place.y += 8.0;
    }
}

/// A text where its entity wants it.
fn show_text(painter: &Painter, screen: Rect, seen: &SeenText<'_>) {
    let color = |[red, green, blue]: [u8; 3]| Color32::from_rgb(red, green, blue).gamma_multiply(seen.share);
    let shade = Color32::from_black_alpha(200).gamma_multiply(seen.share);
    let (old, newest) = seen.text.split_at(seen.text.len() - seen.newest);
    let size = painter.layout_no_wrap(seen.whole.to_owned(), FontId::proportional(TEXT_SIZE), shade).size();
    let inner = screen.shrink(24.0);
    let room = inner.size() - size;
    let along = |place: f32, room: f32| room * if place < 0.0 { 0.5 } else { place.min(1.0) };
    let [x, y] = seen.how.place;
    let place = inner.min + egui::vec2(along(x, room.x), along(y, room.y));
    for (offset, colors) in [(1.5, [shade; 2]), (0.0, [color(seen.how.color), color(seen.how.newest_color)])] {
        let mut job = egui::text::LayoutJob::default();
        for (part, color) in [old, newest].into_iter().zip(colors) {
            job.append(part, 0.0, egui::TextFormat::simple(FontId::proportional(TEXT_SIZE), color));
        }
        painter.galley(place + egui::Vec2::splat(offset), painter.layout_job(job), shade);
    }
}

/// A text that is to be read over whatever is behind it.
fn shadowed(painter: &Painter, place: Pos2, anchor: Align2, text: &str, size: f32, color: Color32) {
    let font = FontId::proportional(size);
    let shade = Color32::from_black_alpha(200).gamma_multiply(f32::from(color.a()) / 255.0);
    painter.text(place + egui::vec2(1.5, 1.5), anchor, text, font.clone(), shade);
    painter.text(place, anchor, text, font, color);
}
