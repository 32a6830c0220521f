//! Data of a mesh's vertices that does not have one value for each vertex.

use super::super::lint::{Lint, Subject};
use crate::model::{Map, Mesh};
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::MESH_VERTEX_DATA, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (mesh, place) in subject.meshes() {
        for (what, length) in lengths(mesh).into_iter().filter(|(_, length)| is_odd(mesh, *length)) {
            let message = format!("mesh has {length} {what} for {} vertices", mesh.vertices.len());
            reporter.report_with_fix(LINT.code, place, message, "give each vertex one, or none at all");
        }
    }
}

fn lengths(mesh: &Mesh) -> [(&'static str, usize); 3] {
    [
        ("texture coordinates", mesh.texture_coordinates.len()),
        ("normals", mesh.normals.len()),
        ("alphas", mesh.alphas.len()),
    ]
}

fn is_odd(mesh: &Mesh, length: usize) -> bool {
    length != 0 && length != mesh.vertices.len()
}

/// Takes the incomplete data away.
fn repair(map: &mut Map) -> usize {
    let mut count = 0;
    for mesh in map.entities.iter_mut().flat_map(|entity| &mut entity.meshes) {
        let [coordinates, normals, alphas] = lengths(mesh).map(|(_, length)| is_odd(mesh, length));
        if coordinates {
            mesh.texture_coordinates.clear();
        }
        if normals {
            mesh.normals.clear();
        }
        if alphas {
            mesh.alphas.clear();
        }
        count += [coordinates, normals, alphas].into_iter().filter(|odd| *odd).count();
    }
    count
}
