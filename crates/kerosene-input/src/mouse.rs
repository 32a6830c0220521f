//! From counts of a mouse to degrees.

use crate::settings::Settings;
use kerosene_math::deterministic;

/// Where a motion comes from. Both may be given: which one counts is what `m_rawinput` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MotionKind {
    /// The mouse's own counts, without the window system's acceleration.
    Raw,
    /// The way of the pointer, in pixels.
    Pointer,
}

/// Most counts of one motion, and of a frame; more is a fault.
const MOST_COUNTS: f32 = 1e5;

/// Length of the frame in which speed is counted, in seconds: with it, numbers that Source's players have for
/// `m_customaccel` feel at any frame rate as they did there at 60 frames a second.
const FRAME: f32 = 1.0 / 60.0;

/// What a mouse did since the last frame, and in the frame before.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MouseLook {
    counts: [f32; 2],
    previous: [f32; 2],
}

impl MouseLook {
    /// Adds a motion to the right and down, in counts.
    pub(crate) fn add(&mut self, right: f32, down: f32) {
        for (sum, count) in self.counts.iter_mut().zip([right, down]) {
            if count.is_finite() {
                *sum = (*sum + count.clamp(-MOST_COUNTS, MOST_COUNTS)).clamp(-MOST_COUNTS, MOST_COUNTS);
            }
        }
    }

    /// Forgets what has not been taken.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Degrees to turn right and down in a frame of `seconds`.
    pub(crate) fn take(&mut self, settings: &Settings, seconds: f32) -> [f32; 2] {
        let now = std::mem::take(&mut self.counts);
        let [right, down] = if settings.filter_mouse {
            [(now[0] + self.previous[0]) * 0.5, (now[1] + self.previous[1]) * 0.5]
        } else {
            now
        };
        self.previous = now;
        let sensitivity = sensitivity_at((right * right + down * down).sqrt(), settings, seconds);
        [right * sensitivity * settings.mouse_yaw, down * sensitivity * settings.mouse_pitch]
    }
}

/// The sensitivity at which `counts` of a frame of `seconds` count.
fn sensitivity_at(counts: f32, settings: &Settings, seconds: f32) -> f32 {
    if !settings.accelerate_mouse || counts == 0.0 || seconds <= 0.0 {
        return settings.sensitivity;
    }
    let speed = counts * (FRAME / seconds);
    let added = deterministic::pow(speed, settings.acceleration_exponent) * settings.acceleration_scale;
    let limit = if settings.acceleration_limit > 0.0 { settings.acceleration_limit } else { MOST_COUNTS };
    (settings.sensitivity + added).min(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings {
            sensitivity: 3.0,
            mouse_pitch: 0.022,
            mouse_yaw: 0.022,
            acceleration_exponent: 1.0,
            ..Settings::default()
        }
    }

    #[test]
    fn a_count_turns_by_sensitivity_times_yaw() {
        let mut look = MouseLook::default();
        look.add(10.0, -5.0);
        let [right, down] = look.take(&settings(), 0.01);
        assert!((right - 0.66).abs() < 1e-6 && (down + 0.33).abs() < 1e-6);
        assert_eq!(look.take(&settings(), 0.01), [0.0, 0.0]);
    }

    #[test]
    fn the_filter_spreads_a_motion_over_two_frames_and_loses_none() {
        let mut look = MouseLook::default();
        look.add(100.0, 0.0);
        let filtered = Settings { filter_mouse: true, ..settings() };
        let turned: Vec<f32> = (0..3).map(|_| look.take(&filtered, 0.01)[0]).collect();
        assert_eq!(turned, [3.3, 3.3, 0.0].map(|degrees: f32| degrees));
    }

    #[test]
    fn acceleration_depends_on_speed_and_not_on_frames() {
        let fast = Settings { accelerate_mouse: true, acceleration_scale: 0.04, ..settings() };
        // 600 counts a second, in frames of 1/60 s and of 1/240 s.
        let turned = |frames: u32| {
            let mut look = MouseLook::default();
            let seconds = 1.0 / frames as f32;
            (0..frames).fold(0.0, |sum, _| {
                look.add(600.0 * seconds, 0.0);
                sum + look.take(&fast, seconds)[0]
            })
        };
        assert!((turned(60) - 600.0 * (3.0 + 0.04 * 10.0) * 0.022).abs() < 1e-2);
        assert!((turned(240) - turned(60)).abs() < 1e-2);
        let limited = Settings { acceleration_limit: 3.1, ..fast };
        assert_eq!(sensitivity_at(1e4, &limited, 0.01), 3.1);
    }

    #[test]
    fn what_is_no_number_moves_nothing() {
        let mut look = MouseLook::default();
        look.add(f32::NAN, f32::INFINITY);
        look.add(f32::MAX, f32::MIN);
        assert!(look.take(&settings(), 0.0).iter().all(|degrees| degrees.is_finite()));
    }
}
