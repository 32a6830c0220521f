//! Recordings become sounds that are what they were: samples, loops, rates, levels.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_asset::{MAX_SAMPLES, Sound, SoundEncoding, SoundLoop, SoundScript, SurfaceTable};
use kerosene_diagnostics::codes;
use kerosene_math::deterministic::{log10, sin};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use timbre::{Compiled, LoopChoice, Options, Recording, TimbreError, compile, encode, levels, stock, to_wav};

const FLAC: &[u8] = include_bytes!("data/tone.flac");
const OGG: &[u8] = include_bytes!("data/tone.ogg");
const MP3: &[u8] = include_bytes!("data/tone.mp3");

fn plain() -> Options {
    Options { encoding: SoundEncoding::Pcm16, ..Options::default() }
}

fn made(name: &str, bytes: &[u8], options: &Options) -> Compiled {
    let made = compile(name, bytes, options).unwrap();
    assert_eq!(Sound::from_bytes(&made.sound.to_bytes()).unwrap(), made.sound);
    assert_eq!(made.sound.levels, levels(&made.sound));
    made
}

fn wav(bytes: &[u8], options: &Options) -> Compiled {
    made("a.wav", bytes, options)
}

/// A sine of a frequency, with a peak below 1.
fn tone(rate: u32, frequency: f64, frames: usize, peak: f64) -> Vec<i16> {
    let sample = |at: usize| sin(TAU * frequency * at as f64 / f64::from(rate)) * peak * 32_767.0;
    (0..frames).map(|at| sample(at).round() as i16).collect()
}

/// Three tones, noise that fades, and a silent end: what a game's sounds are like.
fn knock(frames: usize) -> Vec<i16> {
    let mut seed = 1_u32;
    let mut fade = 1.0;
    let sample = |at: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        fade *= 0.9997;
        let time = at as f64 / 22_050.0;
        let tones = [180.0, 431.0, 1270.0].map(|frequency| sin(TAU * frequency * time) / 3.0).iter().sum::<f64>();
        let noise = f64::from(seed >> 8) / f64::from(1 << 23) - 1.0;
        ((tones * 0.7 + noise * 0.15) * fade * 30_000.0).round() as i16
    };
    (0..frames).map(sample).collect()
}

/// Signal to noise in decibels.
fn snr(wanted: &[i16], found: &[i16]) -> f64 {
    assert_eq!(wanted.len(), found.len());
    let (mut signal, mut noise) = (0.0, 1e-9);
    for (wanted, found) in wanted.iter().zip(found) {
        signal += f64::from(*wanted) * f64::from(*wanted);
        noise += (f64::from(*wanted) - f64::from(*found)) * (f64::from(*wanted) - f64::from(*found));
    }
    10.0 * log10(signal / noise)
}

/// Steps of IMA ADPCM: each about a tenth larger than the one before (Interactive Multimedia Association, 1992).
fn ima_steps() -> Vec<i32> {
    let mut steps = vec![7.0_f64];
    while steps.len() < 89 {
        steps.push(steps[steps.len() - 1] * 1.1);
    }
    steps.into_iter().map(|step| (step as i32).min(32_767)).collect()
}

/// IMA ADPCM there and back: four bits a sample.
fn ima(samples: &[i16]) -> Vec<i16> {
    let steps = ima_steps();
    let (mut last, mut index) = (i32::from(samples[0]), 20_usize);
    let code = |wanted: &i16| {
        let step = steps[index];
        let difference = i32::from(*wanted) - last;
        let code = (difference.abs() * 4 / step).min(7);
        let change = (step * code / 4) + step / 8;
        last = (last + if difference < 0 { -change } else { change }).clamp(-32_768, 32_767);
        index = (index as i32 + [-1, -1, -1, -1, 2, 4, 6, 8][code as usize]).clamp(0, 88) as usize;
        last as i16
    };
    samples.iter().map(code).collect()
}

