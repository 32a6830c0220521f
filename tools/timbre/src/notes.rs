//! What the maker of a sound should know.

use crate::read::Flaws;
use crate::{Recording, RecordingKind};
use kerosene_asset::{SoundEncoding, SoundLoop};
use kerosene_diagnostics::{Code, Diagnostic, SourcePosition, codes};

fn note(code: Code, name: &str, message: String, fix: String) -> Diagnostic {
    Diagnostic::new(code, message).at(SourcePosition::file(name)).fix(fix)
}

/// The file is of another kind than its name says.
pub(crate) fn name_lies(name: &str, kind: Option<RecordingKind>) -> Option<Diagnostic> {
    let (said, kind) = (RecordingKind::of_name(name)?, kind?);
    let message = format!("the name says {}, and the file is {}", said.name(), kind.name());
    (said != kind)
        .then(|| note(codes::SOUND_NAME_LIES, name, message, format!("let its name end in {}", kind.ending())))
}

/// The recording has lost already, and the sound loses again.
pub(crate) fn lost_twice(name: &str, kind: Option<RecordingKind>, encoding: SoundEncoding) -> Option<Diagnostic> {
    let lossy = kind == Some(RecordingKind::Mp3) && encoding != SoundEncoding::Pcm16;
    let message = "an MP3 has left out what people hardly hear, and the encoding adds its own noise to that".to_owned();
    let fix = "make it from the WAV or FLAC that the MP3 was made of, or give --encoding pcm".to_owned();
    lossy.then(|| note(codes::SOUND_LOST_TWICE, name, message, fix))
}

/// The loop that was wanted is not the one that the sound has.
pub(crate) fn lost_loop(name: &str, wanted: Option<SoundLoop>, recording: &Recording) -> Diagnostic {
    let said = wanted.map_or(String::new(), |points| format!(" from frame {} to {}", points.start, points.end));
    let done = match recording.loop_points {
        Some(_) => "it ends with the sound",
        None => "the sound does not loop",
    };
    let message = format!("the loop{said} is empty or beyond the end: {done}");
    note(codes::SOUND_LOOP, name, message, "give it with --loop START:END, in frames of the recording".to_owned())
}

/// Samples are cut off.
pub(crate) fn clipped(name: &str, samples: usize) -> Option<Diagnostic> {
    let are = if samples == 1 { "sample is" } else { "samples are" };
    let message = format!("{samples} {are} cut off at full scale");
    let fix = "make it quieter with --gain -3, or give --normalize; record anew what was recorded too loud".to_owned();
    (samples > 0).then(|| note(codes::SOUND_CLIPPED, name, message, fix))
}

/// The file ends before the recording does.
pub(crate) fn cut_off(name: &str, flaws: &Flaws, frames: usize) -> Option<Diagnostic> {
    let message = match flaws.said_frames {
        Some(said) => format!("the recording says that it has {said} frames, and {frames} are there"),
        None if flaws.no_end => format!("the recording has no end: after {frames} frames the file is cut off"),
        None => return None,
    };
    let fix = "get it again, or save it again in a sound editor if it is meant to end there".to_owned();
    Some(note(codes::SOUND_INCOMPLETE, name, message, fix))
}

/// Samples are no numbers.
pub(crate) fn no_numbers(name: &str, flaws: &Flaws) -> Option<Diagnostic> {
    let count = flaws.no_numbers;
    let are = if count == 1 { "sample is no number and" } else { "samples are no numbers and" };
    let message = format!("{count} {are} count as silence");
    let fix = "export it again from the program that it comes from".to_owned();
    (count > 0).then(|| note(codes::SOUND_INCOMPLETE, name, message, fix))
}

/// The loop of the file is of a kind that a sound does not have.
pub(crate) fn odd_loop(name: &str, flaws: &Flaws) -> Option<Diagnostic> {
    let said = flaws.odd_loop.as_ref()?;
    let message = format!("{said}: the sound repeats those frames forward and without end");
    let fix = "save it with the one loop that is meant, or give it with --loop START:END".to_owned();
    Some(note(codes::SOUND_LOOP, name, message, fix))
}
