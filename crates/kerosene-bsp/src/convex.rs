//! Convex polyhedra from their planes: the faces, vertices and edges that a brush record does not store.

use kerosene_math::DVec3;

/// Half the side of the square that a face is cut from, in units: twice what any map spans, and not more, since the
/// error of what is cut grows with it.
const HALF_WORLD: f64 = (1 << 18) as f64;
/// Vertices this near a cutting plane count as on it, in units.
const ON_PLANE: f64 = 1e-6;

/// Half-space boundary: unit normal and distance, inside where `dot(normal, p) <= dist`.
pub(crate) type Plane = (DVec3, f64);

/// The face of every plane of a convex polyhedron, empty where another plane cuts it away.
///
/// Normals that were rounded to `f32` are not quite of unit length; they are here.
pub(crate) fn windings(planes: &[Plane]) -> Vec<Vec<DVec3>> {
    let unit = |&(normal, dist): &Plane| (normal / normal.length(), dist / normal.length());
    let planes: Vec<Plane> = planes.iter().map(unit).collect();
    planes.iter().enumerate().map(|(index, _)| winding(&planes, index)).collect()
}

fn winding(planes: &[Plane], index: usize) -> Vec<DVec3> {
    let mut face = square(planes[index]);
    for (other, &(normal, dist)) in planes.iter().enumerate() {
        if other == index {
            continue;
        }
        if face.iter().all(|vertex| normal.dot(*vertex) - dist <= ON_PLANE) {
            continue;
        }
        face = keep_behind(&face, normal, dist);
        if face.len() < 3 {
            return Vec::new();
        }
    }
    face
}

/// A large square on the plane, counter-clockwise seen from its front.
fn square((normal, dist): Plane) -> Vec<DVec3> {
    let (u, v) = normal.any_orthonormal_pair();
    let center = normal * dist;
    [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| center + (u * x + v * y) * HALF_WORLD).to_vec()
}

/// The part of a polygon behind a plane (Sutherland and Hodgman, 1974).
fn keep_behind(face: &[DVec3], normal: DVec3, dist: f64) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(face.len() + 1);
    for (index, &from) in face.iter().enumerate() {
        let to = face[(index + 1) % face.len()];
        let (before, after) = (normal.dot(from) - dist, normal.dot(to) - dist);
        if before <= ON_PLANE {
            kept.push(from);
        }
        if (before > ON_PLANE && after < -ON_PLANE) || (before < -ON_PLANE && after > ON_PLANE) {
            kept.push(from + (to - from) * (before / (before - after)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A face was cut away by its own plane, since a rounded normal put it 3e-6 off.
    #[test]
    fn a_plane_given_twice_keeps_its_face() {
        let slope = DVec3::new(f64::from(0.316_227_77f32), f64::from(0.948_683_3f32), 0.0);
        let block = DVec3::AXES.into_iter().flat_map(|axis| [(-axis, 0.0), (axis, 40.0)]);
        let planes: Vec<Plane> = block.chain([(slope, 28.517_49), (slope, 28.517_49)]).collect();
        let faces = windings(&planes);
        assert_eq!(faces.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 4, 0, 4, 4, 4, 4]);
        for (face, (normal, dist)) in faces.iter().zip(&planes) {
            assert!(face.iter().all(|vertex| (normal.dot(*vertex) - dist).abs() < 1e-5));
        }
    }
}
