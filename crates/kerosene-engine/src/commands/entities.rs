//! Commands about entities. A target is a name, a name's beginning with `*`, a class, a handle `@slot#generation`,
//! `!player`, or `!picker`: what the first player looks at.

use crate::{engine::Engine, level::Level};
use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_console::ConsoleRequest;
use kerosene_entity::{EntityId, EntityWorld, KdefClass, KdefPort, Value, WireInfo};
use kerosene_math::Vec3;
use kerosene_physics::CollisionWorld;
use kerosene_world::Value as FieldValue;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    time::Duration,
};

/// Entities that a command prints at most.
const MOST_PRINTED: usize = 32;

/// Longest delay that `ent_fire` takes, in seconds: a year.
const MOST_DELAY: f32 = 31_536_000.0;

/// The schema's class of what every class has.
const EVERY_CLASS: &str = "Entity";

/// How far from the eye `ent_create` puts things where nothing is in the way, in units.
const CREATE_RANGE: f32 = 1024.0;

impl Engine {
    /// The entities that a target names; says so where there are none.
    fn targets(&mut self, text: &str) -> Vec<EntityId> {
        let picked = self.players().first().and_then(|player| self.looked_at(player));
        let Some(level) = &mut self.level else {
            self.warn("no level is running");
            return Vec::new();
        };
        let entities = &mut level.entities;
        let mut found = Vec::new();
        if text.eq_ignore_ascii_case("!picker") {
            found.extend(picked);
        } else {
            let target = entities.target(text);
            let player = entities.player();
            entities.resolve(target, player, player, &mut found);
        }
        if found.is_empty() {
            let of_class = entities.entities().filter(|&entity| entities.class_name(entity).eq_ignore_ascii_case(text));
            found.extend(of_class);
        }
        if found.is_empty() {
            let hint = hint(text, &self.words.targets());
            self.warn(&format!("nothing is named `{text}` or of that class{hint}"));
        }
        found
    }

    /// Fills in what commands about entities are completed with.
    pub(crate) fn refresh_words(&self) {
        self.words.clear_targets();
        let Some(level) = &self.level else { return };
        let mut names_by_class = BTreeMap::<&str, BTreeSet<&str>>::new();
        for entity in level.entities.entities() {
            let class = level.entities.class_name(entity);
            names_by_class
                .entry(class)
                .or_insert_with(|| BTreeSet::from([class]))
                .insert(level.entities.name_of(entity));
        }
        for (class, names) in names_by_class {
            let inputs = self.described_class(class).inputs;
            for name in names.into_iter().filter(|name| !name.is_empty()) {
                self.words.add_target(name, inputs.iter().map(|input| input.name.as_str()));
            }
        }
    }

    /// What the schema knows of a class, or, where it knows nothing, of all classes.
    fn described_class(&self, class: &str) -> KdefClass {
        self.schema.resolved(class).or_else(|| self.schema.resolved(EVERY_CLASS)).unwrap_or_default()
    }
}

pub(super) fn fire(engine: &mut Engine, request: &ConsoleRequest) {
    let [target, input, rest @ ..] = request.args.as_slice() else {
        return engine.say("ent_fire TARGET INPUT [VALUE [DELAY IN SECONDS]]");
    };
    let delay = rest.get(1).map_or(Ok(0.0), |delay| delay.parse::<f32>());
    let Some(delay) = delay.ok().filter(|delay| delay.is_finite() && *delay >= 0.0) else {
        return engine.say("ent_fire TARGET INPUT VALUE DELAY: the delay is a number of seconds");
    };
    let targets = engine.targets(target);
    let (taking, refusing): (Vec<_>, Vec<_>) =
        targets.into_iter().partition(|&entity| engine.takes_input(entity, input));
    let Some(level) = &mut engine.level else { return };
    let refused: Vec<String> =
        refusing.into_iter().take(MOST_PRINTED).map(|entity| level.entities.describe(entity)).collect();
    let value = match rest.first() {
        Some(value) if !value.is_empty() => Value::Text(level.entities.intern(value)),
        _ => Value::None,
    };
    let player = level.entities.player();
    for &entity in &taking {
        let delay = Duration::from_secs_f32(delay.min(MOST_DELAY));
        level.entities.queue_input(entity, input, value, delay, player, player);
    }
    for entity in refused {
        engine.warn(&format!("{entity} takes no input `{input}`; `ent_info` lists what it takes"));
    }
    if !taking.is_empty() {
        engine.say(&format!("{input} goes to {}", counted(taking.len())));
    }
}

