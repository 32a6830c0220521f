//! What can be wrong with a sound.

use super::{MAX_CHANNELS, MAX_RATE, MAX_SAMPLES, MIN_RATE};
use kerosene_container::ContainerError;

/// Why a sound cannot be made or read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SoundError {
    /// The file is no sound, of another version, or damaged.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// It has a rate that no sound has.
    #[error("{rate} frames a second: a sound has {MIN_RATE} to {MAX_RATE}")]
    Rate {
        /// The rate.
        rate: u32,
    },
    /// It has no channel or too many.
    #[error("{channels} channels: a sound has 1 to {MAX_CHANNELS}")]
    Channels {
        /// The channels.
        channels: u32,
    },
    /// It has no samples or too many.
    #[error("{samples} samples: a sound has 1 to {MAX_SAMPLES}")]
    Samples {
        /// The samples of all channels.
        samples: u64,
    },
    /// It has not the bytes that its samples need.
    #[error("its samples take {found} bytes instead of {expected}")]
    Bytes {
        /// Its bytes.
        found: u64,
        /// The bytes that it needs.
        expected: u64,
    },
    /// Its loop is empty or goes beyond its end.
    #[error("it loops from frame {start} to {end}, and has {frames}")]
    Loop {
        /// The first frame of the loop.
        start: u32,
        /// The first frame after the loop.
        end: u32,
        /// Frames of the sound.
        frames: u32,
    },
}
