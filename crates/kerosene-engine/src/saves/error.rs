//! Why a game is not saved or loaded.

use crate::level::LoadError;
use kerosene_entity::{ContainerError, SaveError};
use kerosene_vfs::VfsError;

/// Why a game was not saved. An older save of the name is as it was.
#[derive(Debug, thiserror::Error)]
pub enum SaveGameError {
    /// The name cannot be a save's.
    #[error("{name:?} is no name for a save: use up to 64 letters, digits, '_', '-' and '.', as in \"before_boss\"")]
    Name {
        /// The name.
        name: String,
    },
    /// No level is running.
    #[error("there is nothing to save: no map is loaded")]
    NoLevel,
    /// A player is dead.
    #[error("the dead cannot save: wait until player {player} is back")]
    Dead {
        /// Number of the player.
        player: u32,
    },
    /// The game does not want to be saved now.
    #[error("not now: {0}")]
    Game(String),
    /// A hook of the game is running.
    #[error("the game cannot be saved inside a hook of it: ask for it with `request_save`")]
    InsideHook,
    /// A player's numbers are not finite, or the tick is beyond counting, so that no one could load the save.
    #[error("the state cannot be saved: {0}")]
    State(ContainerError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] VfsError),
}

/// Why a game was not loaded. The running level is as it was.
#[derive(Debug, thiserror::Error)]
pub enum LoadGameError {
    /// The name cannot be a save's.
    #[error("{name:?} is no name of a save: `saves` lists them")]
    Name {
        /// The name.
        name: String,
    },
    /// There is no such save.
    #[error("there is no save {name}: `saves` lists them")]
    NotFound {
        /// The name.
        name: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] VfsError),
    /// It is something else, of another version, or damaged.
    #[error("this save cannot be loaded: {0}")]
    Save(#[from] ContainerError),
    /// Its entities cannot be read.
    #[error("this save cannot be loaded: {0}")]
    Entities(#[from] SaveError),
    /// Its map cannot be loaded.
    #[error("the save's map cannot be loaded: {0}")]
    Map(#[from] LoadError),
    /// Its map was compiled anew since.
    #[error(
        "the save is of another map {map}: that was compiled anew since (it was {saved:016x}, and is {found:016x}); \
         bring back the map that it was saved in, or begin anew with `map {map}`"
    )]
    OtherMap {
        /// The map's name.
        map: String,
        /// Its hash in the save.
        saved: u64,
        /// Its hash now.
        found: u64,
    },
    /// The game did not take its value back.
    #[error("the game refuses the save: {0}")]
    Game(String),
    /// A hook of the game is running.
    #[error("a save cannot be loaded inside a hook of the game: let the console run `load`")]
    InsideHook,
}
