//! Where the script's entity is, which way it faces, and what is around it.

#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a context of one lifetime is no function of any"
)]

use super::services::{act, handle, with_context};
use super::{Api, Group, Vector, row};
use crate::call::{Answer, unpack, with_call};
use kerosene_entity::EntityId;
use kerosene_framework::{Context, Ray};
use kerosene_math::{Angles, Vec3};
use rhai::{FLOAT, INT};

pub(super) fn register(api: &mut Api<'_>) {
    register_moves(api);
    register_looks(api);
    register_distances(api);
    register_rays(api);
    register_ends(api);
}

fn register_moves(api: &mut Api<'_>) {
    let help = "Moves the entity along the world's axes, in units.";
    let by = row(Group::Motion, "translate", "(x: float, y: float, z: float)", help, "translate(0.0, 0.0, 8.0)");
    api.add(by, |x: FLOAT, y: FLOAT, z: FLOAT| act(|context| context.translate(Vec3::new(x, y, z))));
    let help = "Adds to the entity's pitch, yaw and roll in its parent's frame, in degrees.";
    let by = row(Group::Motion, "rotate", "(pitch: float, yaw: float, roll: float)", help, "rotate(0.0, 90.0, 0.0)");
    api.add(by, |pitch: FLOAT, yaw: FLOAT, roll: FLOAT| act(|context| context.rotate(Angles::new(pitch, yaw, roll))));
    let help = "Moves the entity the way that it faces: forward, to its left, and straight up in the world.";
    let by = row(
        Group::Motion,
        "move_facing",
        "(forward: float, left: float, up: float)",
        help,
        "move_facing(16.0, 0.0, 0.0)",
    );
    api.add(by, |forward: FLOAT, left: FLOAT, up: FLOAT| {
        act(|context| context.move_facing(Vec3::new(forward, left, up)))
    });
    for (name, help, example, part) in [
        ("world_x", "Where the entity is along x, in units, whatever it is parented to.", "world_x() == 0.0", 0),
        ("world_y", "Where the entity is along y.", "world_y() == 0.0", 1),
        ("world_z", "Where the entity is along z.", "world_z() == 64.0", 2),
    ] {
        api.add(row(Group::Motion, name, "() -> float", help, example), move || {
            with_context(move |context| Ok(context.world_position()[part]))
        });
    }
    let help = "Where the entity is in the world. Allocates the vector.";
    let position = row(Group::Motion, "world_position", "() -> vec3", help, "world_position() == vec3(0, 0, 64)");
    api.add(position, || with_context(|context| Ok(Vector(context.world_position()))));
}

fn register_looks(api: &mut Api<'_>) {
    let help = "Turns the entity so that its forward direction meets another, or a point. It keeps its roll.";
    let look =
        row(Group::Motion, "look_at", "(other: entity) or (x: float, y: float, z: float)", help, "look_at(player())");
    api.add(look, |other: INT| to_other(other, |context, other| context.look_at_entity(other)));
    api.again("look_at", |x: FLOAT, y: FLOAT, z: FLOAT| act(|context| context.look_at(Vec3::new(x, y, z))));
    let help = "Turns the entity towards another about the vertical only: for what stays upright.";
    let look = row(Group::Motion, "look_at_flat", "(other: entity)", help, "look_at_flat(player())");
    api.add(look, |other: INT| to_other(other, |context, other| context.look_at_flat(other)));
    let help = "Turns the entity about the vertical towards another or a point, by at most so many degrees; gives the angle that is left. For a speed, ask for `speed * dt`.";
    let turn = row(
        Group::Motion,
        "turn_towards",
        "(other: entity, most: float) -> float",
        help,
        "turn_towards(player(), 3.0) >= 0.0",
    );
    api.add(turn, |other: INT, most: FLOAT| {
        with_context(|context| {
            let there = unpack(other).filter(|&other| context.world.is_active(other));
            Ok(there.map_or(0.0, |other| context.turn_towards(context.world.origin(other), most)))
        })
    });
    api.again("turn_towards", |x: FLOAT, y: FLOAT, most: FLOAT| {
        with_context(|context| Ok(context.turn_towards(Vec3::new(x, y, context.world_position().z), most)))
    });
}