#[test]
fn what_is_stored_as_it_is_comes_back_as_it_was() {
    let samples = [0, 1, -1, 32_767, -32_768, 12_345, -7, 99];
    for channels in [1, 2] {
        let made = wav(&to_wav(11_025, channels, &samples, None), &plain());
        assert_eq!(made.sound.to_samples(), samples);
        assert_eq!((made.sound.rate(), made.sound.channels(), made.clipped), (11_025, channels, 0));
        assert!(made.notes.is_empty());
    }
    // Samples of 8, 24 and 32 bits, and floats.
    let stored = |kind: u16, bits: u16, data: &[u8]| {
        let mut bytes = to_wav(8000, 1, &[], None);
        bytes[20..22].copy_from_slice(&kind.to_le_bytes());
        bytes[34..36].copy_from_slice(&bits.to_le_bytes());
        bytes[40..44].copy_from_slice(&(data.len() as u32).to_le_bytes());
        wav(&[&bytes, data].concat(), &plain()).sound.to_samples()
    };
    assert_eq!(stored(1, 8, &[0, 128, 192]), [-32_768, 0, 16_384]);
    assert_eq!(stored(1, 24, &[0, 0, 64, 0, 255, 255]), [16_384, -1]);
    assert_eq!(stored(1, 32, &[0, 0, 0, 192]), [-16_384]);
    assert_eq!(stored(3, 32, &[0.5_f32, f32::NAN].map(f32::to_le_bytes).concat()), [16_384, 0]);
    assert_eq!(stored(3, 64, &(-0.25_f64).to_le_bytes()), [-8192]);
    let flac = made("tone.flac", FLAC, &plain()).sound;
    let wanted: Vec<_> = tone(16_000, 440.0, 4000, 0.5);
    assert!(flac.to_samples().iter().zip(&wanted).all(|(a, b)| a.abs_diff(*b) <= 1), "FLAC loses nothing");
}

/// The figures are those of the module's documentation: the predicted encoding against IMA ADPCM, which takes more bits.
#[test]
fn the_predicted_encoding_is_near_its_source() {
    for (name, samples, least) in [
        ("tone", tone(22_050, 440.0, 22_050, 0.5), 60.0),
        ("knock", knock(22_050), 22.0),
        ("quiet", tone(22_050, 300.0, 8000, 0.004), 30.0),
    ] {
        let data = encode(SoundEncoding::Qoa, 1, &samples);
        assert!(data.len() * 100 < samples.len() * 42, "{name}: {} bytes", data.len());
        let sound = Sound::new(SoundEncoding::Qoa, 22_050, 1, samples.len() as u32, data).unwrap();
        let (ours, theirs) = (snr(&samples, &sound.to_samples()), snr(&samples, &ima(&samples)));
        assert!(ours > least && ours > theirs + 1.0, "{name}: {ours:.1} dB, IMA ADPCM {theirs:.1} dB");
    }
}

/// Noise at full scale, the worst there is, whose steps are larger than the largest that can be stored: the filter does not go
/// astray, and both channels stay apart.
#[test]
fn noise_does_not_lead_the_filter_astray() {
    let mut seed = 5_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as i16
    };
    let samples: Vec<_> = (0..10_000).flat_map(|_| [next(), 0]).collect();
    let data = encode(SoundEncoding::Qoa, 2, &samples);
    let decoded = Sound::new(SoundEncoding::Qoa, 8000, 2, 10_000, data).unwrap().to_samples();
    assert!(snr(&samples, &decoded) > 4.0, "{}", snr(&samples, &decoded));
    assert!(decoded.iter().skip(1).step_by(2).all(|sample| sample.abs() <= 1));
}

#[test]
fn every_kind_of_recording_is_read() {
    for (name, bytes, least) in [("tone.flac", FLAC, 60.0), ("tone.ogg", OGG, 20.0), ("tone.mp3", MP3, 15.0)] {
        let made = made(name, bytes, &plain());
        assert_eq!((made.sound.rate(), made.sound.channels()), (16_000, 1), "{name}");
        let samples = made.sound.to_samples();
        assert!((4000..6500).contains(&samples.len()), "{name}: {} frames", samples.len());
        let power = samples.iter().map(|sample| f64::from(*sample) * f64::from(*sample)).sum::<f64>();
        let whole = power / 4000.0;
        // A sine of half of full scale; a lossy one may begin and end a little otherwise.
        assert!((whole.sqrt() / 32_768.0 - 0.3535).abs() < 0.02, "{name}: {}", whole.sqrt() / 32_768.0);
        let lag = (0..2500).find(|lag| {
            samples[*lag..].len() >= 4000 && {
                snr(&tone(16_000, 440.0, 4000, 0.5)[..3000], &samples[*lag..*lag + 3000]) > least
            }
        });
        assert!(lag.is_some(), "{name} is another tone");
    }
}

