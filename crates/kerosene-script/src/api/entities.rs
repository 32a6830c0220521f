//! Finding entities, reading and changing them.
//!
//! An entity is an integer to a script, slot and generation packed: passing it about costs nothing, and one that has
//! died names nobody. Its properties are getters of integers: `door.origin`.

use super::hand::handle;
use super::{Api, Group, Vector, row};
use crate::action::ScriptAction;
use crate::call::{Answer, Call, pack, unpack, with_call};
use crate::error::refuse;
use crate::language::budget::spend;
use crate::profile::built;
use crate::value::{ScriptValue, dynamic};
use kerosene_entity::EntityWorld;
use kerosene_math::Vec3;
use rhai::{Array, Dynamic, FLOAT, INT, ImmutableString};

/// Entities that one operation pays for where all are gone through.
const LOOKED_AT: usize = 16;

pub(super) fn register(api: &mut Api<'_>) {
    register_search(api);
    register_properties(api);
    register_fields(api);
    register_changes(api);
}

/// A list that was made for a script.
fn listed(values: Array) -> Array {
    built(size_of_val(values.as_slice()));
    values
}

/// A text that was made for a script.
fn told(text: &str) -> ImmutableString {
    built(text.len());
    text.into()
}

fn register_search(api: &mut Api<'_>) {
    let help = "The first entity of that name, in the order in which they came; `()` where there is none.";
    let by_name = row(
        Group::Entities,
        "find_by_name",
        "(name: string) -> entity or ()",
        help,
        "find_by_name(\"lamp\").classname == \"light\"",
    );
    api.add(by_name, |name: &str| with_call(|call| Ok(handle(call.world()?.find_by_name(name).next()))));
    let help = "Every entity of that name. Allocates the array.";
    let all = row(
        Group::Entities,
        "find_all_by_name",
        "(name: string) -> array",
        help,
        "find_all_by_name(\"lamp\").len() == 1",
    );
    api.add(all, |name: &str| {
        with_call(|call| {
            let found = call.world()?.find_by_name(name).map(|entity| Dynamic::from_int(pack(entity)));
            Ok(listed(found.collect()))
        })
    });
    let help =
        "Every entity of that class. Goes through the level and allocates the array: for events, not for each tick.";
    let by_class =
        row(Group::Entities, "find_by_class", "(class: string) -> array", help, "find_by_class(\"light\").len() == 1");
    api.add(by_class, |class: &str| {
        with_call(|call| {
            let world = call.world()?;
            spend(world.count() / LOOKED_AT)?;
            let of_class = world.entities().filter(|&entity| world.is_active(entity));
            let of_class = of_class.filter(|&entity| world.class_name(entity).eq_ignore_ascii_case(class));
            Ok(listed(of_class.map(|entity| Dynamic::from_int(pack(entity))).collect()))
        })
    });
    let help = "The entity that `!player` means; `()` where nobody plays.";
    let player = row(Group::Entities, "player", "() -> entity or ()", help, "player().classname == \"player\"");
    api.add(player, || with_call(|call| Ok(handle(call.world()?.player()))));
    let help = "The entity that this script belongs to; `()` in a map's script.";
    let own = row(Group::Entities, "entity", "() -> entity or ()", help, "is_alive(entity())");
    api.add(own, || with_call(|call| Ok(handle(call.entity))));
    let help = "How many entities there are.";
    let count = row(Group::Entities, "entity_count", "() -> int", help, "entity_count() > 0");
    api.add(count, || with_call(|call| Ok(call.world()?.count() as INT)));
    let help = "Whether a handle names an entity that lives. `is_alive(())` is false.";
    let alive =
        row(Group::Entities, "is_alive", "(entity: entity or ()) -> bool", help, "is_alive(find_by_name(\"lamp\"))");
    api.add(alive, |handle: INT| {
        with_call(|call| {
            let world = call.world()?;
            Ok(unpack(handle).is_some_and(|entity| world.is_active(entity)))
        })
    });
    api.again("is_alive", |(): ()| false);
}

