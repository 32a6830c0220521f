//! Doors, buttons, things that are picked up.

use super::Made;
use super::body::Body;
use super::synthesis::{Band, Canvas, Noise, fading, frames, sine};
use kerosene_math::deterministic::exp;

/// A bolt of iron.
const LATCH: Body = Body {
    thump: (160.0, 0.05, 0.6),
    scrape: (2900.0, 0.03, 0.8),
    quality: 0.8,
    grains: 0.0,
    modes: &[(1240.0, 0.06, 0.25), (2610.0, 0.04, 0.2)],
};

/// A leaf of wood that comes to its frame.
const LEAF: Body = Body {
    thump: (62.0, 0.22, 1.0),
    scrape: (500.0, 0.08, 0.6),
    quality: 0.7,
    grains: 0.0,
    modes: &[(131.0, 0.18, 0.4), (247.0, 0.12, 0.25)],
};

/// A small lever under plastic.
const LEVER: Body = Body {
    thump: (240.0, 0.03, 0.5),
    scrape: (3600.0, 0.02, 0.9),
    quality: 0.9,
    grains: 0.0,
    modes: &[(1870.0, 0.03, 0.2)],
};

pub(super) fn sounds() -> Vec<Made> {
    let once = |name: &str, samples| Made { name: name.to_owned(), samples, loops: false };
    vec![
        once("door/start", struck(0.3, &[(LATCH, 0.0, 0.6, 1.0), (LATCH, 0.07, 1.0, 0.9), (LEAF, 0.09, 0.4, 1.2)])),
        Made { name: "door/move".to_owned(), samples: rolling(), loops: true },
        once("door/stop", struck(0.45, &[(LEAF, 0.0, 1.0, 1.0), (LATCH, 0.02, 0.5, 0.8), (LATCH, 0.11, 0.2, 0.9)])),
        once("door/locked", struck(0.35, &[(LATCH, 0.0, 0.8, 0.8), (LEAF, 0.01, 0.4, 1.4), (LATCH, 0.13, 0.7, 0.85)])),
        once("buttons/press", struck(0.18, &[(LEVER, 0.0, 1.0, 1.0), (LEVER, 0.07, 0.6, 1.2)])),
        once("buttons/locked", struck(0.22, &[(LEVER, 0.0, 0.9, 0.6), (LEVER, 0.09, 0.9, 0.58)])),
        once("items/pickup", chime()),
    ]
}

/// Bodies that are struck: what, when, how hard, how small.
fn struck(seconds: f64, blows: &[(Body, f64, f64, f64)]) -> Vec<f32> {
    let mut canvas = Canvas::new(seconds);
    for ((body, at, force, size), seed) in blows.iter().zip(100..) {
        body.strike(&mut canvas, *at, *force, *size, seed);
    }
    canvas.finish()
}

/// A heavy door on rails: friction in two bands that swells as the wheels turn. Every part comes round once in the loop, and
/// filters hear the noise twice and keep the second time, so that no seam is heard.
fn rolling() -> Vec<f32> {
    let count = frames(1.2);
    let mut noise = Noise::new(77);
    let source: Vec<_> = (0..count).map(|_| noise.next()).collect();
    let mut low = Band::new(110.0, 1.2);
    let mut high = Band::new(1400.0, 0.8);
    let turn = |frame: usize, times: f64| sine(frame % count, times * f64::from(super::RATE) / count as f64);
    let sample = |frame: usize| {
        let noise = source[frame % count];
        let (rumble, hiss) = (low.next(noise), high.next(noise));
        let swell = 0.75 + 0.25 * turn(frame, 3.0);
        let rattle = exp(-4.0 * (1.0 + turn(frame, 12.0)));
        let hum = turn(frame, 66.0) * 0.10 + turn(frame, 132.0) * 0.05;
        (rumble * 2.2 * swell + hiss * (0.25 + 0.5 * rattle) + hum) as f32
    };
    (0..count * 2).map(sample).collect::<Vec<_>>().split_off(count)
}

/// Two notes, a fifth apart.
fn chime() -> Vec<f32> {
    let mut canvas = Canvas::new(0.45);
    for (at, note) in [(0.0, 659.26), (0.08, 987.77)] {
        for (times, level) in [(1.0, 0.6), (2.0, 0.2), (3.01, 0.1)] {
            let seconds = 0.35 / times;
            // A short rise keeps the beginning from clicking.
            let rise = |frame: usize| (frame as f64 / frames(0.004) as f64).min(1.0);
            let tone = move |frame| sine(frame, note * times) * fading(frame, seconds) * level * rise(frame);
            canvas.add(at, (0..frames(seconds * 1.2)).map(tone));
        }
    }
    canvas.finish()
}
