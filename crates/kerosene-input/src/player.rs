//! What a player at this machine looks at and where sticks push to.

use crate::mouse::MouseLook;
use crate::settings::Settings;
use crate::{ActionSet, StickShape};
use kerosene_math::Angles;

/// One player at this machine.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LocalPlayer {
    pub(crate) view: Angles,
    pub(crate) mouse: MouseLook,
    /// Where the stick that moves pushes to, to the right and down, after dead zones.
    pub(crate) moved: [f32; 2],
    /// The same of the stick that looks, with its device's factor.
    pub(crate) looked: [f32; 2],
}

/// Degrees that one can look up or down at most.
pub(crate) const MOST_PITCH: f32 = 89.0;

impl LocalPlayer {
    /// Looks at `view`; angles that are not finite count as 0.
    pub(crate) fn set_view(&mut self, view: Angles) {
        let wrapped = view.normalized();
        self.view = Angles::new(wrapped.pitch.clamp(-MOST_PITCH, MOST_PITCH), wrapped.yaw, 0.0);
    }

    /// Turns by what mouse, sticks and keys did in a frame of `seconds`.
    pub(crate) fn turn(&mut self, held: ActionSet, settings: &Settings, seconds: f32) {
        let [right, down] = self.mouse.take(settings, seconds);
        let [stick_right, stick_down] = self.looked;
        let stick = settings.stick_sensitivity * seconds;
        let keys = if held.contains(ActionSet::Speed) { settings.key_speed_factor * seconds } else { seconds };
        let right = right
            + stick_right * settings.stick_yaw_speed * stick
            + held.direction(ActionSet::Right, ActionSet::Left) * settings.key_yaw_speed * keys;
        let down = down
            + stick_down * settings.stick_pitch_speed * stick
            + held.direction(ActionSet::LookDown, ActionSet::LookUp) * settings.key_pitch_speed * keys;
        // Clamped before the whole turns are taken off: a jerk of a full turn down ends at the floor.
        let pitch = (self.view.pitch + down).clamp(-MOST_PITCH, MOST_PITCH);
        self.set_view(Angles::new(pitch, self.view.yaw - right, 0.0));
    }

    /// Takes a gamepad's sticks over, where they push further than another gamepad's of the same player.
    pub(crate) fn push(&mut self, sticks: [[f32; 2]; 2], factor: f32, settings: &Settings) {
        let shape = StickShape { dead_zone: settings.dead_zone, outer_dead_zone: settings.outer_dead_zone, curve: 1.0 };
        let [left, right] = sticks;
        let (moves, looks) = if settings.swap_sticks { (right, left) } else { (left, right) };
        keep_longer(&mut self.moved, shape.apply(moves));
        let [x, y] = StickShape { curve: settings.stick_curve, ..shape }.apply(looks);
        keep_longer(&mut self.looked, [x * factor, y * factor]);
    }
}

fn keep_longer(kept: &mut [f32; 2], other: [f32; 2]) {
    let length = |[x, y]: [f32; 2]| x * x + y * y;
    if length(other) > length(*kept) {
        *kept = other;
    }
}

/// Of what keys and a stick say, what says more: both together are not faster than one.
pub(crate) fn larger(keys: f32, stick: f32) -> f32 {
    if keys.abs() >= stick.abs() { keys } else { stick }
}