/// Reads something of a living entity.
fn read<R>(handle: INT, run: impl FnOnce(&EntityWorld, kerosene_entity::EntityId) -> R) -> Answer<R> {
    with_call(|call| {
        let (world, entity) = call.entity(handle)?;
        Ok(run(world, entity))
    })
}

/// One of the three numbers of a point.
macro_rules! part {
    ($api:expr, $name:literal, $of:ident, $part:ident, $help:literal, $example:literal) => {
        $api.add(row(Group::Entities, $name, "(entity: entity) -> float", $help, $example), |handle: INT| {
            read(handle, |world, entity| world.$of(entity).$part)
        });
    };
}

fn register_properties(api: &mut Api<'_>) {
    let help = "`e.id`, its number as a text; `e.classname`; `e.targetname`, empty without one.";
    let names = "e.id, e.classname, e.targetname: string";
    api.describe(row(Group::Entities, "classname", names, help, "find_by_name(\"lamp\").targetname == \"lamp\""));
    api.getter("id", |handle: &mut INT| read(*handle, |_, entity| told(&entity.to_string())));
    api.getter("classname", |handle: &mut INT| read(*handle, |world, entity| told(world.class_name(entity))));
    api.getter("targetname", |handle: &mut INT| read(*handle, |world, entity| told(world.name_of(entity))));
    let help = "Where it is, in units. Reading allocates the vector: `origin_x(e)` and the like do not.";
    let origin =
        row(Group::Entities, "origin", "e.origin: vec3", help, "find_by_name(\"lamp\").origin == vec3(0, 0, 64)");
    api.describe(origin);
    api.getter("origin", |handle: &mut INT| read(*handle, |world, entity| Vector(world.origin(entity))));
    api.setter("origin", |handle: &mut INT, origin: Vector| set_origin(*handle, origin.0));
    let help = "Pitch, yaw and roll in degrees, to read and to set.";
    api.describe(row(Group::Entities, "angles", "e.angles: vec3", help, "find_by_name(\"lamp\").angles.y == 90.0"));
    api.getter("angles", |handle: &mut INT| {
        read(*handle, |world, entity| {
            let angles = world.angles(entity);
            Vector(Vec3::new(angles.pitch, angles.yaw, angles.roll))
        })
    });
    api.setter("angles", |handle: &mut INT, angles: Vector| set_angles(*handle, angles.0));
    part!(api, "origin_x", origin, x, "Where it is along x, in units.", "origin_x(find_by_name(\"lamp\")) == 0.0");
    part!(api, "origin_y", origin, y, "Where it is along y, in units.", "origin_y(find_by_name(\"lamp\")) == 0.0");
    part!(api, "origin_z", origin, z, "Where it is along z, in units.", "origin_z(find_by_name(\"lamp\")) == 64.0");
    part!(api, "pitch", angles, pitch, "Its pitch in degrees.", "pitch(find_by_name(\"lamp\")) == 0.0");
    part!(api, "yaw", angles, yaw, "Its yaw in degrees.", "yaw(find_by_name(\"lamp\")) == 90.0");
    part!(api, "roll", angles, roll, "Its roll in degrees.", "roll(find_by_name(\"lamp\")) == 0.0");
}

