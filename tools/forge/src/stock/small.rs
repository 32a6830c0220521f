//! Things that are picked up, of boxes: a box with a cross, and a key.

use super::put;

/// Adds a box between two corners, its texture with 64 units to a repeat; `first` is how many corners there are already.
fn add_box(text: &mut String, first: &mut u32, low: [f64; 3], high: [f64; 3]) {
    for at in 0..8 {
        let side = |axis: usize| if at >> axis & 1 == 0 { low[axis] } else { high[axis] };
        put(text, format_args!("v {} {} {}", side(0), side(1), side(2)));
    }
    // Upright from each of four sides, then from below and above; each with the axes that its texture lies along.
    let sides = [
        ([1, 2, 6, 5], 0, 2),
        ([4, 3, 7, 8], 0, 2),
        ([3, 1, 5, 7], 1, 2),
        ([2, 4, 8, 6], 1, 2),
        ([3, 4, 2, 1], 0, 1),
        ([5, 6, 8, 7], 0, 1),
    ];
    for (corners, across, along) in sides {
        for corner in corners {
            let side = |axis: usize| if (corner - 1) >> axis & 1 == 0 { low[axis] } else { high[axis] };
            put(text, format_args!("vt {} {}", side(across) / 64.0, side(along) / 64.0));
        }
        let [a, b, c, d] = corners.map(|corner| *first + corner);
        put(text, format_args!("f {a}/-4 {b}/-3 {c}/-2 {d}/-1"));
    }
    *first += 8;
}

/// A white box with a red cross on it.
pub(super) fn healthkit() -> String {
    let (mut text, mut first) = ("usemtl dev/grid_white\n".to_owned(), 0);
    add_box(&mut text, &mut first, [-10.0, -10.0, 0.0], [10.0, 10.0, 10.0]);
    text += "usemtl dev/grid_red\n";
    add_box(&mut text, &mut first, [-7.0, -2.0, 10.0], [7.0, 2.0, 10.5]);
    add_box(&mut text, &mut first, [-2.0, -7.0, 10.0], [2.0, 7.0, 10.5]);
    text
}

/// A key that stands upright.
pub(super) fn key() -> String {
    let (mut text, mut first) = ("usemtl dev/grid_yellow\n".to_owned(), 0);
    let bars = [
        // The ring, the shaft and two teeth.
        ([-1.0, -5.0, 22.0], [1.0, -2.5, 32.0]),
        ([-1.0, 2.5, 22.0], [1.0, 5.0, 32.0]),
        ([-1.0, -2.5, 29.5], [1.0, 2.5, 32.0]),
        ([-1.0, -2.5, 22.0], [1.0, 2.5, 24.5]),
        ([-1.0, -1.25, 0.0], [1.0, 1.25, 22.0]),
        ([-1.0, 1.25, 0.0], [1.0, 5.0, 2.5]),
        ([-1.0, 1.25, 5.0], [1.0, 4.0, 7.5]),
    ];
    for (low, high) in bars {
        add_box(&mut text, &mut first, low, high);
    }
    text
}
