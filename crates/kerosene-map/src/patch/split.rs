//! Cuts a cell into triangles in its parameters.

use super::cell::{Cell, Cut, FINEST, Place};

/// Three places in the order of a face: clockwise seen from the front.
pub(super) type Triangle = [Place; 3];

/// Hands on the triangles of a cell, cut as `cut` says.
pub(super) fn triangles(cell: &Cell, cut: Cut, tolerance: f64, mut give: impl FnMut(Triangle) -> bool) {
    match cut {
        Cut::Grid(counts) => grid(cell, counts, give),
        Cut::EdgeByEdge => {
            let mut waiting: Vec<Triangle> = halves(cell, [0, 0], [FINEST, FINEST]).to_vec();
            while let Some(triangle) = waiting.pop() {
                let middles = [0, 1, 2].map(|edge| middle(cell, triangle[edge], triangle[(edge + 1) % 3], tolerance));
                if middles == [None; 3] {
                    if !give(triangle) {
                        return;
                    }
                } else {
                    split(triangle, middles, &mut waiting);
                }
            }
        }
    }
}

fn grid(cell: &Cell, [columns, rows]: [u32; 2], mut give: impl FnMut(Triangle) -> bool) {
    let [width, height] = [columns, rows].map(|count| FINEST / count);
    for row in 0..rows {
        for column in 0..columns {
            let from = [column * width, row * height];
            for triangle in halves(cell, from, [from[0] + width, from[1] + height]) {
                if !give(triangle) {
                    return;
                }
            }
        }
    }
}

/// The two triangles of a rectangle of parameters, along its shorter diagonal.
fn halves(cell: &Cell, [left, top]: Place, [right, bottom]: Place) -> [Triangle; 2] {
    let corners = [[left, top], [left, bottom], [right, bottom], [right, top]];
    let [a, b, c, d] = corners.map(|place| cell.point(place).position);
    let [at_a, at_b, at_c, at_d] = corners;
    if a.distance_squared(c) < b.distance_squared(d) {
        [[at_a, at_b, at_c], [at_a, at_c, at_d]]
    } else {
        [[at_a, at_b, at_d], [at_b, at_c, at_d]]
    }
}

/// Where to split an edge, `None` where it is flat enough or as fine as can be.
fn middle(cell: &Cell, from: Place, to: Place, tolerance: f64) -> Option<Place> {
    let sums = [from[0] + to[0], from[1] + to[1]];
    let splits = sums.iter().all(|sum| sum % 2 == 0) && cell.bends_between(from, to, tolerance);
    splits.then(|| sums.map(|sum| sum / 2))
}

/// Replaces a triangle by those that its split edges make. `middles[i]` lies between corners `i` and `i + 1`.
fn split(triangle: Triangle, middles: [Option<Place>; 3], waiting: &mut Vec<Triangle>) {
    let [a, b, c] = triangle;
    match middles {
        [Some(ab), Some(bc), Some(ca)] => waiting.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]),
        [Some(ab), Some(bc), None] => waiting.extend([[ab, b, bc], [a, ab, bc], [a, bc, c]]),
        [None, Some(bc), Some(ca)] => waiting.extend([[bc, c, ca], [b, bc, ca], [b, ca, a]]),
        [Some(ab), None, Some(ca)] => waiting.extend([[ca, a, ab], [c, ca, ab], [c, ab, b]]),
        [Some(ab), None, None] => waiting.extend([[a, ab, c], [ab, b, c]]),
        [None, Some(bc), None] => waiting.extend([[b, bc, a], [bc, c, a]]),
        [None, None, Some(ca)] => waiting.extend([[c, ca, b], [ca, a, b]]),
        [None, None, None] => waiting.push(triangle),
    }
}
