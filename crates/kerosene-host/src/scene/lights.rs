//! Lights that move and change.

use super::keys::{color, number, numbers};
use kerosene_engine::Engine;
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_math::{Angles, Vec3};
use kerosene_render::{Frame, Light, LightShape};

/// Brightness at which a lamp lights the wall behind it as white as it can be, as Source's mappers have it.
const FULL_BRIGHTNESS: f32 = 200.0;

/// Bit of `spawnflags`: throws no shadows.
const NO_SHADOWS: u32 = 2;

/// Units that a lamp of full brightness reaches where nothing else is said.
const USUAL_REACH: f32 = 400.0;

/// What shines.
#[derive(Debug, Default)]
pub(super) struct Lights {
    lit: Vec<(EntityId, Lamp)>,
}

#[derive(Debug, Clone, Copy)]
struct Lamp {
    color: Vec3,
    radius: f32,
    cone: Option<[f32; 2]>,
    /// Degrees upwards, where the key `pitch` says so.
    pitch: Option<f32>,
    shadows: bool,
}

impl Lights {
    pub(super) fn clear(&mut self) {
        self.lit.clear();
    }

    pub(super) fn look(&mut self, entities: &EntityWorld, entity: EntityId, class: &str) {
        if class.eq_ignore_ascii_case("light_dynamic") && entities.is_enabled(entity) {
            self.lit.extend(lamp(entities, entity).map(|lamp| (entity, lamp)));
        }
    }

    pub(super) fn fill(&self, engine: &Engine, alpha: f32, frame: &mut Frame) {
        for &(entity, lamp) in &self.lit {
            let pose = engine.interpolated_pose(entity, alpha).unwrap_or_default();
            let angles = pose.angles();
            let angles = Angles { pitch: lamp.pitch.map_or(angles.pitch, |up| 0.0 - up), ..angles };
            let shape = match lamp.cone {
                None => LightShape::Point,
                Some([inner, outer]) => LightShape::Spot { angles, inner, outer },
            };
            let Lamp { color, radius, shadows, .. } = lamp;
            frame.lights.push(Light { origin: pose.origin, shape, color, radius, shadows });
        }
    }
}

/// What a lamp's keys say; `None` for a dark one.
fn lamp(entities: &EntityWorld, entity: EntityId) -> Option<Lamp> {
    let written = match numbers(entities, entity, "_light") {
        Some((parts, 4)) => parts[3],
        _ => FULL_BRIGHTNESS,
    };
    // What a script changes it to.
    let brightness = number(entities, entity, "_brightness", written) / FULL_BRIGHTNESS;
    let color = color(entities, entity, "_light").unwrap_or(Vec3::ONE) * brightness;
    let outer = number(entities, entity, "_cone", 0.0);
    let distance = number(entities, entity, "distance", 0.0);
    let lamp = Lamp {
        color,
        radius: if distance > 0.0 { distance } else { USUAL_REACH * brightness.max(0.0).sqrt() },
        cone: (outer > 0.0).then(|| [number(entities, entity, "_inner_cone", 30.0).clamp(0.0, outer), outer.min(89.0)]),
        pitch: entities.float_field(entity, "pitch").filter(|&pitch| pitch != 0.0),
        shadows: entities.spawn_flags(entity) & NO_SHADOWS == 0,
    };
    (lamp.radius > 0.0 && color.max_element() > 0.0).then_some(lamp)
}
