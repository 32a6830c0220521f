//! What can be wrong with a recording.

use kerosene_asset::{MAX_CHANNELS, SoundError};
use kerosene_diagnostics::{Code, codes};

/// Why a recording does not become a sound.
#[derive(Debug, thiserror::Error)]
pub enum TimbreError {
    /// It is no recording of a kind that is read.
    #[error("it is no recording that can be read (WAV, FLAC, Ogg Vorbis, MP3){}", .looks.map(|what| format!(": it is {what}")).unwrap_or_default())]
    UnknownKind {
        /// What it looks like.
        looks: Option<&'static str>,
    },
    /// It is damaged, or of a kind within a kind that is not read.
    #[error("the recording cannot be read: {reason}")]
    Damaged {
        /// Why.
        reason: String,
    },
    /// It holds no sound.
    #[error("there is no track of sound in it")]
    NoTrack,
    /// It is over before it begins.
    #[error("the recording has no samples")]
    Empty,
    /// It holds more than may be read.
    #[error("the recording has more than 256 MiB of samples")]
    TooLong,
    /// Rate or channels change on the way.
    #[error("the recording changes its rate or its channels on the way")]
    Changes,
    /// It has more channels than a sound has.
    #[error("the recording has {channels} channels, and a sound has at most {MAX_CHANNELS}")]
    Channels {
        /// Its channels.
        channels: usize,
    },
    /// The sound cannot be made of it.
    #[error(transparent)]
    Sound(#[from] SoundError),
}

impl TimbreError {
    /// The error of a file of another kind.
    pub(crate) fn unknown(bytes: &[u8]) -> Self {
        let looks = match bytes {
            [] => Some("empty"),
            [b'K', b'A', b'U', b'D', ..] => Some("a sound already"),
            [b'F', b'O', b'R', b'M', ..] => Some("AIFF"),
            [_, _, _, _, b'f', b't', b'y', b'p', ..] => Some("MPEG-4 (AAC)"),
            [b'R', b'I', b'F', b'X', ..] => Some("a WAV with its bytes the other way round"),
            [0x30, 0x26, 0xb2, 0x75, ..] => Some("Windows Media"),
            [b'M', b'T', b'h', b'd', ..] => Some("MIDI, which is notes and no sound"),
            _ => None,
        };
        Self::UnknownKind { looks }
    }

    pub(crate) fn damaged(reason: &impl ToString) -> Self {
        Self::Damaged { reason: reason.to_string() }
    }

    /// The diagnostic's code, and what to do.
    pub(crate) fn advice(&self) -> (Code, &'static str) {
        let fix = match self {
            Self::UnknownKind { .. } | Self::Damaged { .. } | Self::NoTrack => {
                "open it in a sound editor and save it as WAV or FLAC, or get it again"
            }
            Self::Empty => "record something, or leave the file out",
            Self::TooLong => "cut it into pieces, or mix it into one channel first",
            Self::Changes => "save it as WAV or FLAC with one rate",
            Self::Channels { .. } => "mix it into one channel with --mono, or save it with two",
            Self::Sound(SoundError::Rate { .. }) => "save it in a sound editor with a usual rate, such as 44100",
            Self::Sound(_) => "give another rate with --rate",
        };
        (codes::SOUND_NOT_READ, fix)
    }
}
