//! Sounds as WAV.

use kerosene_asset::SoundLoop;

/// A WAV of numbers of 16 bits, frame by frame of `channels` each, with its loop as samplers keep it.
///
/// ```
/// use timbre::{Recording, to_wav};
/// use kerosene_asset::SoundLoop;
///
/// let points = Some(SoundLoop { start: 1, end: 3 });
/// assert_eq!(Recording::read(&to_wav(8000, 1, &[5, 6, 7], points))?.loop_points, points);
/// # Ok::<(), timbre::TimbreError>(())
/// ```
#[must_use]
pub fn to_wav(rate: u32, channels: u32, samples: &[i16], loop_points: Option<SoundLoop>) -> Vec<u8> {
    let frame = channels * 2;
    let mut format = Vec::new();
    // Kind 1: numbers as they are.
    format.extend_from_slice(&1_u16.to_le_bytes());
    format.extend_from_slice(&(channels as u16).to_le_bytes());
    format.extend([rate, rate.saturating_mul(frame)].into_iter().flat_map(u32::to_le_bytes));
    format.extend([frame as u16, 16].into_iter().flat_map(u16::to_le_bytes));
    let data: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let mut body = b"WAVE".to_vec();
    chunk(&mut body, *b"fmt ", &format);
    chunk(&mut body, *b"data", &data);
    if let Some(points) = loop_points {
        chunk(&mut body, *b"smpl", &sampler(rate, points));
    }
    let mut out = Vec::with_capacity(body.len() + 8);
    chunk(&mut out, *b"RIFF", &body);
    out
}

fn chunk(out: &mut Vec<u8>, tag: [u8; 4], content: &[u8]) {
    out.extend_from_slice(&tag);
    out.extend_from_slice(&(content.len() as u32).to_le_bytes());
    out.extend_from_slice(content);
    out.extend(std::iter::repeat_n(0, content.len() % 2));
}

/// What a sampler keeps of a sound: nine numbers, and six of each loop.
fn sampler(rate: u32, points: SoundLoop) -> Vec<u8> {
    let nanoseconds = 1_000_000_000 / rate.max(1);
    // Middle C is note 60. The last frame of a loop is in it.
    let numbers = [0, 0, nanoseconds, 60, 0, 0, 0, 1, 0, 0, 0, points.start, points.end - 1, 0, 0];
    numbers.into_iter().flat_map(u32::to_le_bytes).collect()
}
