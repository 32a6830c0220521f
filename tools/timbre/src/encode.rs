//! Samples to the bytes of an encoding.

use kerosene_asset::SoundEncoding;
use kerosene_asset::qoa::{BLOCK_FRAMES, Predictor, SCALES, SLICE_FRAMES, UNITS, clamped, residual};

/// Weights up to here are no danger to the filter: the sum of their squares, in units of 2^18.
const CALM: i64 = 0x8ff;

/// Encodes samples, frame by frame of `channels` each.
///
/// ```
/// use kerosene_asset::SoundEncoding;
///
/// assert_eq!(timbre::encode(SoundEncoding::Pcm16, 1, &[1, -2]), [1, 0, 0xfe, 0xff]);
/// assert_eq!(timbre::encode(SoundEncoding::Qoa, 1, &[1, -2]).len(), 24);
/// ```
#[must_use]
pub fn encode(encoding: SoundEncoding, channels: u32, samples: &[i16]) -> Vec<u8> {
    match encoding {
        SoundEncoding::Pcm16 => samples.iter().flat_map(|sample| sample.to_le_bytes()).collect(),
        SoundEncoding::Qoa => predicted(channels.max(1) as usize, samples),
    }
}

fn predicted(channels: usize, samples: &[i16]) -> Vec<u8> {
    let mut out = Vec::with_capacity(samples.len() / 2);
    let mut filters = vec![(Predictor::START, 0); channels];
    for block in samples.chunks(BLOCK_FRAMES * channels) {
        for (filter, _) in &mut filters {
            let (state, held) = filter.to_bytes();
            *filter = held;
            out.extend_from_slice(&state);
        }
        for slice in block.chunks(SLICE_FRAMES * channels) {
            for (channel, (filter, scale)) in filters.iter_mut().enumerate() {
                let samples = slice.iter().skip(channel).step_by(channels);
                let best = best_slice(&samples.copied(), *filter, *scale);
                (*filter, *scale) = (best.filter, best.scale);
                out.extend_from_slice(&best.bits.to_le_bytes());
            }
        }
    }
    out
}

/// A slice with one of the scales.
struct Slice {
    bits: u64,
    scale: usize,
    /// The filter after it.
    filter: Predictor,
    /// How far it is from the samples: squares of errors, and of weights that grow.
    error: u64,
}

/// The slice of the scale that comes nearest; `likely` is looked at first, so that others can be given up early.
fn best_slice(samples: &(impl Iterator<Item = i16> + Clone), filter: Predictor, likely: usize) -> Slice {
    let mut best = Slice { bits: 0, scale: likely, filter, error: u64::MAX };
    for scale in std::iter::once(likely).chain((0..SCALES).filter(|scale| *scale != likely)) {
        if let Some(better) = slice_of(samples.clone(), filter, scale, best.error) {
            best = better;
        }
    }
    best
}

/// The slice of a scale, where its error stays below another's.
fn slice_of(samples: impl Iterator<Item = i16>, mut filter: Predictor, scale: usize, below: u64) -> Option<Slice> {
    let (mut bits, mut error) = ((scale as u64) << 60, 0_u64);
    for (number, wanted) in samples.enumerate() {
        let predicted = filter.predict();
        let code = nearest_code(i64::from(wanted) - i64::from(predicted), scale);
        let residual = residual(scale, code);
        let sample = clamped(predicted.wrapping_add(residual));
        let off = i64::from(wanted) - i64::from(sample);
        let wild = ((filter.energy() >> 18) - CALM).max(0);
        error = error.saturating_add((off * off) as u64).saturating_add(wild.saturating_mul(wild) as u64);
        if error >= below {
            return None;
        }
        filter.update(sample, residual);
        bits |= (code as u64) << (57 - 3 * number);
    }
    Some(Slice { bits, scale, filter, error })
}

/// The code that comes nearest to a difference: 3/4, 5/2, 9/2 or 7 units, up or down.
fn nearest_code(difference: i64, scale: usize) -> usize {
    let (size, unit) = (difference.abs() * 16, i64::from(UNITS[scale]));
    // Halfway between the steps, in sixteenths of the unit.
    let step = [26, 56, 92].iter().filter(|between| size > *between * unit).count();
    step * 2 + usize::from(difference < 0)
}
