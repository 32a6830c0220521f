//! What gamepads tell, and who is asked.

use super::{Guid, Mapping, PadAxis};
use crate::Key;

/// A gamepad; its number is not used again while the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PadId(pub u16);

/// What a device's driver tells, by the numbers that SDL counts a device's parts with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RawEvent {
    /// A button went down or came up.
    Button(u8, bool),
    /// An axis stands elsewhere, -1 to 1.
    Axis(u8, f32),
    /// A hat points elsewhere: 1 up, 2 right, 4 down, 8 left, and sums of neighbours.
    Hat(u8, u8),
}

/// What is told of a gamepad when it comes.
#[derive(Debug, Clone, PartialEq)]
pub struct PadInfo {
    /// What it calls itself.
    pub name: String,
    /// What its model is known by.
    pub guid: Guid,
    /// How its parts are to be read where no mapping is known for its model. `None` where the source has mapped it
    /// already and gives no [`RawEvent`]s.
    pub automatic: Option<Mapping>,
}

/// News of gamepads.
#[derive(Debug, Clone, PartialEq)]
pub enum GamepadEvent {
    /// One has come.
    Connected(PadId, PadInfo),
    /// One has gone.
    Disconnected(PadId),
    /// A part of one has moved, by its number.
    Raw(PadId, RawEvent),
    /// A button of one that the source maps itself.
    Key(PadId, Key, bool),
    /// An axis of one that the source maps itself: -1 to 1, to the right and down; triggers 0 to 1.
    Axis(PadId, PadAxis, f32),
    /// Something that the player should be told, once.
    Notice(String),
}

/// Where news of gamepads comes from. It is asked once a frame and must not wait.
pub trait GamepadSource {
    /// Adds what has happened since it was last asked.
    fn poll(&mut self, events: &mut Vec<GamepadEvent>);
}

/// Events that were made up: what tests, and hosts that have their own devices, feed.
///
/// ```
/// use kerosene_input::{GamepadEvent, GamepadSource, PadId};
///
/// let mut source = vec![GamepadEvent::Disconnected(PadId(1))];
/// let mut events = Vec::new();
/// source.poll(&mut events);
/// assert_eq!((source.len(), events.len()), (0, 1));
/// ```
impl GamepadSource for Vec<GamepadEvent> {
    fn poll(&mut self, events: &mut Vec<GamepadEvent>) {
        events.append(self);
    }
}
