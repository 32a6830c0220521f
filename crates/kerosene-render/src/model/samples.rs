//! Small models made by code, for tests.

#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_asset::{Bone, Clip, Level, Mesh, Model, ModelData, SkinVertex, Track, Transform};
use kerosene_math::{Aabb, Quat, Vec2, Vec3};

/// The sides of a box as vertices and triangles, counter-clockwise as seen from outside.
fn add_box(data: &mut ModelData, low: Vec3, high: Vec3) {
    for axis in 0..3 {
        for sign in [1.0_f32, -1.0] {
            let mut normal = Vec3::ZERO;
            normal[axis] = sign;
            let mut right = Vec3::ZERO;
            right[(axis + 1) % 3] = 1.0;
            let up = normal.cross(right);
            let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
            let first = data.vertices.len() as u32;
            for [u, v] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0_f32]] {
                data.vertices.positions.push(middle + (normal + right * u + up * v) * half);
                data.vertices.normals.push(normal);
                data.vertices.tangents.push([right.x, right.y, right.z, -1.0]);
                data.vertices.uvs.push(Vec2::new(u * 0.5 + 0.5, 0.5 - v * 0.5));
            }
            data.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
}

fn finished(mut data: ModelData) -> Model {
    data.bounds = Aabb::from_points(data.vertices.positions.iter().copied());
    Model::new(data).unwrap()
}

/// A crate of 32 units that stands on its origin, with a coarser level of detail: a box of error 2 as well.
pub(crate) fn crate_model() -> Model {
    let mut data = ModelData { materials: vec!["sample/crate".to_owned()], ..ModelData::default() };
    add_box(&mut data, Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 32.0));
    add_box(&mut data, Vec3::new(-15.0, -15.0, 1.0), Vec3::new(15.0, 15.0, 31.0));
    let level = |error: f32, first_index: u32| Level {
        error,
        meshes: vec![Mesh { material: 0, first_index, index_count: 36 }],
    };
    data.levels = vec![level(0.0, 0), level(2.0, 36)];
    finished(data)
}

/// A bone's movement about the y axis by degrees, frame by frame, at a fixed offset from its parent.
fn turning(offset: Vec3, degrees: &[f32]) -> Track {
    let rotation = degrees.iter().map(|degrees| {
        let (sin, cos) = kerosene_math::deterministic::sin_cos(degrees.to_radians() * 0.5);
        Quat::from_xyzw(0.0, sin, 0.0, cos)
    });
    Track { translation: vec![offset], rotation: rotation.collect(), scale: vec![Vec3::ONE] }
}

/// An upright arm of two boxes of 10 units each. Clip 0 bends the elbow by 30 degrees a frame, 10 frames a second, up to 90;
/// clip 1 sways to and fro.
pub(crate) fn arm() -> Model {
    let mut data = ModelData { materials: vec!["sample/arm".to_owned()], ..ModelData::default() };
    add_box(&mut data, Vec3::new(-2.0, -2.0, 0.0), Vec3::new(2.0, 2.0, 10.0));
    let upper = data.vertices.len();
    add_box(&mut data, Vec3::new(-1.5, -1.5, 10.0), Vec3::new(1.5, 1.5, 20.0));
    let bone = |bone: u8| SkinVertex { bones: [bone, 0, 0, 0], weights: [255, 0, 0, 0] };
    data.vertices.skin = (0..data.vertices.len()).map(|vertex| bone(u8::from(vertex >= upper))).collect();
    let index_count = data.indices.len() as u32;
    data.levels = vec![Level { error: 0.0, meshes: vec![Mesh { material: 0, first_index: 0, index_count }] }];
    let elbow = Transform { translation: Vec3::Z * 10.0, ..Transform::IDENTITY };
    let inverse = |offset: Vec3| [Vec3::X, Vec3::Y, Vec3::Z, -offset];
    data.bones = vec![
        Bone { name: "upper".into(), parent: None, bind: Transform::IDENTITY, inverse_bind: inverse(Vec3::ZERO) },
        Bone { name: "lower".into(), parent: Some(0), bind: elbow, inverse_bind: inverse(Vec3::Z * 10.0) },
    ];
    let bounds = Aabb::new(Vec3::splat(-25.0), Vec3::splat(25.0));
    let clip = |name: &str, looped, tracks: Vec<Track>, frames| Clip {
        name: name.to_owned(),
        looped,
        rate: 10.0,
        frames,
        tracks,
        bounds,
    };
    let still = turning(Vec3::ZERO, &[0.0]);
    let bend = turning(Vec3::Z * 10.0, &[0.0, 30.0, 60.0, 90.0]);
    let sway = turning(Vec3::ZERO, &[0.0, 20.0, 0.0, -20.0, 0.0]);
    let stiff = turning(Vec3::Z * 10.0, &[0.0]);
    data.clips = vec![clip("bend", false, vec![still, bend], 4), clip("sway", true, vec![sway, stiff], 5)];
    finished(data)
}
