//! Brush models of entities.

use super::look::Look;
use kerosene_bsp::Orientation;
use kerosene_engine::{PlacedModel, World};
use kerosene_entity::{EntityWorld, Flags};
use kerosene_render::{BrushModel, Frame};

/// Beginnings of classes whose brushes say where something happens, not how it looks.
const UNSEEN: [&str; 4] = ["trigger_", "areaportal", "func_areaportal", "func_ladder"];

/// What is seen of them.
#[derive(Debug, Default)]
pub(super) struct Brushes {
    drawn: Vec<(PlacedModel, Look)>,
}

impl Brushes {
    pub(super) fn clear(&mut self) {
        self.drawn.clear();
    }

    pub(super) fn follow(&mut self, world: &World, entities: &EntityWorld) {
        for placed in world.placed_models() {
            let hidden = entities.flags(placed.entity).contains(Flags::HIDDEN);
            if hidden || is_unseen(entities.class_name(placed.entity)) {
                continue;
            }
            if let Some(look) = Look::of(entities, placed.entity) {
                self.drawn.push((placed, look));
            }
        }
    }

    pub(super) fn fill(&self, alpha: f32, frame: &mut Frame) {
        for (placed, look) in &self.drawn {
            let tint = look.tint(frame.time);
            if tint[3] <= 0.0 {
                continue;
            }
            let pose = placed.at(alpha);
            let orientation = Orientation::of(pose.angles);
            frame.brush_models.push(BrushModel { model: placed.model, origin: pose.origin, orientation, tint });
        }
    }
}

/// Whether brushes of a class are never seen.
fn is_unseen(class: &str) -> bool {
    UNSEEN.iter().any(|beginning| class.get(..beginning.len()).is_some_and(|head| head.eq_ignore_ascii_case(beginning)))
}
