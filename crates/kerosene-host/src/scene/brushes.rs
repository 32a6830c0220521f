//! Brush models of entities, and the area portals that they close.

use super::look::Look;
use kerosene_bsp::{BspFile, Orientation, records::NONE};
use kerosene_engine::{PlacedModel, World};
use kerosene_entity::{EntityId, EntityWorld, Flags, Value};
use kerosene_render::{BrushModel, Frame};

/// Beginnings of classes whose brushes say where something happens, not how it looks.
const UNSEEN: [&str; 4] = ["trigger_", "areaportal", "func_areaportal", "func_ladder"];

/// What is seen of them.
#[derive(Debug, Default)]
pub(super) struct Brushes {
    drawn: Vec<(PlacedModel, Look)>,
    open_area_portals: Vec<bool>,
}

impl Brushes {
    pub(super) fn clear(&mut self) {
        self.drawn.clear();
        self.open_area_portals.clear();
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
        self.find_open_portals(world.bsp(), world, entities);
    }

    /// A portal that a brush model closes is closed while that is there, where it was compiled, and let nobody see through;
    /// one without a brush model is closed while its entity says so.
    fn find_open_portals(&mut self, bsp: &BspFile, world: &World, entities: &EntityWorld) {
        for (portal, number) in bsp.area_portals().iter().zip(0..) {
            let closes = |placed: PlacedModel| {
                placed.model == portal.model
                    && placed.pose == placed.home
                    && placed.previous == placed.home
                    && !entities.flags(placed.entity).contains(Flags::HIDDEN)
            };
            let is_closed = if portal.model == NONE {
                portal.entity != NONE && is_shut(entities, number)
            } else {
                world.placed_models().any(closes)
            };
            self.open_area_portals.push(!is_closed);
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
        frame.open_area_portals.extend_from_slice(&self.open_area_portals);
    }
}

/// Whether the entity of an area portal has it shut.
fn is_shut(entities: &EntityWorld, portal: u32) -> bool {
    let number = |entity| entities.field(entity, "areaportal").and_then(Value::int);
    let numbered = |entity: &EntityId| number(*entity) == Some(i64::from(portal));
    let found = entities.entities().find(numbered);
    found.is_some_and(|entity| entities.float_field(entity, "startopen") == Some(0.0))
}

/// Whether brushes of a class are never seen.
fn is_unseen(class: &str) -> bool {
    UNSEEN.iter().any(|beginning| class.get(..beginning.len()).is_some_and(|head| head.eq_ignore_ascii_case(beginning)))
}
