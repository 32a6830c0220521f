//! Sounds: what was written is read, blocks decode from anywhere, damage is told; scripts say what is wrong with them.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use kerosene_asset::{
    Between, MAX_SAMPLES, Provenance, SOUND_MAGIC, SOUND_VERSION, Sound, SoundChannel, SoundDecoder, SoundEncoding,
    SoundError, SoundLevels, SoundLoop, SoundScript, SourceFile, qoa,
};
use kerosene_container::{Container, ContainerBuilder};
use kerosene_diagnostics::codes;
use proptest::prelude::*;
use std::sync::Arc;

/// Bytes that look like any.
fn noise(count: u64) -> Vec<u8> {
    let mut state = 46_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..count).map(|_| next()).collect()
}

fn sound(encoding: SoundEncoding, channels: u32, frames: u32) -> Sound {
    Sound::new(encoding, 44_100, channels, frames, noise(encoding.data_bytes(frames, channels))).unwrap()
}

fn sample() -> Sound {
    let mut sound = sound(SoundEncoding::Qoa, 2, 50).looping(Some(SoundLoop { start: 7, end: 50 })).unwrap();
    sound.levels = SoundLevels { peak: 0.5, rms: 0.25, loudness: Some(-23.0) };
    let sources = vec![SourceFile::of("sound/hum.wav", b"samples")];
    sound.provenance =
        Provenance { tool: "timbre 1".to_owned(), options: String::new(), sources, ..Provenance::default() };
    sound
}

#[test]
fn every_encoding_is_written_and_read() {
    for encoding in SoundEncoding::ALL {
        for (channels, frames) in [(1, 1), (2, 1), (1, 20), (2, 21), (1, 1280), (2, 1281), (2, 5000)] {
            let sound = sound(encoding, channels, frames);
            assert_eq!(Sound::from_bytes(&sound.to_bytes()).unwrap(), sound);
            assert_eq!(sound.to_samples().len(), (channels * frames) as usize);
        }
    }
    assert_eq!(Sound::from_bytes(&sample().to_bytes()).unwrap(), sample());
    assert!((sample().seconds() - 50.0 / 44_100.0).abs() < 1e-12);
}

#[test]
fn what_no_sound_has_is_refused() {
    let refusal = |rate, channels, frames, bytes: u64| {
        Sound::new(SoundEncoding::Pcm16, rate, channels, frames, noise(bytes)).unwrap_err()
    };
    assert_eq!(refusal(100, 1, 1, 2), SoundError::Rate { rate: 100 });
    assert_eq!(refusal(8000, 3, 1, 6), SoundError::Channels { channels: 3 });
    assert_eq!(refusal(8000, 1, 0, 0), SoundError::Samples { samples: 0 });
    assert_eq!(refusal(8000, 2, u32::MAX, 0), SoundError::Samples { samples: u64::from(u32::MAX) * 2 });
    assert_eq!(refusal(8000, 2, 4, 15), SoundError::Bytes { found: 15, expected: 16 });
    for (start, end) in [(3, 3), (4, 3), (0, 51)] {
        let refused = sample().looping(Some(SoundLoop { start, end })).unwrap_err();
        assert_eq!(refused, SoundError::Loop { start, end, frames: 50 });
    }
    assert_eq!(MAX_SAMPLES * 4, 256 << 20);
}

/// A filter without weights predicts zero, so a slice of one code is the residual again and again: by the definition of the
/// format, 304 * 2.5 = 760 and 304 * -0.75 = -228.
#[test]
fn a_slice_decodes_to_what_the_format_defines() {
    let slice = |scale: u64, code: u64| (0..20).fold(scale << 60, |bits, number| bits | code << (57 - 3 * number));
    let state = [0_i16, 0, 0, 0, 0, 0, 0, 0];
    let bytes: Vec<u8> = state.iter().flat_map(|value| value.to_le_bytes()).collect();
    let first = |scale, code| {
        let data = [bytes.clone(), slice(scale, code).to_le_bytes().to_vec()].concat();
        Sound::new(SoundEncoding::Qoa, 8000, 1, 2, data).unwrap().to_samples()
    };
    assert_eq!(first(8, 2)[0], 421 * 5 / 2 + 1);
    assert_eq!(first(7, 2)[0], 760);
    assert_eq!(first(7, 1)[0], -228);
    // 760 >> 4 is 47: each weight grew by it, and one of the four samples before is 760.
    assert_eq!(first(7, 2)[1], 760 + ((760_i32 * 47) >> 13) as i16);
    assert_eq!(first(15, 7)[0], -14_336);
    assert_eq!(qoa::UNITS[15], 2048);
}

