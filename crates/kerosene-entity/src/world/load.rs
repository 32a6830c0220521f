//! From the text of a map's entities to a living world.
//!
//! First every entity is made, with its keys and wires; brushes have their bounds by then. Next, keys that name other
//! entities find them. Classes that decide about others before those are born (templates) do so next. Only then do the
//! spawn handlers run, in the order of the file, so a class may look for anybody.

use super::EntityWorld;
use super::keys::{KeySet, Reference};
use crate::EntityId;
use crate::class::ClassId;
use crate::wires::WireText;
use kerosene_diagnostics::{Code, Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_kv::{Block, Document, Lookup, Node, Pair, ParseError, Position};
use kerosene_math::Aabb;
use std::collections::BTreeMap;

/// What came of loading a map's entities.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LoadReport {
    /// The entities in the order of the file; the world itself is the first.
    pub entities: Vec<EntityId>,
    /// What could not be read, with places.
    pub diagnostics: Diagnostics,
}

/// Why a map's entities cannot be loaded at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The text is no KeyValues text.
    #[error("the entities of the map: {0}")]
    Text(#[from] ParseError),
    /// A key stands outside every entity.
    #[error("the entities of the map, {position}: key `{key}` belongs to no entity: expected `{{`")]
    StrayKey {
        /// Where it is.
        position: Position,
        /// The key.
        key: String,
    },
}

/// A key that names an entity, to be looked up when all are there.
struct Waiting<'a> {
    entity: EntityId,
    reference: Reference,
    pair: &'a Pair<'a>,
}

/// What is gathered while a map is loaded.
struct Loading<'a> {
    source: &'a str,
    models: &'a [Aabb],
    report: LoadReport,
    waiting: Vec<Waiting<'a>>,
    /// Classes that the game does not have, as they are written first, and how many entities each has.
    unknown_classes: BTreeMap<String, (String, usize)>,
    /// The first entity of one.
    first_unknown: Option<Position>,
}

