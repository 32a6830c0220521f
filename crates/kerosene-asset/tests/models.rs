//! Models: what was written is read, what does not fit is refused, damage is told.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use kerosene_asset::{
    Attachment, Bone, Clip, Hull, Level, MODEL_MAGIC, MODEL_VERSION, Mesh, Model, ModelData, ModelError, Provenance,
    SkinVertex, SourceFile, Track, Transform, Vertices,
};
use kerosene_container::{Container, ContainerBuilder, Tag};
use kerosene_math::{Aabb, DVec3, Quat, Vec2, Vec3};
use proptest::prelude::*;

const HALF: f32 = core::f32::consts::FRAC_1_SQRT_2;

fn tetrahedron() -> Hull {
    let points = vec![Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 4.0, Vec3::Z * 4.0];
    Hull { points, triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] }
}

/// Four vertices on two bones: an arm along X whose second half turns a quarter about Z.
fn sample() -> ModelData {
    let positions = vec![Vec3::ZERO, Vec3::new(8.0, 0.0, 0.0), Vec3::new(16.0, 0.0, 0.0), Vec3::new(0.0, 4.0, 0.0)];
    let skin = |bones, weights| SkinVertex { bones, weights };
    let first = skin([0; 4], [255, 0, 0, 0]);
    let vertices = Vertices {
        normals: vec![Vec3::Z; 4],
        tangents: vec![[1.0, 0.0, 0.0, -1.0]; 4],
        uvs: vec![Vec2::new(0.25, 0.75); 4],
        second_uvs: vec![Vec2::ONE; 4],
        colors: vec![[1, 2, 3, 4]; 4],
        skin: vec![first, skin([0, 1, 0, 0], [128, 127, 0, 0]), skin([1, 0, 0, 0], [255, 0, 0, 0]), first],
        positions,
    };
    let bone = |name: &str, parent, at: f32, total: f32| Bone {
        name: name.to_owned(),
        parent,
        bind: Transform { translation: Vec3::new(at, 0.0, 0.0), ..Transform::IDENTITY },
        inverse_bind: [Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(-total, 0.0, 0.0)],
    };
    let still = Track { translation: vec![Vec3::ZERO], rotation: vec![Quat::IDENTITY], scale: vec![Vec3::ONE] };
    let rotation = vec![Quat::IDENTITY, Quat::from_xyzw(0.0, 0.0, HALF, HALF)];
    let moved = Track { translation: vec![Vec3::new(8.0, 0.0, 0.0)], rotation, scale: vec![Vec3::ONE] };
    let bounds = Aabb::from_points(vertices.positions.iter().copied());
    let mesh = |material, first_index, index_count| Mesh { material, first_index, index_count };
    ModelData {
        surface: "metal".to_owned(),
        materials: vec!["dev/arm".to_owned(), "dev/hand".to_owned()],
        indices: vec![0, 1, 3, 1, 2, 3, 0, 2, 3],
        levels: vec![
            Level { error: 0.0, meshes: vec![mesh(0, 0, 3), mesh(1, 3, 3)] },
            Level { error: 0.5, meshes: vec![mesh(1, 6, 3)] },
        ],
        bones: vec![bone("upper", None, 0.0, 0.0), bone("lower", Some(0), 8.0, 8.0)],
        clips: vec![Clip {
            name: "wave".to_owned(),
            looped: true,
            rate: 2.0,
            frames: 2,
            tracks: vec![still, moved],
            bounds: Aabb::new(Vec3::ZERO, Vec3::new(16.0, 8.0, 0.0)),
        }],
        hulls: vec![tetrahedron()],
        attachments: vec![Attachment {
            name: "hand".to_owned(),
            bone: Some(1),
            transform: Transform { translation: Vec3::new(8.0, 0.0, 0.0), ..Transform::IDENTITY },
        }],
        bounds,
        provenance: Provenance {
            tool: "forge 1".to_owned(),
            options: String::new(),
            sources: vec![SourceFile::of("art/arm.glb", b"glb")],
            absent: vec!["art/arm.mtl".to_owned()],
        },
        vertices,
    }
}

#[test]
fn what_was_written_is_read() {
    let model = Model::new(sample()).unwrap();
    let bytes = model.to_bytes();
    assert_eq!(Model::from_bytes(&bytes).unwrap(), model);
    assert_eq!(model.references().collect::<Vec<_>>(), ["materials/dev/arm.kmat_c", "materials/dev/hand.kmat_c"]);
    let container = Container::parse(&bytes, MODEL_MAGIC, MODEL_VERSION).unwrap();
    assert_eq!(container.section(Tag(*b"INDX")).unwrap().len(), 9 * 2);
    // Bare models have empty streams.
    let mut bare = sample();
    (bare.bones, bare.clips, bare.attachments, bare.hulls) = (vec![], vec![], vec![], vec![]);
    (bare.vertices.skin, bare.vertices.colors, bare.vertices.second_uvs) = (vec![], vec![], vec![]);
    let bare = Model::new(bare).unwrap();
    assert_eq!(Model::from_bytes(&bare.to_bytes()).unwrap(), bare);
}

