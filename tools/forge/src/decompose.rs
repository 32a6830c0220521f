//! A surface in convex pieces, approximately.
//!
//! Parts that do not touch are pieces of their own. Then the piece whose hull holds the most air is cut in two by a plane
//! across an axis, where that saves most, until there are as many pieces as there may be or no cut saves much. A piece is
//! what its hull holds, so the pieces cover the whole surface and overlap nowhere but in the hulls of a cut that bends.
//!
//! It is a greedy search over planes across axes: slanted arms come out as stairs, holes through a piece are only found
//! where a cut opens them, and a cut is closed as if its section were seen whole from its middle. Who wants better draws collision meshes.

use crate::hull::convex_hull;
use crate::scene::CollisionMesh;
use kerosene_math::{Aabb, DVec3, Vec3};
use std::collections::{BTreeMap, BTreeSet};

/// Surfaces of more triangles are not cut: each cut looks at all of them some dozens of times.
const MAX_CUT: usize = 20_000;
/// More parts than this are one: they are leaves, gravel, hair.
const MAX_PARTS: usize = 64;
/// Cuts that are tried along an axis.
const TRIES: usize = 7;
/// A cut saves at least so much of its piece, and so much of all.
const LEAST_OF_PIECE: f64 = 0.05;
const LEAST_OF_ALL: f64 = 0.01;
/// Corners of the hulls that volumes are measured with.
const ROUGH: usize = 24;

/// A piece of the surface.
struct Piece {
    surface: CollisionMesh,
    volume: f64,
    /// The best cut, once it was looked for: what it saves, and both halves.
    cut: Option<Option<(f64, CollisionMesh, CollisionMesh)>>,
}

impl Piece {
    fn new(surface: CollisionMesh) -> Self {
        Self { volume: volume(&surface), surface, cut: None }
    }
}

/// The corners of at most so many pieces of a surface.
pub(crate) fn decompose(surface: &CollisionMesh, most: usize) -> Vec<Vec<Vec3>> {
    let mut parts = parts(surface);
    if parts.len() > MAX_PARTS {
        parts = vec![surface.clone()];
    }
    while parts.len() > most {
        join_nearest(&mut parts);
    }
    let mut pieces: Vec<_> = parts.into_iter().map(Piece::new).collect();
    let all: f64 = pieces.iter().map(|piece| piece.volume).sum();
    while pieces.len() < most && surface.len() <= MAX_CUT {
        let mut best: Option<(f64, usize)> = None;
        for (index, piece) in pieces.iter_mut().enumerate() {
            let cut = piece.cut.get_or_insert_with(|| best_cut(&piece.surface, piece.volume, all));
            let saves = cut.as_ref().map(|(saves, ..)| *saves);
            if let Some(saves) = saves.filter(|saves| best.is_none_or(|(most, _)| *saves > most)) {
                best = Some((saves, index));
            }
        }
        let Some((_, index)) = best else { break };
        let Some(Some((_, low, high))) = pieces.remove(index).cut else { break };
        pieces.extend([Piece::new(low), Piece::new(high)]);
    }
    pieces.iter().map(|piece| points(&piece.surface)).collect()
}

/// Corners, as a model has them.
fn points(surface: &CollisionMesh) -> Vec<Vec3> {
    surface.as_flattened().iter().map(|place| place.as_vec3()).collect()
}

/// What the hull of a surface holds; nothing where it is flat.
fn volume(surface: &CollisionMesh) -> f64 {
    convex_hull(&points(surface), ROUGH).map_or(0.0, |(hull, _)| hull.volume())
}

/// The parts of a surface that share no corner with each other, by the triangle that each begins with.
fn parts(surface: &CollisionMesh) -> Vec<CollisionMesh> {
    let bits = |place: &DVec3| place.to_array().map(|value| (value + 0.0).to_bits());
    let places = surface.as_flattened();
    let mut order: Vec<u32> = (0..places.len() as u32).collect();
    order.sort_unstable_by_key(|corner| (bits(&places[*corner as usize]), *corner));
    let mut sets: Vec<u32> = (0..surface.len() as u32).collect();
    for together in order.chunk_by(|one, other| bits(&places[*one as usize]) == bits(&places[*other as usize])) {
        for corner in together {
            unite(&mut sets, together[0] / 3, corner / 3);
        }
    }
    let mut found: BTreeMap<u32, CollisionMesh> = BTreeMap::new();
    for (index, triangle) in surface.iter().enumerate() {
        let first = root(&mut sets, index as u32);
        found.entry(first).or_default().push(*triangle);
    }
    found.into_values().collect()
}

/// The least of a set, with the way there made short (Tarjan, 1975).
fn root(sets: &mut [u32], of: u32) -> u32 {
    let mut at = of;
    while sets[at as usize] != at {
        sets[at as usize] = sets[sets[at as usize] as usize];
        at = sets[at as usize];
    }
    at
}

