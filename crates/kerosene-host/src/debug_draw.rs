//! `r_debugdraw`: what a level is made of that is not drawn. Outlines of what is drawn are the renderer's
//! ([`View::outlines`](kerosene_render::View::outlines)); triggers, names, wires and players' hulls are added here.
//!
//! It costs nothing while it is off. What it shows is looked up anew for each picture: whoever looks for a fault has time.

use kerosene_bsp::Orientation;
use kerosene_engine::{Engine, PlacedModel, PlayerId};
use kerosene_entity::{BrushModel, EntityId, EntityWorld};
use kerosene_math::{Aabb, Vec3};
use kerosene_render::{DebugLine, Frame};

/// How far away from the eye entities have names, and how many at most.
const NAMES_REACH: f32 = 1024.0;
const MOST_NAMES: usize = 200;

/// Half the length of the cross that stands for a point entity, in units.
const CROSS: f32 = 6.0;

bitflags::bitflags! {
    /// What is shown; the bits are the numbers that the variable takes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct DebugShows: u32 {
        /// Boxes of brush models.
        const MODELS = 1;
        /// Boxes of leaves.
        const LEAVES = 2;
        /// Reach of moving lights.
        const LIGHTS = 4;
        /// Places of probes.
        const PROBES = 8;
        /// Boxes of triggers.
        const TRIGGERS = 16;
        /// Class and name of entities.
        const NAMES = 32;
        /// Lines from entities to those that their wires reach.
        const WIRES = 64;
        /// Players' hulls.
        const HULLS = 128;
    }
}

impl DebugShows {
    /// The renderer's part of it.
    pub(crate) fn outlines(self) -> u8 {
        (self & (Self::MODELS | Self::LEAVES | Self::LIGHTS | Self::PROBES)).bits() as u8
    }

    /// What the variable says: a sum of numbers, or words.
    pub(crate) fn of(text: &str) -> Self {
        let words = text.split([' ', ',', '+']).filter(|word| !word.is_empty());
        words.fold(Self::empty(), |shows, word| shows | Self::of_word(word))
    }

    fn of_word(word: &str) -> Self {
        if word.eq_ignore_ascii_case("all") {
            return Self::all();
        }
        if let Ok(bits) = word.parse::<u32>() {
            return Self::from_bits_truncate(bits);
        }
        Self::from_name(&word.to_ascii_uppercase()).unwrap_or_default()
    }
}

/// A text at a place of the level.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    pub(crate) place: Vec3,
    pub(crate) text: String,
}

/// What is to be written over the picture.
#[derive(Debug, Default)]
pub(crate) struct DebugDraw {
    labels: Vec<Label>,
}

/// Colours, linear: of triggers, wires, wires that lead nowhere, hulls, points.
const TRIGGER: [f32; 4] = [1.0, 0.45, 0.05, 1.0];
const WIRE: [f32; 4] = [0.25, 0.9, 0.3, 1.0];
const LOOSE: [f32; 4] = [1.0, 0.08, 0.08, 1.0];
const HULL: [f32; 4] = [1.0, 0.9, 0.2, 1.0];
const POINT: [f32; 4] = [0.8, 0.8, 0.8, 1.0];

impl DebugDraw {
    /// The texts of the last picture.
    pub(crate) fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Adds to a picture what is to be shown of a level, as `eyes` see it: their own hull is around the camera.
    pub(crate) fn fill(&mut self, shows: DebugShows, engine: &Engine, eyes: Option<PlayerId>, frame: &mut Frame) {
        self.labels.clear();
        if shows.is_empty() {
            return;
        }
        let (Some(entities), Some(world)) = (engine.entities(), engine.world()) else { return };
        let alpha = engine.alpha();
        for placed in world.placed_models() {
            if shows.contains(DebugShows::TRIGGERS) && is_trigger(entities.class_name(placed.entity)) {
                add_model(frame, entities, &placed, alpha, TRIGGER);
            }
        }
        if shows.contains(DebugShows::NAMES) {
            self.name(engine, entities, frame);
        }
        if shows.contains(DebugShows::WIRES) {
            add_wires(engine, entities, frame);
        }
        if shows.contains(DebugShows::HULLS) {
            for player in engine.players().iter().filter(|player| Some(player.id) != eyes) {
                let (hull, origin) = (player.state.hull(), player.interpolated_origin(alpha));
                let axes = [Vec3::X, Vec3::Y, Vec3::Z];
                add_box(frame, origin, axes, Aabb { min: hull.mins, max: hull.maxs }, HULL);
            }
        }
    }

