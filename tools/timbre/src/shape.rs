//! Changes to recordings.

use crate::Recording;
use kerosene_asset::SoundLoop;
use kerosene_math::deterministic::pow;

/// The largest number of 16 bits, of full scale.
const FULL: f32 = 32_767.0 / 32_768.0;
/// Samples in a row at full scale that are no accident.
const RUN: usize = 3;

/// With the part of a loop that lies in it; without one where nothing of it does.
pub(crate) fn with_loop(mut recording: Recording, wanted: Option<SoundLoop>) -> Recording {
    let frames = u32::try_from(recording.frames()).unwrap_or(u32::MAX);
    let held = wanted.map(|SoundLoop { start, end }| SoundLoop { start, end: end.min(frames) });
    recording.loop_points = held.filter(|points| points.start < points.end);
    recording
}

/// The average of all channels.
pub(crate) fn mono(recording: &Recording) -> Recording {
    let count = recording.channels.len() as f32;
    let mixed = |frame| recording.channels.iter().map(|channel| channel[frame]).sum::<f32>() / count;
    let channels = vec![(0..recording.frames()).map(mixed).collect()];
    Recording { rate: recording.rate, channels, loop_points: recording.loop_points }
}

/// Without the silence at both ends: what is below a level, in decibels of full scale. A loop stays whole, and what is silent
/// all along stays as it is.
pub(crate) fn trimmed(mut recording: Recording, level: f32) -> Recording {
    let least = amplitude(level);
    let is_heard = |frame: &usize| recording.channels.iter().any(|channel| channel[*frame].abs() >= least);
    let frames = recording.frames();
    let Some(first) = (0..frames).find(is_heard) else { return recording };
    let end = (0..frames).rev().find(is_heard).map_or(frames, |last| last + 1);
    let (mut start, mut stop) = (first, end);
    if let Some(points) = &mut recording.loop_points {
        (start, stop) = (start.min(points.start as usize), stop.max(points.end as usize));
        (points.start, points.end) = (points.start - start as u32, points.end - start as u32);
    }
    for channel in &mut recording.channels {
        channel.truncate(stop);
        channel.drain(..start);
    }
    recording
}

/// As loud as it can be.
pub(crate) fn normalized(recording: Recording) -> Recording {
    let peak = recording.peak();
    if peak > 0.0 { recording.map(|sample| sample / peak * FULL) } else { recording }
}

/// Louder by so many decibels.
pub(crate) fn amplified(recording: Recording, decibels: f32) -> Recording {
    if decibels == 0.0 {
        return recording;
    }
    let factor = amplitude(decibels);
    recording.map(|sample| sample * factor)
}

/// What a level in decibels multiplies by.
fn amplitude(decibels: f32) -> f32 {
    pow(10.0_f64, f64::from(decibels) / 20.0) as f32
}

/// Samples beyond full scale, and those at full scale of which there are several in a row.
pub(crate) fn clipped(recording: &Recording) -> usize {
    recording.channels.iter().map(|channel| clipped_in(channel)).sum()
}

fn clipped_in(channel: &[f32]) -> usize {
    let end = |sample: f32| if sample >= FULL { 1_i8 } else { -i8::from(sample <= -1.0) };
    let runs = channel.chunk_by(|first, second| end(*first) == end(*second));
    let at_the_end = runs.filter(|run| end(run[0]) != 0);
    let counted = at_the_end.map(|run| {
        let beyond = run.iter().filter(|sample| sample.abs() > 1.0).count();
        if run.len() >= RUN { run.len() } else { beyond }
    });
    counted.sum()
}
