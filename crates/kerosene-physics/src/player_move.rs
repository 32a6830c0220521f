//! One tick of one player, from beginning to end.

use crate::command::PlayerCommand;
use crate::events::MoveEvents;
use crate::mover::Mover;
use crate::parameters::MoveParameters;
use crate::state::{PlayerFlags, PlayerState};
use crate::world::CollisionWorld;

/// Moves a player by one tick of `interval_ns` nanoseconds and says what happened.
///
/// The same world, parameters, command, state and interval give the same bits on every machine. Nothing is allocated.
pub fn player_move<W: CollisionWorld + ?Sized>(
    world: &W,
    parameters: &MoveParameters,
    command: &PlayerCommand,
    state: &mut PlayerState,
    interval_ns: u64,
) -> MoveEvents {
    let mut mover = Mover {
        world,
        parameters,
        command: command.sanitized(),
        state,
        events: MoveEvents::default(),
        interval_ns,
        seconds: (interval_ns as f64 * 1e-9) as f32,
    };
    if mover.state.flags.contains(PlayerFlags::NOCLIP) {
        mover.noclip_move();
    }
    mover.state.held_buttons = mover.command.buttons;
    mover.events
}
