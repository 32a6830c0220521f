//! Bevel planes: what a brush needs so that sweeping a box against it is exact.
//!
//! A sweep of a box against a convex brush is a ray against their Minkowski sum. Pushing each side out by the
//! box's reach gives only part of that sum's facets; without the rest a box stops on corners that are not there.
//! The facets of the sum of two convex polyhedra have the normals of the one, of the other, and of the pairs of
//! their edges that support both. A box brings six axial normals and three edge directions, so the missing
//! planes are the axial ones and those spanned by an edge of the brush and an axis, as far as the whole brush
//! lies behind them. Quake 2's compiler (id Software, 1997) was the first to add them.
//!
//! Every plane returned *supports* the brush (touches it, cuts nothing), so one too many never changes what a
//! trace finds; the tolerances only decide how few there are.

use crate::convex::windings;
use kerosene_math::DVec3;

/// Component-wise difference of unit normals below which two planes point the same way.
pub const NORMAL_EPSILON: f64 = 1e-5;
/// Difference of distances, in units, below which two planes that point the same way are one.
pub const DIST_EPSILON: f64 = 0.01;
/// Edges shorter than this, in units, have no direction to speak of.
const SHORTEST_EDGE: f64 = 1e-3;
/// How far, in units, vertices may stand in front of an edge's plane that is still taken to support the brush.
const SUPPORT_SLACK: f64 = 0.01;

/// A convex brush: its outward planes and the windings of its faces.
#[derive(Debug, Clone, Copy)]
pub struct BrushShape<'a> {
    /// Unit normal and distance of each side; points inside satisfy `dot(normal, p) <= dist`.
    pub planes: &'a [(DVec3, f64)],
    /// Vertices of each face in order, in either direction; sides without a face may have an empty winding.
    pub windings: &'a [Vec<DVec3>],
}

/// The windings of a convex brush from its planes alone, in the order of the planes; empty where others leave no face.
///
/// Where planes meet at flat angles, corners of planes rounded to single precision lie elsewhere than the exact ones.
///
/// ```
/// use kerosene_bsp::bevels::windings_of_planes;
/// use kerosene_math::DVec3;
/// let planes: Vec<_> = DVec3::AXES.into_iter().flat_map(|axis| [(-axis, 0.0), (axis, 8.0)]).collect();
/// let windings = windings_of_planes(&planes);
/// assert!(windings.iter().all(|winding| winding.len() == 4));
/// ```
#[must_use]
pub fn windings_of_planes(planes: &[(DVec3, f64)]) -> Vec<Vec<DVec3>> {
    windings(planes)
}

/// The axial and edge planes to add to a brush so that axis-aligned boxes collide with it exactly.
///
/// Axial planes come first, in the order -x +x -y +y -z +z, then edge planes in the order of the windings. None
/// is within [`NORMAL_EPSILON`] and [`DIST_EPSILON`] of a side or of another. A brush without vertices has none.
///
/// ```
/// use kerosene_bsp::bevels::{BrushShape, bevels};
/// use kerosene_math::DVec3;
/// // A tetrahedron: no side is axial, bar the three that meet in the origin.
/// let slope = DVec3::splat(3f64.sqrt().recip());
/// let planes = [(DVec3::NEG_X, 0.0), (DVec3::NEG_Y, 0.0), (DVec3::NEG_Z, 0.0), (slope, 8.0 * slope.x)];
/// let (o, x, y, z) = (DVec3::ZERO, DVec3::X * 8.0, DVec3::Y * 8.0, DVec3::Z * 8.0);
/// let windings = [vec![o, y, z], vec![o, z, x], vec![o, x, y], vec![x, y, z]];
/// let added = bevels(&BrushShape { planes: &planes, windings: &windings });
/// assert_eq!(added[..3], [(DVec3::X, 8.0), (DVec3::Y, 8.0), (DVec3::Z, 8.0)]);
/// // Each slanting edge lies in a plane along the axis across it: x + y = 8 and so on.
/// assert_eq!(added.len(), 6);
/// ```
pub fn bevels(shape: &BrushShape<'_>) -> Vec<(DVec3, f64)> {
    if shape.windings.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let mut added = Vec::new();
    for axis in DVec3::AXES {
        for normal in [-axis, axis] {
            add_support(shape, normal, &mut added);
        }
    }
    for winding in shape.windings {
        for (index, &from) in winding.iter().enumerate() {
            add_edge_bevels(shape, from, winding[(index + 1) % winding.len()], &mut added);
        }
    }
    added
}

/// Greatest distance of the brush's vertices along `normal`.
fn support(shape: &BrushShape<'_>, normal: DVec3) -> f64 {
    shape.windings.iter().flatten().map(|vertex| normal.dot(*vertex)).fold(f64::NEG_INFINITY, f64::max)
}

/// Adds the supporting plane along `normal` unless there is one.
fn add_support(shape: &BrushShape<'_>, normal: DVec3, added: &mut Vec<(DVec3, f64)>) {
    let dist = support(shape, normal);
    let known = |plane: &(DVec3, f64)| same_plane(snap(plane.0), plane.1, normal, dist);
    if !shape.planes.iter().any(known) && !added.iter().any(known) {
        added.push((normal, dist));
    }
}

/// Adds the planes through an edge and along each axis that have the whole brush behind them.
fn add_edge_bevels(shape: &BrushShape<'_>, from: DVec3, to: DVec3, added: &mut Vec<(DVec3, f64)>) {
    let length = from.distance(to);
    if length < SHORTEST_EDGE {
        return;
    }
    let direction = (to - from) / length;
    for axis in DVec3::AXES {
        let across = direction.cross(axis);
        let sine = across.length();
        if sine < NORMAL_EPSILON {
            continue;
        }
        for side in [across / sine, -across / sine] {
            let normal = snap(side);
            if support(shape, normal) <= normal.dot(from).max(normal.dot(to)) + SUPPORT_SLACK {
                add_support(shape, normal, added);
            }
        }
    }
}

/// Makes a nearly axial unit normal exactly axial.
fn snap(normal: DVec3) -> DVec3 {
    for axis in DVec3::AXES {
        let along = normal.dot(axis);
        if along.abs() > 1.0 - NORMAL_EPSILON && (normal - axis * along.signum()).abs().max_element() < NORMAL_EPSILON {
            return axis * along.signum();
        }
    }
    normal
}

fn same_plane(normal: DVec3, dist: f64, other: DVec3, other_dist: f64) -> bool {
    (normal - other).abs().max_element() < NORMAL_EPSILON && (dist - other_dist).abs() < DIST_EPSILON
}
