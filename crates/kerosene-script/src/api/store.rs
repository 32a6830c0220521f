//! Worlds of a script's own: the component store by its names.
//!
//! The level's entities are not in reach of these; a script makes a world for what it counts, simulates or compares.

use super::{Api, Group, row};
use crate::call::Answer;
use crate::error::refuse;
use crate::language::budget::spend;
use kerosene_world::{ComponentDecl, ComponentId, Entity, FieldKind, Fixed, Schema, Snapshot, Value, World};
use rhai::{Array, Dynamic, FLOAT, INT, ImmutableString};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most entities of a script's world.
const MAX_ENTITIES: usize = 65_536;

/// Most snapshots of one that are kept.
const MAX_SNAPSHOTS: usize = 1024;

/// What a new world costs, in operations: a script that makes one after the other holds a few hundred at most.
const NEW_WORLD: usize = 4096;

/// Component kinds that a schema is made of.
#[derive(Clone)]
struct SchemaValue(Vec<ComponentDecl>);

/// A world, which every copy of the value shares.
#[derive(Clone)]
struct WorldValue(Arc<Mutex<Kept>>);

struct Kept {
    world: World,
    /// By number; `None` for those that were let go.
    snapshots: Vec<Option<Snapshot>>,
}

impl WorldValue {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        // Nothing panics with a world in its hands; if it did, the world is whole all the same.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn register(api: &mut Api<'_>) {
    api.named::<SchemaValue>("schema");
    api.named::<ComponentDecl>("component_decl");
    api.named::<FieldKind>("field_kind");
    api.named::<WorldValue>("world");
    register_schemas(api);
    register_words(api);
    register_reading(api);
    register_changing(api);
    register_snapshots(api);
}

/// A function of the store.
macro_rules! store {
    ($api:expr, $name:literal, $signature:literal, $help:literal, $example:literal, $run:expr) => {
        $api.add(row(Group::Store, $name, $signature, $help, $example), $run)
    };
}

/// The example that shows a world of one hero.
const HERO: &str = "let w = world_new(schema_of(with_field_decl(component_decl_of(\"health\"), \"points\", kind_int()))); let hero = world_spawn(w)";

fn register_schemas(api: &mut Api<'_>) {
    for (name, help, kind) in [
        ("kind_int", "A field of whole numbers.", FieldKind::Int),
        (
            "kind_fixed",
            "A field of fixed-point numbers: their 32 bits before and 32 after the point as one int.",
            FieldKind::Fixed,
        ),
        ("kind_bool", "A field of truth: 0 for false, anything else for true.", FieldKind::Bool),
        ("kind_entity", "A field of handles; 0 for nobody.", FieldKind::Entity),
        ("kind_float", "A field of floats.", FieldKind::Float),
    ] {
        let example = "with_field_decl(component_decl_of(\"position\"), \"x\", kind_int())";
        api.add(row(Group::Store, name, "() -> kind", help, example), move || kind);
    }
    store!(
        api,
        "component_decl_of",
        "(name: string) -> component",
        "A kind of component without fields: a tag.",
        "component_decl_of(\"burning\")",
        |name: &str| { ComponentDecl::new(name.to_owned()) }
    );
    store!(
        api,
        "with_field_decl",
        "(component: component, name: string, kind: kind) -> component",
        "The component with one more field.",
        "with_field_decl(component_decl_of(\"position\"), \"x\", kind_int())",
        |decl: ComponentDecl, name: &str, kind: FieldKind| { decl.field(name.to_owned(), kind) }
    );
    store!(
        api,
        "schema_of",
        "(component: component) -> schema",
        "A schema of one kind of component, which gets the number 0.",
        "schema_of(component_decl_of(\"burning\"))",
        |decl: ComponentDecl| { SchemaValue(vec![decl]) }
    );
    store!(
        api,
        "with_component_decl",
        "(schema: schema, component: component) -> schema",
        "The schema with one more kind, which gets the next number. A schema holds at most 63.",
        "with_component_decl(schema_of(component_decl_of(\"a\")), component_decl_of(\"b\"))",
        |schema: SchemaValue, decl: ComponentDecl| -> Answer<SchemaValue> {
            let SchemaValue(mut decls) = schema;
            if decls.len() >= Schema::MAX_KINDS {
                return Err(refuse("a schema holds at most 63 component kinds"));
            }
            decls.push(decl);
            Ok(SchemaValue(decls))
        }
    );
    api.add(
        row(Group::Store, "world_new", "(schema: schema) -> world", "An empty world.", HERO),
        |schema: SchemaValue| -> Answer<WorldValue> {
            spend(NEW_WORLD)?;
            let builder = schema.0.into_iter().fold(Schema::builder(), kerosene_world::SchemaBuilder::declare);
            let schema = builder.build().map_err(|error| refuse(&error.to_string()))?;
            Ok(WorldValue(Arc::new(Mutex::new(Kept { world: World::new(schema), snapshots: Vec::new() }))))
        },
    );
}