/// The state of a block carries the filter on: four samples, and weights held to 16 bits.
#[test]
fn a_state_goes_there_and_back() {
    let mut filter = qoa::Predictor::START;
    for sample in [100, -200, 300, -400, 500_i16] {
        filter.update(sample, 14_000);
    }
    let (bytes, held) = filter.to_bytes();
    assert_eq!(qoa::Predictor::from_bytes(&bytes), held);
    assert_eq!(held, filter);
    for _ in 0..100 {
        filter.update(100, 14_000);
    }
    let (bytes, held) = filter.to_bytes();
    assert_eq!(qoa::Predictor::from_bytes(&bytes), held);
    assert_ne!(held, filter);
}

/// Reads in pieces of any length from any place, against the whole.
#[test]
fn any_piece_is_the_same_as_in_the_whole() {
    for encoding in SoundEncoding::ALL {
        for channels in [1, 2] {
            let sound = Arc::new(sound(encoding, channels, 4000));
            let whole = sound.to_samples();
            let mut decoder = SoundDecoder::new(Arc::clone(&sound));
            let mut seed = 7_usize;
            for _ in 0..300 {
                seed = (seed * 75 + 74) % 65_537;
                let (start, length) = (seed % 4100, seed % 91);
                decoder.seek(start as u32);
                let start = start.min(4000);
                let mut out = vec![12_345; length * channels as usize];
                let frames = decoder.read(&mut out);
                assert_eq!(frames, length.min(4000 - start));
                let (from, count) = (start * channels as usize, frames * channels as usize);
                assert_eq!(out[..count], whole[from..from + count]);
                assert!(out[count..].iter().all(|sample| *sample == 12_345));
                assert_eq!(decoder.position() as usize, start + frames);
            }
        }
    }
}

#[test]
fn a_loop_goes_on_until_it_is_left() {
    for encoding in SoundEncoding::ALL {
        let sound = sound(encoding, 1, 3000).looping(Some(SoundLoop { start: 1300, end: 2900 })).unwrap();
        let whole = sound.to_samples();
        let mut decoder = SoundDecoder::new(&sound);
        let mut out = vec![0; 6100];
        assert_eq!(decoder.read(&mut out), 6100);
        let wanted: Vec<_> =
            (0..6100).map(|at| whole[if at < 2900 { at } else { 1300 + (at - 2900) % 1600 }]).collect();
        assert_eq!(out, wanted);
        let mut decoder = decoder.once();
        let rest = decoder.read(&mut out);
        assert_eq!(out[..rest], whole[3000 - rest..]);
        assert_eq!(decoder.read(&mut out), 0);
        // Behind the loop the end comes first.
        let mut decoder = SoundDecoder::new(&sound);
        decoder.seek(2950);
        assert_eq!(decoder.read(&mut out[..60]), 60);
        assert_eq!(out[..50], whole[2950..]);
        assert_eq!(out[50..60], whole[1300..1310]);
    }
}

#[test]
fn every_flipped_bit_is_refused() {
    common::damage_is_refused(&sample().to_bytes(), |bytes| Sound::from_bytes(bytes).is_err());
}

/// Sections that say nonsense behind hashes that are right.
#[test]
fn lies_behind_right_hashes_are_refused() {
    let sound = sample().to_bytes();
    let container = Container::parse(&sound, SOUND_MAGIC, SOUND_VERSION).unwrap();
    let forged = |at: usize, byte: u8| {
        let mut builder = ContainerBuilder::new(SOUND_MAGIC, SOUND_VERSION);
        for (section, (tag, _)) in container.sections().enumerate() {
            let mut bytes = container.section(tag).unwrap().to_vec();
            if section == 0 {
                bytes[at] = byte;
            }
            builder = builder.section(tag, bytes);
        }
        Sound::from_bytes(&builder.to_bytes()).map(drop).unwrap_err().to_string()
    };
    assert!(forged(0, 9).contains("there is no encoding 9"));
    assert!(forged(7, 1).contains("frames a second"));
    assert!(forged(8, 3).contains("3 channels"));
    assert!(forged(12, 100).contains("bytes instead of"));
    assert!(forged(15, 100).contains("samples: a sound has 1 to"));
    assert!(forged(16, 2).contains("neither 0 nor 1"));
    assert!(forged(20, 60).contains("it loops from frame 60 to 50, and has 50"));
    assert!(forged(35, 0xff).contains("no finite number"));
}

