//! What the command line takes.

use crate::LoopChoice;
use clap::{Args, Subcommand, ValueEnum};
use kerosene_asset::SoundEncoding;
use std::path::PathBuf;

/// What can be done with recordings and sounds.
#[derive(Debug, Subcommand)]
pub enum TimbreCommand {
    /// Make sounds (.kaud) of recordings: WAV, FLAC, Ogg Vorbis, MP3
    #[command(
        long_about = "Make sounds (.kaud) of recordings: WAV, FLAC, Ogg Vorbis, MP3.\n\n\
            A loop comes along: of a WAV that of its `smpl` chunk, or from its first cue point to the end; of the others that of \
            the tags LOOPSTART, LOOPLENGTH and LOOPEND, in frames. Of mono, trim, rate, normalize and gain each \
            works on what the ones before it gave.",
        after_help = "Examples:\n  \
            kerosene-tools timbre compile sound/door/move.wav --loop whole\n  \
            kerosene-tools timbre compile sound/*.flac --into build --mono --normalize --gain -3\n  \
            kerosene-tools timbre compile hum.wav -o sound/hum.kaud --loop 4410:48510 --rate 22050"
    )]
    Compile(CompileArgs),
    /// Print what is in sounds: length, levels, loop, encoding, what they were made from, how they look
    #[command(
        long_about = "Print what is in sounds: length, levels, loop, encoding, what they were made from, and their waveform as it \
            will be heard. Of a sound script (.ksnd), what it calls what, and what it says that means nothing.",
        after_help = "Examples:\n  kerosene-tools timbre info sound/door/*.kaud\n  kerosene-tools timbre info sound/door.ksnd"
    )]
    Info(InfoArgs),
    /// Write a sound as WAV, with its loop, to listen to
    #[command(after_help = "Examples:\n  kerosene-tools timbre export sound/door/move.kaud move.wav")]
    Export(ExportArgs),
}

/// How samples are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Encoding {
    /// As numbers of 16 bits
    Pcm,
    /// Predicted (QOA): a fifth of the bytes, with a little noise
    #[value(alias = "adpcm")]
    Qoa,
}

impl From<Encoding> for SoundEncoding {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Pcm => Self::Pcm16,
            Encoding::Qoa => Self::Qoa,
        }
    }
}

/// Arguments of `timbre compile`.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// The recordings
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The sound, where one recording is given [default: beside the recording]
    #[arg(short, long, value_name = "FILE", conflicts_with = "into")]
    pub output: Option<PathBuf>,
    /// The folder of the sounds [default: beside each recording]
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// Mix all channels into one: sounds that come from a place have one
    #[arg(long)]
    pub mono: bool,
    /// Cut off silence at both ends: what is below this level, in decibels of full scale [without a level: -60]
    #[arg(long, value_name = "DB", num_args = 0..=1, default_missing_value = "-60", require_equals = true, allow_hyphen_values = true, value_parser = level)]
    pub trim: Option<f32>,
    /// Frames a second [default: as the recording has]
    #[arg(long, value_name = "HZ", value_parser = clap::value_parser!(u32).range(i64::from(kerosene_asset::MIN_RATE)..=i64::from(kerosene_asset::MAX_RATE)))]
    pub rate: Option<u32>,
    /// Make it as loud as it can be, before the gain
    #[arg(long)]
    pub normalize: bool,
    /// Make it louder by so many decibels; quieter below 0
    #[arg(long, value_name = "DB", default_value_t = 0.0, hide_default_value = true, allow_hyphen_values = true, value_parser = gain)]
    pub gain: f32,
    /// Which part is repeated: START or START:END in frames of the recording, `whole`, `none`, or `recorded`
    #[arg(long = "loop", value_name = "PART", default_value = "recorded")]
    pub repeats: LoopChoice,
    /// How samples are stored
    #[arg(long, value_name = "ENCODING", default_value = "qoa")]
    pub encoding: Encoding,
    /// Recordings to work on at once [default: as many as there are processors]
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
    /// Print a JSON object for each sound, and diagnostics as lines of JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `timbre info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The sounds and sound scripts
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `timbre export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The sound
    pub file: PathBuf,
    /// The WAV
    pub output: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
}

fn gain(text: &str) -> Result<f32, String> {
    within(text, -120.0, 120.0)
}

fn level(text: &str) -> Result<f32, String> {
    within(text, -120.0, 0.0)
}

fn within(text: &str, least: f32, most: f32) -> Result<f32, String> {
    let number = text.parse::<f32>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("write decibels from {least} to {most}"))
}
