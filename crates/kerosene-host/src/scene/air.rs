//! Sky, fog, and what the eye is in.

use super::keys::{color, linear, number, numbers, whole};
use kerosene_bsp::Contents;
use kerosene_engine::World;
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_math::Vec3;
use kerosene_physics::CollisionWorld;
use kerosene_render::{Fog, Frame, STOCK_SKY};

/// What the level says of its air.
#[derive(Debug, Default)]
pub(super) struct Air {
    sky: String,
    fog: Option<Fog>,
    /// Whether the fog is the world's own, which a controller overrules.
    is_worlds: bool,
}

impl Air {
    pub(super) fn clear(&mut self) {
        self.sky.clear();
        self.fog = None;
        self.is_worlds = false;
    }

    pub(super) fn look(&mut self, entities: &EntityWorld, entity: EntityId, class: &str) {
        if class.eq_ignore_ascii_case("worldspawn") {
            let sky = ["skyname", "sky"].iter().find_map(|key| entities.text_field(entity, key));
            // The stock sky is what a level has that says nothing: its own sky materials go before it.
            self.sky.push_str(sky.filter(|sky| !sky.eq_ignore_ascii_case(STOCK_SKY)).unwrap_or_default());
            if self.fog.is_none() {
                (self.fog, self.is_worlds) = (quake_fog(entities, entity), true);
            }
        } else if class.eq_ignore_ascii_case("env_fog_controller") && (self.fog.is_none() || self.is_worlds) {
            (self.fog, self.is_worlds) = (controller_fog(entities, entity).or(self.fog), false);
        }
    }

    pub(super) fn fill(&self, world: &World, eye: Vec3, frame: &mut Frame) {
        if frame.sky.name != self.sky {
            frame.sky.name.clone_from(&self.sky);
        }
        frame.fog = self.fog;
        frame.view.under_water = world.point_contents(eye).intersects(Contents::LIQUID);
    }
}

/// Source's fog controller.
fn controller_fog(entities: &EntityWorld, entity: EntityId) -> Option<Fog> {
    if whole(entities, entity, "fogenable") == 0 || !entities.is_enabled(entity) {
        return None;
    }
    let start = number(entities, entity, "fogstart", 500.0);
    let end = number(entities, entity, "fogend", 2000.0);
    Some(Fog {
        color: color(entities, entity, "fogcolor").unwrap_or(Vec3::ONE),
        start,
        end: end.max(start + 1.0),
        density: number(entities, entity, "fogmaxdensity", 1.0).clamp(0.0, 1.0),
        height: None,
    })
}

/// The fog of Quake's engines: a density and a colour of 0 to 1. It thickens without end, so that its end is where nothing of
/// what is behind is left to be seen.
fn quake_fog(entities: &EntityWorld, entity: EntityId) -> Option<Fog> {
    let ([density, red, green, blue], count) = numbers(entities, entity, "fog")?;
    if density <= 0.0 || count < 4 {
        return None;
    }
    let color = Vec3::from_array([red, green, blue].map(linear));
    Some(Fog { color, start: 0.0, end: (128.0 / density).max(1.0), density: 1.0, height: None })
}