fn parse(text: &str) -> Vec<SoundScript> {
    let (sounds, notes) = SoundScript::parse("sound/door/wood.ksnd", text).unwrap();
    assert!(notes.is_empty(), "{:?}", notes.iter().collect::<Vec<_>>());
    sounds
}

#[test]
fn a_script_says_what_a_game_calls_sounds() {
    let text = "
        sound { file sound/door/wood1.kaud file Door\\Wood2 }
        sound { name lift/hum file lift/hum volume \"1 0.5\" pitch 2 loop yes distance 64 attenuation 0 max 64 channel Static }
    ";
    let sounds = parse(text);
    let wanted = SoundScript {
        files: vec!["door/wood1".into(), "door/wood2".into()],
        ..SoundScript::of("door/wood", "door/wood1")
    };
    assert_eq!(sounds[0], wanted);
    assert_eq!(sounds[1].volume, Between { least: 0.5, most: 1.0 });
    assert_eq!((sounds[1].pitch, sounds[1].repeats), (Between::only(2.0), Some(true)));
    assert_eq!((sounds[1].channel, sounds[1].max), (SoundChannel::Static, 64.0));
    assert_eq!(parse(&SoundScript::to_text(&sounds)), sounds);
    assert_eq!(parse(""), []);
}

#[test]
fn a_script_says_where_and_what_is_wrong() {
    let refusal = |text: &str| {
        let error = SoundScript::parse("a.ksnd", text).unwrap_err();
        (error.line, error.column, format!("{}: {}", error.problem, error.advice))
    };
    let (line, column, text) = refusal("sound\n{\n  file a\n  volume 5\n}");
    assert_eq!((line, column), (4, 3));
    assert_eq!(text, "`volume` is 5: choose from 0 to 4");
    assert!(refusal("sound { name x }").2.contains("the sound `x` has no file"));
    assert!(refusal("sound { file ../x }").2.contains("no path below"));
    assert!(refusal("sound { file c:x }").2.contains("no path below"));
    assert!(refusal("sound { file a max 10 }").2.contains("make `max` the larger one"));
    assert!(refusal("sound { file a pitch 0 }").2.contains("choose from 0.1 to 8"));
    assert!(refusal("sound { file a distance far }").2.contains("a finite number"));
    assert!(refusal("sound { file a loop maybe }").2.contains("0 or 1"));
    assert!(refusal("sound { file a channel bdoy }").2.contains("did you mean `body`?"));
    assert!(refusal("sound { file a channel zzz }").2.contains("the channels are auto, weapon"));
    let many = "sound { file a }\n".repeat(4097);
    assert_eq!(refusal(&many).0, 4097);
    let files = format!("sound {{\n{}}}", "file a\n".repeat(65));
    assert_eq!(refusal(&files).0, 66);
}

#[test]
fn what_means_nothing_is_noted_with_what_was_meant() {
    let text = "sound { file a volmue 1 shine 2 inner { } }\nsond { }\nstray 1";
    let (sounds, notes) = SoundScript::parse("a.ksnd", text).unwrap();
    assert_eq!(sounds, [SoundScript::of("a", "a")]);
    let fixes: Vec<_> = notes.iter().map(|note| (note.code, note.fix.clone().unwrap())).collect();
    assert!(fixes.iter().all(|(code, _)| *code == codes::SOUND_SCRIPT_KEY));
    assert_eq!(fixes[0].1, "did you mean `volume`?");
    assert!(fixes[1].1.starts_with("the keys are name, file"));
    assert_eq!((&*fixes[2].1, &*fixes[3].1, &*fixes[4].1), ("remove it", "did you mean `sound`?", "remove it"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(sound|name|file|volume|pitch|max|[{}\" \\n0-9.-]|[a-z/]){0,60}") {
        if let Ok((sounds, _)) = SoundScript::parse("a.ksnd", &text) {
            let again = SoundScript::parse("a.ksnd", &SoundScript::to_text(&sounds)).unwrap();
            prop_assert_eq!(again.0, sounds);
        }
    }
}
