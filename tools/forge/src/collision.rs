//! What a model is collided with.

use crate::decompose::decompose;
use crate::hull::convex_hull;
use crate::scene::{CollisionMesh, Scene};
use crate::{Collision, Options};
use kerosene_asset::Hull;
use kerosene_diagnostics::{Code, codes};
use kerosene_math::{Aabb, Vec3};

/// The thinnest that a box is made, in units: what is flat could not be collided with.
const THINNEST: f32 = 1.0;

/// A hull that is thinner, in units, counts as flat.
const LEAST_THICKNESS: f64 = 1.0 / 64.0;

/// The hulls of a model. What is worth saying is told.
pub(crate) fn hulls(
    scene: &Scene,
    drawn: &[Vec3],
    options: &Options,
    told: &mut impl FnMut(Code, String),
) -> Vec<Hull> {
    let named = scene.collision.iter().any(|mesh| !mesh.is_empty());
    let pieces = match options.collision {
        Collision::None => return Vec::new(),
        Collision::Box => return vec![aabb(Aabb::from_points(drawn.iter().copied()))],
        Collision::Hull => vec![drawn.to_vec()],
        Collision::Auto if named => meshes(&scene.collision, told),
        // A skeleton takes it away from any hull that stands still.
        Collision::Auto if !scene.bones.is_empty() => return Vec::new(),
        Collision::Auto | Collision::Hulls => decompose(&surface(scene), options.max_hulls),
    };
    let mut hulls = Vec::new();
    let (mut flat, mut beyond) = (0, 0.0);
    for piece in &pieces {
        match convex_hull(piece, options.hull_corners) {
            // A piece that hardly bulges has a hull all the same, through which things fall.
            Some((hull, _)) if thickness(&hull) < LEAST_THICKNESS => flat += 1,
            Some((hull, off)) => {
                hulls.push(hull);
                beyond = f64::max(beyond, off);
            }
            None => flat += 1,
        }
    }
    if flat > 0 {
        told(codes::FLAT_COLLISION, format!("{flat} pieces are flat and are not collided with"));
    }
    if beyond > 0.0 {
        let corners = options.hull_corners;
        told(
            codes::HULL_COARSER,
            format!("hulls of at most {corners} corners leave vertices up to {beyond:.2} units outside"),
        );
    }
    hulls
}

/// A hull for each mesh that was drawn for it.
fn meshes(collision: &[CollisionMesh], told: &mut impl FnMut(Code, String)) -> Vec<Vec<Vec3>> {
    let mut pieces: Vec<Vec<Vec3>> = Vec::new();
    for mesh in collision.iter().filter(|mesh| !mesh.is_empty()) {
        pieces.push(mesh.as_flattened().iter().map(|place| place.as_vec3()).collect());
    }
    // What was drawn by hand is not bounded by what is made by itself, only by what a model may have.
    if pieces.len() > kerosene_asset::MAX_HULLS {
        let (found, most) = (pieces.len(), kerosene_asset::MAX_HULLS);
        told(
            codes::MODEL_PART_LEFT_OUT,
            format!("{found} collision meshes are more than {most}: the others are left out"),
        );
        pieces.truncate(most);
    }
    pieces
}

/// About how thick a hull is: its volume by half its surface. Of a plate it is how thick that is, of a cube a third of its side.
fn thickness(hull: &Hull) -> f64 {
    let area = |corners: &[u8; 3]| {
        let [a, b, c] = corners.map(|corner| hull.points[usize::from(corner)].as_dvec3());
        (b - a).cross(c - a).length() * 0.5
    };
    let surface: f64 = hull.triangles.iter().map(area).sum();
    if surface > 0.0 { hull.volume() * 2.0 / surface } else { 0.0 }
}

fn surface(scene: &Scene) -> CollisionMesh {
    scene.triangles.iter().map(|triangle| triangle.corners.map(|corner| corner.position.as_dvec3())).collect()
}

/// A box as a hull; where it is flat, as thin as a hull can be.
fn aabb(bounds: Aabb) -> Hull {
    let grown = (Vec3::splat(THINNEST) - bounds.size()).max(Vec3::ZERO) * 0.5;
    let (min, max) = (bounds.min - grown, bounds.max + grown);
    let corner = |at: usize| {
        let pick = |axis: usize| if at >> axis & 1 == 0 { min[axis] } else { max[axis] };
        Vec3::new(pick(0), pick(1), pick(2))
    };
    // Two triangles a side, counter-clockwise as seen from outside.
    let triangles = vec![
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
    ];
    Hull { points: (0..8).map(corner).collect(), triangles }
}
