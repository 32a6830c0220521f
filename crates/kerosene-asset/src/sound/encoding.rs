//! How samples are stored.

use super::qoa;

/// How the samples of a sound are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SoundEncoding {
    /// Numbers of 16 bits, little-endian, frame by frame.
    Pcm16,
    /// Predicted, in blocks: 3.3 bits a sample. See [`qoa`].
    Qoa,
}

impl SoundEncoding {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::Pcm16, Self::Qoa];

    /// Its name, as the command line takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pcm16 => "pcm",
            Self::Qoa => "qoa",
        }
    }

    /// Its number in files.
    pub(super) const fn number(self) -> u32 {
        match self {
            Self::Pcm16 => 0,
            Self::Qoa => 1,
        }
    }

    /// Bytes that so many frames of so many channels take.
    ///
    /// ```
    /// use kerosene_asset::SoundEncoding;
    ///
    /// assert_eq!(SoundEncoding::Pcm16.data_bytes(1280, 1), 2560);
    /// assert_eq!(SoundEncoding::Qoa.data_bytes(1280, 1), 16 + 64 * 8);
    /// ```
    #[must_use]
    pub const fn data_bytes(self, frames: u32, channels: u32) -> u64 {
        let (frames, channels) = (frames as u64, channels as u64);
        match self {
            Self::Pcm16 => frames * channels * 2,
            Self::Qoa => {
                let slices = frames.div_ceil(qoa::SLICE_FRAMES as u64);
                let blocks = slices.div_ceil(qoa::BLOCK_SLICES as u64);
                (blocks * qoa::STATE_BYTES as u64 + slices * qoa::SLICE_BYTES as u64) * channels
            }
        }
    }
}
