//! Reading recordings.

mod decode;
mod flaws;
mod kind;
mod loops;
mod wav;

pub(crate) use flaws::Flaws;
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
        Self::read_with_flaws(bytes).map(|(recording, _)| recording)
    }

    /// As [`read`](Self::read), with what of the file is not in the recording.
    pub(crate) fn read_with_flaws(bytes: &[u8]) -> Result<(Self, Flaws), TimbreError> {
        let kind = RecordingKind::of(bytes).ok_or_else(|| TimbreError::unknown(bytes))?;
        let (recording, flaws) = match kind {
            RecordingKind::Wav => {
                let (recording, flaws) = wav::decode(bytes)?;
                let (loop_points, odd_loop) = loops::of_wav(bytes, recording.frames()).unzip();
                (Self { loop_points, ..recording }, Flaws { odd_loop: odd_loop.flatten(), ..flaws })
            }
            RecordingKind::Flac | RecordingKind::Ogg | RecordingKind::Mp3 => decode::decode(kind, bytes)?,
        };
        if recording.frames() == 0 { Err(TimbreError::Empty) } else { Ok((recording, flaws)) }
    }
}
