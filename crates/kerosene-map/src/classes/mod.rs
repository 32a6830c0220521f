//! Brings the classes and keys of another game to ours, by a table that a person can edit.
//!
//! Reading a map and renaming what is in it are two steps, so that a map can also be kept as it is.
//! Three things happen here: classes and keys are renamed as [`ClassTable`] says; `target` and
//! `killtarget`, and the keys of Half-Life's `multi_manager`, become wires; and a `func_` before one of our class names goes. The class that
//! an entity had stays in its key [`SOURCE_CLASS_KEY`]. What has no counterpart is reported, with a
//! count for each class.

mod keys;
mod table;
mod wires;

pub(crate) use table::known_classes;
pub use table::{ClassTable, ClassTableError};

use crate::model::{Entity, Map};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::{Diagnostics, codes};
use keys::Lost;
use std::collections::BTreeMap;
use table::{ClassRule, is_stock};
use wires::UseInputs;

/// Key that keeps the class an entity had in its own game.
pub const SOURCE_CLASS_KEY: &str = "_source_class";

/// Renames classes and keys of another game and makes wires of its targets.
///
/// Entities that the table calls absent are removed. Returns what was removed, what has no
/// counterpart, and which classes stay unknown.
///
/// # Examples
///
/// ```
/// use kerosene_map::{ClassTable, MapFormat, apply_class_table, read_map};
///
/// let text = br#"
/// { "classname" "worldspawn" }
/// { "classname" "func_button" "target" "gate" }
/// { "classname" "func_door" "targetname" "gate" "angle" "-1" }
/// "#;
/// let mut map = read_map("gate.map", text, &Default::default())?.map;
/// apply_class_table(&mut map, &ClassTable::default_for(MapFormat::QuakeMap));
/// assert_eq!(map.entities[1].class_name(), "button");
/// assert_eq!(map.entities[1].connections[0].input, "Use");
/// assert_eq!(map.entities[2].get("movedir"), Some("-90 0 0"));
/// assert_eq!(map.entities[2].get("_source_class"), Some("func_door"));
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn apply_class_table(map: &mut Map, table: &ClassTable) -> Diagnostics {
    let mut tally = Tally::default();
    remove_absent(map, table, &mut tally);
    let mut inputs = UseInputs::default();
    let mut uses = Vec::with_capacity(map.entities.len());
    let no_rule = ClassRule::default();
    for entity in &mut map.entities {
        let rule = table.rule(entity.class_name()).unwrap_or(&no_rule);
        let class = entity.class_name().to_owned();
        for lost in keys::apply(entity, rule, &table.every, table.clear_flags) {
            tally.lost.entry((class.clone(), lost)).or_insert_with(|| Seen::first(entity)).count += 1;
        }
        let used = rule.used.clone().unwrap_or_else(wires::plain_use);
        inputs.note(entity, &used);
        uses.push((used, rule));
        rename_class(entity, rule.to.as_deref());
        if !class.is_empty() && !is_stock(entity.class_name()) {
            tally.unknown.entry(class).or_insert_with(|| Seen::first(entity)).count += 1;
        }
    }
    for (entity, (used, rule)) in map.entities.iter_mut().zip(uses) {
        inputs.tell_apart(entity, &used);
        if let Some(output) = &rule.fires_keys {
            inputs.wire_keys(entity, output);
        }
        let Some(output) = &rule.fires else { continue };
        for dead_end in inputs.wire(entity, output) {
            tally.dead_ends.entry(dead_end).or_insert_with(|| Seen::first(entity)).count += 1;
        }
    }
    tally.report(&map.source)
}

fn rename_class(entity: &mut Entity, to: Option<&str>) {
    let class = entity.class_name().to_owned();
    let without_prefix = class.get(..5).filter(|prefix| prefix.eq_ignore_ascii_case("func_")).and(class.get(5..));
    let to = to.or(without_prefix.filter(|name| is_stock(name))).unwrap_or(&class);
    if to != class {
        keys::set(entity, "classname", to.to_owned());
        keys::set(entity, SOURCE_CLASS_KEY, class);
    }
}

fn remove_absent(map: &mut Map, table: &ClassTable, tally: &mut Tally) {
    let mut index = 0;
    map.entities.retain(|entity| {
        let is_world = index == 0;
        index += 1;
        let absence = table.absent.iter().position(|absence| {
            let class = absence.class.as_ref().is_none_or(|class| class.eq_ignore_ascii_case(entity.class_name()));
            class && (absence.flags == 0 || keys::spawnflags(entity) & absence.flags != 0)
        });
        let Some(absence) = absence.filter(|_| !is_world) else { return true };
        let because = table.absent[absence].because.clone();
        tally.absent.entry((absence, because)).or_insert_with(|| Seen::first(entity)).count += 1;
        false
    });
}

/// How often something was seen, and where first.
#[derive(Debug)]
struct Seen {
    count: usize,
    first: Place,
}

impl Seen {
    fn first(entity: &Entity) -> Self {
        Self { count: 0, first: Place::entity(entity) }
    }
}

/// What there is to report, counted.
#[derive(Debug, Default)]
struct Tally {
    absent: BTreeMap<(usize, String), Seen>,
    lost: BTreeMap<(String, Lost), Seen>,
    unknown: BTreeMap<String, Seen>,
    dead_ends: BTreeMap<String, Seen>,
}

/// Class names shown in one message.
const SHOWN: usize = 24;

impl Tally {
    fn report(&self, source: &str) -> Diagnostics {
        let mut reporter = Reporter::new(source);
        for ((_, because), seen) in &self.absent {
            let message = format!("{} entities are left out, the first one here: {because}", seen.count);
            reporter.report(codes::ENTITIES_ABSENT, seen.first, message);
        }
        for ((class, lost), seen) in &self.lost {
            let what = match lost {
                Lost::Key(key, why) => format!("`{key}` of {} `{class}` is dropped: {why}", seen.count),
                Lost::Flags(bits) => format!("spawnflags {bits} of {} `{class}` have no counterpart", seen.count),
                Lost::Value(key, value) => {
                    format!(
                        "`{key}` of {} `{class}` has the value `{value}`, which is no number; it is kept",
                        seen.count
                    )
                }
            };
            reporter.report(codes::KEY_DROPPED, seen.first, what);
        }
        for (name, seen) in &self.dead_ends {
            let message = format!("{} entities have the target `{name}`, which no entity is named", seen.count);
            reporter.report(codes::DEAD_TARGET, seen.first, message);
        }
        self.report_unknown(&mut reporter);
        reporter.finish()
    }

    fn report_unknown(&self, reporter: &mut Reporter) {
        let Some(first) = self.unknown.values().map(|seen| seen.first).min_by_key(|place| place.line) else { return };
        let entities: usize = self.unknown.values().map(|seen| seen.count).sum();
        let shown: Vec<String> =
            self.unknown.iter().take(SHOWN).map(|(class, seen)| format!("{class} ({})", seen.count)).collect();
        let more = self.unknown.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let classes = self.unknown.len();
        let message = format!("{entities} entities of {classes} unknown classes are kept: {}{more}", shown.join(", "));
        reporter.report_with_fix(codes::UNKNOWN_CLASS, first, message, "name them in a class table (--classes)");
    }
}