fn unite(sets: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root(sets, one), root(sets, other));
    sets[one.max(other) as usize] = one.min(other);
}

/// Makes one of the two parts whose common box is least larger than their own.
fn join_nearest(parts: &mut Vec<CollisionMesh>) {
    let boxes: Vec<_> = parts.iter().map(|part| Aabb::from_points(points(part))).collect();
    let size = |bounds: &Aabb| bounds.size().as_dvec3().element_product();
    let mut best: Option<(f64, usize, usize)> = None;
    for other in 1..parts.len() {
        for one in 0..other {
            let grows = size(&boxes[one].union(&boxes[other])) - size(&boxes[one]) - size(&boxes[other]);
            if best.is_none_or(|(least, ..)| grows < least) {
                best = Some((grows, one, other));
            }
        }
    }
    if let Some((_, one, other)) = best {
        let moved = parts.remove(other);
        parts[one].extend(moved);
    }
}

/// The cut of a piece that saves most, if it saves enough.
fn best_cut(surface: &CollisionMesh, whole: f64, all: f64) -> Option<(f64, CollisionMesh, CollisionMesh)> {
    let mut best: Option<(f64, CollisionMesh, CollisionMesh)> = None;
    for axis in 0..3 {
        for at in tries(surface, axis) {
            let (low, high) = cut(surface, axis, at);
            let halves = (volume(&low), volume(&high));
            let saves = whole - halves.0 - halves.1;
            // A flat half would be collided with no more.
            let enough =
                halves.0 > 0.0 && halves.1 > 0.0 && saves > whole * LEAST_OF_PIECE && saves > all * LEAST_OF_ALL;
            if enough && best.as_ref().is_none_or(|(most, ..)| saves > *most) {
                best = Some((saves, low, high));
            }
        }
    }
    best
}

/// Where to cut along an axis: at corners, since that is where shapes bend, spread evenly, and in the middle.
fn tries(surface: &CollisionMesh, axis: usize) -> Vec<f64> {
    let mut places: Vec<f64> = surface.as_flattened().iter().map(|place| place[axis]).collect();
    places.sort_unstable_by(f64::total_cmp);
    places.dedup();
    let (Some(first), Some(last)) = (places.first().copied(), places.last().copied()) else { return Vec::new() };
    let inner = &places[1..places.len().max(2) - 1];
    let mut tries: Vec<f64> = if inner.len() <= TRIES {
        inner.to_vec()
    } else {
        (1..=TRIES).map(|at| inner[at * (inner.len() - 1) / (TRIES + 1)]).collect()
    };
    // As exact as a model has places, so that what was cut once lies in the plane.
    tries.push(f64::from(((first + last) * 0.5) as f32));
    tries
}

/// Both sides of a surface that is cut across an axis, closed where it was cut.
fn cut(surface: &CollisionMesh, axis: usize, at: f64) -> (CollisionMesh, CollisionMesh) {
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for triangle in surface {
        let reaches =
            |below: bool| triangle.iter().any(|corner| if below { corner[axis] < at } else { corner[axis] > at });
        let [a, b, c] = *triangle;
        match (reaches(true), reaches(false)) {
            (true, true) => {
                fan(&clip(triangle, axis, at, -1.0), &mut low);
                fan(&clip(triangle, axis, at, 1.0), &mut high);
            }
            // What lies in the plane bounds what is behind it.
            (false, false) if (b - a).cross(c - a)[axis] > 0.0 => low.push(*triangle),
            (true, false) => low.push(*triangle),
            (false, _) => high.push(*triangle),
        }
    }
    // Triangles from the middle of the section to its edges close it, as if it were seen whole from there.
    let rim = rim(&low, axis, at);
    let middle = rim.as_flattened().iter().sum::<DVec3>() / (rim.len().max(1) * 2) as f64;
    let mut middle = middle.as_vec3().as_dvec3();
    middle[axis] = at;
    low.extend(rim.iter().map(|[from, to]| [middle, *to, *from]));
    high.extend(rim.iter().map(|[from, to]| [middle, *from, *to]));
    (low, high)
}

/// The directed edges in a plane at which a surface ends: those that no triangle has the other way.
fn rim(surface: &CollisionMesh, axis: usize, at: f64) -> Vec<[DVec3; 2]> {
    let bits = |place: DVec3| place.to_array().map(|value| (value + 0.0).to_bits());
    let in_plane = |edge: &[DVec3; 2]| edge.iter().all(|end| end[axis] == at);
    let edges = || surface.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]).filter(in_plane);
    let there: BTreeSet<_> = edges().map(|[from, to]| [bits(from), bits(to)]).collect();
    edges().filter(|[from, to]| !there.contains(&[bits(*to), bits(*from)])).collect()
}

