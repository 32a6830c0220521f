//! A recording becomes a sound.

use crate::{
    LoopChoice, Options, Recording, RecordingKind, TimbreError, encode, loudness, notes, resample::resampled, shape,
};
use kerosene_asset::{MAX_CHANNELS, Provenance, Sound, SoundLoop, SourceFile};
use kerosene_diagnostics::Diagnostics;

/// Name and version of this tool in what it makes. The version goes up whenever the same input gives other bytes.
pub const TOOL: &str = "timbre 1";

/// A sound that was made.
#[derive(Debug)]
pub struct Compiled {
    /// The sound.
    pub sound: Sound,
    /// Samples that are cut off at full scale.
    pub clipped: usize,
    /// What its maker should know.
    pub notes: Diagnostics,
}

/// Makes a sound of a recording; `name` is the recording's path, as it will stand in the sound.
///
/// # Errors
/// Why the recording cannot be read, or does not become a sound.
///
/// ```
/// use timbre::{Options, compile, to_wav};
///
/// let click = to_wav(8000, 1, &[0, 16384, 0], None);
/// let made = compile("sound/click.wav", &click, &Options::default())?;
/// assert_eq!((made.sound.frames(), made.clipped), (3, 0));
/// assert!(made.notes.is_empty());
/// # Ok::<(), timbre::TimbreError>(())
/// ```
pub fn compile(name: &str, bytes: &[u8], options: &Options) -> Result<Compiled, TimbreError> {
    let (recording, flaws) = Recording::read_with_flaws(bytes)?;
    let frames = recording.frames();
    let wanted = chosen_loop(&recording, options.repeats);
    let recording = shape::with_loop(recording, wanted);
    let lost_loop = wanted.is_some() && recording.loop_points != wanted;
    let recording = if options.mono { shape::mono(&recording) } else { recording };
    if recording.channels.len() > MAX_CHANNELS as usize {
        return Err(TimbreError::Channels { channels: recording.channels.len() });
    }
    let recording = match options.trim {
        Some(level) => shape::trimmed(recording, level),
        None => recording,
    };
    let rate = options.rate.unwrap_or(recording.rate);
    let recording = resampled(recording, rate)?;
    let recording = if options.normalize { shape::normalized(recording) } else { recording };
    let recording = shape::amplified(recording, options.gain);
    let clipped = shape::clipped(&recording);
    let mut sound = to_sound(&recording, options)?;
    sound.provenance = Provenance {
        tool: TOOL.to_owned(),
        options: options.to_text(),
        sources: vec![SourceFile::of(name, bytes)],
        ..Provenance::default()
    };
    let mut found = Diagnostics::new();
    let kind = RecordingKind::of(bytes);
    let all = [
        notes::name_lies(name, kind),
        notes::lost_twice(name, kind, options.encoding),
        lost_loop.then(|| notes::lost_loop(name, wanted, &recording)),
        notes::clipped(name, clipped),
        notes::cut_off(name, &flaws, frames),
        notes::no_numbers(name, &flaws),
        notes::odd_loop(name, &flaws).filter(|_| options.repeats == LoopChoice::AsRecorded),
    ];
    all.into_iter().flatten().for_each(|note| found.push(note));
    Ok(Compiled { sound, clipped, notes: found })
}

/// A sound of samples, with its levels.
pub(crate) fn to_sound(recording: &Recording, options: &Options) -> Result<Sound, TimbreError> {
    let channels = recording.channels.len() as u32;
    let data = encode(options.encoding, channels, &recording.to_samples());
    let frames = u32::try_from(recording.frames()).map_err(|_| TimbreError::TooLong)?;
    let sound = Sound::new(options.encoding, recording.rate, channels, frames, data)?;
    let mut sound = sound.looping(recording.loop_points)?;
    sound.levels = loudness::levels(&sound);
    Ok(sound)
}

/// The loop that is wanted; it need not lie in the recording.
fn chosen_loop(recording: &Recording, choice: LoopChoice) -> Option<SoundLoop> {
    let whole = u32::try_from(recording.frames()).unwrap_or(u32::MAX);
    match choice {
        LoopChoice::AsRecorded => recording.loop_points,
        LoopChoice::Whole => Some(SoundLoop { start: 0, end: whole }),
        LoopChoice::None => None,
        LoopChoice::Frames { start, end } => Some(SoundLoop { start, end: end.unwrap_or(whole) }),
    }
}
