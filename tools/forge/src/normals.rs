//! Normals where the source has none.

use crate::scene::Triangle;
use kerosene_math::{DVec3, deterministic};

/// Where more corners than this meet in a point, all of its group count, whatever their angle: comparing each with each
/// would take a time that grows as their square.
const MAX_COMPARED: usize = 256;

/// Makes normals for corners without one, or for all. A corner's normal is the mean of those of the triangles around its
/// point that are of its smoothing group and within the crease, each as much as its angle there, so that it does not
/// depend on how faces are cut into triangles (Thürmer and Wüthrich, *Computing Vertex Normals from Polygonal Facets*, 1998).
pub(crate) fn make(triangles: &mut [Triangle], all: bool, crease_degrees: f64) {
    if all {
        for triangle in triangles.iter_mut() {
            triangle.smoothing = 1;
            triangle
                .corners
                .iter_mut()
                .for_each(|corner| (corner.normal, corner.tangent) = (Default::default(), [0.0; 4]));
        }
    }
    let lacks = |triangle: &Triangle| triangle.corners.iter().any(|corner| corner.normal.length_squared() == 0.0);
    if !triangles.iter().any(lacks) {
        return;
    }
    let crease = if all { deterministic::cos(crease_degrees.to_radians()) } else { -1.0 };
    let faces: Vec<_> = triangles.iter().map(|triangle| triangle.area_vector().normalize_or_zero()).collect();
    // Corners sorted by place and group: those that are smoothed together are neighbours.
    let mut around: Vec<Around> = Vec::with_capacity(triangles.len() * 3);
    for (index, triangle) in triangles.iter().enumerate() {
        for corner in 0..3 {
            let bits = triangle.corners[corner].position.to_array().map(|value| (value + 0.0).to_bits());
            around.push(Around { place: (bits, triangle.smoothing), triangle: index, corner });
        }
    }
    around.sort_unstable();
    for together in around.chunk_by(|one, other| one.place == other.place) {
        smooth(triangles, &faces, together, crease);
    }
}

/// A corner at a point.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Around {
    /// Bits of the place, and the smoothing group.
    place: ([u32; 3], u32),
    triangle: usize,
    corner: usize,
}

fn smooth(triangles: &mut [Triangle], faces: &[DVec3], together: &[Around], crease: f64) {
    let flat = together.first().is_some_and(|first| first.place.1 == 0);
    let weighted: Vec<_> =
        together.iter().map(|at| faces[at.triangle] * angle(&triangles[at.triangle], at.corner)).collect();
    let total: DVec3 = weighted.iter().sum();
    for at in together {
        let corner = &mut triangles[at.triangle].corners[at.corner];
        if corner.normal.length_squared() > 0.0 {
            continue;
        }
        let own = faces[at.triangle];
        let sum = if flat {
            own
        } else if together.len() > MAX_COMPARED || crease <= -1.0 {
            total
        } else {
            let near = together.iter().zip(&weighted).filter(|(other, _)| own.dot(faces[other.triangle]) >= crease);
            near.map(|(_, weighted)| weighted).sum()
        };
        corner.normal = sum.try_normalize().or_else(|| own.try_normalize()).unwrap_or(DVec3::Z).as_vec3();
    }
}

/// The angle of a triangle at a corner, in radians.
fn angle(triangle: &Triangle, corner: usize) -> f64 {
    let at = |offset: usize| triangle.corners[(corner + offset) % 3].position.as_dvec3();
    let (one, other) = ((at(1) - at(0)).normalize_or_zero(), (at(2) - at(0)).normalize_or_zero());
    deterministic::acos(one.dot(other).clamp(-1.0, 1.0))
}
