//! The window's console variables: registered in one place each, read by their ids.

mod picture;
mod play;
mod video;

pub(crate) use picture::PictureVariables;
pub(crate) use play::{Crosshair, FOV, PlayVariables};
pub(crate) use video::{VideoVariables, WindowMode};

use kerosene_console::{Console, ConvarFlags, ConvarId, RegisterError};

/// Kept in `config.cfg`.
const KEPT: ConvarFlags = ConvarFlags::ARCHIVE;

/// Changes only where cheats are on.
const CHEAT: ConvarFlags = ConvarFlags::CHEAT;

/// All of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Variables {
    pub(crate) video: VideoVariables,
    pub(crate) picture: PictureVariables,
    pub(crate) play: PlayVariables,
}

impl Variables {
    /// Registers every variable.
    ///
    /// # Errors
    /// A name that is taken.
    pub(crate) fn register(console: &mut Console) -> Result<Self, RegisterError> {
        Ok(Self {
            video: VideoVariables::register(console)?,
            picture: PictureVariables::register(console)?,
            play: PlayVariables::register(console)?,
        })
    }
}

/// The number of a variable.
fn number(console: &Console, id: ConvarId) -> f32 {
    console.convar(id).value().as_f64() as f32
}

/// Whether a variable is on.
fn is_on(console: &Console, id: ConvarId) -> bool {
    console.convar(id).value().as_bool()
}

/// The whole number of a variable that is never negative.
fn whole(console: &Console, id: ConvarId) -> u32 {
    u32::try_from(console.convar(id).value().as_i64()).unwrap_or(0)
}