fn register_words(api: &mut Api<'_>) {
    store!(
        api,
        "words_end",
        "() -> array",
        "The end of a list of numbers: an empty array.",
        "words_end().len() == 0",
        Array::new
    );
    store!(
        api,
        "word",
        "(value: int, next: array) -> array",
        "A number and the list that follows it. `[2, 3]` is the same as `word(2, word(3, words_end()))`.",
        "word(2, word(3, words_end())).len() == 2",
        |value: Dynamic, next: Array| {
            let mut list = next;
            list.insert(0, value);
            list
        }
    );
}

fn register_reading(api: &mut Api<'_>) {
    store!(
        api,
        "world_is_alive",
        "(w: world, handle: int) -> bool",
        "Whether the handle names a living entity.",
        "let w = world_new(schema_of(component_decl_of(\"a\"))); world_is_alive(w, world_spawn(w))",
        |world: WorldValue, handle: INT| { entity(handle).is_some_and(|entity| world.lock().world.is_alive(entity)) }
    );
    store!(
        api,
        "world_has",
        "(w: world, handle: int, component: int) -> bool",
        "Whether the entity has that component.",
        "let w = world_new(schema_of(component_decl_of(\"a\"))); !world_has(w, world_spawn(w), 0)",
        |world: WorldValue, handle: INT, number: INT| {
            let (Some(entity), Some(component)) = (entity(handle), component(number)) else { return false };
            world.lock().world.has(entity, component)
        }
    );
    store!(
        api,
        "world_field",
        "(w: world, handle: int, component: int, field: int) -> int",
        "The value of one field, by its place in the component. It is an error where the entity lacks the component.",
        "let w = world_new(schema_of(with_field_decl(component_decl_of(\"a\"), \"n\", kind_int()))); let e = world_spawn(w); world_set(w, e, 0, [7]); world_field(w, e, 0, 0) == 7",
        |world: WorldValue, handle: INT, number: INT, field: INT| -> Answer<Dynamic> {
            let kept = world.lock();
            let value = entity(handle).zip(component(number)).zip(usize::try_from(field).ok());
            let value = value.and_then(|((entity, component), field)| kept.world.get_field(entity, component, field));
            value.map(from_store).ok_or_else(|| {
                let who = crate::call::shown(handle);
                refuse(&format!("{who} has no field {field} of component {number}"))
            })
        }
    );
    store!(
        api,
        "world_count",
        "(w: world) -> int",
        "The number of living entities.",
        "let w = world_new(schema_of(component_decl_of(\"a\"))); world_spawn(w); world_count(w) == 1",
        |world: WorldValue| { world.lock().world.count() as INT }
    );
    store!(
        api,
        "world_tick",
        "(w: world) -> int",
        "The current tick.",
        "world_tick(world_new(schema_of(component_decl_of(\"a\")))) == 0",
        |world: WorldValue| { world.lock().world.tick() as INT }
    );
    store!(
        api,
        "world_text",
        "(w: world) -> string",
        "The whole world as text; equal worlds have equal text.",
        "world_text(world_new(schema_of(component_decl_of(\"a\")))).starts_with(\"tick 0\")",
        |world: WorldValue| -> Answer<ImmutableString> {
            let kept = world.lock();
            spend(kept.world.count())?;
            Ok(kept.world.text().into())
        }
    );
}

fn register_changing(api: &mut Api<'_>) {
    store!(
        api,
        "world_spawn",
        "(w: world) -> int",
        "A new entity without components. Gives its handle.",
        "world_spawn(world_new(schema_of(component_decl_of(\"a\")))) > 0",
        |world: WorldValue| -> Answer<INT> {
            let mut kept = world.lock();
            if kept.world.count() >= MAX_ENTITIES {
                return Err(refuse("a script's world has room for 65,536 entities"));
            }
            Ok(kept.world.spawn().to_bits().cast_signed())
        }
    );
    store!(
        api,
        "world_destroy",
        "(w: world, handle: int) -> bool",
        "Removes the entity and all its components. False if it was not alive.",
        "let w = world_new(schema_of(component_decl_of(\"a\"))); world_destroy(w, world_spawn(w))",
        |world: WorldValue, handle: INT| { entity(handle).is_some_and(|entity| world.lock().world.destroy(entity)) }
    );
    store!(
        api,
        "world_set",
        "(w: world, handle: int, component: int, data: array) -> bool",
        "Attaches or replaces a component. False if the entity is not alive, the component does not exist, or data has the wrong number of values.",
        "let w = world_new(schema_of(component_decl_of(\"a\"))); world_set(w, world_spawn(w), 0, words_end())",
        |world: WorldValue, handle: INT, number: INT, data: Array| {
            let (Some(entity), Some(component)) = (entity(handle), component(number)) else { return false };
            let mut kept = world.lock();
            let Some(kind) = kept.world.schema().kind(component) else { return false };
            if kind.fields().len() != data.len() {
                return false;
            }
            let values: Option<Vec<Value>> =
                kind.fields().iter().zip(&data).map(|(field, value)| to_store(field.kind, value)).collect();
            values.is_some_and(|values| kept.world.set(entity, component, &values))
        }
    );
    store!(
        api,
        "world_remove",
        "(w: world, handle: int, component: int) -> bool",
        "Detaches a component. False if the entity did not have it.",
        "let w = world_new(schema_of(component_decl_of(\"a\"))); !world_remove(w, world_spawn(w), 0)",
        |world: WorldValue, handle: INT, number: INT| {
            let (Some(entity), Some(component)) = (entity(handle), component(number)) else { return false };
            world.lock().world.remove(entity, component)
        }
    );
}