    fn name(&mut self, engine: &Engine, entities: &EntityWorld, frame: &mut Frame) {
        let eye = frame.camera.origin;
        for entity in entities.entities().filter(|entity| !entities.is_stored(*entity)) {
            let place = middle(engine, entities, entity);
            let class = entities.class_name(entity);
            if place.distance(eye) > NAMES_REACH || class.eq_ignore_ascii_case("worldspawn") {
                continue;
            }
            if entities.get::<BrushModel>(entity).is_none() {
                for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                    add_line(frame, place - axis * CROSS, place + axis * CROSS, POINT);
                }
            }
            let name = entities.name_of(entity);
            let text = if name.is_empty() { class.to_owned() } else { format!("{name} ({class})") };
            self.labels.push(Label { place, text });
        }
        let far = |label: &Label| label.place.distance_squared(eye);
        self.labels.sort_by(|one, other| far(one).total_cmp(&far(other)));
        self.labels.truncate(MOST_NAMES);
    }
}

/// Lines from each entity to those that its wires reach; a short one upwards where a wire reaches nobody.
fn add_wires(engine: &Engine, entities: &EntityWorld, frame: &mut Frame) {
    let mut reached = Vec::new();
    for entity in entities.entities().filter(|entity| !entities.is_stored(*entity)) {
        for wire in entities.wires(entity) {
            reached.clear();
            // Whom `!activator` means is known when it happens, and no line can show it.
            if matches!(wire.target, kerosene_entity::Target::Special(_)) {
                continue;
            }
            entities.resolve(wire.target, None, None, &mut reached);
            let from = middle(engine, entities, entity);
            for target in &reached {
                let to = middle(engine, entities, *target);
                add_line(frame, from, to, WIRE);
                // A head, so that one sees which way it leads.
                let back = (from - to).normalize_or(Vec3::Z) * 10.0;
                let aside = back.cross(Vec3::Z).normalize_or(Vec3::X) * 4.0;
                add_line(frame, to, to + back + aside, WIRE);
                add_line(frame, to, to + back - aside, WIRE);
            }
            if reached.is_empty() {
                add_line(frame, from, from + Vec3::Z * 32.0, LOOSE);
            }
        }
    }
}

fn is_trigger(class: &str) -> bool {
    class.get(..8).is_some_and(|head| head.eq_ignore_ascii_case("trigger_"))
}

/// The middle of an entity's brushes, or where it is.
fn middle(engine: &Engine, entities: &EntityWorld, entity: EntityId) -> Vec3 {
    let pose = engine.interpolated_pose(entity, engine.alpha()).unwrap_or_default();
    let inner = entities.get::<BrushModel>(entity).map_or(Vec3::ZERO, |model| model.bounds().center());
    let [x, y, z] = Orientation::of(pose.angles()).axes;
    pose.origin + x * inner.x + y * inner.y + z * inner.z
}

fn add_model(frame: &mut Frame, entities: &EntityWorld, placed: &PlacedModel, alpha: f32, color: [f32; 4]) {
    let Some(model) = entities.get::<BrushModel>(placed.entity) else { return };
    let pose = placed.at(alpha);
    add_box(frame, pose.origin, Orientation::of(pose.angles).axes, model.bounds(), color);
}

/// The twelve edges of a box.
fn add_box(frame: &mut Frame, origin: Vec3, [x, y, z]: [Vec3; 3], bounds: Aabb, color: [f32; 4]) {
    let corner = |at: usize| {
        let part = |axis: usize| if at >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        origin + x * part(0) + y * part(1) + z * part(2)
    };
    for at in 0..8 {
        for axis in (0..3).filter(|axis| at >> axis & 1 == 0) {
            add_line(frame, corner(at), corner(at | 1 << axis), color);
        }
    }
}

fn add_line(frame: &mut Frame, from: Vec3, to: Vec3, color: [f32; 4]) {
    frame.debug_lines.push(DebugLine { from, to, color, hidden: false });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_in_numbers_and_in_words() {
        assert_eq!(DebugShows::of("0"), DebugShows::empty());
        assert_eq!(DebugShows::of("18"), DebugShows::LEAVES | DebugShows::TRIGGERS);
        assert_eq!(DebugShows::of("wires, Names"), DebugShows::NAMES | DebugShows::WIRES);
        assert_eq!(DebugShows::of("16+hulls"), DebugShows::TRIGGERS | DebugShows::HULLS);
        assert_eq!((DebugShows::of("probes 1 hulls").outlines(), DebugShows::all().bits()), (9, 255));
        assert_eq!((DebugShows::of("all"), DebugShows::of("sense")), (DebugShows::all(), DebugShows::empty()));
    }

    #[test]
    fn a_box_has_twelve_edges() {
        let mut frame = Frame::default();
        let bounds = Aabb::new(Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0));
        add_box(&mut frame, Vec3::X, [Vec3::Y, Vec3::X, Vec3::Z], bounds, HULL);
        assert_eq!(frame.debug_lines.len(), 12);
        let length: f32 = frame.debug_lines.iter().map(|line| line.from.distance(line.to)).sum();
        assert!((length - 24.0).abs() < 1e-4);
        let farthest = frame.debug_lines.iter().map(|line| line.to).fold(Vec3::ZERO, Vec3::max);
        assert_eq!(farthest, Vec3::new(3.0, 1.0, 3.0));
    }
}
