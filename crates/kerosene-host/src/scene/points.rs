//! Sprites and beams.

use super::{keys::number, look::Look};
use crate::assets::{Assets, stock};
use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_engine::{Engine, World};
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_math::Vec3;
use kerosene_physics::CollisionWorld;
use kerosene_render::{Beam, Frame, MaterialHandle, Sprite};

/// Width of a sprite whose scale is 1, in units.
const SPRITE_SIZE: f32 = 64.0;

/// What is seen of them.
#[derive(Debug, Default)]
pub(super) struct Points {
    sprites: Vec<(EntityId, MaterialHandle, f32, [f32; 4])>,
    beams: Vec<SeenBeam>,
}

/// A beam between two entities, or from one to a place.
#[derive(Debug, Clone, Copy)]
struct SeenBeam {
    from: EntityId,
    to: BeamEnd,
    material: MaterialHandle,
    width: f32,
    noise: f32,
    tint: [f32; 4],
    /// Whether walls end it.
    stops: bool,
}

#[derive(Debug, Clone, Copy)]
enum BeamEnd {
    Entity(EntityId),
    Place(Vec3),
}

impl Points {
    pub(super) fn clear(&mut self) {
        self.sprites.clear();
        self.beams.clear();
    }

    /// Looks at an entity; true where it is a sprite or a beam.
    pub(super) fn look(
        &mut self,
        entities: &EntityWorld,
        entity: EntityId,
        class: &str,
        assets: &mut impl Assets,
    ) -> bool {
        if class.eq_ignore_ascii_case("env_sprite") {
            self.look_at_sprite(entities, entity, assets);
        } else if class.eq_ignore_ascii_case("env_beam") {
            self.look_at_beam(entities, entity, false, assets);
        } else if class.eq_ignore_ascii_case("env_laser") {
            self.look_at_beam(entities, entity, true, assets);
        } else {
            return false;
        }
        true
    }

    fn look_at_sprite(&mut self, entities: &EntityWorld, entity: EntityId, assets: &mut impl Assets) {
        if !entities.is_enabled(entity) {
            return;
        }
        let name = entities.text_field(entity, "model").filter(|name| !name.is_empty()).unwrap_or(stock::GLOW);
        let scale = number(entities, entity, "scale", 1.0);
        let size = SPRITE_SIZE * if scale > 0.0 { scale } else { 1.0 };
        let tint = Look::tint_of(entities, entity, "rendercolor", "renderamt");
        if let Some(material) = assets.material(sprite_material(name)) {
            self.sprites.push((entity, material, size, tint));
        }
    }

    fn look_at_beam(&mut self, entities: &EntityWorld, entity: EntityId, stops: bool, assets: &mut impl Assets) {
        if !entities.is_enabled(entity) {
            return;
        }
        let named = |key: &str| {
            let name = entities.text_field(entity, key).filter(|name| !name.is_empty())?;
            entities.find_by_name(name).next()
        };
        // A laser goes from itself to its target, a beam from one named end to another.
        let from = named("LightningStart").unwrap_or(entity);
        let to = match named("LightningEnd").or_else(|| named("LaserTarget")) {
            Some(end) => BeamEnd::Entity(end),
            None => match entities.field(entity, "targetpoint").and_then(kerosene_entity::Value::vector) {
                Some(place) => BeamEnd::Place(place),
                None => return,
            },
        };
        let texture = entities.text_field(entity, "texture").filter(|name| !name.is_empty());
        let Some(material) = assets.material(sprite_material(texture.unwrap_or(stock::BEAM))) else { return };
        let width = number(entities, entity, "BoltWidth", number(entities, entity, "width", 2.0));
        self.beams.push(SeenBeam {
            from,
            to,
            material,
            width: width.max(0.1),
            noise: number(entities, entity, "NoiseAmplitude", 0.0).max(0.0),
            tint: Look::tint_of(entities, entity, "rendercolor", "renderamt"),
            stops,
        });
    }

    pub(super) fn fill(&self, engine: &Engine, alpha: f32, frame: &mut Frame) {
        let place = |entity| engine.interpolated_pose(entity, alpha).unwrap_or_default();
        for &(entity, material, size, tint) in &self.sprites {
            let origin = place(entity).origin;
            frame.sprites.push(Sprite { material, origin, size: [size; 2], roll: 0.0, tint, upright: false });
        }
        for &SeenBeam { from, to, material, width, noise, tint, stops } in &self.beams {
            let from = place(from).origin;
            let to = match to {
                BeamEnd::Entity(entity) => place(entity).origin,
                BeamEnd::Place(place) => place,
            };
            let to = if stops { engine.world().map_or(to, |world| stopped(world, from, to)) } else { to };
            frame.beams.push(Beam { material, from, to, width, repeat: 64.0, noise, tint });
        }
    }
}

/// Where a ray to a place ends.
fn stopped(world: &World, from: Vec3, to: Vec3) -> Vec3 {
    world.trace(&TraceRequest { start: from, end: to, shape: TraceShape::Point, mask: Contents::MASK_SHOT }).end
}

/// A sprite's material from how a mapper names it: without folder of materials and ending.
fn sprite_material(name: &str) -> &str {
    let name = name.strip_prefix("materials/").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
