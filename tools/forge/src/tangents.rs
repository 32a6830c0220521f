//! Tangents as every tool that bakes normal maps makes them: by MikkTSpace (Mikkelsen, *Simulation of Wrinkled Surfaces
//! Revisited*, 2008).

use crate::scene::Triangle;
use bevy_mikktspace::{Geometry, Ops, TangentSpace, generate_tangents};
use kerosene_math::{Vec3, deterministic};

/// The library's arithmetic, with the same bits on every machine.
struct Deterministic;

impl Ops for Deterministic {
    fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }

    fn acos(x: f32) -> f32 {
        deterministic::acos(f64::from(x)) as f32
    }
}

struct Mesh<'a>(&'a mut [Triangle]);

impl Geometry<Deterministic> for Mesh<'_> {
    fn num_faces(&self) -> usize {
        self.0.len()
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.0[face].corners[corner].position.to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.0[face].corners[corner].normal.to_array()
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        self.0[face].corners[corner].uv.to_array()
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        self.0[face].corners[corner].tangent = space.map_or([0.0; 4], |space| space.tangent_encoded());
    }
}

/// Makes tangents where a corner has none; all of them are at right angles to their normals afterwards.
pub(crate) fn make(triangles: &mut [Triangle]) {
    let lacks = |triangle: &Triangle| triangle.corners.iter().any(|corner| corner.tangent[3] == 0.0);
    if triangles.iter().any(lacks) {
        // Its error has no cases.
        let _ = generate_tangents(&mut Mesh(triangles));
    }
    for corner in triangles.iter_mut().flat_map(|triangle| &mut triangle.corners) {
        corner.tangent = straightened(corner.normal, corner.tangent);
    }
}

/// A tangent at a right angle to the normal and of unit length; any, where there is none.
fn straightened(normal: Vec3, [x, y, z, sign]: [f32; 4]) -> [f32; 4] {
    let normal = normal.as_dvec3();
    let tangent = Vec3::new(x, y, z).as_dvec3();
    let across = |vector: kerosene_math::DVec3| (vector - normal * normal.dot(vector)).try_normalize();
    // Of the axes the one that is least along the normal.
    let (a, b, c) = (normal.x.abs(), normal.y.abs(), normal.z.abs());
    let axis = if a <= b && a <= c {
        Vec3::X
    } else if b <= c {
        Vec3::Y
    } else {
        Vec3::Z
    };
    let tangent = across(tangent).or_else(|| across(axis.as_dvec3())).unwrap_or(kerosene_math::DVec3::X).as_vec3();
    let sign = if sign < 0.0 { -1.0 } else { 1.0 };
    [tangent.x, tangent.y, tangent.z, sign]
}
