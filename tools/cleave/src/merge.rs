//! Puts convex polygons of one plane together where the whole is convex.

use kerosene_math::DAabb;
use kerosene_math::exact::{ExactPlane, ExactVertex, ExactWinding, Side};

/// Vertices further apart than this are not the same, in units; nearer ones are compared exactly.
const NEAR: f64 = 0.01;

/// Pieces that are tried with each other. Neighbours come close to each other in the list, since pieces are made by
/// cutting one off after another; comparing all pieces of a face in thousands of parts would be quadratic.
const GROUP: usize = 64;
/// Passes over a face in more parts than a group holds.
const PASSES: usize = 8;

/// Merges polygons that share a whole edge, greedily in order. All lie on the same plane and face the same way.
pub(crate) fn merge_fragments(planes: &[ExactPlane], windings: Vec<ExactWinding>) -> Vec<ExactWinding> {
    merge_all(windings, ExactWinding::bounds, |a, b| merge_pair(planes, a, b))
}

/// Merges pieces by `merge`, greedily in order. Up to [`GROUP`] of them are merged until no two can be; more are merged in
/// groups, pass after pass while that helps.
pub(crate) fn merge_all<T>(
    mut pieces: Vec<T>,
    bounds: impl Fn(&T) -> DAabb,
    merge: impl Fn(&T, &T) -> Option<T>,
) -> Vec<T> {
    for _ in 0..PASSES {
        let before = pieces.len();
        let mut merged = Vec::with_capacity(before);
        let mut rest = pieces.into_iter().map(|piece| Boxed::new(piece, &bounds));
        loop {
            let group: Vec<Option<Boxed<T>>> = rest.by_ref().take(GROUP).map(Some).collect();
            if group.is_empty() {
                break;
            }
            merged.extend(merge_group(group, &bounds, &merge));
        }
        pieces = merged;
        if before <= GROUP || pieces.len() == before {
            break;
        }
    }
    pieces
}

/// A merged piece is tried with those that were passed over, then with those that follow. All other pairs are known
/// to fail, so the work is quadratic at worst.
fn merge_group<T>(
    mut pieces: Vec<Option<Boxed<T>>>,
    bounds: impl Fn(&T) -> DAabb,
    merge: impl Fn(&T, &T) -> Option<T>,
) -> impl Iterator<Item = T> {
    let mut first = 0;
    while first < pieces.len() {
        match next_merge(&pieces, first, &merge) {
            Some((earlier, later, whole)) => {
                pieces[earlier] = Some(Boxed::new(whole, &bounds));
                pieces[later] = None;
                first = earlier;
            }
            None => first += 1,
        }
    }
    pieces.into_iter().flatten().map(|piece| piece.piece)
}

/// A piece with its bounds, a little expanded.
struct Boxed<T> {
    piece: T,
    bounds: DAabb,
}

impl<T> Boxed<T> {
    fn new(piece: T, bounds: impl Fn(&T) -> DAabb) -> Self {
        let bounds = bounds(&piece).expanded(NEAR);
        Self { piece, bounds }
    }
}

/// The first piece, by place, that can be merged with the one at `at`: both places, the earlier first, and the
/// whole.
fn next_merge<T>(
    pieces: &[Option<Boxed<T>>],
    at: usize,
    merge: impl Fn(&T, &T) -> Option<T>,
) -> Option<(usize, usize, T)> {
    let piece = pieces[at].as_ref()?;
    let others = pieces.iter().enumerate().filter(|(place, _)| *place != at);
    let touching = others.filter_map(|(place, other)| Some((place, other.as_ref()?)));
    touching.filter(|(_, other)| other.bounds.touches(&piece.bounds)).find_map(|(place, other)| {
        let (earlier, later) = if place < at { (other, piece) } else { (piece, other) };
        let whole = merge(&earlier.piece, &later.piece)?;
        Some((place.min(at), place.max(at), whole))
    })
}

