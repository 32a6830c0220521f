//! `timbre info`.

use super::{InfoArgs, concluded, files, files::FileError, script, waveform};
use kerosene_asset::Sound;
use kerosene_cli::say;
use kerosene_math::deterministic::log10;
use serde_json::json;
use std::path::Path;

pub(super) fn run(arguments: &InfoArgs) -> bool {
    let told = arguments.files.iter().map(|file| {
        let is_script = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ksnd"));
        if is_script {
            script::tell(file, arguments.json)
        } else {
            concluded(tell(file, arguments.json), arguments.json)
        }
    });
    told.fold(true, |sound, told| sound & told)
}

fn tell(file: &Path, as_json: bool) -> Result<(), FileError> {
    let sound = files::read_sound(file)?;
    say(&if as_json { json_of(file, &sound) } else { for_people(file, &sound) });
    Ok(())
}

/// A level in decibels of full scale; silence has none.
fn decibels(level: f32) -> Option<f64> {
    (level > 0.0).then(|| 20.0 * log10(f64::from(level)))
}

fn shown(decibels: Option<f64>, unit: &str) -> String {
    decibels.map_or("silent".to_owned(), |decibels| format!("{decibels:.1} {unit}"))
}

fn for_people(file: &Path, sound: &Sound) -> String {
    let levels = sound.levels;
    let sources = sound.provenance.sources.iter();
    let sources: Vec<_> = sources.map(ToString::to_string).collect();
    let rate = f64::from(sound.rate());
    let loops = sound.loop_points().map_or("none".to_owned(), |points| {
        let seconds = [points.start, points.end].map(|frame| f64::from(frame) / rate);
        format!("frames {} to {} ({:.3} to {:.3} s)", points.start, points.end, seconds[0], seconds[1])
    });
    let kind = if sound.channels() == 1 { "mono" } else { "stereo" };
    let lines = [
        file.display().to_string(),
        format!("  length   {:.3} s, {} frames at {} Hz, {kind}", sound.seconds(), sound.frames(), sound.rate()),
        format!("  encoding {}, {} bytes of samples", sound.encoding().name(), sound.data().len()),
        format!(
            "  levels   peak {}, mean {}, loudness {}",
            shown(decibels(levels.peak), "dB"),
            shown(decibels(levels.rms), "dB"),
            shown(levels.loudness.map(f64::from), "LUFS")
        ),
        format!("  loop     {loops}"),
        format!("  made by  {} {}", sound.provenance.tool, sound.provenance.options),
        format!("  of       {}", sources.join(", ")),
        waveform::draw(sound),
    ];
    lines.join("\n")
}

fn json_of(file: &Path, sound: &Sound) -> String {
    let sources = sound.provenance.sources.iter();
    let sources: Vec<_> = sources.map(|source| json!({ "path": source.path, "blake3": source.hex() })).collect();
    let points = sound.loop_points().map(|points| json!({ "start": points.start, "end": points.end }));
    json!({
        "file": file.display().to_string(), "rate": sound.rate(), "channels": sound.channels(), "frames": sound.frames(),
        "seconds": sound.seconds(), "encoding": sound.encoding().name(), "bytes": sound.data().len(),
        "peak_db": decibels(sound.levels.peak), "rms_db": decibels(sound.levels.rms),
        "loudness_lufs": sound.levels.loudness, "loop": points, "tool": sound.provenance.tool,
        "options": sound.provenance.options, "sources": sources,
    })
    .to_string()
}
