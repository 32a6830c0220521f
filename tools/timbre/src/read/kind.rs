//! What kind of recording a file is.

use std::path::Path;

/// A kind of recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordingKind {
    /// RIFF WAVE: samples as they are, or ADPCM.
    Wav,
    /// FLAC: smaller, and nothing lost.
    Flac,
    /// Vorbis or FLAC in Ogg.
    Ogg,
    /// MPEG audio, layer III.
    Mp3,
}

/// Bytes of the head of ID3 tags.
const ID3_BYTES: usize = 10;

impl RecordingKind {
    /// The kind that the first bytes of a file belong to.
    ///
    /// ```
    /// use timbre::RecordingKind;
    ///
    /// assert_eq!(RecordingKind::of(b"fLaC...."), Some(RecordingKind::Flac));
    /// assert_eq!(RecordingKind::of(b"%PDF-1.7"), None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let after_tags = after_id3(bytes);
        // Eleven bits that are set begin a frame of MPEG audio; the two of its layer are 01 for the third.
        let is_frame = matches!(after_tags, [0xff, second, ..] if second & 0xe6 == 0xe2);
        match bytes {
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => Some(Self::Wav),
            [b'O', b'g', b'g', b'S', ..] => Some(Self::Ogg),
            _ if after_tags.starts_with(b"fLaC") => Some(Self::Flac),
            _ if is_frame || bytes.starts_with(b"ID3") => Some(Self::Mp3),
            _ => None,
        }
    }

    /// The kind that the ending of a file's name says.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        match &*ending {
            "wav" | "wave" => Some(Self::Wav),
            "flac" => Some(Self::Flac),
            "ogg" | "oga" => Some(Self::Ogg),
            "mp3" => Some(Self::Mp3),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wav => "WAV",
            Self::Flac => "FLAC",
            Self::Ogg => "Ogg",
            Self::Mp3 => "MP3",
        }
    }

    /// The usual ending of its files.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Wav => ".wav",
            Self::Flac => ".flac",
            Self::Ogg => ".ogg",
            Self::Mp3 => ".mp3",
        }
    }
}

/// What comes after ID3 tags at the front; nothing where they are cut off.
pub(super) fn after_id3(mut bytes: &[u8]) -> &[u8] {
    while let [b'I', b'D', b'3', _, _, flags, rest @ ..] = bytes {
        let Some(size) = rest.first_chunk::<4>() else { return &[] };
        // Seven bits a byte, so that no size looks like the beginning of a frame.
        let size = size.iter().fold(0_usize, |size, byte| size << 7 | usize::from(byte & 0x7f));
        let footer = if flags & 0x10 == 0 { 0 } else { ID3_BYTES };
        bytes = bytes.get(ID3_BYTES + size + footer..).unwrap_or_default();
    }
    bytes
}
