//! How a sound is made.

use kerosene_asset::SoundEncoding;
use std::fmt;
use std::str::FromStr;

/// Which part is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LoopChoice {
    /// What the recording says.
    #[default]
    AsRecorded,
    /// All of it.
    Whole,
    /// Nothing.
    None,
    /// From a frame of the recording to its end, or to before another.
    Frames {
        /// The first frame.
        start: u32,
        /// The first frame after.
        end: Option<u32>,
    },
}

impl fmt::Display for LoopChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsRecorded => f.write_str("recorded"),
            Self::Whole => f.write_str("whole"),
            Self::None => f.write_str("none"),
            Self::Frames { start, end: None } => write!(f, "{start}"),
            Self::Frames { start, end: Some(end) } => write!(f, "{start}:{end}"),
        }
    }
}

impl FromStr for LoopChoice {
    type Err = String;

    /// ```
    /// use timbre::LoopChoice;
    ///
    /// assert_eq!("100:900".parse(), Ok(LoopChoice::Frames { start: 100, end: Some(900) }));
    /// assert!("900:100".parse::<LoopChoice>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write START or START:END in frames, `whole`, `none` or `recorded`".to_owned();
        let frame = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        match text {
            "recorded" => Ok(Self::AsRecorded),
            "whole" => Ok(Self::Whole),
            "none" => Ok(Self::None),
            _ => match text.split_once(':') {
                None => Ok(Self::Frames { start: frame(text)?, end: None }),
                Some((start, end)) => {
                    let (start, end) = (frame(start)?, frame(end)?);
                    let ordered = start < end;
                    ordered.then_some(Self::Frames { start, end: Some(end) }).ok_or("END comes after START".to_owned())
                }
            },
        }
    }
}

/// How a sound is made. The default changes nothing and predicts samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How much louder it becomes, in decibels.
    pub gain: f32,
    /// Mixed into one channel.
    pub mono: bool,
    /// Made as loud as it can be: its largest sample is full scale, before the gain.
    pub normalize: bool,
    /// Frames a second; as the recording has where nothing is said.
    pub rate: Option<u32>,
    /// Which part is repeated.
    pub repeats: LoopChoice,
    /// How samples are stored.
    pub encoding: SoundEncoding,
    /// Silence at both ends is cut off: what is below this level, in decibels of full scale.
    pub trim: Option<f32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            gain: 0.0,
            mono: false,
            normalize: false,
            rate: None,
            repeats: LoopChoice::AsRecorded,
            encoding: SoundEncoding::Qoa,
            trim: None,
        }
    }
}

impl Options {
    /// The options that change what is made, as the command line takes them.
    ///
    /// ```
    /// use timbre::Options;
    ///
    /// let options = Options { mono: true, gain: -3.5, ..Options::default() };
    /// assert_eq!(options.to_text(), "--mono --gain -3.5 --encoding qoa");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut parts = Vec::new();
        if self.mono {
            parts.push("--mono".to_owned());
        }
        if self.normalize {
            parts.push("--normalize".to_owned());
        }
        if self.gain != 0.0 {
            parts.push(format!("--gain {}", self.gain));
        }
        if let Some(rate) = self.rate {
            parts.push(format!("--rate {rate}"));
        }
        if self.repeats != LoopChoice::AsRecorded {
            parts.push(format!("--loop {}", self.repeats));
        }
        if let Some(level) = self.trim {
            parts.push(format!("--trim {level}"));
        }
        parts.push(format!("--encoding {}", self.encoding.name()));
        parts.join(" ")
    }
}
