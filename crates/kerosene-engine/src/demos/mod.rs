//! Demos: what the players did, tick by tick, and what came of it.
//!
//! A demo is a [`Container`](kerosene_entity::Container) of the kind `KDEM`: a save of the moment in which it begins
//! (`SAVE`), and blocks of ticks (`TICK`), one for each second. Each block has a hash of its own bytes, so that damage is
//! told by the ticks that it is in, and the hash of the whole state after its last tick. Each tick has the players'
//! commands, as differences from the tick before, what happened between it and the tick before, in its order (players came,
//! went or came in anew, commands of the console, variables), and half of the state's hash, so that the first tick that goes another way is known.
//!
//! A demo is of one level: it ends where another one is loaded. What a host does to the level by other verbs (puts a
//! player somewhere, hurts it, writes to entities) is no part of it.

mod block;
mod format;
mod playing;
mod recording;

pub use format::{Demo, DemoError};
pub use playing::{DemoPlayer, verify_demo};

pub(crate) use block::Event;
pub(crate) use recording::{Recorder, is_left_out};

use kerosene_entity::Tag;

/// The first bytes of a demo.
const MAGIC: Tag = Tag(*b"KDEM");
/// Version of demos that is written and read.
const VERSION: u32 = 1;
/// The save that a demo begins with.
const SAVE: Tag = Tag(*b"SAVE");
/// The blocks of ticks.
const TICKS: Tag = Tag(*b"TICK");
/// Folder of demos in the layers of content.
const FOLDER: &str = "demos";
/// Ending of a demo's file.
const EXTENSION: &str = ".kdem";
