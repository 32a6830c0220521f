//! What the maker of a sound should know.

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