impl EntityWorld {
    /// Loads the entities of a map and runs their spawn handlers. `models` are the bounds of its brush models by
    /// number, about their entities' positions; `source` is what to call the map in messages.
    ///
    /// Every block at the top is an entity, whatever its name. What cannot be read is left out and told of.
    ///
    /// # Errors
    /// [`LoadError`] where the text is no list of entities; nothing is loaded then.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry, WireText};
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let text = r#"
    ///     { "classname" "worldspawn" }
    ///     { "classname" "relay" "targetname" "r" connections { "OnTrigger" "lamp,Kill,,0.5,-1" } }
    /// "#;
    /// let report = world.load_from_kv(text, &[], "maps/test.kbsp").expect("entities");
    /// let relay = report.entities[1];
    /// assert_eq!((world.name_of(relay), world.wires(relay).count()), ("r", 1));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn load_from_kv(&mut self, text: &str, models: &[Aabb], source: &str) -> Result<LoadReport, LoadError> {
        let document = Document::parse(text)?;
        let blocks = document.nodes.iter().map(|node| match node {
            Node::Block(block) => Ok(block),
            Node::Pair(pair) => Err(LoadError::StrayKey { position: pair.position, key: pair.key.to_string() }),
        });
        let blocks: Vec<&Block<'_>> = blocks.collect::<Result<_, _>>()?;
        let mut loading = Loading {
            source,
            models,
            report: LoadReport::default(),
            waiting: Vec::new(),
            unknown_classes: BTreeMap::new(),
            first_unknown: None,
        };
        for block in blocks {
            self.load_entity(block, &mut loading);
        }
        loading.tell_unknown_classes();
        self.find_references(&mut loading);
        for &entity in &loading.report.entities {
            self.prepare(entity);
        }
        for &entity in &loading.report.entities {
            self.start(entity);
        }
        Ok(loading.report)
    }

    fn load_entity<'a>(&mut self, block: &'a Block<'a>, loading: &mut Loading<'a>) {
        let class_text = block.get("classname").unwrap_or_default().trim();
        let class = self.registry.find(class_text);
        if class.is_none() {
            loading.first_unknown.get_or_insert(block.position);
            let fresh = || (class_text.to_owned(), 0);
            loading.unknown_classes.entry(class_text.to_ascii_lowercase()).or_insert_with(fresh).1 += 1;
        }
        let class_name = self.name(class_text);
        let entity = self.create(class.unwrap_or(ClassId::INERT), class_name);
        if let Some(row) = self.row_mut(entity) {
            row.line = block.position.line;
        }
        loading.report.entities.push(entity);
        for node in &block.nodes {
            match node {
                Node::Pair(pair) => self.load_key(entity, pair, loading),
                Node::Block(inner) if inner.name.eq_ignore_ascii_case("connections") => {
                    self.load_wires(entity, inner, loading);
                }
                // Editors keep blocks of their own in entities; they mean nothing here.
                Node::Block(_) => {}
            }
        }
    }

    fn load_key<'a>(&mut self, entity: EntityId, pair: &'a Pair<'a>, loading: &mut Loading<'a>) {
        match self.apply_key(entity, &pair.key, &pair.value, loading.models) {
            KeySet::Done | KeySet::Nobody => {}
            KeySet::Names(reference) => loading.waiting.push(Waiting { entity, reference, pair }),
            KeySet::Unreadable(expected) => {
                let described = self.describe(entity);
                let message =
                    format!("{described}: key `{}` has the value `{}`: expected {expected}", pair.key, pair.value);
                loading.tell(codes::UNREADABLE_KEY, pair.position, message);
            }
            KeySet::NoModel => {
                let described = self.describe(entity);
                let message = format!("{described}: the map has no brush model `{}`", pair.value);
                loading.tell(codes::NO_BRUSH_MODEL, pair.position, message);
            }
        }
    }

    fn load_wires(&mut self, entity: EntityId, block: &Block<'_>, loading: &mut Loading<'_>) {
        for pair in block.pairs() {
            match WireText::parse(&pair.key, &pair.value) {
                Ok(wire) => {
                    self.add_wire(entity, &wire);
                }
                Err(error) => {
                    let described = self.describe(entity);
                    loading.tell(codes::UNREADABLE_WIRE, pair.position, format!("{described}: {error}"));
                }
            }
        }
    }

    fn find_references(&mut self, loading: &mut Loading<'_>) {
        for Waiting { entity, reference, pair } in std::mem::take(&mut loading.waiting) {
            if self.set_reference(entity, reference, &pair.value) {
                continue;
            }
            let described = self.describe(entity);
            let message = match reference {
                Reference::Parent if self.find_by_name(&pair.value).next().is_some() => {
                    format!("{described}: cannot follow `{}`, which follows it", pair.value)
                }
                _ => format!("{described}: key `{}` names `{}`, which is not there", pair.key, pair.value),
            };
            loading.tell(codes::NAMES_NOBODY, pair.position, message);
        }
    }
}

/// Class names shown in one message.
const SHOWN: usize = 24;

impl Loading<'_> {
    /// One message for all classes that the game does not have: maps of other games have dozens.
    fn tell_unknown_classes(&mut self) {
        let Some(position) = self.first_unknown else { return };
        let named: Vec<String> =
            self.unknown_classes.values().take(SHOWN).map(|(class, count)| format!("`{class}` ({count})")).collect();
        let entities: usize = self.unknown_classes.values().map(|(_, count)| count).sum();
        let more = self.unknown_classes.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let named = named.join(", ");
        let message =
            format!("{entities} entities are of classes that the game does not have, and do nothing: {named}{more}");
        self.tell(codes::UNKNOWN_GAME_CLASS, position, message);
    }

    fn tell(&mut self, code: Code, position: Position, message: String) {
        let place = SourcePosition::line(self.source, position.line).column(position.column);
        self.report.diagnostics.push(Diagnostic::new(code, message).at(place));
    }
}
