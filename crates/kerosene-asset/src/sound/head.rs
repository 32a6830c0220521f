//! The section that says what a sound is.
//!
//! Encoding, rate, channels, frames: `u32` each; whether it loops, first frame of the loop, first after it: `u32` each; peak
//! and root of the mean square: `f32`; whether it is loud at all: `u32`, and how loud, `f32`.

use super::{Sound, SoundEncoding, SoundLevels, SoundLoop};
use kerosene_container::{ContainerError, SectionReader};

/// What the section says.
pub(super) struct Head {
    pub(super) encoding: SoundEncoding,
    pub(super) rate: u32,
    pub(super) channels: u32,
    pub(super) frames: u32,
    pub(super) loop_points: Option<SoundLoop>,
    pub(super) levels: SoundLevels,
}

pub(super) fn to_bytes(sound: &Sound) -> Vec<u8> {
    let SoundLoop { start, end } = sound.loop_points().unwrap_or(SoundLoop { start: 0, end: 0 });
    let loops = u32::from(sound.loop_points().is_some());
    let SoundLevels { peak, rms, loudness } = sound.levels;
    let numbers = [
        sound.encoding().number(),
        sound.rate(),
        sound.channels(),
        sound.frames(),
        loops,
        start,
        end,
        peak.to_bits(),
        rms.to_bits(),
        u32::from(loudness.is_some()),
        loudness.unwrap_or(0.0).to_bits(),
    ];
    numbers.into_iter().flat_map(u32::to_le_bytes).collect()
}

pub(super) fn read(mut reader: SectionReader<'_>) -> Result<Head, ContainerError> {
    let at = reader.clone();
    let number = reader.u32("the encoding")?;
    let encoding = SoundEncoding::ALL.into_iter().find(|encoding| encoding.number() == number);
    let encoding = encoding.ok_or_else(|| at.error(format!("there is no encoding {number}")))?;
    let (rate, channels) = (reader.u32("the rate")?, reader.u32("the channels")?);
    let frames = reader.u32("the frames")?;
    let loops = switch(&mut reader, "whether it loops")?;
    let points = SoundLoop { start: reader.u32("the loop's start")?, end: reader.u32("the loop's end")? };
    let (peak, rms) = (reader.f32("the peak")?, reader.f32("the mean level")?);
    let loud = switch(&mut reader, "whether it is loud")?;
    let loudness = reader.f32("the loudness")?;
    reader.end()?;
    let levels = SoundLevels { peak, rms, loudness: loud.then_some(loudness) };
    Ok(Head { encoding, rate, channels, frames, loop_points: loops.then_some(points), levels })
}

/// A number that is 0 or 1.
fn switch(reader: &mut SectionReader<'_>, what: &str) -> Result<bool, ContainerError> {
    let at = reader.clone();
    match reader.u32(what)? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(at.error(format!("{what} is {other}, neither 0 nor 1"))),
    }
}
