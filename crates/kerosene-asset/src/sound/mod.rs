//! Sounds: samples as they are or predicted, how loud they are, where they loop.

mod decoder;
mod encoding;
mod error;
mod file;
mod head;
pub mod qoa;
mod script;

pub use decoder::SoundDecoder;
pub use encoding::SoundEncoding;
pub use error::SoundError;
pub use file::{
    MAX_CHANNELS, MAX_RATE, MAX_SAMPLES, MIN_RATE, SOUND_MAGIC, SOUND_VERSION, Sound, SoundLevels, SoundLoop,
};
pub use script::{Between, SoundChannel, SoundScript, SoundScriptError};
