//! Not running into what is deadly.

use super::{LOOK_AHEAD, senses::Senses};
use kerosene_math::{Angles, Vec3};
use kerosene_physics::{Buttons, CollisionWorld, PlayerCommand, PlayerState};

/// How far ahead of a running walker something deadly is noticed, in units.
const DANGER_AHEAD: f32 = 48.0;
/// How far a jump may carry, in units: what has to be harmless for one without reason.
const JUMP_LENGTHS: [f32; 4] = [72.0, 144.0, 216.0, 288.0];

/// The command, unless it runs into something deadly: then the one that stops.
pub(super) fn beware<W: CollisionWorld + ?Sized>(
    senses: &Senses<'_, W>,
    state: &PlayerState,
    command: PlayerCommand,
) -> PlayerCommand {
    if state.on_ground.is_none() || senses.burns(state.origin) {
        return command;
    }
    let [facing, right, _] = Angles::new(0.0, command.view.yaw, 0.0).vectors();
    let course = state.velocity.with_z(0.0).normalize_or_zero();
    if course != Vec3::ZERO && senses.is_deadly(state.origin, course, DANGER_AHEAD) {
        let buttons = command.buttons - Buttons::JUMP;
        return PlayerCommand { forward: -course.dot(facing), side: -course.dot(right), buttons, ..command };
    }
    if command.forward > 0.0 && senses.is_deadly(state.origin, facing, LOOK_AHEAD) {
        return PlayerCommand { forward: 0.0, buttons: command.buttons - Buttons::JUMP, ..command };
    }
    if command.buttons.contains(Buttons::JUMP) && !is_safe_jump(senses, state.origin, facing) {
        return PlayerCommand { buttons: command.buttons - Buttons::JUMP, ..command };
    }
    command
}

/// Whether a jump ahead comes down on nothing deadly, wherever it ends.
fn is_safe_jump<W: CollisionWorld + ?Sized>(senses: &Senses<'_, W>, from: Vec3, ahead: Vec3) -> bool {
    JUMP_LENGTHS.iter().all(|&length| !senses.is_deadly(from, ahead, length))
}
