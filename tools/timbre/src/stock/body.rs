//! Something that is struck.

use super::synthesis::{Band, Canvas, Noise, fading, frames, sine};

/// A tone of a body: its frequency, how long until it has faded, how loud.
pub(super) type Mode = (f64, f64, f64);

/// What a body sounds like when it is struck.
#[derive(Clone, Copy)]
pub(super) struct Body {
    /// The dull part: frequency, seconds, level.
    pub(super) thump: Mode,
    /// What scrapes: the middle of its band, seconds, level.
    pub(super) scrape: Mode,
    /// How wide the band is not.
    pub(super) quality: f64,
    /// Of how many small pieces it is, in each second; 0 for one whole.
    pub(super) grains: f64,
    /// What rings.
    pub(super) modes: &'static [Mode],
}

impl Body {
    /// Strikes it at a time, so hard, with something of another size: above 1, all is higher and shorter.
    pub(super) fn strike(&self, canvas: &mut Canvas, at: f64, force: f64, size: f64, seed: u64) {
        let (frequency, seconds, level) = self.thump;
        // A blow gives way: its tone falls while it fades.
        let bend = |frame: usize| frequency * size * (1.0 + 0.6 * fading(frame, seconds / size * 0.5));
        let mut phase = 0.0;
        canvas.add(
            at,
            (0..frames(seconds * 1.5)).map(|frame| {
                phase += bend(frame) / f64::from(super::RATE);
                let turn = kerosene_math::deterministic::sin(phase * std::f64::consts::TAU);
                turn * fading(frame, seconds / size) * level * force
            }),
        );
        self.scrape(canvas, at, force, size, seed);
        for (frequency, seconds, level) in self.modes {
            let (frequency, seconds) = (frequency * size, seconds / size);
            let ring = move |frame| sine(frame, frequency) * fading(frame, seconds) * level * force;
            canvas.add(at, (0..frames(seconds * 1.2)).map(ring));
        }
    }

    /// The noise of a blow.
    fn scrape(&self, canvas: &mut Canvas, at: f64, force: f64, size: f64, seed: u64) {
        let (middle, seconds, level) = self.scrape;
        let seconds = seconds / size;
        let (mut noise, mut band) = (Noise::new(seed), Band::new((middle * size).min(9_500.0), self.quality));
        let mut grain = 1.0;
        let each = 1.0 - self.grains / f64::from(super::RATE);
        canvas.add(
            at,
            (0..frames(seconds * 1.3)).map(|frame| {
                if self.grains > 0.0 {
                    // Grains fall by chance and fade at once.
                    grain *= 0.96;
                    if noise.next().abs() > each {
                        grain = noise.next().abs();
                    }
                }
                band.next(noise.next() * grain) * fading(frame, seconds) * level * force * self.quality.sqrt() * 3.0
            }),
        );
    }
}
