//! The few sounds that the engine brings along, made by code: doors, buttons, steps, knocks, something picked up.
//!
//! They are made as such sounds come about: a blow is noise that a body's own tones and the air between colour and that
//! fades (modal synthesis, Adrien, 1991); gravel and grass are many small blows; a door that moves is friction that comes
//! round without a seam. They are plain and small: a game brings its own, and the same path in its content wins.

mod body;
mod mechanism;
mod surface;
mod synthesis;

use crate::{Options, Recording, TOOL, compile::to_sound};
use kerosene_asset::{Between, Provenance, SoundChannel, SoundLoop, SoundScript};

/// Frames a second of the stock sounds.
const RATE: u32 = 22_050;
/// Their largest sample.
const PEAK: f32 = 0.7;

/// A sound that was made: its name, its samples, and whether all of it is repeated.
struct Made {
    name: String,
    samples: Vec<f32>,
    loops: bool,
}

impl Made {
    /// The file.
    fn to_bytes(&self) -> Vec<u8> {
        let peak = self.samples.iter().fold(f32::MIN_POSITIVE, |peak, sample| sample.abs().max(peak));
        let samples: Vec<_> = self.samples.iter().map(|sample| sample / peak * PEAK).collect();
        let loop_points = self.loops.then_some(SoundLoop { start: 0, end: samples.len() as u32 });
        let recording = Recording { rate: RATE, channels: vec![samples], loop_points };
        let options = Options::default();
        let provenance = Provenance {
            tool: TOOL.to_owned(),
            options: format!("stock {}", self.name),
            sources: vec![],
            ..Provenance::default()
        };
        // Rate, length and loop are right by the way in which they are made; a test makes every one.
        to_sound(&recording, &options)
            .map(|mut sound| {
                sound.provenance = provenance;
                sound.to_bytes()
            })
            .unwrap_or_default()
    }
}

/// The stock sounds: paths in the content, and files.
///
/// ```
/// let sounds = timbre::stock::sounds();
/// assert!(sounds.iter().any(|(path, _)| path == "sound/door/move.kaud"));
/// assert!(sounds.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() < 200_000);
/// ```
#[must_use]
pub fn sounds() -> Vec<(String, Vec<u8>)> {
    let made: Vec<_> = mechanism::sounds().into_iter().chain(surface::sounds()).collect();
    let mut files: Vec<_> = made.iter().map(|sound| (format!("sound/{}.kaud", sound.name), sound.to_bytes())).collect();
    files.push(("sound/surfaces.ksnd".to_owned(), SoundScript::to_text(&scripts()).into_bytes()));
    files
}

/// What surface properties call steps and knocks: `footstep.wood`, `impact.wood`.
fn scripts() -> Vec<SoundScript> {
    let script = |kind: &str, surface: &str, files: Vec<String>, volume: f32, max: f32| SoundScript {
        files,
        volume: Between { least: volume * 0.8, most: volume },
        pitch: Between { least: 0.94, most: 1.06 },
        max,
        channel: SoundChannel::Body,
        ..SoundScript::of(format!("{kind}.{surface}"), "")
    };
    let steps = surface::NAMES.iter().map(|(surface, body)| {
        let files = (1..=surface::STEPS).map(|step| format!("footstep/{body}{step}")).collect();
        script("footstep", surface, files, 0.5, 1024.0)
    });
    let impacts = surface::NAMES
        .iter()
        .map(|(surface, body)| script("impact", surface, vec![format!("impact/{body}")], 1.0, 2048.0));
    steps.chain(impacts).collect()
}
