//! `touch_field`: a box in which a door or a lift feels players, as Quake's do.
//!
//! It has no brushes: those it belongs to make it as a level begins. Whoever is in it has touched its owner, as far as
//! the owner's class says what comes of that. It goes where its owner's parent goes, not where its owner goes.

use super::door::{self, Door};
use crate::brushes::platform::{self, Platform};
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, Touch};
use kerosene_math::{Aabb, Vec3};
use kerosene_world::Component;

/// The box about its origin, and whose it is. The engine reads the corners.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "touch_field")]
pub(crate) struct TouchField {
    /// Its lower corner about its position, in units.
    #[field(key = "touch_mins", label = "Lower corner")]
    mins: Vec3,
    /// Its upper corner about its position, in units.
    #[field(key = "touch_maxs", label = "Upper corner")]
    maxs: Vec3,
    /// Whom it feels players for.
    #[field(key = "")]
    owner: Option<EntityId>,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("touch_field", ClassKind::Point)
        .help("A box in which a door or a lift feels players; made by those.")
        .component::<TouchField>()
        .on_touch(touched)
}

/// Makes a field for somebody; `bounds` are in the world.
pub(crate) fn make(world: &mut EntityWorld, owner: EntityId, bounds: Aabb) {
    let field = world.spawn("touch_field");
    let center = bounds.center();
    world.set_origin(field, center);
    let [mins, maxs] = [bounds.min - center, bounds.max - center];
    world.insert(field, TouchField { mins, maxs, owner: Some(owner) });
    if let Some(parent) = world.parent(owner) {
        world.set_parent(field, parent);
    }
    world.start(field);
}

fn touched(world: &mut EntityWorld, field: EntityId, touch: &Touch) {
    let owner = world.get::<TouchField>(field).and_then(|state| state.owner);
    match owner.filter(|&owner| world.is_active(owner)) {
        Some(owner) if world.get::<Door>(owner).is_some() => door::approached(world, owner, touch),
        Some(owner) if world.get::<Platform>(owner).is_some() => platform::boarded(world, owner, touch),
        _ => {
            world.remove(field);
        }
    }
}