/// A `smpl` chunk, a `cue ` chunk, tags in FLAC and in Ogg, and the option, which is stronger.
#[test]
fn loops_come_along() {
    let points = |start, end| Some(SoundLoop { start, end });
    let samples = tone(8000, 100.0, 800, 0.5);
    let sampler = to_wav(8000, 1, &samples, points(80, 720));
    assert_eq!(wav(&sampler, &plain()).sound.loop_points(), points(80, 720));
    let mut cue = to_wav(8000, 1, &samples, None);
    let chunk = [1_u32, 1, 0, u32::from_le_bytes(*b"data"), 0, 0, 160];
    cue.extend(b"cue ".iter().chain(&28_u32.to_le_bytes()).chain(&chunk.map(u32::to_le_bytes).concat()));
    let length = cue.len() as u32 - 8;
    cue[4..8].copy_from_slice(&length.to_le_bytes());
    assert_eq!(wav(&cue, &plain()).sound.loop_points(), points(160, 800));
    let flac = flac_with_tags(&["LOOPSTART=100", "loopLength=300", "TITLE=tone"]);
    assert_eq!(made("a.flac", &flac, &plain()).sound.loop_points(), points(100, 400));
    let flac = flac_with_tags(&["LOOPEND=3000"]);
    assert_eq!(made("a.flac", &flac, &plain()).sound.loop_points(), points(0, 3000));
    assert_eq!(made("a.ogg", &ogg_with_tag("LOOPSTART=00000123"), &plain()).sound.loop_points().unwrap().start, 123);
    for (choice, wanted) in [
        (LoopChoice::Whole, points(0, 800)),
        (LoopChoice::None, None),
        (LoopChoice::Frames { start: 5, end: None }, points(5, 800)),
        (LoopChoice::Frames { start: 5, end: Some(9) }, points(5, 9)),
    ] {
        assert_eq!(wav(&sampler, &Options { repeats: choice, ..plain() }).sound.loop_points(), wanted);
    }
    // Twice the rate, twice the frames; and from the sound to a WAV and back.
    let doubled = wav(&sampler, &Options { rate: Some(16_000), ..plain() }).sound;
    assert_eq!((doubled.loop_points(), doubled.frames()), (points(160, 1440), 1600));
    let again = to_wav(16_000, 1, &doubled.to_samples(), doubled.loop_points());
    let again = wav(&again, &plain()).sound;
    assert_eq!((again.data(), again.loop_points()), (doubled.data(), doubled.loop_points()));
}

#[test]
fn loops_that_cannot_be_are_told() {
    let samples = tone(8000, 100.0, 800, 0.5);
    let bytes = to_wav(8000, 1, &samples, Some(SoundLoop { start: 100, end: 5000 }));
    let short = wav(&bytes, &plain());
    assert_eq!(short.sound.loop_points(), Some(SoundLoop { start: 100, end: 800 }));
    assert_eq!(short.notes.count_of(codes::SOUND_LOOP), 1);
    let beyond = wav(&bytes, &Options { repeats: LoopChoice::Frames { start: 900, end: Some(950) }, ..plain() });
    assert_eq!(beyond.sound.loop_points(), None);
    assert_eq!(beyond.notes.count_of(codes::SOUND_LOOP), 1);
}

/// FLAC with comments behind its first block of metadata; comments that were there are taken out.
fn flac_with_tags(tags: &[&str]) -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
    let mut comments = text("us");
    comments.extend((tags.len() as u32).to_le_bytes());
    comments.extend(tags.iter().flat_map(|tag| text(tag)));
    let mut out = FLAC[..4].to_vec();
    let mut rest = &FLAC[4..];
    loop {
        let (kind, is_last) = (rest[0] & 0x7f, rest[0] & 0x80 != 0);
        let length = u32::from_be_bytes([0, rest[1], rest[2], rest[3]]) as usize;
        if kind != 4 {
            out.push(kind);
            out.extend_from_slice(&rest[1..4 + length]);
        }
        rest = &rest[4 + length..];
        if is_last {
            break;
        }
    }
    out.push(4 | 0x80);
    out.extend_from_slice(&(comments.len() as u32).to_be_bytes()[1..]);
    out.extend(comments);
    out.extend_from_slice(rest);
    out
}

