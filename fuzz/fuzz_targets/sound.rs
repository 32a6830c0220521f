//! Sounds and what games call them: any bytes are refused, or are a sound that is written again to the same bytes and decodes
//! to the same samples from anywhere; any text is refused, or is a script that says the same when it is written again. The
//! sections are the input's, with their hashes put right.
#![no_main]

use kerosene_asset::{SOUND_MAGIC, SOUND_VERSION, Sound, SoundDecoder, SoundScript};
use kerosene_container::{ContainerBuilder, Tag};
use libfuzzer_sys::fuzz_target;

/// Names of the sections, in the order of a file.
const TAGS: [&[u8; 4]; 3] = [b"HEAD", b"EDIT", b"DATA"];

fn check(bytes: &[u8]) {
    let Ok(sound) = Sound::from_bytes(bytes) else { return };
    let again = Sound::from_bytes(&sound.to_bytes()).expect("what was written is readable");
    assert!(again == sound, "reading what was written gives another sound");
    let whole = sound.to_samples();
    let channels = sound.channels() as usize;
    assert_eq!(whole.len(), sound.frames() as usize * channels);
    let middle = sound.frames() / 2;
    let mut decoder = SoundDecoder::new(&sound).once();
    decoder.seek(middle);
    let mut half = vec![0; whole.len() - middle as usize * channels];
    assert_eq!(decoder.read(&mut half) * channels, half.len());
    assert!(half == whole[middle as usize * channels..], "a half differs from the whole");
    // A loop goes on for ever.
    if sound.loop_points().is_some() {
        let mut out = [0; 6000];
        assert_eq!(SoundDecoder::new(&sound).read(&mut out), 6000 / channels);
    }
}

fn check_script(text: &str) {
    let Ok((sounds, _)) = SoundScript::parse("a.ksnd", text) else { return };
    let again = SoundScript::parse("a.ksnd", &SoundScript::to_text(&sounds)).expect("what was written is readable");
    assert!(again.0 == sounds, "reading what was written gives other sounds");
}

fuzz_target!(|data: &[u8]| {
    check(data);
    if let Ok(text) = std::str::from_utf8(data) {
        check_script(text);
    }
    // Two sections begin with their length, a byte, and the rest of the input is the samples.
    let mut rest = data;
    let mut builder = ContainerBuilder::new(SOUND_MAGIC, SOUND_VERSION);
    for tag in TAGS {
        let Some((length, after)) = rest.split_first() else { break };
        let most = if tag == b"DATA" { after.len() } else { usize::from(*length).min(after.len()) };
        let (section, after) = after.split_at(most);
        builder = builder.section(Tag(*tag), section.to_vec());
        rest = after;
    }
    check(&builder.to_bytes());
});