/// The union of two polygons that share a whole edge, where it is convex.
pub(crate) fn merge_pair(planes: &[ExactPlane], a: &ExactWinding, b: &ExactWinding) -> Option<ExactWinding> {
    let (i, j) = shared_edge(planes, a, b)?;
    let mut edges: Vec<u32> = Vec::with_capacity(a.edges().len() + b.edges().len() - 2);
    edges.extend(around(a.edges(), i));
    let a_last = *edges.last()?;
    let b_edges: Vec<u32> = around(b.edges(), j).collect();
    let b_last = *b_edges.last()?;
    // Where the outlines run on straight, two edges become one.
    let straight_at_start = corner(planes, a, a_last, end_of(b, j, 1))?;
    let straight_at_end = corner(planes, b, b_last, end_of(a, i, 1))?;
    edges.extend(b_edges.iter().skip(usize::from(straight_at_start)));
    if straight_at_end {
        edges.remove(0);
    }
    ExactWinding::from_edges(planes, a.plane(), &edges)
}

/// The edges after edge `start`, all the way round to the one before it.
fn around(edges: &[u32], start: usize) -> impl Iterator<Item = u32> + '_ {
    let count = edges.len();
    (1..count).map(move |step| edges[(start + step) % count])
}

/// The vertex at the far end of the edge `step` places after edge `edge`.
fn end_of(winding: &ExactWinding, edge: usize, step: usize) -> &ExactVertex {
    let vertices = winding.vertices();
    &vertices[(edge + step + 1) % vertices.len()]
}

/// Whether the outline of `winding` goes straight on from its edge on plane `edge` to `next`: `Some(true)`
/// straight, `Some(false)` a convex corner, `None` a reflex one.
fn corner(planes: &[ExactPlane], winding: &ExactWinding, edge: u32, next: &ExactVertex) -> Option<bool> {
    let inner = winding.vertices().iter().map(|vertex| vertex.side(planes, edge)).find(|&side| side != Side::On)?;
    let side = next.side(planes, edge);
    if side == Side::On {
        Some(true)
    } else if side == inner {
        Some(false)
    } else {
        None
    }
}

/// An edge of `a` that `b` walks the other way.
fn shared_edge(planes: &[ExactPlane], a: &ExactWinding, b: &ExactWinding) -> Option<(usize, usize)> {
    let (av, bv) = (a.vertices(), b.vertices());
    for i in 0..av.len() {
        for j in 0..bv.len() {
            let (a0, a1) = (&av[i], &av[(i + 1) % av.len()]);
            let (b0, b1) = (&bv[j], &bv[(j + 1) % bv.len()]);
            if same(planes, a0, b1) && same(planes, a1, b0) {
                return Some((i, j));
            }
        }
    }
    None
}

fn same(planes: &[ExactPlane], a: &ExactVertex, b: &ExactVertex) -> bool {
    (a.position() - b.position()).abs().max_element() < NEAR && a.same_point(planes, b)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::cut::halves;
    use crate::planes::PlaneTable;

    #[test]
    fn a_face_in_more_parts_than_a_group_is_put_together() {
        let mut table = PlaneTable::new();
        let floor = table.intern_axial(2, 0.0);
        let cuts: Vec<u32> = (0..300).map(|cut| table.intern_axial(0, f64::from(cut) * 8.0)).collect();
        let planes = table.planes();
        let whole = ExactWinding::base(planes, floor, &PlaneTable::outer_box());
        let (mut rest, mut strips) = (whole.clone(), Vec::new());
        for cut in cuts {
            let (front, back) = halves(planes, rest, cut);
            strips.push(back.unwrap());
            rest = front.unwrap();
        }
        strips.push(rest);
        let merged = merge_fragments(planes, strips);
        assert_eq!(merged.len(), 1);
        assert_eq!(merged[0].area(), whole.area());
        merged[0].validate(planes).unwrap();
    }
}
