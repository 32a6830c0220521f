//! What the model of an entity does, as state.
//!
//! A clip is named, its moment follows from the world's time, and nothing is written from tick to tick: an animation that
//! plays costs the simulation nothing, is part of every snapshot and save, and whoever draws works out the pose for any
//! moment between two ticks. How long a clip is stands in the model's file, which only the engine can read: it measures an
//! animation once, after which its end has a moment.

use crate::time::{Due, Time};
use kerosene_world::{Component, TextId};

/// What the model of an entity does. Only what is animated has it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Component)]
pub struct Animation {
    /// Name of the clip in the model; empty for the bind pose.
    #[field(key = "")]
    pub clip: TextId,
    /// The moment at which it was `at` so many seconds into the clip.
    #[field(key = "")]
    pub since: Time,
    /// Seconds into the clip at that moment, 0 or more.
    #[field(key = "")]
    pub at: f32,
    /// Seconds of the clip that go by in a second; negative for backwards, 0 for standing still.
    #[field(key = "")]
    pub rate: f32,
    /// Length of the clip in seconds; 0 until it is measured, and for one that the model does not have.
    #[field(key = "")]
    pub seconds: f32,
    /// Whether the clip begins again at its end.
    #[field(key = "")]
    pub looped: bool,
    /// Whether the engine has looked into the model.
    #[field(key = "")]
    pub measured: bool,
    /// When it ends; never for what is looped, stands still or is not measured.
    #[field(key = "")]
    pub finish: Due,
    /// The clip that it blends from; empty where it came from the bind pose or from nothing.
    #[field(key = "")]
    pub from: TextId,
    /// Seconds into that clip when it was left.
    #[field(key = "")]
    pub from_at: f32,
    /// When the clip began to play, which the blend is counted from.
    #[field(key = "")]
    pub began: Time,
}

impl Animation {
    /// Seconds into the clip at a moment, as if it had no end. Below 0 only for what is looped and plays backwards.
    ///
    /// ```
    /// use kerosene_entity::{Animation, Time};
    ///
    /// let half_speed = Animation { since: Time::from_nanoseconds(1_000_000_000), at: 0.25, rate: 0.5, ..Default::default() };
    /// assert_eq!(half_speed.at(Time::from_nanoseconds(2_000_000_000)), 0.75);
    /// ```
    pub fn at(&self, now: Time) -> f32 {
        self.at_seconds(now.since(self.since).as_secs_f64())
    }

    /// Seconds into the clip at a moment of the world in seconds, for who draws between two ticks.
    pub fn at_moment(&self, seconds: f64) -> f32 {
        self.at_seconds((seconds - self.since.seconds()).max(0.0))
    }

    fn at_seconds(&self, passed: f64) -> f32 {
        let at = f64::from(self.at) + passed * f64::from(self.rate);
        match at.is_finite() {
            true if self.looped => at as f32,
            true => at.max(0.0) as f32,
            false => 0.0,
        }
    }

    /// Moves what is known to a moment, so that the rate can change there, and works out the end anew.
    pub(crate) fn rebase(&mut self, now: Time) {
        let at = self.at(now);
        self.at = if self.measured && !self.looped { at.min(self.seconds) } else { at };
        self.since = now;
    }

    /// When it ends, with the rate and the length that it has.
    pub(crate) fn find_finish(&mut self) {
        let left = match self.rate {
            rate if rate > 0.0 => (self.seconds - self.at) / rate,
            rate if rate < 0.0 => self.at / (0.0 - rate),
            _ => f32::INFINITY,
        };
        let ends = self.measured && !self.looped && left.is_finite();
        self.finish = if ends { Due::at(self.since.after(left)) } else { Due::NEVER };
    }
}
