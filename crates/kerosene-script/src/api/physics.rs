//! Rays, and what moves by physics.

use super::hand::{ask, handle};
use super::{Api, Group, Vector, row};
use crate::call::{Answer, unpack, with_call};
use kerosene_framework::{Context, RayHit};
use kerosene_math::Vec3;
use rhai::{FLOAT, INT};

pub(super) fn register(api: &mut Api<'_>) {
    register_bodies(api);
    register_velocity(api);
    register_rays(api);
    register_hits(api);
}

fn register_bodies(api: &mut Api<'_>) {
    let help = "Changes the velocity of the entity by an impulse over its mass, in kilogram units a second. False if physics does not move it.";
    let signature = "(x: float, y: float, z: float) -> bool";
    let push = row(Group::Physics, "apply_impulse", signature, help, "apply_impulse(0, 0, 240)");
    api.add(push, |x: FLOAT, y: FLOAT, z: FLOAT| ask(|context| context.apply_impulse(Vec3::new(x, y, z))));
    let help = "As `apply_impulse` for any entity: a player, say.";
    let signature = "(who: entity, x: float, y: float, z: float) -> bool";
    let push = row(Group::Physics, "apply_impulse_to", signature, help, "apply_impulse_to(player(), 0, 0, 24000)");
    api.add(push, |who: INT, x: FLOAT, y: FLOAT, z: FLOAT| {
        ask(|context| unpack(who).is_some_and(|who| context.apply_impulse_to(who, Vec3::new(x, y, z))))
    });
    let help = "Gives the entity a velocity in units a second in place of the one that it has; gravity and collision go on. False if physics does not move it.";
    let signature = "(x: float, y: float, z: float) -> bool";
    let set = row(Group::Physics, "set_velocity", signature, help, "set_velocity(0, 0, 300)");
    api.add(set, |x: FLOAT, y: FLOAT, z: FLOAT| ask(|context| context.set_velocity(Vec3::new(x, y, z))));
}

fn register_velocity(api: &mut Api<'_>) {
    let help = "The velocity of the entity in units a second: of its body, else of its motion. Allocates: `velocity_x()` and the like do not.";
    let velocity = row(Group::Physics, "velocity", "() -> vec3", help, "velocity() == vec3(0, 0, 0)");
    api.add(velocity, || ask(|context| Vector(context.velocity())));
    for (name, help, example, part) in [
        ("velocity_x", "How fast the entity moves along x.", "velocity_x() == 0.0", 0),
        ("velocity_y", "How fast the entity moves along y.", "velocity_y() == 0.0", 1),
        ("velocity_z", "How fast the entity moves along z.", "velocity_z() == 0.0", 2),
    ] {
        let velocity = row(Group::Physics, name, "() -> float", help, example);
        api.add(velocity, move || ask(|context| context.velocity()[part]));
    }
}

fn register_rays(api: &mut Api<'_>) {
    let help = "Whether a ray from a point in a direction meets something solid within a distance; triggers and the entity itself are passed through. Without the point it begins where the entity is, which allocates nothing. What it meets: `hit_entity()`, `hit_distance()`, `hit_x()`, `hit_y()`, `hit_z()`.";
    let signature = "(x: float, y: float, z: float, dx: float, dy: float, dz: float, distance: float) -> bool";
    let ray = row(Group::Physics, "raycast", signature, help, "raycast(0, 0, 64, 1, 0, 0, 512) == false");
    api.add(ray, |x: FLOAT, y: FLOAT, z: FLOAT, dx: FLOAT, dy: FLOAT, dz: FLOAT, distance: FLOAT| {
        cast(|context| context.raycast(Vec3::new(x, y, z), Vec3::new(dx, dy, dz), distance))
    });
    api.again("raycast", |dx: FLOAT, dy: FLOAT, dz: FLOAT, distance: FLOAT| {
        cast(|context| context.raycast(context.world_position(), Vec3::new(dx, dy, dz), distance))
    });
    let help = "As `raycast`, from where the entity is, the way that it faces.";
    let signature = "(distance: float) -> bool";
    let ray = row(Group::Physics, "raycast_in_place", signature, help, "raycast_in_place(512) == false");
    api.add(ray, |distance: FLOAT| cast(|context| context.raycast_in_place(distance)));
    let help = "Whether nothing solid stands between the entity's eyes and another's, within so many units.";
    let signature = "(other: entity or (), distance: float) -> bool";
    let see = row(Group::Physics, "can_see", signature, help, "can_see(player(), 512)");
    api.add(see, |other: INT, distance: FLOAT| {
        ask(|context| unpack(other).is_some_and(|other| context.can_see(other, distance)))
    });
    api.again("can_see", |(): (), _: FLOAT| false);
}

fn register_hits(api: &mut Api<'_>) {
    let help = "The entity that the last ray of this call met; `()` for the world and for nothing.";
    let hit = row(Group::Physics, "hit_entity", "() -> entity or ()", help, "hit_entity() == ()");
    api.add(hit, || last_hit().map(|hit| handle(hit.and_then(|hit| hit.entity))));
    let help = "How far what the last ray met is, in units.";
    let hit = row(Group::Physics, "hit_distance", "() -> float", help, "hit_distance() == 0.0");
    api.add(hit, || last_hit().map(|hit| hit.unwrap_or_default().distance));
    for (name, help, example, part) in [
        ("hit_x", "Where the last ray met something, along x.", "hit_x() == 0.0", 0),
        ("hit_y", "Where the last ray met something, along y.", "hit_y() == 0.0", 1),
        ("hit_z", "Where the last ray met something, along z.", "hit_z() == 0.0", 2),
    ] {
        api.add(row(Group::Physics, name, "() -> float", help, example), move || {
            last_hit().map(|hit| hit.unwrap_or_default().point[part])
        });
    }
    for (name, help, example, part) in [
        ("hit_normal_x", "Which way what the last ray met faces, along x.", "hit_normal_x() == 0.0", 0),
        ("hit_normal_y", "Which way what the last ray met faces, along y.", "hit_normal_y() == 0.0", 1),
        ("hit_normal_z", "Which way what the last ray met faces, along z.", "hit_normal_z() == 0.0", 2),
    ] {
        let normal = row(Group::Physics, name, "() -> float", help, example);
        api.add(normal, move || last_hit().map(|hit| hit.unwrap_or_default().normal[part]));
    }
}

/// What the last ray of the call met.
pub(super) fn last_hit() -> Answer<Option<RayHit>> {
    with_call(|call| Ok(call.own.and_then(|own| own.hit.get())))
}

fn cast(ray: impl FnOnce(&mut Context<'_>) -> Option<RayHit>) -> Answer<bool> {
    let hit = ask(ray)?;
    with_call(|call| {
        if let Some(own) = call.own {
            own.hit.set(hit);
        }
        Ok(hit.is_some())
    })
}
