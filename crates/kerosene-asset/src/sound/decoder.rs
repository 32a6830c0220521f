//! Playing a sound piece by piece.

use super::{MAX_CHANNELS, Sound, SoundEncoding, qoa};
use std::ops::Deref;

/// Samples of a slice of every channel.
const SLICE_SAMPLES: usize = qoa::SLICE_FRAMES * MAX_CHANNELS as usize;

/// Decodes a sound into the caller's memory, from any frame on, and takes none itself: fit for an audio thread. It holds the
/// sound by a reference or an [`Arc`](std::sync::Arc).
///
/// ```
/// use kerosene_asset::{Sound, SoundDecoder, SoundEncoding, SoundLoop};
///
/// let steps = Sound::new(SoundEncoding::Pcm16, 8000, 1, 3, vec![1, 0, 2, 0, 3, 0])?;
/// let steps = steps.looping(Some(SoundLoop { start: 1, end: 3 }))?;
/// let mut decoder = SoundDecoder::new(&steps);
/// let mut samples = [0; 6];
/// assert_eq!(decoder.read(&mut samples), 6);
/// assert_eq!(samples, [1, 2, 3, 2, 3, 2]);
/// # Ok::<(), kerosene_asset::SoundError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SoundDecoder<S> {
    sound: S,
    position: u32,
    loops: bool,
    filters: [qoa::Predictor; MAX_CHANNELS as usize],
    /// The slice whose samples are in `slice`; the filters stand at its end.
    decoded: Option<u32>,
    slice: [i16; SLICE_SAMPLES],
}

impl<S: Deref<Target = Sound>> SoundDecoder<S> {
    /// A decoder at the beginning of a sound; it loops where the sound does.
    pub fn new(sound: S) -> Self {
        let filters = [qoa::Predictor::START; MAX_CHANNELS as usize];
        Self { sound, position: 0, loops: true, filters, decoded: None, slice: [0; SLICE_SAMPLES] }
    }

    /// The same decoder, which plays the sound to its end: also to leave a loop that is being played.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.loops = false;
        self
    }

    /// The sound.
    pub fn sound(&self) -> &Sound {
        &self.sound
    }

    /// The frame that comes next.
    pub const fn position(&self) -> u32 {
        self.position
    }

    /// Goes to a frame; beyond the end is the end.
    pub fn seek(&mut self, frame: u32) {
        self.position = frame.min(self.sound.frames());
    }

    /// Fills `out` with frames, sample by sample of each channel, and gives how many frames there were: fewer than fit only at
    /// the end of a sound that does not loop. What is left of `out` stays as it was.
    pub fn read(&mut self, out: &mut [i16]) -> usize {
        let channels = self.sound.channels() as usize;
        let wanted = out.len() / channels;
        let mut done = 0;
        while done < wanted {
            let end = self.end();
            if self.position >= end {
                // The loop holds a frame at least.
                let Some(points) = self.sound.loop_points().filter(|_| self.loops) else { break };
                self.position = points.start;
                continue;
            }
            let most = (wanted - done).min((end - self.position) as usize);
            let out = &mut out[done * channels..(done + most) * channels];
            let frames = match self.sound.encoding() {
                SoundEncoding::Pcm16 => self.copy(out),
                SoundEncoding::Qoa => self.predict(out),
            };
            self.position += frames as u32;
            done += frames;
        }
        done
    }

    /// The frame before which the sound is played straight on. One beyond the loop plays to the end of the sound first.
    fn end(&self) -> u32 {
        let points = self.sound.loop_points().filter(|points| self.loops && self.position <= points.end);
        points.map_or(self.sound.frames(), |points| points.end)
    }

    /// Fills `out` with samples that are stored as they are.
    fn copy(&self, out: &mut [i16]) -> usize {
        let channels = self.sound.channels() as usize;
        let (samples, _) = self.sound.data().as_chunks::<2>();
        let samples = samples.iter().skip(self.position as usize * channels);
        for (place, sample) in out.iter_mut().zip(samples) {
            *place = i16::from_le_bytes(*sample);
        }
        out.len() / channels
    }

    /// Fills the beginning of `out` from one slice.
    fn predict(&mut self, out: &mut [i16]) -> usize {
        let channels = self.sound.channels() as usize;
        let slice = self.position / qoa::SLICE_FRAMES as u32;
        if self.decoded != Some(slice) {
            let block = slice - slice % qoa::BLOCK_SLICES as u32;
            // The filters go on from slice to slice; anywhere else begins with a block.
            let first = self.decoded.map(|decoded| decoded + 1).filter(|next| (block..=slice).contains(next));
            (first.unwrap_or(block)..=slice).for_each(|slice| self.decode(slice));
        }
        let skipped = self.position as usize % qoa::SLICE_FRAMES * channels;
        let samples = &self.slice[skipped..qoa::SLICE_FRAMES * channels];
        let count = samples.len().min(out.len());
        out[..count].copy_from_slice(&samples[..count]);
        count / channels
    }

    /// Decodes a slice of each channel; the one before it was decoded last, or it is the first of a block.
    fn decode(&mut self, slice: u32) {
        let channels = self.sound.channels() as usize;
        let (block, number) = (slice as usize / qoa::BLOCK_SLICES, slice as usize % qoa::BLOCK_SLICES);
        let block_bytes = (qoa::STATE_BYTES + qoa::BLOCK_SLICES * qoa::SLICE_BYTES) * channels;
        // A sound has the bytes that its frames need.
        let block = self.sound.data().get(block * block_bytes..).unwrap_or_default();
        let (states, slices) = block.split_at_checked(qoa::STATE_BYTES * channels).unwrap_or_default();
        if number == 0 {
            for (filter, state) in self.filters.iter_mut().zip(states.as_chunks().0) {
                *filter = qoa::Predictor::from_bytes(state);
            }
        }
        let slices = slices.as_chunks().0.iter().skip(number * channels).take(channels);
        for ((channel, filter), bytes) in self.filters.iter_mut().enumerate().zip(slices) {
            qoa::decode_slice(*bytes, filter, &mut self.slice[channel..], channels);
        }
        self.decoded = Some(slice);
    }
}
