//! One move in progress: the inputs, the state being changed, and the questions asked of the world.

use crate::command::{Buttons, PlayerCommand};
use crate::events::MoveEvents;
use crate::parameters::MoveParameters;
use crate::state::PlayerState;
use crate::world::CollisionWorld;

/// The working set of one [`player_move`](crate::player_move); each mechanism adds its part in a file of its own.
pub(crate) struct Mover<'a, W: ?Sized> {
    pub(crate) world: &'a W,
    pub(crate) parameters: &'a MoveParameters,
    pub(crate) command: PlayerCommand,
    pub(crate) state: &'a mut PlayerState,
    pub(crate) events: MoveEvents,
    /// Length of the tick, in nanoseconds.
    pub(crate) interval_ns: u64,
    /// The same, in seconds.
    pub(crate) seconds: f32,
}

impl<W: CollisionWorld + ?Sized> Mover<'_, W> {
    /// The most speed that input can wish for, by walk button and posture.
    pub(crate) fn wish_speed_limit(&self) -> f32 {
        if self.command.buttons.contains(Buttons::WALK) {
            self.parameters.walk_speed.min(self.parameters.max_speed)
        } else {
            self.parameters.max_speed
        }
    }
}
