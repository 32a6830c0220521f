//! Sounds as a game names them: which files, how loud, how far.

mod error;
mod read;

pub use error::SoundScriptError;

use kerosene_diagnostics::Diagnostics;
use kerosene_kv::Writer;

/// Most sounds of one script.
pub(super) const MAX_SOUNDS: usize = 4096;
/// Most files of one sound.
pub(super) const MAX_FILES: usize = 64;

/// What a sound belongs to: of the sounds of one entity in one channel the newest is heard, except in
/// [`Auto`](Self::Auto) and [`Static`](Self::Static), where all are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SoundChannel {
    /// Beside all others.
    #[default]
    Auto,
    /// What is held.
    Weapon,
    /// What is said.
    Voice,
    /// What is picked up or used.
    Item,
    /// Steps, falls, knocks.
    Body,
    /// Music and speech from nowhere.
    Stream,
    /// What belongs to the place: wind, machines.
    Static,
}

impl SoundChannel {
    /// Every one.
    pub const ALL: [Self; 7] =
        [Self::Auto, Self::Weapon, Self::Voice, Self::Item, Self::Body, Self::Stream, Self::Static];

    /// Its name in a script.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Weapon => "weapon",
            Self::Voice => "voice",
            Self::Item => "item",
            Self::Body => "body",
            Self::Stream => "stream",
            Self::Static => "static",
        }
    }
}

/// A number, or any number from one to another, chosen anew each time that the sound is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Between {
    /// The least.
    pub least: f32,
    /// The most; equal to the least where there is no choice.
    pub most: f32,
}

impl Between {
    /// A number without a choice.
    #[must_use]
    pub const fn only(value: f32) -> Self {
        Self { least: value, most: value }
    }

    fn to_text(self) -> String {
        if self.least == self.most { self.least.to_string() } else { format!("{} {}", self.least, self.most) }
    }
}

/// A sound as a game names it (`.ksnd`).
///
/// ```
/// use kerosene_asset::SoundScript;
///
/// let text = "sound { name door/stop file door/stop1 file door/stop2 pitch \"0.9 1.1\" channel body }";
/// let (sounds, notes) = SoundScript::parse("sound/door/stop.ksnd", text)?;
/// assert_eq!(sounds[0].files, ["door/stop1", "door/stop2"]);
/// assert_eq!((sounds[0].pitch.least, sounds[0].volume.most), (0.9, 1.0));
/// assert!(notes.is_empty());
/// # Ok::<(), kerosene_asset::SoundScriptError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SoundScript {
    /// What the game calls it: a path below `sound/` without ending.
    pub name: String,
    /// The sounds that it is, of which one is chosen each time: paths below `sound/` without ending.
    pub files: Vec<String>,
    /// How loud, 0 to 4; 1 as the file is.
    pub volume: Between,
    /// How fast and high, 0.1 to 8; 1 as the file is.
    pub pitch: Between,
    /// Whether it goes on: where nothing is said, as the file has a loop.
    pub repeats: Option<bool>,
    /// How far, in units, it is as loud as it is: over 0, to 65,536.
    pub distance: f32,
    /// How quickly it fades beyond [`distance`](Self::distance), 0 to 16; 0 not at all, 1 to a half at twice the
    /// distance.
    pub attenuation: f32,
    /// How far, in units, it is heard at all.
    pub max: f32,
    /// What it belongs to.
    pub channel: SoundChannel,
}

impl SoundScript {
    /// A sound that is one file, with what is usual for the rest.
    ///
    /// ```
    /// assert_eq!(kerosene_asset::SoundScript::of("door/move", "door/move").distance, 128.0);
    /// ```
    #[must_use]
    pub fn of(name: impl Into<String>, file: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            files: vec![file.into()],
            volume: Between::only(1.0),
            pitch: Between::only(1.0),
            repeats: None,
            distance: 128.0,
            attenuation: 1.0,
            max: 2048.0,
            channel: SoundChannel::Auto,
        }
    }

    /// Reads the text of a script; `file` is its path in messages. What is not understood but harms nothing is noted.
    ///
    /// # Errors
    /// Text that is no KeyValues; more than 4,096 sounds; a value that its key cannot have.
    pub fn parse(file: &str, text: &str) -> Result<(Vec<Self>, Diagnostics), SoundScriptError> {
        read::read(file, text)
    }

    /// The text of a script of these sounds.
    ///
    /// ```
    /// use kerosene_asset::SoundScript;
    ///
    /// let sounds = vec![SoundScript::of("step", "step1")];
    /// assert_eq!(SoundScript::parse("a.ksnd", &SoundScript::to_text(&sounds))?.0, sounds);
    /// # Ok::<(), kerosene_asset::SoundScriptError>(())
    /// ```
    #[must_use]
    pub fn to_text(sounds: &[Self]) -> String {
        let mut writer = Writer::new();
        sounds.iter().for_each(|sound| sound.write(&mut writer));
        writer.finish()
    }

    fn write(&self, writer: &mut Writer) {
        writer.open("sound");
        writer.pair("name", &self.name);
        self.files.iter().for_each(|file| writer.pair("file", file));
        writer.pair("volume", &self.volume.to_text());
        writer.pair("pitch", &self.pitch.to_text());
        if let Some(repeats) = self.repeats {
            writer.pair("loop", if repeats { "1" } else { "0" });
        }
        writer.pair("distance", &self.distance.to_string());
        writer.pair("attenuation", &self.attenuation.to_string());
        writer.pair("max", &self.max.to_string());
        writer.pair("channel", self.channel.name());
        writer.close();
    }
}
