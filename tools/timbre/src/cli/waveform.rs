//! A sound as a picture of letters.

use kerosene_asset::Sound;

/// Letters from left to right.
const COLUMNS: usize = 72;
/// Lines from top to bottom; the middle one is silence.
const LINES: usize = 9;

/// The waveform of all channels together, and below it the loop.
pub(super) fn draw(sound: &Sound) -> String {
    let samples = sound.to_samples();
    let channels = sound.channels() as usize;
    let frames = samples.len() / channels;
    let columns: Vec<_> = (0..COLUMNS.min(frames))
        .map(|column| {
            let [start, end] = [column, column + 1].map(|edge| edge * frames / COLUMNS.min(frames) * channels);
            extremes(&samples[start..end])
        })
        .collect();
    let mut lines: Vec<String> = (0..LINES).map(|line| row(&columns, line)).collect();
    if let Some(points) = sound.loop_points() {
        let column = |frame: u32| frame as usize * columns.len() / frames;
        let (start, end) = (column(points.start), column(points.end).saturating_sub(1));
        let letter = |at: usize| match at {
            _ if at == start => '[',
            _ if at == end => ']',
            _ if (start..end).contains(&at) => '-',
            _ => ' ',
        };
        lines.push(format!("  |{}", (0..columns.len()).map(letter).collect::<String>().trim_end()));
    }
    lines.join("\n")
}

/// The least and the largest sample.
fn extremes(samples: &[i16]) -> (i16, i16) {
    samples.iter().fold((0, 0), |(least, most), sample| (least.min(*sample), most.max(*sample)))
}

fn row(columns: &[(i16, i16)], line: usize) -> String {
    let middle = LINES / 2;
    // How far from silence a sample must reach to be seen in this line.
    let reach = |step: usize| (step as f32 - 0.5) / (middle as f32 + 0.5) * 32_768.0;
    let letter = |(least, most): &(i16, i16)| {
        let is_seen = match line {
            _ if line < middle => f32::from(*most) >= reach(middle - line),
            _ if line > middle => -f32::from(*least) >= reach(line - middle),
            _ => return if *least == 0 && *most == 0 { '.' } else { '#' },
        };
        if is_seen { '#' } else { ' ' }
    };
    format!("  |{}", columns.iter().map(letter).collect::<String>().trim_end())
}
