//! Quake `.map` text: any bytes give a map that holds what the model promises, or an error with a place.
#![no_main]

use kerosene_map::{Map, Mesh, ReadOptions, read_map};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;

/// What every reader promises of a map.
fn check(map: &Map) {
    assert!(map.entities[0].class_name().eq_ignore_ascii_case("worldspawn"), "the world comes first");
    let mut ids = BTreeSet::new();
    let mut unique = |id: u32| assert!(ids.insert(id), "id {id} is given twice");
    for entity in &map.entities {
        unique(entity.id);
        for brush in &entity.brushes {
            unique(brush.id);
            for side in &brush.sides {
                unique(side.id);
                assert!(side.points.iter().all(|point| point.is_finite()));
                for axis in [side.u_axis, side.v_axis] {
                    assert!(axis.direction.is_finite() && axis.shift.is_finite() && axis.scale.is_finite());
                    assert!(axis.scale != 0.0);
                }
            }
        }
        for mesh in &entity.meshes {
            unique(mesh.id);
            check_mesh(mesh);
        }
    }
}

/// What every reader promises of a mesh.
fn check_mesh(mesh: &Mesh) {
    let count = mesh.vertices.len();
    assert!(mesh.vertices.iter().all(|vertex| vertex.is_finite()));
    assert!(mesh.texture_coordinates.len() == count && mesh.texture_coordinates.iter().all(|at| at.is_finite()));
    assert!(mesh.normals.len() == count && mesh.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-6));
    assert!(!mesh.faces.is_empty(), "a mesh without faces");
    for face in &mesh.faces {
        assert!(face.indices.len() == 3 && face.indices.iter().all(|index| (*index as usize) < count));
    }
}

fuzz_target!(|data: &[u8]| {
    for keep_omitted_layers in [false, true] {
        let options = ReadOptions { keep_omitted_layers, ..ReadOptions::default() };
        match read_map("fuzz.map", data, &options) {
            Ok(imported) => check(&imported.map),
            Err(error) => assert!(error.line >= 1 && error.column >= 1, "an error without a place: {error}"),
        }
    }
});