impl Engine {
    /// Whether the class of an entity takes an input.
    fn takes_input(&self, entity: EntityId, input: &str) -> bool {
        let Some(level) = &self.level else { return false };
        self.described_class(level.entities.class_name(entity)).input(input).is_some()
    }
}

/// A number of entities in words.
fn counted(count: usize) -> String {
    if count == 1 { "1 entity".to_owned() } else { format!("{count} entities") }
}

pub(super) fn remove(engine: &mut Engine, request: &ConsoleRequest) {
    let [target] = request.args.as_slice() else { return engine.say("ent_remove TARGET") };
    let targets = engine.targets(target);
    let players: Vec<EntityId> = engine.players().iter().map(|player| player.entity).collect();
    let Some(level) = &mut engine.level else { return };
    let mut removed = 0;
    for entity in targets.into_iter().filter(|entity| !players.contains(entity)) {
        removed += usize::from(level.entities.remove(entity));
    }
    engine.say(&format!("{} will be gone after the next tick", counted(removed)));
}

pub(super) fn create(engine: &mut Engine, request: &ConsoleRequest) {
    let Some((class, keys)) = request.args.split_first() else {
        return engine.say("ent_create CLASS [KEY VALUE]...");
    };
    if keys.len() % 2 != 0 {
        return engine.say("ent_create CLASS [KEY VALUE]...: every key needs a value");
    }
    if engine.registry.find(class).is_none() {
        let hint = hint(class, &engine.words.classes());
        return engine.warn(&format!("the game has no class `{class}`{hint}"));
    }
    let place = place_to_create(engine);
    let Some(level) = &mut engine.level else { return engine.warn("no level is running") };
    let entity = level.entities.spawn(class);
    if let Some(place) = place {
        level.entities.set_origin(entity, place);
    }
    let refused: Vec<String> = keys
        .chunks_exact(2)
        .filter(|pair| !level.entities.set_key(entity, &pair[0], &pair[1]))
        .map(|pair| format!("key `{}` cannot be `{}`", pair[0], pair[1]))
        .collect();
    level.entities.start(entity);
    let described = level.entities.describe(entity);
    refused.iter().for_each(|text| engine.warn(text));
    engine.say(&format!("made {described}"));
    engine.refresh_words();
}

/// Where the first player looks: a little before what is in the way.
fn place_to_create(engine: &Engine) -> Option<Vec3> {
    let (level, player) = (engine.level.as_ref()?, engine.players().first()?);
    let (eye, forward) = (player.state.eye(), player.view.forward());
    let (end, shape) =
        (eye + forward * CREATE_RANGE, TraceShape::Box { mins: Vec3::splat(-8.0), maxs: Vec3::splat(8.0) });
    let request = TraceRequest { start: eye, end, shape, mask: Contents::MASK_PLAYER_SOLID };
    Some(level.world.trace(&request).end)
}

pub(super) fn info(engine: &mut Engine, request: &ConsoleRequest) {
    let [name] = request.args.as_slice() else { return engine.say("ent_info CLASS|TARGET") };
    if let Some(class) = engine.schema.resolved(name) {
        return engine.say(&class_text(&class));
    }
    for entity in engine.targets(name).into_iter().take(MOST_PRINTED) {
        let Some(level) = &engine.level else { return };
        let class = class_text(&engine.described_class(level.entities.class_name(entity)));
        let text = format!("{}\n{class}{}", level.entities.describe(entity), wires_text(level, entity));
        engine.say(&text);
    }
}

/// What a class is, takes and fires.
fn class_text(class: &KdefClass) -> String {
    let mut text = format!("{}: {}\n", class.name, class.help);
    let mut ports = |what: &str, ports: &[KdefPort]| {
        for port in ports {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {what:<6} {:<18} {:<7} {}", port.name, port.kind.word(), port.help);
        }
    };
    ports("input", &class.inputs);
    ports("output", &class.outputs);
    text
}

/// The wires of an entity.
fn wires_text(level: &Level, entity: EntityId) -> String {
    let entities = &level.entities;
    let wire_text = |wire: WireInfo| {
        let (output, input) = (entities.spelling(wire.output), entities.spelling(wire.input));
        let (target, value) = (entities.target_text(wire.target), entities.shown(wire.parameter));
        let left = wire.remaining.map_or(String::new(), |left| format!(", {left} times more"));
        format!("  wire   {output} to {target} {input} {value} after {} s{left}\n", wire.delay.as_secs_f32())
    };
    entities.wires(entity).map(wire_text).collect()
}

