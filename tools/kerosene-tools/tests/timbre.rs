//! `timbre` as a person calls it.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Place;
use serde_json::Value;
use std::fs;

/// A WAV of a rising saw.
fn recording(place: &Place, name: &str, frames: u32) {
    let samples: Vec<_> = (0..frames).map(|at| (at * 300 % 20_000) as i16).collect();
    place.write(name, &timbre::to_wav(22_050, 1, &samples, None));
}

#[test]
fn recordings_become_sounds_that_are_shown_and_exported() {
    let place = Place::of("timbre");
    recording(&place, "sound/saw.wav", 4410);
    let compile = ["compile", "sound/saw.wav", "--loop", "100:4000", "--trim", "--gain", "-6", "--jobs", "1"];
    let told = place.done(&compile);
    assert!(told.contains("wrote sound/saw.kaud: 0.20 s, 22050 Hz mono qoa, loops"), "{told}");
    assert!(place.done(&compile).starts_with("up to date: "));
    let info: Value = serde_json::from_str(&place.done(&["info", "sound/saw.kaud", "--json"])).unwrap();
    assert_eq!((&info["frames"], &info["tool"]), (&4409.into(), &"timbre 1".into()));
    assert_eq!((&info["loop"]["start"], &info["loop"]["end"]), (&99.into(), &3999.into()));
    assert_eq!(info["sources"][0]["path"], "sound/saw.wav");
    let told = place.done(&["info", "sound/saw.kaud"]);
    assert!(
        told.contains("loop     frames 99 to 3999") && told.contains("levels   peak -") && told.contains("###"),
        "{told}"
    );
    assert!(told.lines().last().unwrap().contains("[---"), "{told}");
    place.done(&["export", "sound/saw.kaud", "listen.wav"]);
    place.done(&["compile", "listen.wav", "--encoding", "pcm", "-o", "again.kaud"]);
    let again: Value = serde_json::from_str(&place.done(&["info", "again.kaud", "--json"])).unwrap();
    assert_eq!((&again["peak_db"], &again["loop"]), (&info["peak_db"], &info["loop"]));
}

#[test]
fn what_cannot_be_made_is_told_and_the_rest_is_made() {
    let place = Place::of("timbre");
    recording(&place, "good.wav", 100);
    fs::write(place.path("bad.wav"), b"no recording").unwrap();
    let (code, stdout, stderr) = place.run(&["compile", "bad.wav", "good.wav", "none.wav", "--gain", "12"]);
    assert_eq!(code, 1);
    assert!(stdout.contains("wrote good.kaud"), "{stdout}");
    assert!(stderr.contains("K0700") && stderr.contains("K0008") && stderr.contains("K0702"), "{stderr}");
    let (code, _, stderr) = place.run(&["compile", "good.wav", "bad.wav", "-o", "one.kaud"]);
    assert!(code == 1 && stderr.contains("--into"), "{stderr}");
    let (code, _, stderr) = place.run(&["export", "good.kaud", "one.ogg"]);
    assert!(code == 1 && stderr.contains(".wav"), "{stderr}");
    let mut bytes = fs::read(place.path("good.kaud")).unwrap();
    bytes[60] ^= 1;
    fs::write(place.path("good.kaud"), bytes).unwrap();
    let (code, _, stderr) = place.run(&["info", "good.kaud"]);
    assert!(code == 1 && stderr.contains("K0610"), "{stderr}");
}

#[test]
fn scripts_are_shown_and_their_slips_told() {
    let place = Place::of("timbre");
    fs::write(place.path("door.ksnd"), "sound { file door/a file door/b\nvolmue 1 }").unwrap();
    let (code, stdout, stderr) = place.run(&["info", "door.ksnd"]);
    assert!(code == 0 && stdout.contains("files    door/a, door/b"), "{stdout}");
    assert!(stderr.contains("K0705") && stderr.contains("did you mean `volume`?"), "{stderr}");
    fs::write(place.path("door.ksnd"), "sound { volume loud }").unwrap();
    let (code, _, stderr) = place.run(&["info", "door.ksnd"]);
    assert!(code == 1 && stderr.contains("door.ksnd:1:9"), "{stderr}");
}
