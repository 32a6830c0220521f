//! The blocks of a file: the world, entities, and what belongs to the editor.

use super::connection::parse_connection;
use super::sew::{Sheet, sew};
use super::{Wires, editor, lower, numbering};
use crate::error::{Problem, ReadError};
use crate::import::ImportStatistics;
use crate::kmap::cursor::{Cursor, Item, Place as KeyPlace};
use crate::limits::ReadOptions;
use crate::model::{Entity, Map, UnknownNode};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use kerosene_kv::Position;

/// Whether what is being read stands in a `hidden` block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Yes,
    Hidden,
}

/// Name under which the version of the file is kept: ours has a `versioninfo` of its own.
const KEPT_VERSION: &str = "vmf_versioninfo";

/// Reads blocks whose first line was just read, each up to its end.
pub(super) struct Reader<'a, 'r> {
    pub(super) cursor: Cursor<'a>,
    pub(super) options: &'a ReadOptions,
    wires: Wires,
    pub(super) reporter: &'r mut Reporter,
    pub(super) statistics: ImportStatistics,
    pub(super) map: Map,
    /// Displacements, until their borders are welded.
    pub(super) sheets: Vec<Sheet>,
    /// Where the first hidden object is that was left out.
    first_hidden: Option<Place>,
    first_carrier: Option<Place>,
}

impl<'a, 'r> Reader<'a, 'r> {
    pub(super) fn new(cursor: Cursor<'a>, options: &'a ReadOptions, wires: Wires, reporter: &'r mut Reporter) -> Self {
        Self {
            cursor,
            options,
            wires,
            reporter,
            statistics: ImportStatistics::default(),
            map: Map::default(),
            sheets: Vec::new(),
            first_hidden: None,
            first_carrier: None,
        }
    }

    /// Reads everything.
    pub(super) fn read_map(mut self) -> Result<(Map, ImportStatistics), ReadError> {
        let mut world: Option<Entity> = None;
        // The world's place, which its own block may come to fill after others.
        self.map.entities.push(Entity::default());
        while let Some(item) = self.cursor.next()? {
            let (name, position) = match item {
                Item::Block(name, position) => (name, position),
                Item::Pair(key, value, _) => {
                    self.map.unknown.push(UnknownNode::Key(key.into_owned(), value.into_owned()));
                    continue;
                }
            };
            match &*lower(&name) {
                "world" => {
                    let entity = self.read_entity(position, 0, Shown::Yes)?;
                    self.add_world(&mut world, entity);
                }
                "entity" => self.add_entity(position, Shown::Yes)?,
                "hidden" => self.read_hidden_entities()?,
                "visgroups" => editor::visgroups(&mut self)?,
                "cordon" => editor::cordon(&mut self, position, true)?,
                "cordons" => editor::cordons(&mut self)?,
                "versioninfo" => {
                    let kept = self.cursor.unknown_block(KEPT_VERSION)?;
                    self.map.unknown.push(kept);
                }
                _ => {
                    let kept = self.cursor.unknown_block(&name)?;
                    self.map.unknown.push(kept);
                }
            }
        }
        self.map.entities[0] = world.unwrap_or_else(|| self.make_world());
        Ok(self.finish())
    }

    fn finish(mut self) -> (Map, ImportStatistics) {
        sew(&mut self.sheets);
        for sheet in self.sheets.drain(..) {
            self.map.entities[sheet.owner].meshes.push(sheet.mesh);
        }
        numbering::spread(&mut self.map);
        self.statistics.layers = self.map.visgroups.len();
        self.statistics.groups = self.map.groups.len();
        self.report_hidden();
        self.report_carriers();
        (self.map, self.statistics)
    }

    fn make_world(&mut self) -> Entity {
        let message = "the file has no world; an empty one was made".to_owned();
        self.reporter.report_with_fix(codes::NO_WORLD, Place::default(), message, "check that the map is whole");
        Entity { keys: vec![("classname".to_owned(), "worldspawn".to_owned())], ..Entity::default() }
    }

