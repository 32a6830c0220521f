//! Surfaces of Quake III as triangles.

use super::bytes::{Lumps, Record};
use super::error::ForeignError;
use super::quake3::{DRAWINDEXES, DRAWVERTS, SURFACES};
use crate::assembly::Assembly;
use crate::records::NONE;
use kerosene_math::Vec3;
use std::ops::Range;

/// Kinds of surfaces.
const PLANAR: i32 = 1;
const PATCH: i32 = 2;
const TRIANGLES: i32 = 3;
const FLARE: i32 = 4;

/// What became of the surfaces.
#[derive(Default)]
pub(super) struct Surfaces {
    /// Our faces of each.
    pub(super) faces: Vec<Range<u32>>,
    pub(super) patches: usize,
    pub(super) flares: usize,
    pub(super) empty_triangles: usize,
}

/// Adds the triangles of planar surfaces and of meshes.
pub(super) fn add_surfaces(assembly: &mut Assembly, lumps: &Lumps<'_>) -> Result<Surfaces, ForeignError> {
    let (vertices, indices) = (lumps.get(DRAWVERTS), lumps.get(DRAWINDEXES));
    let shaders = assembly.map.texinfos.len();
    let (mut surfaces, mut taken) = (Surfaces::default(), 0);
    for record in lumps.get(SURFACES).iter() {
        let first_face = assembly.map.faces.len() as u32;
        match record.int(8) {
            PLANAR | TRIANGLES => {
                let texinfo = record.index("shader", record.int(0), shaders)? as u32;
                let own = record.range("vertices", record.int(12), record.int(16), vertices.len())?;
                let range = record.range("indices", record.int(20), record.int(24), indices.len())?;
                taken += range.len();
                if taken > indices.len() {
                    return Err(record.error("indices", taken, "indices that no other surface has"));
                }
                let corners: Result<Vec<usize>, ForeignError> =
                    range.map(|at| indices.record(at)).map(|at| at.index("vertex", at.int(0), own.len())).collect();
                for triangle in corners?.chunks_exact(3) {
                    let [a, b, c] = [0, 1, 2].map(|corner| vertices.record(own.start + triangle[corner]));
                    surfaces.empty_triangles += usize::from(!add_triangle(assembly, texinfo, [a, b, c])?);
                }
            }
            PATCH => surfaces.patches += 1,
            FLARE => surfaces.flares += 1,
            other => return Err(record.error("type", other, "1 to 4")),
        }
        surfaces.faces.push(first_face..assembly.map.faces.len() as u32);
    }
    Ok(surfaces)
}

/// Adds a triangle that looks where its vertices' normals point; false if it has no area.
fn add_triangle(assembly: &mut Assembly, texinfo: u32, corners: [Record<'_>; 3]) -> Result<bool, ForeignError> {
    let place = |corner: &Record<'_>| corner.coordinates("position", corner.floats(0)).map(Vec3::from_array);
    let [a, b, c] = [place(&corners[0])?, place(&corners[1])?, place(&corners[2])?];
    // Clockwise seen from its front.
    let across = (c.as_dvec3() - a.as_dvec3()).cross(b.as_dvec3() - a.as_dvec3());
    let Some(normal) = across.try_normalize() else { return Ok(false) };
    let looks = Vec3::from_array(corners[0].floats(28)).as_dvec3();
    let turned = normal.dot(looks) < 0.0;
    let normal = if turned { -normal } else { normal };
    let dist = normal.dot(a.as_dvec3());
    if dist.abs() > f64::from(crate::MAX_COORDINATE) {
        return Ok(false);
    }
    let plane = assembly.add_plane((normal, dist));
    let vertices = if turned { [c, b, a] } else { [a, b, c] };
    assembly.add_loose_face(plane, texinfo, NONE, &vertices);
    Ok(true)
}
