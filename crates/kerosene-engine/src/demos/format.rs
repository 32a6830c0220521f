//! A demo as a file.

use super::{
    MAGIC, SAVE, TICKS, VERSION,
    block::{Block, HEAD_BYTES},
};
use crate::saves::{LoadGameError, SaveGameError};
use kerosene_entity::{Container, ContainerBuilder, ContainerError, SaveInfo, SectionReader};
use kerosene_vfs::VfsError;

/// What is wrong with recording or playing a demo.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The name cannot be a demo's.
    #[error("{name:?} is no name for a demo: use up to 64 letters, digits, '_', '-' and '.'")]
    Name {
        /// The name.
        name: String,
    },
    /// A demo is being recorded or played already, or a hook of the game runs.
    #[error("{what}: `stop` first")]
    Busy {
        /// What is going on.
        what: &'static str,
    },
    /// The state that it would begin with cannot be written.
    #[error("a demo cannot begin now: {0}")]
    Start(#[from] SaveGameError),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] VfsError),
    /// It is something else, of another version, or damaged.
    #[error("this demo cannot be played: {0}")]
    Format(#[from] ContainerError),
    /// The bytes of some ticks were changed or are missing.
    #[error("the demo is damaged: ticks {first} to {last} do not match their hash")]
    Damaged {
        /// The first of them.
        first: u64,
        /// The last of them, as far as it can be told.
        last: u64,
    },
    /// The moment that it begins with cannot be loaded.
    #[error("the demo cannot begin: {0}")]
    Load(#[from] LoadGameError),
    /// The simulation went another way than when it was recorded.
    #[error(
        "tick {tick} differs: the state's hash was {expected:08x} when it was recorded, and is {found:08x}{worlds}"
    )]
    Differs {
        /// The first tick that differs.
        tick: u64,
        /// Lower half of the recorded hash.
        expected: u32,
        /// Lower half of the hash now.
        found: u32,
        /// Where two replays differ from each other: how their worlds do, from a new line on.
        worlds: String,
    },
}

/// A demo that was read: whole, and of this engine's version.
#[derive(Debug, Clone)]
pub struct Demo {
    pub(super) save: Vec<u8>,
    info: SaveInfo,
    pub(super) blocks: Vec<Block>,
}

impl Demo {
    /// Reads a demo.
    ///
    /// # Errors
    /// [`DemoError::Format`] for what is no demo, of another version, cut off or damaged; [`DemoError::Damaged`] names
    /// the ticks where those are.
    ///
    /// ```
    /// use kerosene_engine::Demo;
    ///
    /// let error = Demo::from_bytes(b"no demo").unwrap_err();
    /// assert!(error.to_string().contains("does not begin with KDEM"));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DemoError> {
        let container = Container::parse(bytes, MAGIC, VERSION)?;
        let save = container.section(SAVE)?.to_vec();
        let info = SaveInfo::from_save(&save)?;
        let mut reader = SectionReader::new(TICKS, container.unchecked(TICKS)?);
        let (mut blocks, mut next) = (Vec::<Block>::new(), info.tick + 1);
        while reader.left() > 0 {
            let last = next + blocks.last().map_or(0, |block| u64::from(block.ticks).saturating_sub(1));
            match Block::read(&mut reader) {
                Ok(Some(block)) if block.first == next => {
                    block.read_ticks()?;
                    next += u64::from(block.ticks);
                    blocks.push(block);
                }
                _ => return Err(DemoError::Damaged { first: next, last }),
            }
        }
        container.section(TICKS)?;
        Ok(Self { save, info, blocks })
    }

    /// Name of the map.
    pub fn map(&self) -> &str {
        &self.info.map
    }

    /// Number of its ticks.
    pub fn ticks(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.ticks)).sum()
    }
}

/// The file of a demo.
pub(super) fn to_bytes(save: Vec<u8>, blocks: Vec<u8>) -> Vec<u8> {
    debug_assert!(blocks.is_empty() || blocks.len() >= HEAD_BYTES);
    ContainerBuilder::new(MAGIC, VERSION).section(SAVE, save).section(TICKS, blocks).to_bytes()
}
