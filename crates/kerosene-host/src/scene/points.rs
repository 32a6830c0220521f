//! Props, sprites and beams: what point entities look like.

use super::{
    keys::{number, whole},
    look::Look,
};
use crate::assets::Assets;
use kerosene_bsp::Orientation;
use kerosene_engine::Engine;
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_math::Vec3;
use kerosene_render::{Beam, Frame, MaterialHandle, ModelHandle, Pose, Prop, Sprite};

/// Width of a sprite whose scale is 1, in units.
const SPRITE_SIZE: f32 = 64.0;

/// Bit of `spawnflags` of sprites and beams with a name: shown from the beginning. Half-Life's.
const STARTS_ON: u32 = 1;

/// What is seen of them.
#[derive(Debug, Default)]
pub(super) struct Points {
    props: Vec<(EntityId, ModelHandle, f32, Look)>,
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
}

#[derive(Debug, Clone, Copy)]
enum BeamEnd {
    Entity(EntityId),
    Place(Vec3),
}

impl Points {
    pub(super) fn clear(&mut self) {
        self.props.clear();
        self.sprites.clear();
        self.beams.clear();
    }

    pub(super) fn look(&mut self, entities: &EntityWorld, entity: EntityId, class: &str, assets: &mut impl Assets) {
        let is_one_of = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(class));
        if is_one_of(&["env_sprite", "env_glow", "env_sprite_oriented"]) {
            self.look_at_sprite(entities, entity, assets);
        } else if is_one_of(&["env_beam", "env_laser"]) {
            self.look_at_beam(entities, entity, assets);
        } else {
            self.look_at_prop(entities, entity, assets);
        }
    }

    fn look_at_prop(&mut self, entities: &EntityWorld, entity: EntityId, assets: &mut impl Assets) {
        let Some(path) = entities.text_field(entity, "model") else { return };
        if path.is_empty() || path.starts_with('*') {
            return;
        }
        let Some(look) = Look::of(entities, entity) else { return };
        if let Some(model) = assets.model(path) {
            let scale = number(entities, entity, "modelscale", 1.0);
            self.props.push((entity, model, if scale > 0.0 { scale } else { 1.0 }, look));
        }
    }

    fn look_at_sprite(&mut self, entities: &EntityWorld, entity: EntityId, assets: &mut impl Assets) {
        let Some(name) = entities.text_field(entity, "model").filter(|name| !name.is_empty()) else { return };
        if !is_on(entities, entity) {
            return;
        }
        let scale = number(entities, entity, "scale", 1.0);
        let size = SPRITE_SIZE * if scale > 0.0 { scale } else { 1.0 };
        let tint = Look::tint_of(entities, entity, "rendercolor", "renderamt");
        if let Some(material) = assets.material(sprite_material(name)) {
            self.sprites.push((entity, material, size, tint));
        }
    }

    fn look_at_beam(&mut self, entities: &EntityWorld, entity: EntityId, assets: &mut impl Assets) {
        if !is_on(entities, entity) {
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
        let Some(material) = assets.material(sprite_material(texture.unwrap_or("sprites/beam"))) else { return };
        let width = number(entities, entity, "BoltWidth", number(entities, entity, "width", 2.0));
        self.beams.push(SeenBeam {
            from,
            to,
            material,
            width: width.max(0.1),
            noise: number(entities, entity, "NoiseAmplitude", 0.0).max(0.0),
            tint: Look::tint_of(entities, entity, "rendercolor", "renderamt"),
        });
    }

    pub(super) fn fill(&self, engine: &Engine, alpha: f32, frame: &mut Frame) {
        let time = frame.time;
        let place = |entity| engine.interpolated_pose(entity, alpha).unwrap_or_default();
        for &(entity, model, scale, look) in &self.props {
            let (pose, tint) = (place(entity), look.tint(time));
            if tint[3] > 0.0 {
                let (origin, orientation) = (pose.origin, Orientation::of(pose.angles()));
                frame.props.push(Prop { model, origin, orientation, scale, pose: Pose::default(), tint });
            }
        }
        for &(entity, material, size, tint) in &self.sprites {
            let origin = place(entity).origin;
            frame.sprites.push(Sprite { material, origin, size: [size; 2], roll: 0.0, tint, upright: false });
        }
        for &SeenBeam { from, to, material, width, noise, tint } in &self.beams {
            let to = match to {
                BeamEnd::Entity(entity) => place(entity).origin,
                BeamEnd::Place(place) => place,
            };
            frame.beams.push(Beam { material, from: place(from).origin, to, width, repeat: 64.0, noise, tint });
        }
    }
}

/// Whether a sprite or beam is shown: one without a name always, one with a name where it starts shown and is not switched
/// off.
fn is_on(entities: &EntityWorld, entity: EntityId) -> bool {
    let named = !entities.name_of(entity).is_empty();
    let starts_on = entities.spawn_flags(entity) & STARTS_ON != 0 || whole(entities, entity, "starton") != 0;
    entities.is_enabled(entity) && (!named || starts_on)
}

/// A sprite's material from how a mapper names it: without folder of materials and ending.
fn sprite_material(name: &str) -> &str {
    let name = name.strip_prefix("materials/").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
