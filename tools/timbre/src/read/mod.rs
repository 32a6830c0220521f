//! Reading recordings.

mod decode;
mod kind;
mod loops;
mod wav;

pub use kind::RecordingKind;

use crate::{Recording, TimbreError};

impl Recording {
    /// Reads a recording, by its first bytes and not by its name.
    ///
    /// ```
    /// use timbre::{Recording, to_wav};
    ///
    /// let wav = to_wav(8000, 1, &[0, 100, -100], None);
    /// assert_eq!(Recording::read(&wav)?.channels, [[0.0, 100.0 / 32768.0, -100.0 / 32768.0]]);
    /// # Ok::<(), timbre::TimbreError>(())
    /// ```
    ///
    /// # Errors
    /// What is no recording of a kind that is read, is damaged, empty, or longer than 256 MiB of samples.
    pub fn read(bytes: &[u8]) -> Result<Self, TimbreError> {
        let kind = RecordingKind::of(bytes).ok_or_else(|| TimbreError::unknown(bytes))?;
        let recording = match kind {
            RecordingKind::Wav => {
                let recording = wav::decode(bytes)?;
                Self { loop_points: loops::of_wav(bytes, recording.frames()), ..recording }
            }
            RecordingKind::Flac | RecordingKind::Ogg | RecordingKind::Mp3 => decode::decode(kind, bytes)?,
        };
        if recording.frames() == 0 { Err(TimbreError::Empty) } else { Ok(recording) }
    }
}
