//! What a save says of itself, before anything of it is made.

use kerosene_container::{Container, ContainerError, SectionReader, Tag, put_text};

/// The first bytes of a save.
pub const SAVE_MAGIC: Tag = Tag(*b"KSAV");

/// Version of saves that is written and read.
pub const SAVE_VERSION: u32 = 1;

/// Most bytes of a map's name.
const MAX_NAME: usize = 1024;

/// The sections of a save.
pub mod tags {
    use kerosene_container::Tag;

    /// What it is a save of: [`SaveInfo`](crate::SaveInfo).
    pub const INFO: Tag = Tag(*b"INFO");
    /// The entities: a [`WorldSnapshot`](crate::WorldSnapshot).
    pub const ENTITIES: Tag = Tag(*b"ENTS");
    /// The players.
    pub const PLAYERS: Tag = Tag(*b"PLAY");
    /// Who touches what, how movers move, the dice, a map change that was asked for.
    pub const LEVEL: Tag = Tag(*b"LEVL");
    /// The console variables that the simulation depends on.
    pub const VARIABLES: Tag = Tag(*b"VARS");
    /// What scripts of entities remember and have going; missing where there are none.
    pub const SCRIPTS: Tag = Tag(*b"SCRP");
    /// The game's own value.
    pub const GAME: Tag = Tag(*b"GAME");
}

/// What a save is of.
///
/// ```
/// use kerosene_entity::SaveInfo;
///
/// let info = SaveInfo { map: "e1m1".to_owned(), map_hash: 1, tick: 64, time_ns: 1_000_000_000, state_hash: 2 };
/// assert!(SaveInfo::from_save(b"not a save").is_err());
/// assert_eq!(info.to_bytes().len(), 4 + 4 + 4 * 8);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveInfo {
    /// Name of the map.
    pub map: String,
    /// Hash of the compiled map.
    pub map_hash: u64,
    /// Number of the last tick.
    pub tick: u64,
    /// Simulated time of the level, in nanoseconds.
    pub time_ns: u64,
    /// Hash of the whole state when it was saved.
    pub state_hash: u64,
}

impl SaveInfo {
    /// The section [`tags::INFO`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_text(&mut out, &self.map);
        for number in [self.map_hash, self.tick, self.time_ns, self.state_hash] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out
    }

    /// Reads it from a container.
    ///
    /// # Errors
    /// What is wrong with the section.
    pub fn read(container: &Container<'_>) -> Result<Self, ContainerError> {
        Self::from_reader(container.reader(tags::INFO)?)
    }

    /// Reads it from its section.
    ///
    /// # Errors
    /// What is wrong with the section: a map's name that is too long, a tick or time beyond 2^61, bytes too few or too
    /// many.
    pub fn from_reader(mut reader: SectionReader<'_>) -> Result<Self, ContainerError> {
        let info = Self {
            map: reader.text(MAX_NAME, "the map's name")?.to_owned(),
            map_hash: reader.u64("the map's hash")?,
            tick: reader.counter("the tick")?,
            time_ns: reader.counter("the time")?,
            state_hash: reader.u64("the state's hash")?,
        };
        reader.end()?;
        Ok(info)
    }

    /// Reads it from the bytes of a save.
    ///
    /// # Errors
    /// What is wrong with the save as far as it was looked at.
    pub fn from_save(bytes: &[u8]) -> Result<Self, ContainerError> {
        Self::read(&Container::parse(bytes, SAVE_MAGIC, SAVE_VERSION)?)
    }
}
