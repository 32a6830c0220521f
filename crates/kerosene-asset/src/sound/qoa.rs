//! The predicted encoding: what decoder and encoder share.
//!
//! Each sample is predicted from the four before it by a filter that learns as it goes (sign-sign least mean squares,
//! Widrow and Hoff, 1960), and what is left is stored in three bits, in units of a scale that twenty samples share. Arithmetic,
//! tables and slices are those of the *Quite OK Audio* format (Dominic Szablewski, 2023), which lies nearer to the source
//! than IMA ADPCM with four fifths of the bits: by 1.5 dB where noise prevails, by 30 dB for a plain tone. The test
//! `the_predicted_encoding_is_near_its_source` of `timbre` compares them. It takes integers only, so that every machine decodes the same samples.
//!
//! | what | bytes | how |
//! |---|---|---|
//! | block | | 64 slices of each channel, 1,280 frames; the last one may be shorter |
//! | its states | 16 a channel | four samples before the block, oldest first, then four weights: `i16` each |
//! | its slices | 8 a channel and slice | `u64`: scale in the upper 4 bits, then 20 codes of 3 bits, the first one highest |
//!
//! Numbers are little-endian; of slices at the same time that of the first channel comes first. Since a block begins with
//! the state of its filters, decoding can begin at any block.

/// Frames that share a scale.
pub const SLICE_FRAMES: usize = 20;
/// Slices of a channel in a block.
pub const BLOCK_SLICES: usize = 64;
/// Frames in a block.
pub const BLOCK_FRAMES: usize = SLICE_FRAMES * BLOCK_SLICES;
/// Bytes of a slice of a channel.
pub const SLICE_BYTES: usize = 8;
/// Bytes of the state of a channel.
pub const STATE_BYTES: usize = 16;
/// How many scales there are.
pub const SCALES: usize = 16;

/// Samples that a prediction looks back at.
const ORDER: usize = 4;

/// The units of the scales: (scale + 1)^2.75, rounded.
pub const UNITS: [i32; SCALES] = [1, 7, 21, 45, 84, 138, 211, 304, 421, 562, 731, 928, 1157, 1419, 1715, 2048];

/// What a code means, in quarters of the unit.
const QUARTERS: [i32; 8] = [3, -3, 10, -10, 18, -18, 28, -28];

/// What each code of each scale adds to the prediction.
const RESIDUALS: [[i32; 8]; SCALES] = residuals();

const fn residuals() -> [[i32; 8]; SCALES] {
    let mut table = [[0; 8]; SCALES];
    let mut scale = 0;
    while scale < SCALES {
        let mut code = 0;
        while code < 8 {
            // Rounded to the nearest, a half away from zero.
            let product = UNITS[scale] * QUARTERS[code];
            table[scale][code] = if product < 0 { (product - 2) / 4 } else { (product + 2) / 4 };
            code += 1;
        }
        scale += 1;
    }
    table
}

/// What a code adds to the prediction, with a scale below [`SCALES`] and a code below 8 (higher bits do not count).
///
/// ```
/// assert_eq!(kerosene_asset::qoa::residual(1, 2), 18);
/// ```
#[inline]
#[must_use]
pub const fn residual(scale: usize, code: usize) -> i32 {
    RESIDUALS[scale % SCALES][code % 8]
}

/// The filter of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Predictor {
    history: [i32; ORDER],
    weights: [i32; ORDER],
}

impl Predictor {
    /// The filter that a sound begins with: it goes on in a straight line.
    pub const START: Self = Self { history: [0; ORDER], weights: [0, 0, -(1 << 13), 1 << 14] };

    /// What comes next, by what came before.
    #[inline]
    #[must_use]
    pub fn predict(&self) -> i32 {
        let products = self.history.iter().zip(&self.weights).map(|(sample, weight)| sample.wrapping_mul(*weight));
        products.fold(0_i32, i32::wrapping_add) >> 13
    }

    /// Takes the sample that came, and learns from what the prediction lacked.
    #[inline]
    pub fn update(&mut self, sample: i16, residual: i32) {
        let step = residual >> 4;
        for (weight, past) in self.weights.iter_mut().zip(self.history) {
            *weight = weight.wrapping_add(if past < 0 { -step } else { step });
        }
        self.history.rotate_left(1);
        self.history[ORDER - 1] = i32::from(sample);
    }

    /// How large the weights are: the sum of their squares.
    #[must_use]
    pub fn energy(&self) -> i64 {
        self.weights.iter().map(|weight| i64::from(*weight) * i64::from(*weight)).sum()
    }

    /// The state as it stands at the beginning of a block, and the filter that goes on from there: weights are held to 16
    /// bits.
    #[must_use]
    pub fn to_bytes(mut self) -> ([u8; STATE_BYTES], Self) {
        let mut bytes = [0; STATE_BYTES];
        self.weights = self.weights.map(|weight| i32::from(clamped(weight)));
        let values = self.history.iter().chain(&self.weights);
        for (place, value) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(values) {
            *place = clamped(*value).to_le_bytes();
        }
        (bytes, self)
    }

    /// The filter of a state.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; STATE_BYTES]) -> Self {
        let (values, _) = bytes.as_chunks::<2>();
        let value = |at: usize| i32::from(i16::from_le_bytes(values[at]));
        Self { history: std::array::from_fn(value), weights: std::array::from_fn(|at| value(ORDER + at)) }
    }
}

/// The nearest sample.
#[inline]
#[must_use]
pub fn clamped(value: i32) -> i16 {
    value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// Decodes a slice of a channel; the samples go to every `stride`-th place of `out`.
#[inline]
pub(super) fn decode_slice(bytes: [u8; SLICE_BYTES], filter: &mut Predictor, out: &mut [i16], stride: usize) {
    let bits = u64::from_le_bytes(bytes);
    let scale = (bits >> 60) as usize;
    for (number, place) in out.iter_mut().step_by(stride).enumerate().take(SLICE_FRAMES) {
        let code = (bits >> (57 - 3 * number)) as usize & 7;
        let residual = residual(scale, code);
        let sample = clamped(filter.predict().wrapping_add(residual));
        filter.update(sample, residual);
        *place = sample;
    }
}