/// More vertices than 16 bits count have indices of 32.
#[test]
fn large_models_have_wide_indices() {
    let mut data = sample();
    let count = (1 << 16) + 1;
    data.vertices = Vertices {
        positions: (0..count).map(|at| Vec3::new(at as f32 / 8.0, 0.0, 0.0)).collect(),
        normals: vec![Vec3::Z; count],
        tangents: vec![[1.0, 0.0, 0.0, 1.0]; count],
        uvs: vec![Vec2::ZERO; count],
        ..Vertices::default()
    };
    data.indices[8] = count as u32 - 1;
    data.bounds = Aabb::new(Vec3::ZERO, Vec3::new(count as f32 / 8.0, 0.0, 0.0));
    let model = Model::new(data).unwrap();
    let bytes = model.to_bytes();
    let container = Container::parse(&bytes, MODEL_MAGIC, MODEL_VERSION).unwrap();
    assert_eq!(container.section(Tag(*b"INDX")).unwrap().len(), 9 * 4);
    assert_eq!(Model::from_bytes(&bytes).unwrap(), model);
}

#[test]
fn a_pose_takes_vertices_where_the_bones_go() {
    let model = Model::new(sample()).unwrap();
    assert_eq!(model.clips[0].seconds(), 0.5);
    let rest = model.skinning(0, 0);
    for vertex in 0..4 {
        assert!(model.skinned(&rest, vertex).abs_diff_eq(model.vertices.positions[vertex].as_dvec3(), 1e-6));
    }
    // Beyond the end the last frame holds.
    for frame in [1, 7] {
        let bent = model.skinning(0, frame);
        assert!(model.skinned(&bent, 2).abs_diff_eq(DVec3::new(8.0, 8.0, 0.0), 1e-5));
        assert!(model.skinned(&bent, 1).abs_diff_eq(DVec3::new(8.0, 0.0, 0.0), 1e-5), "the joint stays");
        assert_eq!(model.skinned(&bent, 3), DVec3::new(0.0, 4.0, 0.0));
    }
    let bounds = model.clip_bounds(0);
    assert!(bounds.min.abs_diff_eq(Vec3::ZERO, 1e-5) && bounds.max.abs_diff_eq(Vec3::new(16.0, 8.0, 0.0), 1e-5));
    assert!(model.skinning(1, 0).is_empty());
}

#[test]
fn a_hull_knows_its_volume() {
    assert!((tetrahedron().volume() - 64.0 / 6.0).abs() < 1e-9);
    assert_eq!(tetrahedron().bounds(), Aabb::new(Vec3::ZERO, Vec3::splat(4.0)));
}

