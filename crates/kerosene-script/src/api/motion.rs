//! Where the script's entity is, which way it faces, and what is around it.

use super::hand::{ask, handle};
use super::{Api, Group, Vector, row};
use crate::call::{Answer, pack, unpack};
use kerosene_entity::EntityId;
use kerosene_framework::Context;
use kerosene_math::{Angles, Vec3};
use rhai::{FLOAT, INT};

pub(super) fn register(api: &mut Api<'_>) {
    register_moves(api);
    register_forward(api);
    register_looks(api);
    register_distances(api);
}

fn register_moves(api: &mut Api<'_>) {
    let help = "Moves the entity along the world's axes, in units.";
    let by = row(Group::Motion, "translate", "(x: float, y: float, z: float)", help, "translate(0.0, 0.0, 8.0)");
    api.add(by, |x: FLOAT, y: FLOAT, z: FLOAT| ask(|context| context.translate(Vec3::new(x, y, z))));
    let help = "Adds to the entity's pitch, yaw and roll in its parent's frame, in degrees.";
    let by = row(Group::Motion, "rotate", "(pitch: float, yaw: float, roll: float)", help, "rotate(0.0, 90.0, 0.0)");
    api.add(by, |pitch: FLOAT, yaw: FLOAT, roll: FLOAT| ask(|context| context.rotate(Angles::new(pitch, yaw, roll))));
    let help = "Moves the entity the way that it faces: forward, to its left, and straight up in the world.";
    let by = row(
        Group::Motion,
        "move_facing",
        "(forward: float, left: float, up: float)",
        help,
        "move_facing(16.0, 0.0, 0.0)",
    );
    api.add(by, |forward: FLOAT, left: FLOAT, up: FLOAT| {
        ask(|context| context.move_facing(Vec3::new(forward, left, up)))
    });
    for (name, help, example, part) in [
        ("world_x", "Where the entity is along x, in units, whatever it is parented to.", "world_x() == 0.0", 0),
        ("world_y", "Where the entity is along y.", "world_y() == 0.0", 1),
        ("world_z", "Where the entity is along z.", "world_z() == 64.0", 2),
    ] {
        api.add(row(Group::Motion, name, "() -> float", help, example), move || {
            ask(|context| context.world_position()[part])
        });
    }
    let help = "Where the entity is in the world. Allocates the vector.";
    let position = row(Group::Motion, "world_position", "() -> vec3", help, "world_position() == vec3(0, 0, 64)");
    api.add(position, || ask(|context| Vector(context.world_position())));
    let help = "Where another entity is in the world. Allocates the vector: `origin_x(other)` and the like do not.";
    let example = "world_position_of(entity()) == vec3(0, 0, 64)";
    let position = row(Group::Motion, "world_position_of", "(other: entity) -> vec3", help, example);
    api.add(position, |other: INT| {
        ask(|context| Vector(unpack(other).map_or(Vec3::ZERO, |other| context.world_position_of(other))))
    });
}

fn register_forward(api: &mut Api<'_>) {
    let help = "The way that the entity faces, of length 1. Allocates the vector: `forward_x()` and the like do not.";
    let forward = row(Group::Motion, "forward", "() -> vec3", help, "forward() == vec3(1, 0, 0)");
    api.add(forward, || ask(|context| Vector(context.forward())));
    for (name, help, example, part) in [
        ("forward_x", "The way that the entity faces, along x.", "forward_x() == 1.0", 0),
        ("forward_y", "The way that the entity faces, along y.", "forward_y() == 0.0", 1),
        ("forward_z", "The way that the entity faces, along z.", "forward_z() == 0.0", 2),
    ] {
        api.add(row(Group::Motion, name, "() -> float", help, example), move || ask(|context| context.forward()[part]));
    }
    let help = "The script's entity, as `entity()` is.";
    let owner = row(Group::Motion, "owner", "() -> entity", help, "owner() == entity()");
    api.add(owner, || ask(|context| pack(context.owner())));
}

fn register_looks(api: &mut Api<'_>) {
    let help = "Turns the entity so that its forward direction meets another, or a point. It keeps its roll.";
    let look =
        row(Group::Motion, "look_at", "(other: entity) or (x: float, y: float, z: float)", help, "look_at(player())");
    api.add(look, |other: INT| to_other(other, |context, other| context.look_at_entity(other)));
    api.again("look_at", |x: FLOAT, y: FLOAT, z: FLOAT| ask(|context| context.look_at(Vec3::new(x, y, z))));
    let help = "Turns the entity so that its forward direction meets another, as `look_at` does.";
    let look = row(Group::Motion, "look_at_entity", "(other: entity)", help, "look_at_entity(player())");
    api.add(look, |other: INT| to_other(other, |context, other| context.look_at_entity(other)));
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
        ask(|context| {
            let there = unpack(other).filter(|&other| context.world.is_active(other));
            there.map_or(0.0, |other| context.turn_towards(context.world.origin(other), most))
        })
    });
    api.again("turn_towards", |x: FLOAT, y: FLOAT, most: FLOAT| {
        ask(|context| context.turn_towards(Vec3::new(x, y, context.world_position().z), most))
    });
}

/// Does something towards another entity, if that is there.
fn to_other(other: INT, run: impl FnOnce(&mut Context<'_>, EntityId)) -> Answer<()> {
    ask(|context| {
        if let Some(other) = unpack(other).filter(|&other| context.world.is_active(other)) {
            run(context, other);
        }
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
    api.add(find, |name: &str| ask(|context| handle(context.find_player(name))));
    let help = "Whether an entity is a player, or has that name. It looks at nothing else.";
    let is = row(Group::Motion, "is_player", "(other: entity, name: string) -> bool", help, "is_player(player())");
    api.add(is, |other: INT| player(other, ""));
    api.again("is_player", player);
}

fn distance_of(other: INT, distance: fn(&Context<'_>, EntityId) -> f32) -> Answer<FLOAT> {
    ask(|context| unpack(other).map_or(FLOAT::INFINITY, |other| distance(context, other)))
}

fn player(other: INT, name: &str) -> Answer<bool> {
    ask(|context| unpack(other).is_some_and(|other| context.is_player(other, name)))
}
