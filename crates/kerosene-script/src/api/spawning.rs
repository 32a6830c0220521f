//! Entities, and scripts of entities, come and go.

use super::hand::{ask, handle};
use super::{Api, Group, Vector, row};
use crate::call::{Answer, pack, unpack};
use crate::error::refuse;
use kerosene_math::{Vec3, format_float};
use rhai::{Dynamic, FLOAT, INT, ImmutableString, Map};

pub(super) fn register(api: &mut Api<'_>) {
    register_births(api);
    register_ends(api);
    register_scripts(api);
}

fn register_births(api: &mut Api<'_>) {
    let help = "A new entity of a class with keys, at a place: a `vec3` or three numbers. Its script starts in this tick where `on_update` asks for it, else in the next. Allocates: what is needed in hundreds is better kept and moved.";
    let signature = "(class: string, keys: map, x: float, y: float, z: float) -> entity";
    let example =
        "spawn_entity(\"info_target\", #{ targetname: \"crumb\", speed: 20 }, 0, 0, 64).targetname == \"crumb\"";
    let spawn = row(Group::Spawning, "spawn_entity", signature, help, example);
    api.add(spawn, |class: &str, keys: Map, x: FLOAT, y: FLOAT, z: FLOAT| born(class, &keys, Vec3::new(x, y, z)));
    api.again("spawn_entity", |class: &str, keys: Map, origin: Vector| born(class, &keys, origin.0));
    let help = "Brings copies of what the `point_template` of a name keeps into the level, about the first of them, which comes to stand at a place: gives that one, or `()` where there is no such template or no room. Allocates.";
    let signature = "(template: string, x: float, y: float, z: float) -> entity or ()";
    let example = "spawn_prefab(\"no_such_template\", 0, 0, 64) == ()";
    let spawn = row(Group::Spawning, "spawn_prefab", signature, help, example);
    api.add(spawn, |template: &str, x: FLOAT, y: FLOAT, z: FLOAT| copied(template, Vec3::new(x, y, z)));
    api.again("spawn_prefab", |template: &str, origin: Vector| copied(template, origin.0));
}

fn born(class: &str, keys: &Map, origin: Vec3) -> Answer<INT> {
    let origin = place(origin)?;
    let keys = keys.iter().map(|(key, value)| Ok((key.as_str(), key_text(key, value)?)));
    let keys = keys.collect::<Answer<Vec<_>>>()?;
    let keys: Vec<(&str, &str)> = keys.iter().map(|(key, value)| (*key, value.as_str())).collect();
    ask(|context| pack(context.spawn_entity(class, &keys, origin)))
}

fn copied(template: &str, origin: Vec3) -> Answer<Dynamic> {
    let origin = place(origin)?;
    ask(|context| handle(context.spawn_prefab(template, origin)))
}

fn place(origin: Vec3) -> Answer<Vec3> {
    if origin.is_finite() { Ok(origin) } else { Err(refuse("a place has finite numbers")) }
}

/// A value as a mapper writes it.
fn key_text(key: &str, value: &Dynamic) -> Answer<String> {
    if let Ok(number) = value.as_float() {
        return Ok(format_float(number));
    }
    if let Ok(truth) = value.as_bool() {
        return Ok(u8::from(truth).to_string());
    }
    if value.is_int() || value.is_string() {
        return Ok(value.to_string());
    }
    match value.read_lock::<Vector>() {
        Some(vector) => Ok(vector.to_string()),
        None => Err(refuse(&format!("the key `{key}` is given {}, which no key can hold", value.type_name()))),
    }
}

fn register_ends(api: &mut Api<'_>) {
    let help = "Destroys the entity with all that is parented to it, at the end of the tick's scripts.";
    let destroy = row(Group::Spawning, "destroy_self", "()", help, "destroy_self()");
    api.add(destroy, || ask(|context| context.destroy_self()));
    let help = "Destroys any entity with all that is parented to it, at the end of the tick's scripts. False if it is gone already.";
    let destroy = row(Group::Spawning, "destroy", "(other: entity or ()) -> bool", help, "destroy(player())");
    api.add(destroy, |other: INT| ask(|context| unpack(other).is_some_and(|other| context.destroy(other))));
    api.again("destroy", |(): ()| false);
    let help = "Whether the entity is about to go.";
    let going = row(Group::Spawning, "is_being_destroyed", "() -> bool", help, "is_being_destroyed() == false");
    api.add(going, || ask(|context| context.is_being_destroyed()));
}

fn register_scripts(api: &mut Api<'_>) {
    let help = "Gives an entity the script of a name, which begins at once; one that it has goes first. False where nobody knows the name, or the entity is gone, or a function of its script runs just now.";
    let signature = "(other: entity, name: string) -> bool";
    let add = row(Group::Spawning, "add_script", signature, help, "add_script(0, \"bobber\") == false");
    api.add(add, |other: INT, name: &str| {
        ask(|context| unpack(other).is_some_and(|other| context.add_script(other, name)))
    });
    let help = "Takes an entity's script off it: its `on_destroy`, then the end of all that it has going. The script's own entity keeps it until the function has ended.";
    let remove = row(Group::Spawning, "remove_script", "(other: entity)", help, "remove_script(player())");
    api.add(remove, |other: INT| {
        ask(|context| {
            if let Some(other) = unpack(other) {
                context.remove_script(other);
            }
        })
    });
    let help = "Whether an entity has a script that has not failed.";
    let has = row(Group::Spawning, "has_script", "(other: entity) -> bool", help, "has_script(entity())");
    api.add(has, |other: INT| ask(|context| unpack(other).is_some_and(|other| context.has_script(other))));
    let help = "The name of an entity's script; empty for none. Allocates.";
    let name = row(Group::Spawning, "script_name", "(other: entity) -> string", help, "script_name(player()) == \"\"");
    api.add(name, |other: INT| {
        ask(|context| ImmutableString::from(unpack(other).map_or("", |other| context.script_name(other))))
    });
}
