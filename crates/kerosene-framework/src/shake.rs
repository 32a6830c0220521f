//! Shakes of the view.
//!
//! What is kept is when a shake began, how strong it is and how long it lasts: the offset follows from the moment at which it is asked
//! for, and only a picture asks. Players' poses are never written, so no script or mouse can take a shake for a movement.

use crate::image::Image;
use bytemuck::{Pod, Zeroable};
use kerosene_entity::{ContainerError, SectionReader, Time};
use kerosene_math::deterministic::sin;
use kerosene_math::{Angles, Vec3};
use kerosene_world::PageStore;

/// The farthest that a shake of full strength moves the view, in units: a quarter of a metre, 39.37 units to the metre.
pub const MAX_OFFSET: f32 = 0.25 * 39.370_08;

/// The most that a shake of full strength tilts and rolls the view, in degrees; it turns it by half of that.
pub const MAX_ANGLE: f32 = 4.0;

/// A shake of the view, or none.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Shake {
    /// When it began, in nanoseconds.
    began: u64,
    /// How long it lasts, in nanoseconds; 0 for none.
    duration: u64,
    /// 0 to 1.
    intensity: f32,
    padding: u32,
}

impl Image for Shake {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(bytemuck::bytes_of(self));
    }

    fn read(reader: &mut SectionReader<'_>, _: &PageStore) -> Result<Self, ContainerError> {
        let mut shake: Self = bytemuck::pod_read_unaligned(reader.take(size_of::<Self>(), "a shake")?);
        shake.intensity = if shake.intensity.is_finite() { shake.intensity.clamp(0.0, 1.0) } else { 0.0 };
        Ok(shake)
    }
}

impl Shake {
    /// A shake is asked for: a stronger one than is felt now takes its place, a weaker one is ignored.
    pub fn request(&mut self, now: Time, intensity: f32, seconds: f32) {
        let intensity = if intensity.is_nan() { 0.0 } else { intensity.clamp(0.0, 1.0) };
        let duration = now.after(seconds).since(now).as_nanos() as u64;
        if duration > 0 && intensity > 0.0 && intensity >= self.strength(now) {
            *self = Self { began: now.nanoseconds(), duration, intensity, padding: 0 };
        }
    }

    /// How strong it is at a moment, 0 to 1: it fades with the square of the time that is left.
    #[must_use]
    pub fn strength(&self, now: Time) -> f32 {
        let since = now.nanoseconds().saturating_sub(self.began);
        if since >= self.duration {
            return 0.0;
        }
        let left = 1.0 - (since as f64 / self.duration as f64) as f32;
        self.intensity * left * left
    }

    /// How far the view is out of its place at a moment, in units along forward, left and up, and by which angles it is
    /// turned. Sums of sines whose frequencies have no common measure: smooth, never the same, and without dice.
    #[must_use]
    pub fn offset(&self, now: Time) -> (Vec3, Angles) {
        let strength = self.strength(now);
        if strength == 0.0 {
            return (Vec3::ZERO, Angles::ZERO);
        }
        let seconds = now.nanoseconds().saturating_sub(self.began) as f64 / 1e9;
        let wave = |phase: f64| {
            let sum =
                sin(seconds * 37.1 + phase) + sin(seconds * 61.7 + phase * 1.7) + sin(seconds * 23.3 + phase * 2.3);
            (sum / 3.0) as f32 * strength
        };
        let place = Vec3::new(wave(0.0), wave(1.3), wave(2.9)) * MAX_OFFSET;
        let turn = Angles::new(wave(4.1) * MAX_ANGLE, wave(5.3) * MAX_ANGLE * 0.5, wave(6.7) * MAX_ANGLE);
        (place, turn)
    }
}
