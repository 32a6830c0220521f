//! Reads a `.kmap`: the file, its entities, visgroups, groups and cordons.

use super::connection::parse_connection;
use super::cursor::{Cursor, Item};
use super::text::parse_triple;
use super::{FORMAT_VERSION, block, key, read_brush, read_editor, read_mesh};
use crate::error::{Problem, ReadError};
use crate::ids;
use crate::import::{ImportStatistics, Imported, MapFormat};
use crate::limits::ReadOptions;
use crate::model::{Cordon, Entity, Group, Map, UnknownNode, VisGroup};
use crate::report::{Place as ReportPlace, Reporter};
use kerosene_diagnostics::codes;
use kerosene_kv::{Dialect, Position};

/// Reads a `.kmap`.
///
/// Keys and blocks that this version does not know are kept for writing back.
///
/// # Errors
///
/// A [`ReadError`] with line and column where the text is no KeyValues, a value does not say what
/// it must, or a limit is exceeded.
///
/// # Examples
///
/// ```
/// let text = b"world\n{\nid 1\nclassname worldspawn\nmessage Hello\n}";
/// let imported = kerosene_map::read_kmap("hello.kmap", text, &Default::default())?;
/// assert_eq!(imported.map.entities[0].get("message"), Some("Hello"));
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn read_kmap(source_name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Imported, ReadError> {
    let mut reporter = Reporter::new(source_name);
    let cursor = Cursor::new(source_name, bytes, options, Dialect::Escaped)?;
    let mut reader = Reader { cursor, options, reporter: &mut reporter, brushes: 0, nesting: Vec::new() };
    let mut map = reader.read_map()?;
    let nesting = reader.nesting;
    map.source = source_name.to_owned();
    ids::repair(&mut map, &mut reporter);
    // Only now, since an id may stand after what is nested, and may have changed.
    for (child, parent) in nesting {
        let parent = map.visgroups[parent].id;
        map.visgroups[child].parent.get_or_insert(parent);
    }
    let statistics = statistics(&map);
    Ok(Imported { map, diagnostics: reporter.finish(), format: MapFormat::Kmap, game: None, statistics })
}

fn statistics(map: &Map) -> ImportStatistics {
    let brushes = || map.entities.iter().flat_map(|entity| &entity.brushes);
    ImportStatistics {
        brushes: brushes().count(),
        sides: brushes().map(|brush| brush.sides.len()).sum(),
        layers: map.visgroups.len(),
        groups: map.groups.len(),
        ..ImportStatistics::default()
    }
}

/// Reads blocks whose first line was just read, each up to its end.
pub(super) struct Reader<'a, 'r> {
    pub(super) cursor: Cursor<'a>,
    pub(super) options: &'a ReadOptions,
    pub(super) reporter: &'r mut Reporter,
    pub(super) brushes: usize,
    /// Indices of visgroups that lie in others, and of these.
    nesting: Vec<(usize, usize)>,
}

impl Reader<'_, '_> {
    fn read_map(&mut self) -> Result<Map, ReadError> {
        let mut map = Map::default();
        let mut world = None;
        while let Some(item) = self.cursor.next()? {
            let (name, position) = match item {
                Item::Block(name, position) => (name, position),
                Item::Pair(key, value, _) => {
                    map.unknown.push(UnknownNode::Key(key.into_owned(), value.into_owned()));
                    continue;
                }
            };
            match &*name {
                block::VERSION => self.read_version(&mut map)?,
                block::WORLD if world.is_some() => return Err(self.cursor.error(position, Problem::SecondWorld)),
                block::WORLD => world = Some(self.read_entity(position)?),
                block::ENTITY => {
                    let entity = self.read_entity(position)?;
                    self.check_limit(map.entities.len(), self.options.limits.entities, "entities", position)?;
                    map.entities.push(entity);
                }
                block::VISGROUPS => self.read_visgroups(&mut map)?,
                block::GROUP => map.groups.push(self.read_group()?),
                block::CORDON => map.cordons.push(self.read_cordon(position)?),
                _ => map.unknown.push(self.cursor.unknown_block(&name)?),
            }
        }
        let world = world.unwrap_or_else(|| self.make_world());
        map.entities.insert(0, world);
        Ok(map)
    }

    fn make_world(&mut self) -> Entity {
        let message = "the file has no world; an empty one was made".to_owned();
        self.reporter.report_with_fix(codes::NO_WORLD, ReportPlace::default(), message, "check that the map is whole");
        Entity { keys: vec![("classname".to_owned(), "worldspawn".to_owned())], ..Entity::default() }
    }

    fn read_version(&mut self, map: &mut Map) -> Result<(), ReadError> {
        let mut others = Vec::new();
        while let Some(item) = self.cursor.next()? {
            match item {
                Item::Pair(key, value, place) if key == key::FORMAT_VERSION => {
                    let found = self.cursor.whole(&key, &value, place)?;
                    if found > FORMAT_VERSION {
                        let problem = Problem::NewerFormat { found, known: FORMAT_VERSION };
                        return Err(self.cursor.error(place.value, problem));
                    }
                }
                other => others.push(self.keep(other)?),
            }
        }
        if !others.is_empty() {
            map.unknown.push(UnknownNode::Block(block::VERSION.to_owned(), others));
        }
        Ok(())
    }

    fn read_entity(&mut self, position: Position) -> Result<Entity, ReadError> {
        let mut entity = Entity { line: position.line, ..Entity::default() };
        let mut has_id = false;
        while let Some(item) = self.cursor.next()? {
            match item {
                Item::Pair(key, value, place) if key == key::ID && !has_id => {
                    entity.id = self.cursor.whole(&key, &value, place)?;
                    has_id = true;
                }
                Item::Pair(key, value, place) => {
                    let limit = self.options.limits.keys_per_entity;
                    self.check_limit(entity.keys.len(), limit, "keys in one entity", place.key)?;
                    entity.keys.push((key.into_owned(), value.into_owned()));
                }
                Item::Block(name, position) => self.read_entity_block(&mut entity, &name, position)?,
            }
        }
        Ok(entity)
    }

    fn read_entity_block(&mut self, entity: &mut Entity, name: &str, position: Position) -> Result<(), ReadError> {
        match name {
            block::SOLID => {
                self.check_limit(self.brushes, self.options.limits.brushes, "brushes", position)?;
                self.brushes += 1;
                entity.brushes.push(read_brush::solid(self, position)?);
            }
            block::MESH => entity.meshes.push(read_mesh::mesh(self, position)?),
            block::CONNECTIONS => self.read_connections(entity)?,
            block::EDITOR => read_editor::editor(self, &mut entity.editor, &mut entity.unknown)?,
            _ => entity.unknown.push(self.cursor.unknown_block(name)?),
        }
        Ok(())
    }

    /// A wire that cannot be read stays in the file, in a block of its own, and does nothing.
    fn read_connections(&mut self, entity: &mut Entity) -> Result<(), ReadError> {
        while let Some(item) = self.cursor.next()? {
            if let Item::Pair(output, value, place) = &item {
                if let Some(connection) = parse_connection(output, value) {
                    entity.connections.push(connection);
                    continue;
                }
                let message = format!("the wire `{output}` -> `{value}` cannot be read and does nothing");
                let place = ReportPlace {
                    line: place.value.line,
                    column: place.value.column,
                    entity: Some(entity.id),
                    ..ReportPlace::default()
                };
                let fix = "write target,input,parameter,delay,times";
                self.reporter.report_with_fix(codes::BAD_CONNECTION, place, message, fix);
            }
            let kept = self.keep(item)?;
            entity.unknown.push(UnknownNode::Block(block::CONNECTIONS.to_owned(), vec![kept]));
        }
        Ok(())
    }

    /// Visgroups nest in the text; the model has them flat, each with its parent.
    fn read_visgroups(&mut self, map: &mut Map) -> Result<(), ReadError> {
        // Indices of the visgroups whose blocks are open.
        let mut open: Vec<usize> = Vec::new();
        loop {
            let current = open.last().copied();
            match (self.cursor.next()?, current) {
                (Some(Item::Block(name, _)), _) if name == block::VISGROUP => {
                    let index = map.visgroups.len();
                    self.nesting.extend(current.map(|parent| (index, parent)));
                    open.push(index);
                    map.visgroups.push(VisGroup::default());
                }
                (Some(item), Some(at)) => self.read_visgroup_item(&mut map.visgroups[at], item)?,
                (Some(item), None) => {
                    let kept = self.keep(item)?;
                    map.unknown.push(UnknownNode::Block(block::VISGROUPS.to_owned(), vec![kept]));
                }
                (None, None) => return Ok(()),
                (None, Some(_)) => {
                    open.pop();
                }
            }
        }
    }

    fn read_visgroup_item(&mut self, visgroup: &mut VisGroup, item: Item<'_>) -> Result<(), ReadError> {
        let Item::Pair(key, value, place) = item else {
            visgroup.unknown.push(self.keep(item)?);
            return Ok(());
        };
        match &*key {
            key::ID => visgroup.id = self.cursor.whole(&key, &value, place)?,
            key::NAME => visgroup.name = value.into_owned(),
            key::COLOR => {
                let color = read_editor::parse_color(&value);
                visgroup.color =
                    Some(self.cursor.value(color, &key, &value, place, "red, green and blue, 0 to 255")?);
            }
            key::PARENT => visgroup.parent = Some(self.cursor.whole(&key, &value, place)?),
            key::STREAM => visgroup.stream = self.cursor.flag(&key, &value, place)?,
            _ => visgroup.unknown.push(UnknownNode::Key(key.into_owned(), value.into_owned())),
        }
        Ok(())
    }

    fn read_group(&mut self) -> Result<Group, ReadError> {
        let mut group = Group::default();
        while let Some(item) = self.cursor.next()? {
            match item {
                Item::Pair(key, value, place) if key == key::ID => group.id = self.cursor.whole(&key, &value, place)?,
                Item::Pair(key, value, place) if key == key::PARENT => {
                    group.parent = Some(self.cursor.whole(&key, &value, place)?);
                }
                Item::Pair(key, value, _) if key == key::NAME => group.name = value.into_owned(),
                other => group.unknown.push(self.keep(other)?),
            }
        }
        Ok(group)
    }

    fn read_cordon(&mut self, position: Position) -> Result<Cordon, ReadError> {
        let mut cordon = Cordon::default();
        let (mut has_mins, mut has_maxs) = (false, false);
        while let Some(item) = self.cursor.next()? {
            let Item::Pair(key, value, place) = item else {
                self.discard(item, block::CORDON)?;
                continue;
            };
            match &*key {
                key::MINS | key::MAXS => {
                    let corner = self.cursor.value(parse_triple(&value), &key, &value, place, "three numbers")?;
                    if key == key::MINS {
                        (cordon.mins, has_mins) = (corner, true);
                    } else {
                        (cordon.maxs, has_maxs) = (corner, true);
                    }
                }
                key::ACTIVE => cordon.active = self.cursor.flag(&key, &value, place)?,
                _ => self.discard(Item::Pair(key, value, place), block::CORDON)?,
            }
        }
        for (present, key) in [(has_mins, key::MINS), (has_maxs, key::MAXS)] {
            if !present {
                return Err(self.cursor.error(position, Problem::MissingKey { block: block::CORDON, key }));
            }
        }
        Ok(cordon)
    }

    /// An item as a node to be written back.
    pub(super) fn keep(&mut self, item: Item<'_>) -> Result<UnknownNode, ReadError> {
        match item {
            Item::Pair(key, value, _) => Ok(UnknownNode::Key(key.into_owned(), value.into_owned())),
            Item::Block(name, _) => self.cursor.unknown_block(&name),
        }
    }

    /// Steps over an item that the model has no room for, and says so.
    pub(super) fn discard(&mut self, item: Item<'_>, within: &str) -> Result<(), ReadError> {
        let (name, position) = match &item {
            Item::Pair(key, _, place) => (key.to_string(), place.key),
            Item::Block(name, position) => (name.to_string(), *position),
        };
        let place = ReportPlace { line: position.line, column: position.column, ..ReportPlace::default() };
        let message = format!("`{name}` in a `{within}` means nothing here and will not be written back");
        self.reporter.report_with_fix(codes::KEY_DROPPED, place, message, "move it to the entity or solid");
        self.keep(item).map(|_| ())
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
}