/// Everything that an engine would index by, or divide by, is checked.
#[test]
fn parts_that_do_not_fit_are_refused() {
    type Change = fn(&mut ModelData);
    let cases: &[(Change, &str)] = &[
        (|data| data.indices[4] = 4, "index 4: it names no vertex"),
        (|data| data.indices.clear(), "0 indices"),
        (|data| data.materials.clear(), "0 materials"),
        (|data| data.materials[1] = "dev/../arm".to_owned(), "material 1: its name is no path"),
        (|data| data.materials[1] = "dev/arm".to_owned(), "material 1: another one has its name"),
        (|data| data.levels.clear(), "0 levels of detail"),
        (|data| data.levels[0].meshes[1].material = 2, "level 0: a mesh names no material"),
        (|data| data.levels[1].meshes[0].index_count = 6, "level 1: a mesh names indices that are not there"),
        (|data| data.levels[1].meshes[0].index_count = 2, "level 1: a mesh is not made of triangles"),
        (|data| data.levels[1].meshes[0].first_index = u32::MAX, "level 1: a mesh names indices"),
        (|data| data.levels[1].error = -1.0, "level 1: its error"),
        (|data| data.levels[1].error = f32::NAN, "level 1: its error"),
        (|data| data.vertices.positions[2].x = f32::NAN, "position 2: it is out of range"),
        (|data| data.vertices.normals[3] *= 1.1, "normal 3: it is not of unit length"),
        (|data| data.vertices.tangents[1][3] = 0.0, "tangent 1: "),
        (|data| data.vertices.uvs[0].y = f32::INFINITY, "texture coordinate 0: it is not finite"),
        (|data| data.vertices.colors.truncate(3), "3 items of an optional stream"),
        (|data| data.vertices.skin[2].bones[0] = 2, "skinned vertex 2: it names no bone"),
        (|data| data.vertices.skin[2].weights[0] = 254, "skinned vertex 2: its weights"),
        (|data| data.bones[1].parent = Some(1), "bone 1: its parent does not come before it"),
        (|data| data.bones[1].name = "upper".to_owned(), "bone 1: another one has its name"),
        (|data| data.bones[0].inverse_bind[3].y = f32::NAN, "bone 0: its inverse bind matrix"),
        (|data| data.clips[0].rate = 0.0, "clip 0: its rate is out of range"),
        (|data| data.clips[0].frames = 0, "0 frames of a clip"),
        (|data| data.clips[0].frames = 3, "clip 0: a channel has neither"),
        (|data| data.clips[0].tracks.truncate(1), "clip 0: it has not one track for each bone"),
        (|data| data.clips[0].tracks[1].rotation[1] = Quat::from_xyzw(0.0, 0.0, 0.0, 0.5), "clip 0: a rotation"),
        (|data| data.clips[0].bounds = Aabb::EMPTY, "clip 0: its bounds are no box"),
        (|data| data.hulls[0].triangles[1][0] = 4, "hull 0: a triangle has a corner that is not there"),
        (|data| data.hulls[0].triangles.truncate(3), "3 triangles of a hull"),
        (|data| data.hulls[0].triangles[0].swap(0, 1), "hull 0: its surface is not closed"),
        (|data| data.hulls[0].triangles.iter_mut().for_each(|corners| corners.swap(0, 1)), "hull 0: it is not convex"),
        (|data| data.hulls[0].points.push(Vec3::splat(0.5)), "hull 0: it has a corner that no triangle has"),
        (|data| data.attachments[0].bone = Some(2), "attachment 0: it names no bone"),
        (|data| data.bounds.max.x = 15.0, "they do not hold the model"),
    ];
    for (change, expected) in cases {
        let mut data = sample();
        change(&mut data);
        let told = Model::new(data).unwrap_err().to_string();
        assert!(told.contains(expected), "{told} instead of {expected}");
    }
    // Two bodies in one hull.
    let mut data = sample();
    let hull = &mut data.hulls[0];
    hull.points.extend(tetrahedron().points.iter().map(|point| *point + Vec3::splat(8.0)));
    hull.triangles.extend(tetrahedron().triangles.iter().map(|triangle| triangle.map(|corner| corner + 4)));
    assert!(matches!(Model::new(data), Err(ModelError::Part { part: "hull", .. })));
}

#[test]
fn every_flipped_bit_is_refused() {
    common::damage_is_refused(&Model::new(sample()).unwrap().to_bytes(), |bytes| Model::from_bytes(bytes).is_err());
}

/// Any bit flipped behind hashes that are right: refused, or a model that can be used and is written as it was read.
#[test]
fn lies_behind_right_hashes_do_no_harm() {
    let sound = Model::new(sample()).unwrap().to_bytes();
    let container = Container::parse(&sound, MODEL_MAGIC, MODEL_VERSION).unwrap();
    let sections: Vec<_> = container.sections().map(|(tag, _)| (tag, container.section(tag).unwrap())).collect();
    let mut refused = 0;
    for (changed, (_, content)) in sections.iter().enumerate() {
        for bit in 0..content.len() * 8 {
            let mut builder = ContainerBuilder::new(MODEL_MAGIC, MODEL_VERSION);
            for (index, (tag, bytes)) in sections.iter().enumerate() {
                let mut bytes = bytes.to_vec();
                if index == changed {
                    bytes[bit / 8] ^= 1 << (bit % 8);
                }
                builder = builder.section(*tag, bytes);
            }
            let bytes = builder.to_bytes();
            match Model::from_bytes(&bytes) {
                Ok(model) => {
                    assert_eq!(model.to_bytes(), bytes);
                    let _ = model.clip_bounds(0);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

proptest! {
    #[test]
    fn any_names_are_kept(
        surface in "[a-z]{0,9}", material in "[a-z]{1,5}/[a-z0-9_ ]{1,9}", names in prop::collection::btree_set("\\PC{1,12}", 2)
    ) {
        let mut data = sample();
        (data.surface, data.materials[0]) = (surface, material);
        for (bone, name) in data.bones.iter_mut().zip(names) {
            bone.name = name;
        }
        let model = Model::new(data).unwrap();
        prop_assert_eq!(Model::from_bytes(&model.to_bytes()).unwrap(), model);
    }
}