    fn add_world(&mut self, world: &mut Option<Entity>, mut entity: Entity) {
        if entity.class_name().is_empty() {
            entity.keys.insert(0, ("classname".to_owned(), "worldspawn".to_owned()));
        }
        let Some(first) = world else {
            *world = Some(entity);
            return;
        };
        let count = entity.brushes.len();
        let message = format!("a second world: its {count} brushes and the keys that the first lacks join it");
        let place = Place::entity(&entity);
        self.reporter.report_with_fix(codes::SECOND_WORLD, place, message, "keep one `world` block");
        first.brushes.append(&mut entity.brushes);
        first.connections.append(&mut entity.connections);
        first.unknown.append(&mut entity.unknown);
        for (key, value) in entity.keys {
            if first.get(&key).is_none() {
                first.keys.push((key, value));
            }
        }
    }

    fn read_hidden_entities(&mut self) -> Result<(), ReadError> {
        while let Some(item) = self.cursor.next()? {
            match item {
                Item::Block(name, position) if name.eq_ignore_ascii_case("entity") => {
                    self.add_entity(position, Shown::Hidden)?;
                }
                other => {
                    let kept = self.keep(other)?;
                    self.map.unknown.push(UnknownNode::Block("hidden".to_owned(), vec![kept]));
                }
            }
        }
        Ok(())
    }

    fn add_entity(&mut self, position: Position, shown: Shown) -> Result<(), ReadError> {
        let owner = self.map.entities.len();
        self.check_limit(owner, self.options.limits.entities, "entities", position)?;
        let sheets = self.sheets.len();
        let mut entity = self.read_entity(position, owner, shown)?;
        if entity.class_name().is_empty() {
            let message = format!("an entity with {} brushes has no classname", entity.brushes.len());
            let fix = "give it a classname, or delete it";
            self.reporter.report_with_fix(codes::NO_CLASS_NAME, Place::entity(&entity), message, fix);
        }
        entity.editor.hidden |= shown == Shown::Hidden;
        if self.is_left_out(shown) {
            self.sheets.truncate(sheets);
            self.statistics.omitted_entities += 1;
            self.first_hidden.get_or_insert(Place::entity(&entity));
        } else {
            self.map.entities.push(entity);
        }
        Ok(())
    }

    /// Whether an object in or out of a `hidden` block stays out of the map.
    pub(super) fn is_left_out(&self, shown: Shown) -> bool {
        shown == Shown::Hidden && !self.options.keep_omitted_layers
    }

    /// Reads an entity that will stand at `owner` among the map's.
    fn read_entity(&mut self, position: Position, owner: usize, shown: Shown) -> Result<Entity, ReadError> {
        let mut entity = Entity { line: position.line, ..Entity::default() };
        let mut has_id = false;
        while let Some(item) = self.cursor.next()? {
            match item {
                Item::Pair(key, value, place) if !has_id && key.eq_ignore_ascii_case("id") => {
                    entity.id = self.id(&value, place);
                    has_id = true;
                }
                Item::Pair(key, value, place) => {
                    let limit = self.options.limits.keys_per_entity;
                    self.check_limit(entity.keys.len(), limit, "keys in one entity", place.key)?;
                    entity.keys.push((key.into_owned(), value.into_owned()));
                }
                Item::Block(name, position) => self.entity_block(&mut entity, &name, position, owner, shown)?,
            }
        }
        Ok(entity)
    }

    fn entity_block(
        &mut self,
        entity: &mut Entity,
        name: &str,
        position: Position,
        owner: usize,
        shown: Shown,
    ) -> Result<(), ReadError> {
        match &*lower(name) {
            "solid" => self.add_solid(entity, position, owner, shown)?,
            "connections" => self.read_connections(entity)?,
            "editor" => editor::editor(self, &mut entity.editor, &mut entity.unknown)?,
            "group" if owner == 0 => editor::group(self)?,
            "hidden" => self.read_hidden_solids(entity, owner)?,
            _ => entity.unknown.push(self.cursor.unknown_block(name)?),
        }
        Ok(())
    }

