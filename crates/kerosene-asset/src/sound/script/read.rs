//! Reading a script.

use super::{Between, MAX_FILES, MAX_SOUNDS, SoundChannel, SoundScript, SoundScriptError};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes, nearest};
use kerosene_kv::{Block, Document, Limits, Node, Pair, Position, ReadOptions, Value};
use std::ops::RangeInclusive;

/// Every key of a sound.
const KEYS: [&str; 9] = ["name", "file", "volume", "pitch", "loop", "distance", "attenuation", "max", "channel"];
/// Longest name or path, in bytes.
const MAX_PATH: usize = 255;
/// Longest text of a script, in bytes.
const MAX_TEXT: usize = 4 << 20;
/// Distances, in units.
const DISTANCES: RangeInclusive<f32> = 0.001..=65_536.0;

pub(super) fn read(file: &str, text: &str) -> Result<(Vec<SoundScript>, Diagnostics), SoundScriptError> {
    let limits = Limits { input_bytes: MAX_TEXT, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let document = Document::parse_with(text, &options).map_err(|error| SoundScriptError::syntax(file, &error))?;
    let mut reader = ScriptReader { file, notes: Diagnostics::new() };
    let mut sounds = Vec::new();
    for node in &document.nodes {
        let position = node.position();
        match node {
            Node::Block(block) if block.name.eq_ignore_ascii_case("sound") => {
                if sounds.len() == MAX_SOUNDS {
                    let problem = format!("there are more than {MAX_SOUNDS} sounds");
                    return Err(reader.error(position, problem, "put the rest into another script"));
                }
                sounds.push(reader.sound(block)?);
            }
            Node::Block(block) => reader.unknown(position, "block", &block.name, &["sound"]),
            Node::Pair(pair) => reader.unknown(position, "key outside a sound", &pair.key, &[]),
        }
    }
    Ok((sounds, reader.notes))
}

struct ScriptReader<'f> {
    file: &'f str,
    notes: Diagnostics,
}

