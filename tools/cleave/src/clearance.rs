//! How much room there is about a portal: is it part of an opening, or of a crack?
//!
//! The tree cuts an opening where its planes happen to lie, so the width of one portal says little: a doorway may be cut
//! into strips of a hair's width, and an oblique cut through a crack is wide. What counts is the distance between walls.
//! It is measured on lines through points of the portal, from solid to solid through however many leaves lie between:
//! on lines in the portal's plane, where what a line finds must be open on both sides of the plane, and on lines across
//! the walls that bound the portal. A portal is open where around one of its points every line finds room.
//!
//! Lines are walked in plain floating point: a wrong answer about a few 1e-12 units does not matter to a distance that is
//! compared with a twentieth of a unit.

use crate::tree::{Child, Tree};
use crate::weld::WELD_DISTANCE;
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactWinding};
use smallvec::SmallVec;

/// An opening that is narrower than this everywhere is a crack, in units: nothing passes, because the drawn faces on its
/// sides are welded together.
pub(crate) const CRACK_WIDTH: f64 = WELD_DISTANCE;
/// A wider portal is part of no crack, unless that is cut at less than three degrees.
const SURELY_OPEN: f64 = 20.0 * CRACK_WIDTH;
/// Lines in the portal's plane, besides those across its edges: one every 22.5 degrees misses the least distance by 2 %.
const FAN: [(f64, f64); 8] = [
    (1.0, 0.0),
    (0.923_879_532_511_286_8, 0.382_683_432_365_089_8),
    (std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2),
    (0.382_683_432_365_089_8, 0.923_879_532_511_286_8),
    (0.0, 1.0),
    (-0.382_683_432_365_089_8, 0.923_879_532_511_286_8),
    (-std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2),
    (-0.923_879_532_511_286_8, 0.382_683_432_365_089_8),
];
/// A portal that is narrower than this is part of a crack, in units: a wider opening would have to be cut into tens of
/// thousands of such strips, and about this one plain floating point may err.
const SURELY_CLOSED: f64 = 1e-6;
/// By how much a line may begin in solid, in units.
const HAIR: f64 = 1e-9;

/// Whether `winding`, a portal of `tree` between `leaves` and so `width` units wide, is part of an opening that is
/// narrower than `CRACK_WIDTH` all over the portal. Portals into solid are none; the void is open.
pub(crate) fn is_crack(
    planes: &[ExactPlane],
    tree: &Tree,
    winding: &ExactWinding,
    leaves: [Option<u32>; 2],
    width: f64,
) -> bool {
    let solid = |leaf: u32| tree.leaves[leaf as usize].is_opaque();
    if width >= SURELY_OPEN || leaves.into_iter().flatten().any(solid) {
        return false;
    }
    if width < SURELY_CLOSED {
        return true;
    }
    let lines = lines_of(planes, winding, width < CRACK_WIDTH);
    let center = winding.center();
    let mut samples = [center].into_iter().chain(winding.positions().map(|corner| (corner + center) * 0.5));
    let has_room = |middle: DVec3| {
        lines.iter().all(|&(along, within)| room(planes, tree, &Line { middle, along, within }) >= CRACK_WIDTH)
    };
    !samples.any(has_room)
}

/// Directions to measure in, with the plane that the line lies in, if any. Lines in the plane of a portal that is wide
/// enough itself need not be asked.
fn lines_of(planes: &[ExactPlane], winding: &ExactWinding, narrow: bool) -> SmallVec<[(DVec3, Option<u32>); 16]> {
    let plane = winding.plane();
    let normal = planes[plane as usize].normal();
    let walls = winding.edges().iter().map(|&edge| planes[edge as usize].normal());
    let mut lines: SmallVec<[(DVec3, Option<u32>); 16]> = walls.clone().map(|wall| (wall, None)).collect();
    if narrow {
        let across = walls.map(|wall| (wall - normal * wall.dot(normal)).normalize_or_zero());
        let (u, v) = normal.any_orthonormal_pair();
        let fan = FAN.into_iter().map(|(cosine, sine)| u * cosine + v * sine);
        lines.extend(across.chain(fan).map(|along| (along, Some(plane))));
    }
    lines
}