    fn read_hidden_solids(&mut self, entity: &mut Entity, owner: usize) -> Result<(), ReadError> {
        while let Some(item) = self.cursor.next()? {
            match item {
                Item::Block(name, position) if name.eq_ignore_ascii_case("solid") => {
                    self.add_solid(entity, position, owner, Shown::Hidden)?;
                }
                other => {
                    let kept = self.keep(other)?;
                    entity.unknown.push(UnknownNode::Block("hidden".to_owned(), vec![kept]));
                }
            }
        }
        Ok(())
    }

    /// A wire that cannot be read stays in the file, in a block of its own, and does nothing.
    fn read_connections(&mut self, entity: &mut Entity) -> Result<(), ReadError> {
        while let Some(item) = self.cursor.next()? {
            if let Item::Pair(output, value, place) = &item {
                if let Some(connection) = parse_connection(output, value) {
                    self.statistics.wires += 1;
                    entity.connections.push(connection);
                    continue;
                }
                if self.wires == Wires::AsTheyAre || !value.contains('$') {
                    self.report_wire(entity, output, value, place.value);
                }
            }
            let kept = self.keep(item)?;
            entity.unknown.push(UnknownNode::Block("connections".to_owned(), vec![kept]));
        }
        Ok(())
    }

    fn report_wire(&mut self, entity: &Entity, output: &str, value: &str, position: Position) {
        let shown: String = value.chars().take(60).collect();
        let message = format!("the wire `{output}` -> `{shown}` cannot be read and does nothing");
        let place = Place { entity: Some(entity.id), ..place_of(position) };
        let fix = "an output holds target, input, parameter, delay and times, with commas between";
        self.reporter.report_with_fix(codes::BAD_CONNECTION, place, message, fix);
    }

    /// An id; 0 where the text is none, which gets a new one in the end.
    pub(super) fn id(&mut self, value: &str, place: KeyPlace) -> u32 {
        value.trim().parse().unwrap_or_else(|_| {
            let shown: String = value.chars().take(60).collect();
            let message = format!("`{shown}` is no id; the object gets a new one");
            self.reporter.report(codes::DUPLICATE_ID, place_of(place.value), message);
            0
        })
    }

    /// An item as a node to be written back.
    pub(super) fn keep(&mut self, item: Item<'_>) -> Result<UnknownNode, ReadError> {
        match item {
            Item::Pair(key, value, _) => Ok(UnknownNode::Key(key.into_owned(), value.into_owned())),
            Item::Block(name, _) => self.cursor.unknown_block(&name),
        }
    }

    pub(super) fn check_limit(
        &self,
        count: usize,
        limit: usize,
        what: &'static str,
        position: Position,
    ) -> Result<(), ReadError> {
        if count < limit { Ok(()) } else { Err(self.cursor.error(position, Problem::OverLimit { what, limit })) }
    }

    /// Notes a solid that is left out for being hidden.
    pub(super) fn note_hidden(&mut self, place: Place) {
        self.statistics.omitted_brushes += 1;
        self.first_hidden.get_or_insert(place);
    }

    /// Notes a solid of which only the displaced sides stay.
    pub(super) fn note_carrier(&mut self, place: Place, other_sides: usize) {
        self.statistics.displaced_brushes += 1;
        self.statistics.sides_beside_displacements += other_sides;
        self.first_carrier.get_or_insert(place);
    }

    fn report_hidden(&mut self) {
        let Some(first) = self.first_hidden else { return };
        let (entities, brushes) = (self.statistics.omitted_entities, self.statistics.omitted_brushes);
        let message =
            format!("{entities} hidden entities and {brushes} hidden brushes are left out, the first one here");
        let fix = "show them in the editor and save, where they belong in the level";
        self.reporter.report_with_fix(codes::HIDDEN_LEFT_OUT, first, message, fix);
    }

    fn report_carriers(&mut self) {
        let Some(first) = self.first_carrier else { return };
        let statistics = &self.statistics;
        let message = format!(
            "{} brushes carry {} displacements, the first one here: their {} other sides are left out",
            statistics.displaced_brushes, statistics.displacements, statistics.sides_beside_displacements
        );
        self.reporter.report(codes::DISPLACEMENT_CARRIER, first, message);
    }
}

/// The place of a key or value.
pub(super) fn place_of(position: Position) -> Place {
    Place { column: position.column, ..Place::line(position.line) }
}