fn register_fields(api: &mut Api<'_>) {
    let help = "What a key of an entity holds: of its class, or one that the mapper made up; `()` without one. Text allocates.";
    let get = row(
        Group::Entities,
        "get",
        "(entity: entity, key: string) -> value or ()",
        help,
        "find_by_name(\"lamp\").get(\"brightness\") == 300",
    );
    api.add(get, |handle: INT, key: &str| {
        with_call(|call| {
            let (world, entity) = call.entity(handle)?;
            Ok(world.field(entity, key).map_or(Dynamic::UNIT, |value| dynamic(value, world)))
        })
    });
    let help = "The number in a key; of text, the number that it says; the number given, or 0, where there is none.";
    let number = row(
        Group::Entities,
        "get_float",
        "(entity: entity, key: string, otherwise: float) -> float",
        help,
        "find_by_name(\"lamp\").get_float(\"brightness\") == 300.0",
    );
    api.add(number, |handle: INT, key: &str| {
        read(handle, |world, entity| world.float_field(entity, key).unwrap_or(0.0))
    });
    api.again("get_float", |handle: INT, key: &str, otherwise: FLOAT| {
        read(handle, |world, entity| world.float_field(entity, key).unwrap_or(otherwise))
    });
    let help = "Whether an entity has a key.";
    let has = row(
        Group::Entities,
        "has",
        "(entity: entity, key: string) -> bool",
        help,
        "find_by_name(\"lamp\").has(\"brightness\")",
    );
    api.add(has, |handle: INT, key: &str| read(handle, |world, entity| world.field(entity, key).is_some()));
}

fn register_changes(api: &mut Api<'_>) {
    let help = "Sets a key of an entity. What does not fit the key's kind changes nothing.";
    let set = row(
        Group::Entities,
        "set",
        "(entity: entity, key: string, value: value)",
        help,
        "find_by_name(\"lamp\").set(\"brightness\", 100)",
    );
    api.add(set, |handle: INT, key: ImmutableString, value: Dynamic| {
        let value = ScriptValue::taken(&value)?;
        for_living(handle, |call, entity| call.act(ScriptAction::SetField { entity, key: key.into(), value }))
    });
    let help = "Moves an entity, and all that is parented to it.";
    let place = row(
        Group::Entities,
        "set_origin",
        "(entity: entity, x: float, y: float, z: float)",
        help,
        "find_by_name(\"lamp\").set_origin(vec3(0, 0, 32))",
    );
    api.add(place, |handle: INT, x: FLOAT, y: FLOAT, z: FLOAT| set_origin(handle, Vec3::new(x, y, z)));
    api.again("set_origin", |handle: INT, origin: Vector| set_origin(handle, origin.0));
    let help = "Turns an entity: pitch, yaw and roll in degrees.";
    let turn = row(
        Group::Entities,
        "set_angles",
        "(entity: entity, pitch: float, yaw: float, roll: float)",
        help,
        "find_by_name(\"lamp\").set_angles(0.0, 45.0, 0.0)",
    );
    api.add(turn, |handle: INT, pitch: FLOAT, yaw: FLOAT, roll: FLOAT| set_angles(handle, Vec3::new(pitch, yaw, roll)));
    api.again("set_angles", |handle: INT, angles: Vector| set_angles(handle, angles.0));
    let help = "Removes an entity at the end of the tick. One that is gone already stays so.";
    let kill = row(Group::Entities, "kill", "(entity: entity)", help, "find_by_name(\"lamp\").kill()");
    api.add(kill, |handle: INT| for_living(handle, |call, entity| call.act(ScriptAction::Kill { entity })));
}

fn set_origin(handle: INT, origin: Vec3) -> Answer<()> {
    if !origin.is_finite() {
        return Err(refuse("a place has finite numbers"));
    }
    for_living(handle, |call, entity| call.act(ScriptAction::SetOrigin { entity, origin }))
}

fn set_angles(handle: INT, angles: Vec3) -> Answer<()> {
    if !angles.is_finite() {
        return Err(refuse("angles are finite numbers"));
    }
    for_living(handle, |call, entity| call.act(ScriptAction::SetAngles { entity, angles }))
}

/// Does something to an entity, if it lives; else nothing.
fn for_living(handle: INT, run: impl FnOnce(&mut Call<'_>, kerosene_entity::EntityId) -> Answer<()>) -> Answer<()> {
    with_call(|call| match unpack(handle).filter(|&entity| call.world().is_ok_and(|world| world.is_active(entity))) {
        Some(entity) => run(call, entity),
        None => Ok(()),
    })
}
