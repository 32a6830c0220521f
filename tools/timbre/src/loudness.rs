//! How loud a sound is.
//!
//! Loudness is measured as ITU-R BS.1770-4 says: through two filters that hear as a head and an ear do, in blocks of 0.4
//! seconds that overlap, leaving out blocks that are much quieter than the others. The filters are given there for 48 kHz; for
//! other rates they are made anew from the analogue ones behind them (De Man, *Evaluation of Implementations of the EBU R128
//! Loudness Measurement*, 2018).

use kerosene_asset::{Sound, SoundDecoder, SoundLevels};
use kerosene_math::deterministic::{log10, pow, tan};
use std::f64::consts::PI;

/// Blocks below this are silence, in LUFS.
const SILENCE: f64 = -70.0;
/// Blocks so far below the mean do not count, in LU.
const QUIETER: f64 = 10.0;
/// Steps of a tenth of a second in a block.
const STEPS: usize = 4;
/// Frames that are decoded at a time.
const PIECE: usize = 4096;

/// Measures a sound as it will be heard: what its encoding made of it.
///
/// ```
/// use kerosene_asset::{Sound, SoundEncoding};
///
/// let full = Sound::new(SoundEncoding::Pcm16, 8000, 1, 2, vec![0, 0x80, 0, 0x80])?;
/// let levels = timbre::levels(&full);
/// assert_eq!((levels.peak, levels.rms), (1.0, 1.0));
/// # Ok::<(), kerosene_asset::SoundError>(())
/// ```
#[must_use]
pub fn levels(sound: &Sound) -> SoundLevels {
    let channels = sound.channels() as usize;
    let mut meter = Meter::new(sound.rate(), channels);
    let mut decoder = SoundDecoder::new(sound).once();
    let mut piece = vec![0; PIECE * channels];
    loop {
        let frames = decoder.read(&mut piece);
        if frames == 0 {
            break meter.finish();
        }
        piece[..frames * channels].chunks_exact(channels).for_each(|frame| meter.take(frame));
    }
}

/// What has been measured.
struct Meter {
    rate: u64,
    filters: Vec<[Biquad; 2]>,
    frames: u64,
    peak: f64,
    squares: f64,
    /// Power of all channels, weighted, and frames, of each tenth of a second.
    steps: Vec<(f64, f64)>,
}

impl Meter {
    fn new(rate: u32, channels: usize) -> Self {
        let filters = vec![[head(f64::from(rate)), ear(f64::from(rate))]; channels];
        Self { rate: u64::from(rate), filters, frames: 0, peak: 0.0, squares: 0.0, steps: Vec::new() }
    }

    fn take(&mut self, frame: &[i16]) {
        // Tenths of a second that do not divide evenly begin with the frame that lies in them.
        let step = (self.frames * 10 / self.rate) as usize;
        if self.steps.len() <= step {
            self.steps.push((0.0, 0.0));
        }
        let (power, frames) = &mut self.steps[step];
        for (sample, filters) in frame.iter().zip(&mut self.filters) {
            let sample = f64::from(*sample) / 32_768.0;
            self.peak = self.peak.max(sample.abs());
            self.squares += sample * sample;
            let heard = filters.iter_mut().fold(sample, |sample, filter| filter.next(sample));
            *power += heard * heard;
        }
        *frames += 1.0;
        self.frames += 1;
    }

    fn finish(self) -> SoundLevels {
        let samples = self.frames as f64 * self.filters.len() as f64;
        SoundLevels {
            peak: self.peak as f32,
            rms: (self.squares / samples.max(1.0)).sqrt() as f32,
            loudness: gated(&self.blocks()).map(|loudness| loudness as f32),
        }
    }

    /// The mean power of each block; a sound that is shorter than one is one.
    fn blocks(&self) -> Vec<f64> {
        let whole = |steps: &[(f64, f64)]| {
            let (power, frames) = steps.iter().fold((0.0, 0.0), |sum, step| (sum.0 + step.0, sum.1 + step.1));
            power / frames
        };
        if self.steps.len() < STEPS { vec![whole(&self.steps)] } else { self.steps.windows(STEPS).map(whole).collect() }
    }
}

fn loudness(power: f64) -> f64 {
    -0.691 + 10.0 * log10(power)
}

/// The loudness of the blocks that count.
fn gated(blocks: &[f64]) -> Option<f64> {
    let mean = |least: f64| {
        let counted = blocks.iter().filter(|power| **power > 0.0 && loudness(**power) > least);
        let (sum, count) = counted.fold((0.0, 0.0), |(sum, count), power| (sum + power, count + 1.0));
        (count > 0.0).then(|| loudness(sum / count))
    };
    let loud = mean(SILENCE)?;
    mean((loud - QUIETER).max(SILENCE)).or(Some(loud))
}

/// A filter of two poles and two zeros, in the transposed second form.
#[derive(Debug, Clone, Copy)]
struct Biquad {
    zeros: [f64; 3],
    poles: [f64; 2],
    state: [f64; 2],
}

impl Biquad {
    fn next(&mut self, sample: f64) -> f64 {
        let [zero, first, second] = self.zeros;
        let out = zero * sample + self.state[0];
        self.state = [first * sample - self.poles[0] * out + self.state[1], second * sample - self.poles[1] * out];
        out
    }
}

/// What a head does: a shelf of 4 dB above 1.7 kHz.
fn head(rate: f64) -> Biquad {
    let (frequency, gain, quality) = (1_681.974_450_955_533, 3.999_843_853_973_347, 0.707_175_236_955_419_6);
    let k = tan(PI * frequency / rate);
    let high = pow(10.0_f64, gain / 20.0);
    let middle = pow(high, 0.499_666_774_154_541_6);
    let (ratio, square) = (k / quality, k * k);
    let norm = 1.0 + ratio + square;
    Biquad {
        zeros: [high + middle * ratio + square, 2.0 * (square - high), high - middle * ratio + square]
            .map(|zero| zero / norm),
        poles: [2.0 * (square - 1.0) / norm, (1.0 - ratio + square) / norm],
        state: [0.0; 2],
    }
}

/// What an ear does: it hears less below 38 Hz.
fn ear(rate: f64) -> Biquad {
    let (frequency, quality) = (38.135_470_876_024_44, 0.500_327_037_323_877_3);
    let k = tan(PI * frequency / rate);
    let (ratio, square) = (k / quality, k * k);
    let norm = 1.0 + ratio + square;
    let poles = [2.0 * (square - 1.0) / norm, (1.0 - ratio + square) / norm];
    Biquad { zeros: [1.0, -2.0, 1.0], poles, state: [0.0; 2] }
}

#[cfg(test)]
mod tests {
    use super::{ear, head};

    /// The coefficients that the recommendation prints for 48 kHz.
    #[test]
    fn the_filters_are_those_of_the_recommendation() {
        let near = |found: &[f64], wanted: &[f64]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9);
        let (head, ear) = (head(48_000.0), ear(48_000.0));
        assert!(near(&head.zeros, &[1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85]));
        assert!(near(&head.poles, &[-1.690_659_293_182_41, 0.732_480_774_215_85]));
        assert!(near(&ear.poles, &[-1.990_047_454_833_98, 0.990_072_250_366_21]));
    }
}
