//! The part of a recording that is repeated, as files say it.

use super::wav::chunks;
use kerosene_asset::SoundLoop;

/// The loop of a WAV: the first one of its sampler chunk, else from its first cue point to the end. With it, how it runs where
/// that is not forward and without end, or that there are more.
pub(super) fn of_wav(bytes: &[u8], frames: usize) -> Option<(SoundLoop, Option<String>)> {
    let chunk = |tag: &[u8; 4]| chunks(bytes).find(|(found, _)| *found == tag).map(|(_, content)| content);
    let word = |bytes: &[u8], at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    if let Some(sampler) = chunk(b"smpl") {
        let loops = word(sampler, 28)?;
        // Identifier, type, first frame, last frame, part of a frame, and how often.
        let (kind, start, last) = (word(sampler, 40)?, word(sampler, 44)?, word(sampler, 48)?);
        let times = word(sampler, 56).unwrap_or(0);
        let odd = match (kind, times) {
            (1, _) => Some("the loop runs back and forth".to_owned()),
            (2, _) => Some("the loop runs backward".to_owned()),
            (_, 1..) => Some(format!("the loop ends after {times} times")),
            _ => (loops > 1).then(|| format!("the loop is the first of {loops}")),
        };
        return (loops > 0).then_some((SoundLoop { start, end: last.saturating_add(1) }, odd));
    }
    let cues = chunk(b"cue ")?;
    // Number of points; of the first its identifier, position, chunk, start of chunk and block, and frame.
    let start = word(cues, 24)?;
    let end = u32::try_from(frames).unwrap_or(u32::MAX);
    (word(cues, 0)? > 0).then_some((SoundLoop { start, end }, None))
}

/// The loop of tags as RPG Maker and others write them: first frame, and length or last frame.
pub(super) fn of_tags<'a>(tags: impl Iterator<Item = (&'a str, String)>, frames: usize) -> Option<SoundLoop> {
    let (mut start, mut length, mut end) = (None, None, None);
    for (key, value) in tags {
        let value = value.trim().parse::<u32>().ok();
        match &*key.to_ascii_uppercase() {
            "LOOPSTART" | "LOOP_START" => start = value,
            "LOOPLENGTH" | "LOOP_LENGTH" => length = value,
            "LOOPEND" | "LOOP_END" => end = value,
            _ => {}
        }
    }
    let whole = u32::try_from(frames).unwrap_or(u32::MAX);
    let start = match (start, length.or(end)) {
        (Some(start), _) => start,
        (None, Some(_)) => 0,
        (None, None) => return None,
    };
    let end = length.map(|length| start.saturating_add(length)).or(end);
    Some(SoundLoop { start, end: end.unwrap_or(whole) })
}