/// Ogg with its first comment replaced by one of the same length, and the page's checksum put right.
fn ogg_with_tag(tag: &str) -> Vec<u8> {
    let mut bytes = OGG.to_vec();
    let place = bytes.windows(8).position(|window| window.eq_ignore_ascii_case(b"ENCODER=")).unwrap();
    let length = u32::from_le_bytes(*bytes[place - 4..].first_chunk().unwrap()) as usize;
    assert_eq!(length, tag.len(), "the sample's comment");
    bytes[place..place + length].copy_from_slice(tag.as_bytes());
    let page = (0..place).rev().find(|at| bytes[*at..].starts_with(b"OggS")).unwrap();
    let segments = usize::from(bytes[page + 26]);
    let body: usize = bytes[page + 27..page + 27 + segments].iter().map(|length| usize::from(*length)).sum();
    bytes[page + 22..page + 26].fill(0);
    let crc = bytes[page..page + 27 + segments + body].iter().fold(0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte) << 24, |crc, _| crc << 1 ^ if crc >> 31 == 1 { 0x04c1_1db7 } else { 0 })
    });
    bytes[page + 22..page + 26].copy_from_slice(&crc.to_le_bytes());
    bytes
}

#[test]
fn channels_are_mixed_and_silence_is_cut_off() {
    let stereo = to_wav(8000, 2, &[100, 300, -50, -150], None);
    assert_eq!(wav(&stereo, &Options { mono: true, ..plain() }).sound.to_samples(), [200, -100]);
    let quiet = to_wav(8000, 1, &[0, 3, 0, 8000, 0, 9000, 2, 0, 0], None);
    let trimmed = Options { trim: Some(-60.0), ..plain() };
    assert_eq!(wav(&quiet, &trimmed).sound.to_samples(), [8000, 0, 9000]);
    // A loop stays whole.
    let looped = to_wav(8000, 1, &[0, 0, 0, 8000, 0, 9000, 2, 0, 0], Some(SoundLoop { start: 2, end: 5 }));
    let sound = wav(&looped, &trimmed).sound;
    assert_eq!(sound.to_samples(), [0, 8000, 0, 9000]);
    assert_eq!(sound.loop_points(), Some(SoundLoop { start: 0, end: 3 }));
    assert_eq!(wav(&to_wav(8000, 1, &[0, 0], None), &trimmed).sound.frames(), 2);
}

#[test]
fn gains_are_what_they_say_and_what_is_cut_off_is_counted() {
    let samples = tone(8000, 100.0, 800, 0.5);
    let bytes = to_wav(8000, 1, &samples, None);
    let half = wav(&bytes, &Options { gain: -6.0206, ..plain() }).sound;
    assert!((half.levels.peak - 0.25).abs() < 0.001);
    let full = wav(&bytes, &Options { normalize: true, ..plain() });
    assert_eq!((full.clipped, full.sound.to_samples().iter().max()), (0, Some(&32_767)));
    let loud = wav(&bytes, &Options { gain: 12.0, ..plain() });
    // A sine four times as high as half of full scale is beyond it for two thirds of the time.
    assert!((520..548).contains(&loud.clipped), "{}", loud.clipped);
    assert_eq!(loud.notes.count_of(codes::SOUND_CLIPPED), 1);
    assert!(loud.sound.to_samples().iter().all(|sample| *sample != -32_767));
    // A recording that was cut off before: several in a row. One peak is none.
    let cut = to_wav(8000, 1, &[0, 32_767, 32_767, 32_767, 0, 32_767, 0, -32_768, -32_768, 0], None);
    assert_eq!(wav(&cut, &plain()).clipped, 3);
}

