//! Samples in memory.

use kerosene_asset::SoundLoop;

/// A recording that was read: a plane of samples for each channel, from -1 to 1 where it is not too loud.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// Frames a second.
    pub rate: u32,
    /// Samples by channel; each has as many.
    pub channels: Vec<Vec<f32>>,
    /// The part that it repeats, as the file says it: nobody vouches for it.
    pub loop_points: Option<SoundLoop>,
}

impl Recording {
    /// Frames of it.
    ///
    /// ```
    /// let two = timbre::Recording { rate: 8000, channels: vec![vec![0.0, 1.0]], loop_points: None };
    /// assert_eq!(two.frames(), 2);
    /// ```
    #[must_use]
    pub fn frames(&self) -> usize {
        self.channels.first().map_or(0, Vec::len)
    }

    /// The recording with every sample changed.
    pub(crate) fn map(mut self, change: impl Fn(f32) -> f32) -> Self {
        for sample in self.channels.iter_mut().flatten() {
            *sample = change(*sample);
        }
        self
    }

    /// The largest sample without its sign.
    pub(crate) fn peak(&self) -> f32 {
        self.channels.iter().flatten().fold(0.0, |peak, sample| sample.abs().max(peak))
    }

    /// The samples as numbers of 16 bits, frame by frame.
    pub(crate) fn to_samples(&self) -> Vec<i16> {
        let mut out = Vec::with_capacity(self.frames() * self.channels.len());
        for frame in 0..self.frames() {
            out.extend(self.channels.iter().map(|channel| quantized(channel[frame])));
        }
        out
    }
}

/// The nearest number of 16 bits. The scale is the one by which decoders made floats of such numbers, so those come back.
fn quantized(sample: f32) -> i16 {
    // A cast ends where the type does.
    (sample * 32_768.0).round() as i16
}
