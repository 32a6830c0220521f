//! `timbre info` of a sound script.

use kerosene_asset::{Between, SoundScript};
use kerosene_cli::{concluded, read, say, show, show_one, source_name};
use kerosene_diagnostics::Sources;
use serde_json::json;
use std::path::Path;

/// Prints what a script calls what; whether it can be used.
pub(super) fn tell(file: &Path, as_json: bool) -> bool {
    let bytes = match read(file) {
        Ok(bytes) => bytes,
        Err(error) => return concluded(Err(error.diagnostic()), as_json),
    };
    let text = String::from_utf8_lossy(&bytes);
    let name = source_name(file);
    let sources = Sources::new().with(&*name, &*text);
    match SoundScript::parse(&name, &text) {
        Ok((sounds, notes)) => {
            show(&notes, &sources, as_json);
            sounds.iter().for_each(|sound| say(&if as_json { json_of(sound) } else { for_people(sound) }));
            true
        }
        Err(error) => {
            show_one(error.diagnostic(), &sources, as_json);
            false
        }
    }
}

fn between(between: Between) -> String {
    let Between { least, most } = between;
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

fn for_people(sound: &SoundScript) -> String {
    let loops = match sound.repeats {
        None => "as the file",
        Some(true) => "yes",
        Some(false) => "no",
    };
    let lines = [
        sound.name.clone(),
        format!("  files    {}", sound.files.join(", ")),
        format!("  volume   {}, pitch {}, loop {loops}", between(sound.volume), between(sound.pitch)),
        format!("  heard    from {} units on fading by {}, to {} units", sound.distance, sound.attenuation, sound.max),
        format!("  channel  {}", sound.channel.name()),
    ];
    lines.join("\n")
}

fn json_of(sound: &SoundScript) -> String {
    let between = |between: Between| json!([between.least, between.most]);
    json!({
        "name": sound.name, "files": sound.files, "volume": between(sound.volume), "pitch": between(sound.pitch),
        "loop": sound.repeats, "distance": sound.distance, "attenuation": sound.attenuation, "max": sound.max,
        "channel": sound.channel.name(),
    })
    .to_string()
}