/// A tone keeps its level and its pitch at any rate, and one above the new rate's half is gone.
#[test]
fn rates_are_changed_without_images_or_aliases() {
    let at =
        |samples: Vec<i16>, rate| wav(&to_wav(44_100, 1, &samples, None), &Options { rate: Some(rate), ..plain() });
    for rate in [48_000, 22_050, 32_000, 11_025, 44_099] {
        let sound = at(tone(44_100, 1000.0, 22_050, 0.5), rate).sound;
        let frames = (22_050 * u64::from(rate)).div_ceil(44_100);
        assert_eq!((sound.rate(), u64::from(sound.frames())), (rate, frames));
        let (wanted, found) = (tone(rate, 1000.0, frames as usize, 0.5), sound.to_samples());
        let middle = 500..frames as usize - 500;
        let snr = snr(&wanted[middle.clone()], &found[middle]);
        assert!(snr > 80.0, "{rate} Hz: {snr:.1} dB");
    }
    let gone = at(tone(44_100, 15_000.0, 22_050, 0.5), 22_050).sound.to_samples();
    let loudest = gone[500..gone.len() - 500].iter().map(|sample| sample.abs()).max().unwrap();
    assert!(loudest <= 1, "{loudest}");
    // What is one sample long stays something.
    assert_eq!(at(vec![9], 8000).sound.frames(), 1);
}

/// A sine of 997 Hz at full scale is -3.01 LUFS in one channel and 0 in two (EBU Tech 3341 measures so); silence before it does
/// not count, except for the three blocks that lie partly in it.
#[test]
fn loudness_is_that_of_the_recommendation() {
    for (rate, channels, wanted) in [(48_000, 1, -3.01), (44_100, 1, -3.01), (11_025, 1, -3.01), (48_000, 2, 0.0)] {
        let mono = tone(rate, 997.0, rate as usize * 2, 1.0);
        let samples: Vec<_> = mono.iter().flat_map(|sample| vec![*sample; channels as usize]).collect();
        let found = f64::from(wav(&to_wav(rate, channels, &samples, None), &plain()).sound.levels.loudness.unwrap());
        assert!((found - wanted).abs() < 0.1, "{rate} Hz, {channels} channels: {found:.2}");
        let quiet = vec![0; samples.len() * 2];
        let found = wav(&to_wav(rate, channels, &[quiet, samples].concat(), None), &plain()).sound.levels.loudness;
        assert!((f64::from(found.unwrap()) - wanted).abs() < 0.4, "{found:?}");
    }
    let silent = wav(&to_wav(8000, 1, &[0; 100], None), &plain()).sound.levels;
    assert_eq!((silent.peak, silent.rms, silent.loudness), (0.0, 0.0, None));
}

#[test]
fn names_that_lie_and_double_losses_are_told() {
    let lying = made("sound/tone.wav", FLAC, &plain());
    assert_eq!(lying.notes.count_of(codes::SOUND_NAME_LIES), 1);
    let note = lying.notes.iter().next().unwrap();
    assert_eq!(
        (&*note.message, note.fix.as_deref()),
        ("the name says WAV, and the file is FLAC", Some("let its name end in .flac"))
    );
    assert_eq!(made("tone.mp3", MP3, &Options::default()).notes.count_of(codes::SOUND_LOST_TWICE), 1);
    assert!(made("tone.mp3", MP3, &plain()).notes.is_empty());
    // Tags before an MP3, as players write them.
    let tagged = [b"ID3\x04\0\0\0\0\x01\0".as_slice(), &[0; 128], MP3].concat();
    assert_eq!(made("a.mp3", &tagged, &plain()).sound.to_samples(), made("a.mp3", MP3, &plain()).sound.to_samples());
}