impl ScriptReader<'_> {
    fn error(&self, position: Position, problem: String, advice: impl Into<String>) -> SoundScriptError {
        SoundScriptError::at(self.file, position, problem, advice)
    }

    /// Notes what means nothing, with what was probably meant.
    fn unknown(&mut self, position: Position, what: &str, word: &str, known: &[&str]) {
        let message = format!("the {what} `{word}` means nothing in a sound script");
        let meant = nearest(word, known.iter().copied());
        let fix = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if known.len() > 1 => format!("the keys are {}", KEYS.join(", ")),
            None => "remove it".to_owned(),
        };
        let position = SourcePosition::line(self.file, position.line).column(position.column);
        self.notes.push(Diagnostic::new(codes::SOUND_SCRIPT_KEY, message).at(position).fix(fix));
    }

    fn sound(&mut self, block: &Block<'_>) -> Result<SoundScript, SoundScriptError> {
        let mut sound = SoundScript { files: Vec::new(), ..SoundScript::of("", "") };
        for node in &block.nodes {
            match node {
                Node::Pair(pair) => self.pair(&mut sound, pair)?,
                Node::Block(inner) => self.unknown(inner.position, "block in a sound", &inner.name, &[]),
            }
        }
        if sound.name.is_empty() {
            sound.name = self.own_name();
        }
        if sound.files.is_empty() {
            let problem = format!("the sound `{}` has no file", sound.name);
            return Err(self.error(block.position, problem, "add a line such as: file door/move"));
        }
        if sound.max < sound.distance {
            let (max, distance) = (sound.max, sound.distance);
            let problem = format!("the sound `{}` is as loud as it is up to {distance} and ends at {max}", sound.name);
            return Err(self.error(block.position, problem, "make `max` the larger one"));
        }
        Ok(sound)
    }

    /// The name of a sound that has none: that of the script, below the folder of sounds.
    fn own_name(&self) -> String {
        let path = self.file.replace('\\', "/");
        let below = path.rsplit_once("sound/").map_or(&*path, |(_, below)| below);
        below.strip_suffix(".ksnd").unwrap_or(below).to_ascii_lowercase()
    }

    fn pair(&mut self, sound: &mut SoundScript, pair: &Pair<'_>) -> Result<(), SoundScriptError> {
        match &*pair.key.to_ascii_lowercase() {
            "name" => sound.name = self.path(pair)?,
            "file" if sound.files.len() == MAX_FILES => {
                let problem = format!("a sound has more than {MAX_FILES} files");
                return Err(self.error(pair.position, problem, "leave some out"));
            }
            "file" => sound.files.push(self.path(pair)?),
            "volume" => sound.volume = self.between(pair, &(0.0..=4.0))?,
            "pitch" => sound.pitch = self.between(pair, &(0.1..=8.0))?,
            "loop" => sound.repeats = Some(self.value(pair)?),
            "distance" => sound.distance = self.number(pair, &DISTANCES)?,
            "attenuation" => sound.attenuation = self.number(pair, &(0.0..=16.0))?,
            "max" => sound.max = self.number(pair, &DISTANCES)?,
            "channel" => sound.channel = self.channel(pair)?,
            _ => self.unknown(pair.position, "key", &pair.key, &KEYS),
        }
        Ok(())
    }

    fn value<V: Value>(&self, pair: &Pair<'_>) -> Result<V, SoundScriptError> {
        let refuse = |_| {
            let problem = format!("`{}` is {:?}", pair.key, pair.value);
            self.error(pair.position, problem, format!("write {}", V::EXPECTED))
        };
        pair.read().map_err(refuse)
    }

    fn number(&self, pair: &Pair<'_>, range: &RangeInclusive<f32>) -> Result<f32, SoundScriptError> {
        let number = self.value(pair)?;
        self.within(pair, number, range)
    }

    fn within(&self, pair: &Pair<'_>, number: f32, range: &RangeInclusive<f32>) -> Result<f32, SoundScriptError> {
        if range.contains(&number) {
            return Ok(number);
        }
        let problem = format!("`{}` is {number}", pair.key);
        Err(self.error(pair.position, problem, format!("choose from {} to {}", range.start(), range.end())))
    }

    /// A number, or two with anything between them.
    fn between(&self, pair: &Pair<'_>, range: &RangeInclusive<f32>) -> Result<Between, SoundScriptError> {
        let Some([first, second]) = <[f32; 2]>::from_text(&pair.value) else {
            return Ok(Between::only(self.number(pair, range)?));
        };
        let (first, second) = (self.within(pair, first, range)?, self.within(pair, second, range)?);
        Ok(Between { least: first.min(second), most: first.max(second) })
    }

    /// A path below the folder of sounds, without ending.
    fn path(&self, pair: &Pair<'_>) -> Result<String, SoundScriptError> {
        let path = pair.value.trim().replace('\\', "/").to_ascii_lowercase();
        let path = path.trim_start_matches("sound/").trim_end_matches(".kaud");
        let is_part =
            |part: &str| !["", ".", ".."].contains(&part) && part.trim() == part && !part.contains([':', '\0']);
        if path.len() <= MAX_PATH && path.split('/').all(is_part) {
            return Ok(path.to_owned());
        }
        let problem = format!("`{}` is {:?}, which is no path below the folder of sounds", pair.key, pair.value);
        Err(self.error(pair.position, problem, "write a path such as door/move"))
    }

    fn channel(&self, pair: &Pair<'_>) -> Result<SoundChannel, SoundScriptError> {
        let word = pair.value.trim().to_ascii_lowercase();
        let found = SoundChannel::ALL.into_iter().find(|channel| channel.name() == word);
        found.ok_or_else(|| {
            let names = SoundChannel::ALL.map(SoundChannel::name);
            let fix = match nearest(&word, names) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("the channels are {}", names.join(", ")),
            };
            self.error(pair.position, format!("there is no channel `{}`", pair.value), fix)
        })
    }
}
