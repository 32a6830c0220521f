//! From bytes to a snapshot.
//!
//! The checksum finds damage before anything is believed. Bytes that were made to match it are checked all the same:
//! every id, handle, row and link, so that what was read can be made into a world without further doubt.

use super::cursor::Cursor;
use super::model::{FreeRows, SavedClock, SavedEntity, SavedEvent, SavedField, SavedTarget, SavedWire};
use super::{MAGIC, VERSION, WorldSnapshot};
use crate::value::{Value, ValueRow};
use crate::{EntityId, Special, Time};
use kerosene_world::{BinaryError, ReadLimits, TextId, World};

/// What is wrong with the bytes of a saved world, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entity section, byte {offset}: {problem}")]
pub struct SaveError {
    /// The offset from the first byte of the section.
    pub offset: usize,
    /// What is wrong there.
    pub problem: SaveProblem,
}

/// What can be wrong with a saved world.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveProblem {
    /// It is something else.
    #[error("this is no saved world: it does not begin with KENT")]
    Magic,
    /// It is of a later version.
    #[error("it is of version {0}, and this engine reads version {VERSION}: update the engine")]
    Version(u32),
    /// It was saved by a later version of the game.
    #[error("it is of version {found} of the game, which is at version {known}: update the game")]
    GameVersion {
        /// Its version.
        found: u32,
        /// The game's.
        known: u32,
    },
    /// It was changed or cut off.
    #[error("it is damaged: its checksum does not match")]
    Checksum,
    /// It ends in the middle of something.
    #[error("it ends in the middle of {0}")]
    Truncated(&'static str),
    /// There is more after the end.
    #[error("{0} bytes follow its end")]
    Trailing(usize),
    /// The world within it cannot be read.
    #[error("the world in it: {0}")]
    World(#[from] BinaryError),
    /// A text id that the world does not know.
    #[error("{0} has a text that is not there")]
    Text(&'static str),
    /// A number that means nothing where it stands.
    #[error("{0} is {1}, which it cannot be")]
    Number(&'static str, u64),
    /// Entities that are out of order, twice or not alive, or missing.
    #[error("the entities are not those of the world")]
    Entities,
    /// A row that is taken twice, beyond its table, or neither taken nor free.
    #[error("the rows of the {0} do not add up")]
    Rows(&'static str),
    /// Children that are not the entity's, or missing.
    #[error("the children of {0} are not those that follow it")]
    Children(EntityId),
    /// Events that are out of order.
    #[error("the events are out of order")]
    Events,
}

/// The least bytes that one of each takes.
const VALUE_BYTES: usize = 13;
const FIELD_BYTES: usize = 12 + VALUE_BYTES;
const WIRE_BYTES: usize = 46 + VALUE_BYTES;
const ENTITY_BYTES: usize = 52;
const EVENT_BYTES: usize = 58 + VALUE_BYTES;

impl WorldSnapshot {
    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// [`SaveError`] for the first thing that is wrong. Memory stays in proportion to the bytes, but for slots that were
    /// never used, of which there can be four million.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SaveError> {
        let mut cursor = open(bytes)?;
        let game_version = cursor.u32("the game's version")?;
        let length = cursor.u64("the length of the world")?;
        let start = cursor.clone();
        let world = usize::try_from(length).map_err(|_| start.error(SaveProblem::Truncated("the world")))?;
        let world = cursor.take(world, "the world")?;
        let world = World::from_bytes(world, &ReadLimits::default()).map_err(|error| start.error(error.into()))?;
        let mut reader = Reader { cursor, world: &world };
        let clock = reader.clock()?;
        let names = reader.list(8, "the names", |reader| reader.text("a name"))?;
        let entities = reader.list(ENTITY_BYTES, "the entities", Reader::entity)?;
        let [free_bag, free_wires] = [reader.free_rows()?, reader.free_rows()?];
        let removed = reader.list(8, "what is to be removed", |reader| reader.entity_id("what is to be removed"))?;
        let events = reader.list(EVENT_BYTES, "the events", Reader::event)?;
        let left = reader.cursor.left();
        let end = SaveError { offset: bytes.len() - left, problem: SaveProblem::Trailing(left) };
        if left > 0 {
            return Err(end);
        }
        let notes = Vec::new();
        let snapshot =
            Self { game_version, world, clock, names, entities, free_bag, free_wires, removed, events, notes };
        snapshot.check().map_err(|problem| SaveError { problem, ..end })?;
        Ok(snapshot)
    }
}

fn open(bytes: &[u8]) -> Result<Cursor<'_>, SaveError> {
    let error = |offset, problem| Err(SaveError { offset, problem });
    if !bytes.starts_with(MAGIC) {
        return error(0, SaveProblem::Magic);
    }
    let mut cursor = Cursor::new(bytes);
    cursor.take(MAGIC.len(), "the magic")?;
    let version = cursor.u32("the version")?;
    if version != VERSION {
        return error(MAGIC.len(), SaveProblem::Version(version));
    }
    let Some((content, checksum)) = bytes.split_last_chunk::<8>().filter(|(content, _)| content.len() >= 8) else {
        return Err(cursor.error(SaveProblem::Truncated("the checksum")));
    };
    if xxhash_rust::xxh3::xxh3_64(content) != u64::from_le_bytes(*checksum) {
        return error(content.len(), SaveProblem::Checksum);
    }
    let mut inner = Cursor::new(content);
    inner.take(8, "the head")?;
    Ok(inner)
}

/// The bytes, and the world whose texts they refer to.
struct Reader<'a> {
    cursor: Cursor<'a>,
    world: &'a World,
}

impl Reader<'_> {
    fn list<T>(
        &mut self,
        each: usize,
        what: &'static str,
        read: impl Fn(&mut Self) -> Result<T, SaveError>,
    ) -> Result<Vec<T>, SaveError> {
        let count = self.cursor.count(each, what)?;
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }

    fn clock(&mut self) -> Result<SavedClock, SaveError> {
        Ok(SavedClock {
            time: Time::from_nanoseconds(self.cursor.u64("the time")?),
            sequence: self.cursor.u64("the number of the next event")?,
            spawn_order: self.cursor.u64("the next spawn order")?,
            player: self.handle("the player")?,
            picker: self.handle("the picker")?,
        })
    }

    fn text(&mut self, what: &'static str) -> Result<TextId, SaveError> {
        let text = TextId::from_bits(self.cursor.u64(what)?);
        match self.world.resolve(text) {
            Some(_) => Ok(text),
            None => Err(self.cursor.error(SaveProblem::Text(what))),
        }
    }

    fn handle(&mut self, what: &'static str) -> Result<Option<EntityId>, SaveError> {
        let bits = self.cursor.u64(what)?;
        if bits == 0 {
            return Ok(None);
        }
        match EntityId::from_bits(bits) {
            Some(entity) => Ok(Some(entity)),
            None => Err(self.cursor.error(SaveProblem::Number(what, bits))),
        }
    }

    fn entity_id(&mut self, what: &'static str) -> Result<EntityId, SaveError> {
        let at = self.cursor.clone();
        self.handle(what)?.ok_or_else(|| at.error(SaveProblem::Number(what, 0)))
    }

    fn value(&mut self, what: &'static str) -> Result<Value, SaveError> {
        let at = self.cursor.clone();
        let kind = self.cursor.u8(what)?;
        let bytes = self.cursor.take(12, what)?.first_chunk().copied().unwrap_or_default();
        let value = ValueRow::from_bytes(kind, bytes);
        match value {
            Some(Value::Text(text)) if self.world.resolve(text).is_none() => Err(at.error(SaveProblem::Text(what))),
            Some(value) if !value.made_finite().1 => Ok(value),
            _ => Err(at.error(SaveProblem::Number(what, u64::from(kind)))),
        }
    }

    fn target(&mut self, what: &'static str) -> Result<SavedTarget, SaveError> {
        let at = self.cursor.clone();
        let (kind, special) = (self.cursor.u8(what)?, self.cursor.u8(what)?);
        let bad = |number| at.error(SaveProblem::Number(what, number));
        Ok(match kind {
            0 => SavedTarget::Name(self.text(what)?),
            1 => SavedTarget::Prefix(self.text(what)?),
            2 => {
                self.cursor.u64(what)?;
                let special = Special::ALL.get(usize::from(special)).copied();
                SavedTarget::Special(special.ok_or_else(|| bad(2))?)
            }
            3 => SavedTarget::Handle(self.entity_id(what)?),
            other => return Err(bad(u64::from(other))),
        })
    }

    fn entity(&mut self) -> Result<SavedEntity, SaveError> {
        Ok(SavedEntity {
            id: self.entity_id("an entity")?,
            spawn_order: self.cursor.u64("an entity's spawn order")?,
            class_name: self.text("an entity's class")?,
            name: self.text("an entity's name")?,
            life: self.cursor.u32("an entity's stage of life")?,
            line: self.cursor.u32("an entity's line")?,
            children: self.list(4, "an entity's children", |reader| reader.cursor.u32("a child"))?,
            bag: self.list(FIELD_BYTES, "an entity's fields", Self::field)?,
            wires: self.list(WIRE_BYTES, "an entity's wires", Self::wire)?,
        })
    }

    fn field(&mut self) -> Result<SavedField, SaveError> {
        Ok(SavedField {
            row: self.cursor.u32("a field's row")?,
            key: self.text("a field's key")?,
            value: self.value("a field's value")?,
        })
    }

    fn wire(&mut self) -> Result<SavedWire, SaveError> {
        Ok(SavedWire {
            row: self.cursor.u32("a wire's row")?,
            output: self.text("a wire's output")?,
            input: self.text("a wire's input")?,
            target: self.target("a wire's target")?,
            parameter: self.value("a wire's value")?,
            delay: self.cursor.u64("a wire's delay")?,
            remaining: self.cursor.u64("a wire's remaining fires")? as i64,
        })
    }

    fn event(&mut self) -> Result<SavedEvent, SaveError> {
        Ok(SavedEvent {
            due: self.cursor.u64("when an event is due")?,
            sequence: self.cursor.u64("an event's number")?,
            target: self.target("an event's target")?,
            activator: self.handle("an event's activator")?,
            caller: self.handle("an event's caller")?,
            value: self.value("an event's value")?,
            input: self.text("an event's input")?,
            output: self.text("an event's output")?,
        })
    }

    fn free_rows(&mut self) -> Result<FreeRows, SaveError> {
        let rows = self.cursor.u32("the number of rows")?;
        Ok(FreeRows { rows, free: self.list(4, "the free rows", |reader| reader.cursor.u32("a free row"))? })
    }
}
