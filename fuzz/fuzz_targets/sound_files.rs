//! Recordings: any bytes are refused, or are a recording whose channels are of one length, and that becomes a sound which is
//! read again.
#![no_main]

use kerosene_asset::{Sound, SoundEncoding};
use libfuzzer_sys::fuzz_target;
use timbre::{Options, Recording, compile};

fuzz_target!(|data: &[u8]| {
    let Ok(recording) = Recording::read(data) else { return };
    assert!(recording.channels.iter().all(|channel| channel.len() == recording.frames()));
    assert!(recording.channels.iter().flatten().all(|sample| sample.is_finite()));
    // Encoding takes its time, which is no matter of what is in a file.
    if recording.frames() > 20_000 {
        return;
    }
    let options = Options { mono: true, trim: Some(-50.0), encoding: SoundEncoding::Pcm16, ..Options::default() };
    let Ok(made) = compile("fuzz.wav", data, &options) else { return };
    let again = Sound::from_bytes(&made.sound.to_bytes()).expect("what was written is readable");
    assert!(again == made.sound, "reading what was written gives another sound");
});
