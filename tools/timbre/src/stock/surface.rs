//! Steps on surfaces, and knocks against them.

use super::Made;
use super::body::Body;
use super::synthesis::Canvas;

/// Steps of each body.
pub(super) const STEPS: u32 = 2;

/// The stock surface properties, and the body that each sounds like.
pub(super) const NAMES: &[(&str, &str)] = &[
    ("brick", "stone"),
    ("carpet", "soft"),
    ("cloth", "soft"),
    ("concrete", "stone"),
    ("dirt", "earth"),
    ("flesh", "soft"),
    ("foliage", "grass"),
    ("glass", "glass"),
    ("grass", "grass"),
    ("gravel", "gravel"),
    ("ice", "glass"),
    ("metal", "metal"),
    ("mud", "water"),
    ("plaster", "wood"),
    ("plastic", "wood"),
    ("rubber", "soft"),
    ("sand", "gravel"),
    ("snow", "gravel"),
    ("stone", "stone"),
    ("tile", "stone"),
    ("water", "water"),
    ("wood", "wood"),
];

/// What bodies sound like: hard ones scrape high and short, loose ones long and in grains, thin ones ring.
const BODIES: [(&str, Body); 8] = [
    ("stone", body((105.0, 0.07, 0.8), (2400.0, 0.05, 0.7), 0.7, 0.0, &[])),
    ("wood", body((95.0, 0.12, 1.0), (900.0, 0.05, 0.5), 0.8, 0.0, &[(212.0, 0.13, 0.45), (371.0, 0.09, 0.25)])),
    (
        "metal",
        body(
            (120.0, 0.08, 0.5),
            (3200.0, 0.04, 0.5),
            0.9,
            0.0,
            &[(431.0, 0.30, 0.30), (1187.0, 0.26, 0.24), (1963.0, 0.20, 0.16), (3307.0, 0.14, 0.1)],
        ),
    ),
    (
        "glass",
        body(
            (140.0, 0.05, 0.5),
            (4500.0, 0.04, 0.5),
            1.0,
            0.0,
            &[(1720.0, 0.16, 0.2), (2890.0, 0.12, 0.18), (4610.0, 0.08, 0.1)],
        ),
    ),
    ("earth", body((70.0, 0.10, 1.0), (650.0, 0.09, 0.5), 0.6, 900.0, &[])),
    ("gravel", body((75.0, 0.08, 0.5), (2600.0, 0.16, 1.0), 0.6, 700.0, &[])),
    ("grass", body((65.0, 0.08, 0.5), (4200.0, 0.15, 0.7), 0.5, 1500.0, &[])),
    ("soft", body((72.0, 0.11, 1.0), (400.0, 0.07, 0.3), 0.6, 0.0, &[])),
];

/// Water has nothing to strike: it is what bubbles.
const WATER: Body =
    body((210.0, 0.11, 0.4), (1100.0, 0.22, 0.8), 1.4, 250.0, &[(523.0, 0.06, 0.2), (811.0, 0.05, 0.15)]);

const fn body(
    thump: super::body::Mode,
    scrape: super::body::Mode,
    quality: f64,
    grains: f64,
    modes: &'static [super::body::Mode],
) -> Body {
    Body { thump, scrape, quality, grains, modes }
}

pub(super) fn sounds() -> Vec<Made> {
    let bodies = BODIES.into_iter().chain([("water", WATER)]);
    bodies.zip(1..).flat_map(|((name, body), number)| of_body(name, body, number * 16)).collect()
}

fn of_body(name: &str, body: Body, seed: u64) -> Vec<Made> {
    let steps = (1..=STEPS).map(|number| {
        let seed = seed + u64::from(number);
        Made { name: format!("footstep/{name}{number}"), samples: step(&body, number, seed), loops: false }
    });
    let mut canvas = Canvas::new(0.35);
    body.strike(&mut canvas, 0.0, 1.0, 0.8, seed);
    steps.chain([Made { name: format!("impact/{name}"), samples: canvas.finish(), loops: false }]).collect()
}

/// A step: the heel, and a little later the ball of the foot, which is lighter.
fn step(body: &Body, number: u32, seed: u64) -> Vec<f32> {
    let mut canvas = Canvas::new(0.28);
    let change = if number.is_multiple_of(2) { 1.07 } else { 1.0 };
    body.strike(&mut canvas, 0.0, 0.8, 1.1 * change, seed * 3);
    body.strike(&mut canvas, 0.065 / change, 0.45, 1.35 * change, seed * 3 + 1);
    canvas.finish()
}