/// The part of a triangle on one side (Sutherland and Hodgman, 1974), with new corners as exact as a model has them.
fn clip(triangle: &[DVec3; 3], axis: usize, at: f64, side: f64) -> Vec<DVec3> {
    let mut polygon = Vec::with_capacity(4);
    for corner in 0..3 {
        let (here, next) = (triangle[corner], triangle[(corner + 1) % 3]);
        let (off, next_off) = ((here[axis] - at) * side, (next[axis] - at) * side);
        if off >= 0.0 {
            polygon.push(here);
        }
        if off * next_off < 0.0 {
            let mut between = (here + (next - here) * (off / (off - next_off))).as_vec3().as_dvec3();
            between[axis] = at;
            polygon.push(between);
        }
    }
    polygon
}

fn fan(polygon: &[DVec3], out: &mut CollisionMesh) {
    for pair in polygon.windows(2).skip(1) {
        out.push([polygon[0], pair[0], pair[1]]);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::{decompose, parts};
    use crate::hull::convex_hull;
    use crate::scene::CollisionMesh;
    use kerosene_math::{DVec3, Vec3};

    fn block(min: [f64; 3], max: [f64; 3]) -> CollisionMesh {
        let corner = |at: usize| {
            DVec3::from_array([0, 1, 2].map(|axis| if at >> axis & 1 == 0 { min[axis] } else { max[axis] }))
        };
        let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        quads
            .iter()
            .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
            .map(|triangle| triangle.map(corner))
            .collect()
    }

    fn volumes(surface: &CollisionMesh, most: usize) -> Vec<f64> {
        let mut volumes: Vec<_> =
            decompose(surface, most).iter().map(|piece| convex_hull(piece, 64).unwrap().0.volume()).collect();
        volumes.sort_by(f64::total_cmp);
        volumes
    }

    #[test]
    fn parts_that_do_not_touch_are_pieces() {
        let mut two = block([0.0; 3], [2.0; 3]);
        two.extend(block([5.0; 3], [8.0; 3]));
        assert_eq!(parts(&two).len(), 2);
        assert_eq!(volumes(&two, 8), [8.0, 27.0]);
        // Three where two may be: the near ones become one.
        two.extend(block([8.5, 5.0, 5.0], [9.5, 8.0, 8.0]));
        assert_eq!(volumes(&two, 2), [8.0, 4.5 * 9.0]);
    }

    #[test]
    fn what_is_convex_stays_whole() {
        assert_eq!(volumes(&block([0.0; 3], [2.0; 3]), 8), [8.0]);
    }

    /// An L of two arms, in one piece: cut where it bends, nothing but the arms is left.
    #[test]
    fn an_angle_is_cut_where_it_bends() {
        let profile = [(0.0, 0.0), (8.0, 0.0), (8.0, 2.0), (2.0, 2.0), (2.0, 8.0), (0.0, 8.0)];
        let at = |(x, z): (f64, f64), y: f64| DVec3::new(x, y, z);
        let mut surface = CollisionMesh::new();
        for index in 0..6 {
            let (here, next) = (profile[index], profile[(index + 1) % 6]);
            surface.push([at(here, 0.0), at(next, 1.0), at(next, 0.0)]);
            surface.push([at(here, 0.0), at(here, 1.0), at(next, 1.0)]);
        }
        for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]].map(|corners| corners.map(|at| profile[at])) {
            surface.push([at(a, 0.0), at(b, 0.0), at(c, 0.0)]);
            surface.push([at(a, 1.0), at(c, 1.0), at(b, 1.0)]);
        }
        let volumes = volumes(&surface, 8);
        assert_eq!(volumes.len(), 2, "{volumes:?}");
        assert!((volumes.iter().sum::<f64>() - 28.0).abs() < 1e-6, "{volumes:?}");
    }

    #[test]
    fn nothing_of_the_surface_is_lost() {
        let surface = block([0.0; 3], [3.0, 2.0, 1.0]);
        let (low, high) = super::cut(&surface, 0, 1.25);
        let area =
            |mesh: &CollisionMesh| mesh.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a).length() / 2.0).sum::<f64>();
        // Both sides of the section of 2 by 1 are new.
        assert!((area(&low) + area(&high) - area(&surface) - 4.0).abs() < 1e-6);
        let most = |mesh: &CollisionMesh| mesh.as_flattened().iter().map(|place| place.x).fold(0.0, f64::max);
        assert_eq!((most(&low), most(&high)), (1.25, 3.0));
        assert!(
            decompose(&vec![[DVec3::ZERO; 3]; 4], 4).iter().all(|piece| piece.iter().all(|place| *place == Vec3::ZERO))
        );
    }
}
