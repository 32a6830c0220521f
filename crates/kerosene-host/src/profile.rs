//! What the last frames cost, stage by stage.

use std::{collections::VecDeque, time::Duration};

/// Frames that are remembered.
pub(crate) const FRAMES: usize = 240;

/// A part of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The simulation: console, ticks.
    Simulation,
    /// Looking at the entities, filling the picture's content.
    Scene,
    /// Texts and menus.
    Overlay,
    /// What the renderer does on the processor.
    Drawing,
    /// Waiting for the screen, and handing the picture over.
    Screen,
}

impl Stage {
    /// All of them, in the order in which they run.
    pub(crate) const ALL: [(Self, &'static str); 5] = [
        (Self::Simulation, "simulation"),
        (Self::Scene, "scene"),
        (Self::Overlay, "overlay"),
        (Self::Drawing, "drawing"),
        (Self::Screen, "screen"),
    ];
}

/// One frame.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FrameTimes {
    /// From its beginning to the next one's.
    pub(crate) whole: Duration,
    /// By stage, as in [`Stage::ALL`].
    pub(crate) stages: [Duration; Stage::ALL.len()],
    /// Ticks that ran in it.
    pub(crate) ticks: u32,
}

/// The last frames.
#[derive(Debug, Default)]
pub(crate) struct Profile {
    frames: VecDeque<FrameTimes>,
    current: FrameTimes,
    /// What the last picture was made of, by name.
    pub(crate) counts: Vec<(&'static str, u64)>,
}

impl Profile {
    /// A frame begins, so long after the one before.
    pub(crate) fn begin(&mut self, since: Duration) {
        let mut done = std::mem::take(&mut self.current);
        done.whole = since;
        if self.frames.len() >= FRAMES {
            self.frames.pop_front();
        }
        self.frames.push_back(done);
    }

    /// A stage took so long.
    pub(crate) fn add(&mut self, stage: Stage, took: Duration) {
        self.current.stages[stage as usize] += took;
    }

    pub(crate) fn ticks(&mut self, ticks: u32) {
        self.current.ticks += ticks;
    }

    /// The frames that are done, oldest first.
    pub(crate) fn frames(&self) -> impl ExactSizeIterator<Item = &FrameTimes> {
        self.frames.iter()
    }

    /// The mean of a time over the frames, in milliseconds.
    pub(crate) fn mean(&self, time: impl Fn(&FrameTimes) -> Duration) -> f64 {
        let total: Duration = self.frames.iter().map(time).sum();
        total.as_secs_f64() * 1e3 / self.frames.len().max(1) as f64
    }

    /// The longest frame, in milliseconds.
    pub(crate) fn longest(&self) -> f64 {
        self.frames.iter().map(|frame| frame.whole).max().unwrap_or_default().as_secs_f64() * 1e3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_belong_to_the_frame_that_they_ran_in() {
        let mut profile = Profile::default();
        profile.begin(Duration::ZERO);
        profile.add(Stage::Scene, Duration::from_millis(2));
        profile.add(Stage::Scene, Duration::from_millis(1));
        profile.ticks(1);
        profile.begin(Duration::from_millis(10));
        let frame = profile.frames().last().copied().unwrap_or_default();
        assert_eq!((frame.whole, frame.ticks), (Duration::from_millis(10), 1));
        assert_eq!(frame.stages[Stage::Scene as usize], Duration::from_millis(3));
        (0..2 * FRAMES).for_each(|_| profile.begin(Duration::from_millis(4)));
        assert_eq!((profile.frames().len(), profile.longest()), (FRAMES, 4.0));
        assert_eq!(profile.mean(|frame| frame.whole), 4.0);
    }
}