fn register_snapshots(api: &mut Api<'_>) {
    store!(
        api,
        "world_snapshot",
        "(w: world) -> int",
        "Keeps the world as it is now. Gives the number of the snapshot.",
        "world_snapshot(world_new(schema_of(component_decl_of(\"a\")))) == 0",
        |world: WorldValue| -> Answer<INT> {
            let mut kept = world.lock();
            let free = kept.snapshots.iter().position(Option::is_none);
            if free.is_none() && kept.snapshots.len() >= MAX_SNAPSHOTS {
                return Err(refuse("a world keeps 1,024 snapshots: snapshot_release(w, snapshot) lets one go"));
            }
            let snapshot = Some(kept.world.snapshot());
            let place = free.unwrap_or(kept.snapshots.len());
            match free {
                Some(place) => kept.snapshots[place] = snapshot,
                None => kept.snapshots.push(snapshot),
            }
            Ok(place as INT)
        }
    );
    store!(
        api,
        "world_restore",
        "(w: world, snapshot: int) -> int",
        "Puts the world back to the snapshot, which stays usable. Gives the snapshot.",
        "let w = world_new(schema_of(component_decl_of(\"a\"))); let s = world_snapshot(w); world_spawn(w); world_restore(w, s); world_count(w) == 0",
        |world: WorldValue, number: INT| -> Answer<INT> {
            let mut kept = world.lock();
            let Kept { world, snapshots } = &mut *kept;
            let snapshot = usize::try_from(number).ok().and_then(|place| snapshots.get(place)).and_then(Option::as_ref);
            let snapshot = snapshot.ok_or_else(|| refuse(&format!("there is no snapshot {number}")))?;
            world.restore(snapshot);
            Ok(number)
        }
    );
    store!(
        api,
        "snapshot_release",
        "(w: world, snapshot: int) -> int",
        "Lets go of a snapshot. Gives its number.",
        "let w = world_new(schema_of(component_decl_of(\"a\"))); snapshot_release(w, world_snapshot(w)) == 0",
        |world: WorldValue, number: INT| -> INT {
            let mut kept = world.lock();
            if let Some(place) = usize::try_from(number).ok().and_then(|place| kept.snapshots.get_mut(place)) {
                *place = None;
            }
            number
        }
    );
}

fn entity(handle: INT) -> Option<Entity> {
    Entity::from_bits(handle.cast_unsigned())
}

fn component(number: INT) -> Option<ComponentId> {
    let number = u8::try_from(number).ok().filter(|&number| usize::from(number) < Schema::MAX_KINDS)?;
    Some(ComponentId::new(number))
}

/// A script's number as a field of a kind; `None` for what is none.
fn to_store(kind: FieldKind, value: &Dynamic) -> Option<Value> {
    let int = value.as_int().ok();
    Some(match kind {
        FieldKind::Int => Value::Int(int?),
        FieldKind::Fixed => Value::Fixed(Fixed::from_bits(int?)),
        FieldKind::Bool => Value::Bool(value.as_bool().ok().or_else(|| int.map(|int| int != 0))?),
        FieldKind::Entity => Value::Entity(match int? {
            0 => None,
            handle => Some(entity(handle)?),
        }),
        FieldKind::Float => Value::Float(value.as_float().ok().or_else(|| int.map(|int| int as FLOAT))?),
        FieldKind::Vec3 | FieldKind::Text => return None,
    })
}

fn from_store(value: Value) -> Dynamic {
    match value {
        Value::Int(number) => number.into(),
        Value::Fixed(number) => number.to_bits().into(),
        Value::Bool(truth) => INT::from(truth).into(),
        Value::Entity(entity) => entity.map_or(0, |entity| entity.to_bits().cast_signed()).into(),
        Value::Float(number) => number.into(),
        Value::Vec3(_) | Value::Text(_) => Dynamic::UNIT,
    }
}