/// A line through a point of a portal.
struct Line {
    middle: DVec3,
    along: DVec3,
    /// The plane that it lies in: what is solid on either side of that is solid on the line.
    within: Option<u32>,
}

/// How part of a line lies to a plane.
enum Crossing {
    InFront,
    Behind,
    /// On both sides.
    At {
        distance: f64,
        from_front: bool,
    },
}

impl Line {
    /// How a stretch of the line lies to `plane`.
    fn crossing(&self, plane: &ExactPlane, (from, to): (f64, f64)) -> Crossing {
        let (start, slope) = (plane.normal().dot(self.middle) - plane.dist(), plane.normal().dot(self.along));
        let (first, last) = (start + slope * from, start + slope * to);
        match (first >= 0.0, last >= 0.0) {
            (true, true) => Crossing::InFront,
            (false, false) => Crossing::Behind,
            (from_front, _) => Crossing::At { distance: (-start / slope).clamp(from, to), from_front },
        }
    }
}

/// The length of the open part of a line about its middle, as far as it goes.
fn room(planes: &[ExactPlane], tree: &Tree, line: &Line) -> f64 {
    let mut solid: SmallVec<[(f64, f64); 8]> = SmallVec::new();
    let mut pending: SmallVec<[(Child, (f64, f64)); 16]> = SmallVec::new();
    pending.push((tree.root, (-CRACK_WIDTH, CRACK_WIDTH)));
    while let Some((child, stretch)) = pending.pop() {
        let node = match child {
            Child::Leaf(leaf) => {
                if tree.leaves[leaf as usize].is_opaque() && stretch.1 > stretch.0 {
                    solid.push(stretch);
                }
                continue;
            }
            Child::Node(node) => tree.nodes[node as usize],
        };
        if line.within.is_some_and(|within| within | 1 == node.plane | 1) {
            pending.extend(node.children.map(|child| (child, stretch)));
            continue;
        }
        match line.crossing(&planes[node.plane as usize], stretch) {
            Crossing::InFront => pending.push((node.children[0], stretch)),
            Crossing::Behind => pending.push((node.children[1], stretch)),
            Crossing::At { distance, from_front } => {
                pending.push((node.children[usize::from(!from_front)], (stretch.0, distance)));
                pending.push((node.children[usize::from(from_front)], (distance, stretch.1)));
            }
        }
    }
    // The nearest solid on either side of the middle; one that the middle itself is in leaves none but by a hair.
    let (mut low, mut high) = (-CRACK_WIDTH, CRACK_WIDTH);
    for (from, to) in solid {
        if from > -HAIR {
            high = high.min(from);
        } else if to < HAIR {
            low = low.max(to);
        } else {
            return 0.0;
        }
    }
    high - low
}

/// The least distance between two parallel lines that hold a convex polygon between them, in units. One of the
/// two always lies on an edge (Houle and Toussaint 1988).
pub(crate) fn width(winding: &ExactWinding) -> f64 {
    let points: Vec<DVec3> = winding.positions().collect();
    let edges = points.iter().zip(points.iter().cycle().skip(1));
    edges
        .map(|(&from, &to)| {
            let along = (to - from).normalize_or_zero();
            points.iter().map(|&point| (point - from).cross(along).length()).fold(0.0, f64::max)
        })
        .fold(f64::INFINITY, f64::min)
}

/// Whether the polygon fits between two parallel lines that are so far apart.
pub(crate) fn is_narrower(winding: &ExactWinding, distance: f64) -> bool {
    // The area is at least half the width times the extent along the lines, and that is not much more than the diameter.
    winding.area() <= distance * winding.bounds().size().length() && width(winding) < distance
}
