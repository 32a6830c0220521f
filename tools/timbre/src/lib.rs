//! The sound compiler: a recording (WAV, FLAC, Ogg Vorbis, MP3) becomes a sound (`.kaud`).
//!
//! [`compile`] is a pure function: the bytes of a recording and [`Options`] in, a [`Sound`](kerosene_asset::Sound) and notes
//! about it out.
//!
//! What it takes care of:
//!
//! * **Loops come along.** The loop of a `smpl` chunk, of a `cue ` chunk or of the tags `LOOPSTART`, `LOOPLENGTH` and
//!   `LOOPEND` is kept, through a change of rate and the cutting of silence.
//! * **Nothing is changed unasked.** A recording of 16 bits that is stored as it is gives exactly its samples back.
//! * **What crackles is told.** Samples beyond full scale are counted, those of the recording as well as those of a gain
//!   ([`Compiled::clipped`]).
//! * **Levels are measured**: peak, mean level, and loudness as people hear it (ITU-R BS.1770-4, gated), so that a game and its
//!   makers can compare sounds.
//! * **Rates are changed well**: by a windowed sinc of 64 samples (Smith, 1984), whose images and aliases lie 90 dB down.
//!
//! [`stock`] makes the few sounds that the engine brings along, by code.
//!
//! # Trade-offs
//!
//! FLAC, Vorbis and MP3 are decoded by `symphonia`, pure Rust; WAV here. All arithmetic of ours is of operations that IEEE 754 fixes, so a WAV or FLAC
//! gives the same bytes on every machine. The decoders of Vorbis and MP3 make tables by the platform's sines: theirs can
//! differ in the last bit of a float between systems, and so, rarely, in the last bit of a sample.
//!
//! The predicted encoding is tried scale by scale for each slice, with the filter's weights held small; a search over several
//! slices would gain a few tenths of a decibel for many times the work.
//!
//! # Deliberately absent
//!
//! No global state, no files (the command line in [`cli`] has those), no effects, no more than two channels: places, echo and
//! doors between are the engine's.

pub mod cli;
mod compile;
mod encode;
mod error;
mod loudness;
mod notes;
mod options;
mod read;
mod recording;
mod resample;
mod shape;
pub mod stock;
mod wav;

pub use compile::{Compiled, TOOL, compile};
pub use encode::encode;
pub use error::TimbreError;
pub use loudness::levels;
pub use options::{LoopChoice, Options};
pub use read::RecordingKind;
pub use recording::Recording;
pub use wav::to_wav;
