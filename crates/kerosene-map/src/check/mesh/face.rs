//! A mesh face without an area, or with a corner that is not there.

use super::super::lint::{Lint, Subject, retain_counted};
use crate::model::{Map, Mesh, MeshFace};
use crate::report::Reporter;
use kerosene_diagnostics::codes;
use kerosene_math::DVec3;

pub(in super::super) const LINT: Lint = Lint { code: codes::MESH_FACE, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (mesh, place) in subject.meshes() {
        let flat = mesh.faces.iter().filter(|face| !has_area(&mesh.vertices, face)).count();
        if flat > 0 {
            let message = format!("{flat} of the mesh's {} faces have no area", mesh.faces.len());
            reporter.report_with_fix(LINT.code, place, message, "delete them");
        }
    }
}

fn repair(map: &mut Map) -> usize {
    let meshes = map.entities.iter_mut().flat_map(|entity| &mut entity.meshes);
    meshes.map(|Mesh { vertices, faces, .. }| retain_counted(faces, |face| has_area(vertices, face))).sum()
}

/// Whether it encloses an area, by the sum of the cross products of a fan (the area vector of the polygon).
fn has_area(vertices: &[DVec3], face: &MeshFace) -> bool {
    let corners: Option<Vec<DVec3>> = face.indices.iter().map(|index| vertices.get(*index as usize).copied()).collect();
    let Some(corners) = corners.filter(|corners| corners.len() >= 3) else { return false };
    let fan = corners.windows(2).map(|pair| (pair[0] - corners[0]).cross(pair[1] - corners[0]));
    fan.sum::<DVec3>().length() > 1e-9
}