/// Does something towards another entity, if that is there.
fn to_other(other: INT, run: impl FnOnce(&mut Context<'_>, EntityId)) -> Answer<()> {
    with_context(|context| {
        if let Some(other) = unpack(other).filter(|&other| context.world.is_active(other)) {
            run(context, other);
        }
        Ok(())
    })
}

fn register_distances(api: &mut Api<'_>) {
    let help = "How far another entity is, in units; infinitely far for one that is not there.";
    let distance =
        row(Group::Motion, "distance_to", "(other: entity or ()) -> float", help, "distance_to(entity()) == 0.0");
    api.add(distance, |other: INT| distance_of(other, |context, other| context.distance_to(other)));
    api.again("distance_to", |(): ()| FLOAT::INFINITY);
    let help = "How far another entity is, whatever its height.";
    let distance = row(
        Group::Motion,
        "flat_distance_to",
        "(other: entity or ()) -> float",
        help,
        "flat_distance_to(entity()) == 0.0",
    );
    api.add(distance, |other: INT| distance_of(other, |context, other| context.flat_distance_to(other)));
    api.again("flat_distance_to", |(): ()| FLOAT::INFINITY);
    let help = "The entity of a name, else the first player; `()` where there is neither. It may look through the level: keep what it gives.";
    let find =
        row(Group::Motion, "find_player", "(name: string) -> entity or ()", help, "find_player(\"\") == player()");
    api.add(find, |name: &str| with_context(|context| Ok(handle(context.find_player(name)))));
    let help = "Whether an entity is a player, or has that name. It looks at nothing else.";
    let is = row(Group::Motion, "is_player", "(other: entity, name: string) -> bool", help, "is_player(player())");
    api.add(is, |other: INT| player(other, ""));
    api.again("is_player", player);
}

fn distance_of(other: INT, distance: fn(&Context<'_>, EntityId) -> f32) -> Answer<FLOAT> {
    with_context(|context| Ok(unpack(other).map_or(FLOAT::INFINITY, |other| distance(context, other))))
}

fn player(other: INT, name: &str) -> Answer<bool> {
    with_context(|context| Ok(unpack(other).is_some_and(|other| context.is_player(other, name))))
}

fn register_rays(api: &mut Api<'_>) {
    let help = "Whether a ray from a point in a direction meets something solid within a distance; triggers and the entity itself are passed through. What it meets: `hit_entity()`, `hit_distance()`, `hit_x()`, `hit_y()`, `hit_z()`.";
    let signature = "(x: float, y: float, z: float, dx: float, dy: float, dz: float, distance: float) -> bool";
    let ray = row(Group::Motion, "raycast", signature, help, "raycast(0.0, 0.0, 64.0, 1.0, 0.0, 0.0, 512.0) == false");
    api.add(ray, |x: FLOAT, y: FLOAT, z: FLOAT, dx: FLOAT, dy: FLOAT, dz: FLOAT, distance: FLOAT| {
        cast(Some(Vec3::new(x, y, z)), Some(Vec3::new(dx, dy, dz)), distance)
    });
    let help = "As `raycast`, from where the entity is, the way that it faces.";
    let ray =
        row(Group::Motion, "raycast_in_place", "(distance: float) -> bool", help, "raycast_in_place(512.0) == false");
    api.add(ray, |distance: FLOAT| cast(None, None, distance));
    let help = "The entity that the last ray met; `()` for the world and for nothing.";
    let hit = row(Group::Motion, "hit_entity", "() -> entity or ()", help, "hit_entity() == ()");
    api.add(hit, || with_call(|call| Ok(handle(call.own.and_then(|own| own.hit.get().entity)))));
    let help = "How far what the last ray met is, in units.";
    let hit = row(Group::Motion, "hit_distance", "() -> float", help, "hit_distance() == 0.0");
    api.add(hit, || with_call(|call| Ok(call.own.map_or(0.0, |own| own.hit.get().distance))));
    for (name, help, part) in [
        ("hit_x", "Where the last ray met something, along x.", 0),
        ("hit_y", "Where the last ray met something, along y.", 1),
        ("hit_z", "Where the last ray met something, along z.", 2),
    ] {
        api.add(row(Group::Motion, name, "() -> float", help, "hit_x() == 0.0"), move || {
            with_call(move |call| Ok(call.own.map_or(0.0, |own| own.hit.get().point[part])))
        });
    }
}

fn cast(origin: Option<Vec3>, direction: Option<Vec3>, distance: FLOAT) -> Answer<bool> {
    let hit = with_context(|context| {
        let direction = direction.unwrap_or_else(|| context.forward()).normalize_or_zero();
        let (origin, ignore) = (origin.unwrap_or_else(|| context.world_position()), Some(context.owner()));
        let ray = Ray { origin, direction, distance, ignore };
        let sound = origin.is_finite() && direction != Vec3::ZERO && distance.is_finite();
        Ok(sound.then(|| context.scene.raycast(context.world, &ray)).flatten())
    })?;
    with_call(|call| {
        if let Some(own) = call.own {
            own.hit.set(hit.unwrap_or_default());
        }
        Ok(hit.is_some())
    })
}

fn register_ends(api: &mut Api<'_>) {
    let help = "Destroys the entity with all that is parented to it, at the end of the tick's scripts.";
    api.add(row(Group::Motion, "destroy_self", "()", help, "destroy_self()"), || act(|context| context.destroy_self()));
    let help = "Destroys any entity with all that is parented to it, at the end of the tick's scripts. False if it is gone already.";
    let destroy = row(Group::Motion, "destroy", "(other: entity) -> bool", help, "destroy(player())");
    api.add(destroy, |other: INT| {
        with_context(|context| Ok(unpack(other).is_some_and(|other| context.destroy(other))))
    });
    let help = "Whether the entity is about to go.";
    let going = row(Group::Motion, "is_being_destroyed", "() -> bool", help, "is_being_destroyed() == false");
    api.add(going, || with_context(|context| Ok(context.is_being_destroyed())));
}
