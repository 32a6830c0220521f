//! WAV: chunks, and samples as they are.
//!
//! Read here and not by a library: the numbers lie in the file as they are, and the loop is in chunks that libraries for playing
//! leave out.

use super::{Flaws, decode::MAX_CHANNELS};
use crate::{Recording, TimbreError};
use kerosene_asset::MAX_SAMPLES;

/// From this length on, in bytes, whoever wrote the file into a pipe did not know it.
const UNKNOWN_LENGTH: u32 = 0x7fff_0000;

/// How a sample is stored.
#[derive(Clone, Copy)]
enum Store {
    /// A byte, with silence in its middle.
    Byte,
    /// So many bytes, little-endian, with a sign.
    Whole,
    /// A float of four bytes.
    Single,
    /// A float of eight bytes.
    Double,
}

/// Samples of a WAV; its loop is not looked at.
pub(super) fn decode(bytes: &[u8]) -> Result<(Recording, Flaws), TimbreError> {
    let damaged = |what: &str| TimbreError::damaged(&what);
    let find = |tag: &[u8; 4]| chunks(bytes).find(|(found, _)| *found == tag).map(|(_, content)| content);
    let format = find(b"fmt ").ok_or_else(|| damaged("it has no chunk `fmt `"))?;
    let data = find(b"data").ok_or_else(|| damaged("it has no chunk `data`"))?;
    let short = |at: usize| format.get(at..)?.first_chunk().copied().map(u16::from_le_bytes);
    let fields = (short(0), short(2), format.get(4..).and_then(|rest| rest.first_chunk()), short(14));
    let (Some(kind), Some(channels), Some(rate), Some(bits)) = fields else {
        return Err(damaged("its chunk `fmt ` is cut off"));
    };
    // A format of the extended kind says its own kind at the beginning of an identifier.
    let kind = if kind == 0xfffe { short(24).unwrap_or(0) } else { kind };
    let store = match (kind, bits) {
        (1, 8) => Store::Byte,
        (1, 16 | 24 | 32) => Store::Whole,
        (3, 32) => Store::Single,
        (3, 64) => Store::Double,
        (1 | 3, _) => return Err(damaged(&format!("samples of {bits} bits are not read"))),
        _ => return Err(damaged(&format!("its samples are compressed (format {kind}), which is not read"))),
    };
    let (channels, width) = (usize::from(channels), usize::from(bits / 8));
    if !(1..=MAX_CHANNELS).contains(&channels) {
        return Err(TimbreError::Channels { channels });
    }
    let frames = data.len() / (width * channels);
    if (frames * channels) as u64 > MAX_SAMPLES {
        return Err(TimbreError::TooLong);
    }
    let samples = data.chunks_exact(width).take(frames * channels);
    let no_numbers = samples.filter(|sample| !value(sample, store).is_finite()).count();
    let plane = |channel: usize| {
        let samples = data.chunks_exact(width * channels).map(|frame| &frame[channel * width..(channel + 1) * width]);
        samples.map(|sample| Some(value(sample, store)).filter(|value| value.is_finite()).unwrap_or(0.0)).collect()
    };
    let said = said_length(bytes).filter(|said| *said as usize > data.len());
    let said_frames = said.map(|said| u64::from(said) / (width * channels) as u64);
    let rate = u32::from_le_bytes(*rate);
    let recording = Recording { rate, channels: (0..channels).map(plane).collect(), loop_points: None };
    Ok((recording, Flaws { said_frames, no_numbers, ..Flaws::default() }))
}

/// How many bytes of samples the file says it has; nothing where it was written by who did not know.
fn said_length(bytes: &[u8]) -> Option<u32> {
    let mut rest = bytes.get(12..)?;
    loop {
        let (tag, after) = rest.split_first_chunk::<4>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length);
        if tag == b"data" {
            return (length < UNKNOWN_LENGTH).then_some(length);
        }
        rest = after.get(length.saturating_add(length % 2) as usize..)?;
    }
}

/// A sample, full scale being 1; floats of a file may be no numbers.
fn value(bytes: &[u8], store: Store) -> f32 {
    match store {
        Store::Byte => (f32::from(bytes[0]) - 128.0) / 128.0,
        Store::Whole => {
            // In the upper bytes of a number, so that its sign is where it belongs.
            let mut upper = [0; 4];
            upper[4 - bytes.len()..].copy_from_slice(bytes);
            (f64::from(i32::from_le_bytes(upper)) / 2_147_483_648.0) as f32
        }
        Store::Single => bytes.first_chunk().map_or(0.0, |bytes| f32::from_le_bytes(*bytes)),
        Store::Double => bytes.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes) as f32),
    }
}

/// The chunks of a RIFF file; one that is cut off is as long as there are bytes.
pub(super) fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = bytes.get(12..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (tag, after) = rest.split_first_chunk::<4>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let content = &after[..length.min(after.len())];
        // A chunk of an odd length is followed by a byte that counts for nothing.
        rest = after.get(length.saturating_add(length % 2)..).unwrap_or_default();
        Some((tag, content))
    })
}
