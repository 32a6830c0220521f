//! A saved world as text, for people, and the difference between two.

use super::WorldSnapshot;
use super::model::{SavedEntity, SavedEvent, SavedTarget, SavedWire};
use crate::value::Value;
use crate::{EntityId, Time};
use kerosene_world::TextId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Lines about one thing: an entity, or everything that is none.
type Sections = BTreeMap<Option<EntityId>, Vec<String>>;

impl WorldSnapshot {
    /// All of it as text: clock, entities with components, loose fields and wires, and the events that wait.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, WorldSnapshot};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// world.spawn_with("light", &[("targetname", "lamp"), ("brightness", "200")]);
    /// let text = WorldSnapshot::capture(&world).text();
    /// assert!(text.contains("entity @0#1 light \"lamp\"\n"));
    /// assert!(text.contains("\n    brightness = 200\n"));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (entity, lines) in self.sections() {
            for line in lines {
                let indent = if entity.is_some() && !line.starts_with("entity ") { "    " } else { "" };
                let _ = writeln!(text, "{indent}{line}");
            }
        }
        text
    }

    /// What differs from an earlier snapshot, entity by entity: lines that went with `-`, lines that came with `+`.
    /// Empty for equal worlds.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, WorldSnapshot};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn_with("light", &[("brightness", "200")]);
    /// let before = WorldSnapshot::capture(&world);
    /// world.set_key(lamp, "brightness", "90");
    /// let after = WorldSnapshot::capture(&world);
    /// assert_eq!(after.diff(&before), "@0#1 light\n  - brightness = 200\n  + brightness = 90\n");
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    #[must_use]
    pub fn diff(&self, before: &Self) -> String {
        let (old, new) = (before.sections(), self.sections());
        let none = Vec::new();
        let all: BTreeSet<Option<EntityId>> = old.keys().chain(new.keys()).copied().collect();
        let mut text = String::new();
        for entity in all {
            let (gone, come) = (old.get(&entity).unwrap_or(&none), new.get(&entity).unwrap_or(&none));
            let mut lines: Vec<String> = only_in(gone, come).map(|line| format!("  - {line}")).collect();
            lines.extend(only_in(come, gone).map(|line| format!("  + {line}")));
            if lines.is_empty() {
                continue;
            }
            let title = match entity {
                Some(entity) => {
                    let saved = self.find(entity).map(|saved| (self, saved));
                    let saved = saved.or_else(|| before.find(entity).map(|saved| (before, saved)));
                    saved.map_or_else(|| entity.to_string(), |(snapshot, saved)| snapshot.title(saved))
                }
                None => "the world".to_owned(),
            };
            let _ = writeln!(text, "{title}\n{}", lines.join("\n"));
        }
        text
    }

    fn find(&self, entity: EntityId) -> Option<&SavedEntity> {
        let at = self.entities.binary_search_by_key(&entity.slot(), |saved| saved.id.slot()).ok()?;
        Some(&self.entities[at]).filter(|saved| saved.id == entity)
    }

    fn sections(&self) -> Sections {
        let mut sections = Sections::new();
        sections.insert(None, self.world_lines());
        for entity in &self.entities {
            sections.insert(Some(entity.id), self.entity_lines(entity));
        }
        sections
    }

    fn world_lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("time {}", self.clock.time),
            format!("tick {}", self.world.tick()),
            format!("next event #{}", self.clock.sequence),
        ];
        for (who, entity) in [("player", self.clock.player), ("picker", self.clock.picker)] {
            lines.extend(entity.map(|entity| format!("{who} {entity}")));
        }
        lines.extend(self.removed.iter().map(|entity| format!("to be removed {entity}")));
        lines.extend(self.events.iter().map(|event| self.event_line(event)));
        lines
    }

    fn title(&self, entity: &SavedEntity) -> String {
        let name = self.resolve(entity.name);
        let name = if name.is_empty() { String::new() } else { format!(" \"{name}\"") };
        format!("{} {}{name}", entity.id, self.resolve(entity.class_name))
    }

    fn entity_lines(&self, entity: &SavedEntity) -> Vec<String> {
        let mut lines = vec![format!("entity {}", self.title(entity))];
        for component in self.world.components(entity.id) {
            let Some(kind) = self.world.schema().kind(component) else { continue };
            let mut line = kind.name().to_owned();
            for (position, field) in kind.fields().iter().enumerate() {
                let value = self.world.get_field(entity.id, component, position).map(crate::world::from_field);
                let _ = write!(line, " {}={}", field.name, self.quoted(value.unwrap_or_default()));
            }
            lines.push(line);
        }
        let fields = entity.bag.iter();
        lines.extend(fields.map(|field| format!("{} = {}", self.resolve(field.key), self.quoted(field.value))));
        lines.extend(entity.wires.iter().map(|wire| self.wire_line(wire)));
        lines
    }

    fn wire_line(&self, wire: &SavedWire) -> String {
        let mut line =
            format!("{} -> {}.{}", self.resolve(wire.output), self.target(wire.target), self.resolve(wire.input));
        if !wire.parameter.is_none() {
            let _ = write!(line, " with {}", self.quoted(wire.parameter));
        }
        if wire.delay > 0 {
            let _ = write!(line, " after {}", Time::from_nanoseconds(wire.delay));
        }
        if wire.remaining >= 0 {
            let _ = write!(line, ", {} times more", wire.remaining);
        }
        line
    }

    fn event_line(&self, event: &SavedEvent) -> String {
        let mut line = format!(
            "event #{} at {}: {}.{}",
            event.sequence,
            Time::from_nanoseconds(event.due),
            self.target(event.target),
            self.resolve(event.input)
        );
        if !event.value.is_none() {
            let _ = write!(line, " with {}", self.quoted(event.value));
        }
        if let Some(caller) = event.caller {
            let _ = write!(line, " from {caller}.{}", self.resolve(event.output));
        }
        if let Some(activator) = event.activator {
            let _ = write!(line, " by {activator}");
        }
        line
    }

    fn target(&self, target: SavedTarget) -> String {
        match target {
            SavedTarget::Name(name) => self.resolve(name).to_owned(),
            SavedTarget::Prefix(name) => format!("{}*", self.resolve(name)),
            SavedTarget::Special(special) => special.name().to_owned(),
            SavedTarget::Handle(entity) => entity.to_string(),
        }
    }

    fn quoted(&self, value: Value) -> String {
        match value {
            Value::None => "none".to_owned(),
            Value::Text(text) => format!("{:?}", self.resolve(text)),
            Value::Vector(_) | Value::Angle(_) => format!("({})", value.shown(self.world.texts())),
            other => other.shown(self.world.texts()).to_string(),
        }
    }

    fn resolve(&self, text: TextId) -> &str {
        self.world.resolve(text).unwrap_or_default()
    }
}

/// The lines of one list that the other does not have, or not as often.
fn only_in<'a>(lines: &'a [String], others: &[String]) -> impl Iterator<Item = &'a String> {
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for line in others {
        *left.entry(line.clone()).or_default() += 1;
    }
    lines.iter().filter(move |line| match left.get_mut(line.as_str()) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    })
}
