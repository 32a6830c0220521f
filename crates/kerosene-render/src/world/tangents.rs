//! In which direction pictures go on surfaces: what normal maps need.

use super::vertex::packed;
use kerosene_math::{DVec3, Vec3};

/// The tangent of a plane surface from its texture vectors, which say in which direction the picture goes to the right
/// and down.
pub(super) fn of_vectors(normal: Vec3, right: DVec3, down: DVec3) -> [i16; 4] {
    let right = right.as_vec3();
    let tangent =
        (right - normal * normal.dot(right)).try_normalize().unwrap_or_else(|| normal.any_orthonormal_vector());
    let up = -down.as_vec3();
    packed(tangent, if normal.cross(tangent).dot(up) < 0.0 { -1.0 } else { 1.0 })
}

/// The tangents of a mesh: at each corner the mean over its triangles, by their size (Lengyel, "Computing Tangent Space
/// Basis Vectors for an Arbitrary Mesh", 2001).
pub(super) fn of_mesh(positions: &[Vec3], normals: &[Vec3], textures: &[[f32; 2]], indices: &[u32]) -> Vec<[i16; 4]> {
    let mut sums = vec![(Vec3::ZERO, Vec3::ZERO); positions.len()];
    for &[a, b, c] in indices.as_chunks::<3>().0 {
        let [a, b, c] = [a, b, c].map(|index| index as usize);
        let (along, across) = (positions[b] - positions[a], positions[c] - positions[a]);
        let shift = |corner: usize| [textures[corner][0] - textures[a][0], textures[corner][1] - textures[a][1]];
        let ([u1, v1], [u2, v2]) = (shift(b), shift(c));
        let sense = if u1 * v2 - u2 * v1 < 0.0 { -1.0 } else { 1.0 };
        let (right, down) = ((along * v2 - across * v1) * sense, (across * u1 - along * u2) * sense);
        for corner in [a, b, c] {
            sums[corner].0 += right;
            sums[corner].1 += down;
        }
    }
    let corners = sums.iter().zip(normals);
    corners.map(|((right, down), normal)| of_vectors(*normal, right.as_dvec3(), down.as_dvec3())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: i16 = i16::MAX;

    #[test]
    fn a_floor_has_the_directions_of_its_picture() {
        // A floor seen from above: the picture's right is east, its lower edge south.
        assert_eq!(of_vectors(Vec3::Z, DVec3::X, DVec3::NEG_Y), [ONE, 0, 0, ONE]);
        assert_eq!(of_vectors(Vec3::Z, DVec3::NEG_X, DVec3::NEG_Y), [-ONE, 0, 0, -ONE]);
        // Texture vectors of nothing still give a direction within the plane.
        assert_eq!(of_vectors(Vec3::Z, DVec3::ZERO, DVec3::ZERO)[2], 0);
    }

    #[test]
    fn a_mesh_gives_what_its_vectors_would() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::X - Vec3::Y, Vec3::NEG_Y];
        let textures = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let tangents = of_mesh(&positions, &[Vec3::Z; 4], &textures, &[0, 1, 2, 0, 2, 3]);
        assert_eq!(tangents, [[ONE, 0, 0, ONE]; 4]);
    }
}