#[test]
fn what_cannot_be_read_is_refused_with_a_reason() {
    let refusal = |bytes: &[u8]| compile("a.wav", bytes, &plain()).map(|_| ()).unwrap_err().to_string();
    assert!(refusal(b"").contains("it is empty"));
    assert!(refusal(b"%PDF-1.7").ends_with("(WAV, FLAC, Ogg Vorbis, MP3)"));
    assert!(refusal(b"FORM....AIFF").contains("it is AIFF"));
    assert!(refusal(&to_wav(8000, 1, &[], None)).contains("no samples"));
    assert!(refusal(&to_wav(100, 1, &[1, 2], None)).contains("a sound has 4000 to 192000"));
    let mut coded = to_wav(8000, 1, &[1, 2], None);
    coded[20] = 2;
    assert!(refusal(&coded).contains("its samples are compressed (format 2)"));
    assert!(refusal(&coded[..12]).contains("it has no chunk `fmt `"));
    let many = to_wav(8000, 6, &[1; 12], None);
    assert!(refusal(&many).contains("6 channels"));
    assert_eq!(wav(&many, &Options { mono: true, ..plain() }).sound.to_samples(), [1, 1]);
    let long = to_wav(4000, 1, &vec![0; 2_000_000], None);
    let longer = compile("a.wav", &long, &Options { rate: Some(192_000), ..plain() }).unwrap_err();
    assert!(matches!(longer, TimbreError::TooLong) && MAX_SAMPLES < 2_000_000 * 48);
}

/// Half a recording used to become half a sound without a word.
#[test]
fn what_is_missing_of_a_recording_is_told() {
    let said = |name: &str, bytes: &[u8], code| made(name, bytes, &plain()).notes.count_of(code);
    let whole = to_wav(8000, 1, &tone(8000, 100.0, 800, 0.5), None);
    for (name, bytes) in [("a.flac", FLAC), ("a.ogg", OGG), ("a.wav", &whole), ("a.mp3", MP3)] {
        assert_eq!(said(name, bytes, codes::SOUND_INCOMPLETE), 0, "{name}");
    }
    assert_eq!(said("a.wav", &whole[..whole.len() * 2 / 3], codes::SOUND_INCOMPLETE), 1);
    // The lower half of how many frames there are, in the first block of a FLAC.
    let mut longer = FLAC.to_vec();
    let frames = u32::from_be_bytes(longer[22..26].try_into().unwrap());
    longer[22..26].copy_from_slice(&(frames + 1).to_be_bytes());
    let note = made("a.flac", &longer, &plain()).notes.iter().next().unwrap().message.clone();
    assert_eq!(note, format!("the recording says that it has {} frames, and {frames} are there", frames + 1));
    // Where a whole page of an Ogg is left, the note says so; else it is refused.
    match compile("a.ogg", &OGG[..OGG.len() * 2 / 3], &plain()) {
        Ok(made) => assert_eq!(made.notes.count_of(codes::SOUND_INCOMPLETE), 1),
        Err(error) => assert!(matches!(error, TimbreError::Empty | TimbreError::Damaged { .. }), "{error}"),
    }
    // Written into a pipe, by who did not know how long it would be.
    let mut piped = whole.clone();
    let length = piped.windows(4).position(|tag| tag == b"data").unwrap() + 4;
    piped[length..length + 4].fill(0xff);
    assert_eq!(said("a.wav", &piped, codes::SOUND_INCOMPLETE), 0);
    let mut floats =
        b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x03\0\x01\0\x40\x1f\0\0\0\x7d\0\0\x04\0\x20\0data\x08\0\0\0".to_vec();
    floats.extend([f32::NAN, f32::INFINITY].map(f32::to_le_bytes).concat());
    let text = made("a.wav", &floats, &plain()).notes.iter().next().unwrap().message.clone();
    assert_eq!(text, "2 samples are no numbers and count as silence");
}

/// Loops back and forth, counted and second ones became one that runs forward without end, without a word.
#[test]
fn loops_of_other_kinds_are_told() {
    let points = Some(SoundLoop { start: 100, end: 200 });
    let sound = to_wav(8000, 1, &tone(8000, 100.0, 800, 0.5), points);
    let sampler = sound.windows(4).position(|tag| tag == b"smpl").unwrap() + 8;
    for (at, value, word) in [(40, 1, "back and forth"), (40, 2, "backward"), (56, 3, "3 times"), (28, 2, "first of 2")]
    {
        let mut bytes = sound.clone();
        bytes[sampler + at..sampler + at + 4].copy_from_slice(&u32::to_le_bytes(value));
        let made = wav(&bytes, &plain());
        let note = made.notes.iter().next().unwrap();
        assert!(note.code == codes::SOUND_LOOP && note.message.contains(word), "{word}: {}", note.message);
        assert_eq!(made.sound.loop_points(), points);
        assert!(wav(&bytes, &Options { repeats: LoopChoice::None, ..plain() }).notes.is_empty());
    }
}