pub(super) fn text(engine: &mut Engine, request: &ConsoleRequest) {
    match request.args.as_slice() {
        [] => list(engine),
        [target] => {
            for entity in engine.targets(target).into_iter().take(MOST_PRINTED) {
                let Some(level) = &engine.level else { return };
                let text = entity_text(level, entity);
                engine.say(&text);
            }
        }
        _ => engine.say("ent_text [TARGET]"),
    }
}

/// Counts the level's entities by class.
fn list(engine: &mut Engine) {
    let Some(level) = &engine.level else { return engine.warn("no level is running") };
    let mut classes = BTreeMap::<&str, usize>::new();
    for entity in level.entities.entities() {
        *classes.entry(level.entities.class_name(entity)).or_default() += 1;
    }
    let mut lines: Vec<String> = classes.iter().map(|(class, count)| format!("{count:>5} {class}")).collect();
    lines.push(format!("{} entities", level.entities.count()));
    engine.say(&lines.join("\n"));
}

/// All that an entity holds.
fn entity_text(level: &Level, entity: EntityId) -> String {
    let entities = &level.entities;
    let (store, schema) = (entities.store(), entities.registry().schema());
    let mut text = format!("{}\n", entities.describe(entity));
    for component in store.components(entity) {
        let Some(kind) = schema.kind(component) else { continue };
        for (place, field) in kind.fields().iter().enumerate() {
            let Some(value) = store.get_field(entity, component, place) else { continue };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {}.{} = {}", kind.name(), field.name, field_text(entities, value));
        }
    }
    for (key, value) in entities.loose_fields(entity) {
        let _ = writeln!(text, "  {} = {}", entities.spelling(key), entities.shown(value));
    }
    if let Some(parent) = entities.parent(entity) {
        let _ = writeln!(text, "  follows {}", entities.describe(parent));
    }
    text + wires_text(level, entity).as_str()
}

/// The value of a component's field.
fn field_text(entities: &EntityWorld, value: FieldValue) -> String {
    match value {
        FieldValue::Text(text) => entities.text(text).to_owned(),
        FieldValue::Entity(entity) => entity.map_or_else(|| "nobody".to_owned(), |entity| entities.describe(entity)),
        FieldValue::Int(number) => number.to_string(),
        FieldValue::Fixed(number) => number.to_string(),
        FieldValue::Bool(truth) => truth.to_string(),
        FieldValue::Float(number) => number.to_string(),
        FieldValue::Vec3(vector) => format!("{} {} {}", vector.x, vector.y, vector.z),
    }
}

pub(super) fn trace(engine: &mut Engine, request: &ConsoleRequest) {
    let Some(level) = &mut engine.level else { return engine.warn("no level is running") };
    let on = match request.args.first().map(String::as_str) {
        None => !level.entities.is_tracing(),
        Some("1") => true,
        Some("0") => false,
        Some(_) => return engine.say("ent_trace [0|1]"),
    };
    level.entities.set_tracing(on);
    engine.say(if on { "events are printed" } else { "events are not printed any more" });
}

/// What somebody may have meant who misspelt a word; empty where nothing is like it.
fn hint(text: &str, words: &[String]) -> String {
    nearest_word(text, words).map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}

/// The word that is likest to a misspelt one: by the fewest letters to change, take out or put in (Levenshtein,
/// "Binary codes capable of correcting deletions, insertions, and reversals", 1966), at most a third of them.
fn nearest_word<'a>(text: &str, words: &'a [String]) -> Option<&'a str> {
    let most = text.chars().take(64).count() / 3;
    let distances = words.iter().map(|word| (distance(text, word), word.as_str()));
    distances.filter(|&(distance, _)| distance <= most).min_by_key(|&(distance, _)| distance).map(|(_, word)| word)
}

fn distance(one: &str, other: &str) -> usize {
    let lower = |text: &str| text.chars().take(64).map(|c| c.to_ascii_lowercase()).collect::<Vec<_>>();
    let (one, other) = (lower(one), lower(other));
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, a) in one.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words_find_the_likest_one() {
        let words = ["door_left", "door_right", "lamp"].map(str::to_owned);
        assert_eq!(nearest_word("dor_left", &words), Some("door_left"));
        assert_eq!(nearest_word("DOOR_RIHGT", &words), Some("door_right"));
        assert_eq!(nearest_word("xyz", &words), None);
        assert_eq!((distance("kitten", "sitting"), distance("", "abc"), distance("abc", "abc")), (3, 3, 0));
    }
}
