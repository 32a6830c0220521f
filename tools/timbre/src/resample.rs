//! Another rate.
//!
//! A sample at a new time is the sum of the old ones around it, weighted by a sinc that a window of Kaiser ends (Smith,
//! *Digital Audio Resampling*, 1984). The weights lie in a table, between whose points they are straight lines; places are
//! whole numbers and remainders, so that no length lets them drift.

use crate::{Recording, TimbreError};
use kerosene_asset::{MAX_RATE, MAX_SAMPLES, MIN_RATE, SoundError, SoundLoop};
use kerosene_math::deterministic::sin;
use std::f64::consts::PI;

/// Zero crossings of the sinc on each side.
const CROSSINGS: usize = 32;
/// Points of the table from one crossing to the next.
const POINTS: usize = 1024;
/// Part of the lower rate's half at which the filter is half open.
const ROLLOFF: f64 = 0.94;
/// How steeply the window ends: with this, aliases lie about 90 dB down (Kaiser, 1974).
const BETA: f64 = 9.0;

/// The recording at another rate.
pub(crate) fn resampled(recording: Recording, rate: u32) -> Result<Recording, TimbreError> {
    if let Some(rate) = [recording.rate, rate].into_iter().find(|rate| !(MIN_RATE..=MAX_RATE).contains(rate)) {
        return Err(SoundError::Rate { rate }.into());
    }
    if rate == recording.rate {
        return Ok(recording);
    }
    let (from, to) = (u64::from(recording.rate), u64::from(rate));
    // What lasts the same, and one frame at least.
    let frames = (recording.frames() as u64 * to).div_ceil(from).max(1);
    if frames * recording.channels.len() as u64 > MAX_SAMPLES {
        return Err(TimbreError::TooLong);
    }
    let kernel = Kernel::new(from, to);
    let channels = recording.channels.iter().map(|channel| kernel.filter(channel, frames)).collect();
    let moved = |frame: u32| (u64::from(frame) * to).div_ceil(from).min(frames) as u32;
    let loop_points = recording.loop_points.map(|points| {
        let end = moved(points.end).max(1);
        SoundLoop { start: moved(points.start).min(end - 1), end }
    });
    Ok(Recording { rate, channels, loop_points })
}

/// A filter from one rate to another.
struct Kernel {
    from: u64,
    to: u64,
    /// How much wider than the sinc of the old rate: the lower one of both rates decides.
    scale: f64,
    /// Weights by distance, in crossings by [`POINTS`].
    table: Vec<f64>,
}

impl Kernel {
    fn new(from: u64, to: u64) -> Self {
        let weight = |point: usize| {
            let x = point as f64 / POINTS as f64;
            let angle = PI * ROLLOFF * x;
            let sinc = if point == 0 { 1.0 } else { sin(angle) / angle };
            let part = x / CROSSINGS as f64;
            sinc * ROLLOFF * bessel(BETA * (1.0 - part * part).max(0.0).sqrt()) / bessel(BETA)
        };
        let table = (0..=CROSSINGS * POINTS).map(weight).collect();
        Self { from, to, scale: (to as f64 / from as f64).min(1.0), table }
    }

    fn filter(&self, samples: &[f32], frames: u64) -> Vec<f32> {
        (0..frames).map(|frame| self.at(samples, frame)).collect()
    }

    /// A sample of the new rate. Beyond the ends is silence.
    fn at(&self, samples: &[f32], frame: u64) -> f32 {
        let place = frame * self.from;
        let (before, part) = ((place / self.to) as i64, (place % self.to) as f64 / self.to as f64);
        let reach = (CROSSINGS as f64 / self.scale).ceil() as i64;
        let (mut sum, mut weights) = (0.0, 0.0);
        for at in before - reach + 1..=before + reach {
            let weight = self.weight(((at - before) as f64 - part).abs() * self.scale);
            weights += weight;
            let sample = usize::try_from(at).ok().and_then(|at| samples.get(at));
            sum += weight * f64::from(*sample.unwrap_or(&0.0));
        }
        (sum / weights) as f32
    }

    /// The weight at a distance in crossings.
    fn weight(&self, distance: f64) -> f64 {
        let place = distance * POINTS as f64;
        let point = place as usize;
        match (self.table.get(point), self.table.get(point + 1)) {
            (Some(first), Some(second)) => first + (second - first) * (place - point as f64),
            _ => 0.0,
        }
    }
}

/// The modified Bessel function of the first kind and order zero, by its series.
fn bessel(x: f64) -> f64 {
    let quarter = x * x / 4.0;
    let (mut term, mut sum, mut count) = (1.0, 1.0, 1.0);
    // For arguments up to 9 this has converged long before.
    while count < 40.0 {
        term *= quarter / (count * count);
        sum += term;
        count += 1.0;
    }
    sum
}