/// Anything may stand in a file: it is read or refused, soon and without a panic.
#[test]
fn damaged_recordings_are_read_or_refused() {
    let samples = tone(8000, 100.0, 300, 0.5);
    let wav = to_wav(8000, 1, &samples, Some(SoundLoop { start: 1, end: 2 }));
    for sound in [FLAC, OGG, MP3, &wav] {
        for cut in (0..sound.len()).step_by(23) {
            let _ = Recording::read(&sound[..cut]);
        }
        let mut seed = 9_u32;
        for _ in 0..400 {
            let mut bytes = sound.to_vec();
            for _ in 0..3 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let place = (seed >> 8) as usize % bytes.len().min(600);
                bytes[place] = (seed >> 3) as u8;
            }
            let _ = Recording::read(&bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_samples_come_back_near(samples in prop::collection::vec(any::<i16>(), 1..4000), channels in 1_u32..=2) {
        let frames = samples.len() / channels as usize;
        prop_assume!(frames > 0);
        let samples = &samples[..frames * channels as usize];
        let data = encode(SoundEncoding::Qoa, channels, samples);
        let sound = Sound::new(SoundEncoding::Qoa, 8000, channels, frames as u32, data).unwrap();
        prop_assert_eq!(sound.to_samples().len(), samples.len());
    }
}

/// How often the samples change their sign, in each second: a rough measure of how high a sound is.
fn crossings(sound: &Sound) -> f64 {
    let samples = sound.to_samples();
    let count = samples.windows(2).filter(|pair| (pair[0] < 0) != (pair[1] < 0)).count();
    count as f64 / sound.seconds()
}

#[test]
fn stock_sounds_are_small_and_loud_and_differ() {
    let files = stock::sounds();
    assert!(files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() < 200_000);
    assert_eq!(files, stock::sounds());
    let sounds: BTreeMap<_, _> = files
        .iter()
        .filter_map(|(path, bytes)| Some((path.strip_suffix(".kaud")?, Sound::from_bytes(bytes).unwrap())))
        .collect();
    for (path, sound) in &sounds {
        // Made with a peak of 0.7; the encoding rounds single grains off, or overshoots them.
        assert!((0.4..=1.0).contains(&sound.levels.peak), "{path}: {:?}", sound.levels);
        assert!((0.1..1.3).contains(&sound.seconds()) && sound.channels() == 1, "{path}");
        let last = sound.to_samples().last().unwrap().unsigned_abs();
        assert!(sound.loop_points().is_some() || last < 200, "{path} ends with a click: {last}");
    }
    let high = |name: &str| crossings(&sounds[format!("sound/{name}").as_str()]);
    assert!(high("footstep/glass1") > 2.0 * high("footstep/soft1"), "glass is higher than carpet");
    assert!(high("impact/metal") > 1.5 * high("impact/earth"), "metal is higher than earth");
    assert_ne!(sounds["sound/footstep/wood1"].data(), sounds["sound/footstep/wood2"].data());
    // A door that moves comes round without a seam.
    let door = sounds["sound/door/move"].to_samples();
    let step = |from: i16, to: i16| (i32::from(to) - i32::from(from)).abs();
    let largest = door.windows(2).map(|pair| step(pair[0], pair[1])).max().unwrap();
    assert!(step(door[door.len() - 1], door[0]) < largest);
}

#[test]
fn stock_scripts_name_every_stock_surface_and_only_files_that_are_there() {
    let files: BTreeMap<_, _> = stock::sounds().into_iter().collect();
    let text = String::from_utf8(files["sound/surfaces.ksnd"].clone()).unwrap();
    let (scripts, notes) = SoundScript::parse("sound/surfaces.ksnd", &text).unwrap();
    assert!(notes.is_empty());
    for file in scripts.iter().flat_map(|script| &script.files) {
        assert!(files.contains_key(&format!("sound/{file}.kaud")), "{file}");
    }
    let surfaces = SurfaceTable::built_in();
    for name in surfaces.names() {
        let property = surfaces.get(name).unwrap();
        for wanted in [&property.footstep, &property.impact] {
            assert!(scripts.iter().any(|script| script.name == *wanted), "{wanted}");
        }
    }
}
