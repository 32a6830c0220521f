//! What sounds are made of.

use super::RATE;
use kerosene_math::deterministic::{exp, sin, sin_cos};
use std::f64::consts::TAU;

/// Frames of so many seconds.
pub(super) fn frames(seconds: f64) -> usize {
    (seconds * f64::from(RATE)).round() as usize
}

/// What fades to a thousandth in so many seconds, at a frame.
pub(super) fn fading(frame: usize, seconds: f64) -> f64 {
    // ln(1000).
    exp(-6.907_755_278_982_137 * frame as f64 / (seconds * f64::from(RATE)))
}

/// A sine at a frame, from its beginning.
pub(super) fn sine(frame: usize, frequency: f64) -> f64 {
    sin(TAU * frequency * frame as f64 / f64::from(RATE))
}

/// Noise: numbers from -1 to 1, the same for the same seed (PCG, O'Neill, 2014).
pub(super) struct Noise(u64);

impl Noise {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (((self.0 >> 18) ^ self.0) >> 27) as u32;
        f64::from(mixed.rotate_right((self.0 >> 59) as u32)) / f64::from(u32::MAX) * 2.0 - 1.0
    }
}

/// A filter that lets pass what lies around a frequency (Bristow-Johnson, *Cookbook formulae for audio equalizer biquad filter
/// coefficients*, 1998).
pub(super) struct Band {
    gain: f64,
    poles: [f64; 2],
    inputs: [f64; 2],
    outputs: [f64; 2],
}

impl Band {
    /// Around a frequency, the narrower the higher `quality` is.
    pub(super) fn new(frequency: f64, quality: f64) -> Self {
        let (sine, cosine) = sin_cos(TAU * frequency / f64::from(RATE));
        let alpha = sine / (2.0 * quality);
        let norm = 1.0 + alpha;
        let poles = [-2.0 * cosine / norm, (1.0 - alpha) / norm];
        Self { gain: alpha / norm, poles, inputs: [0.0; 2], outputs: [0.0; 2] }
    }

    pub(super) fn next(&mut self, sample: f64) -> f64 {
        let out =
            self.gain * (sample - self.inputs[1]) - self.poles[0] * self.outputs[0] - self.poles[1] * self.outputs[1];
        self.inputs = [sample, self.inputs[0]];
        self.outputs = [out, self.outputs[0]];
        out
    }
}

/// Samples that are laid over each other.
pub(super) struct Canvas(Vec<f64>);

impl Canvas {
    /// Silence of so many seconds.
    pub(super) fn new(seconds: f64) -> Self {
        Self(vec![0.0; frames(seconds)])
    }

    /// Adds samples from a time on; what goes beyond the end is left out.
    pub(super) fn add(&mut self, seconds: f64, samples: impl Iterator<Item = f64>) {
        let start = frames(seconds).min(self.0.len());
        for (place, sample) in self.0[start..].iter_mut().zip(samples) {
            *place += sample;
        }
    }

    /// The samples, which end in silence.
    pub(super) fn finish(self) -> Vec<f32> {
        let count = self.0.len();
        let tail = frames(0.02).min(count);
        let faded = |(frame, sample): (usize, &f64)| (sample * ((count - frame) as f64 / tail as f64).min(1.0)) as f32;
        self.0.iter().enumerate().map(faded).collect()
    }
}
