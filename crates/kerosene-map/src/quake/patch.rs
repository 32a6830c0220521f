//! Reads patches as they stand in the file, and makes meshes of them.

use super::projection::StandardProjection;
use super::scanner::{Failure, Scanner};
use super::side::{COORDINATE_LIMIT, LIGHTMAP_SCALE, flag_bits, texture_name};
use crate::error::Problem;
use crate::model::{Mesh, MeshFace};
use crate::patch::{ControlPoint, Patch, PatchMesh};
use kerosene_math::{DVec2, DVec3};

/// The two kinds of patches: Quake 3's, and Doom 3's with counts of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PatchKind {
    Quake3,
    Doom3,
}

/// A patch as it stands in the file.
#[derive(Debug, Default)]
pub(super) struct ReadPatch {
    pub(super) material: String,
    pub(super) patch: Patch,
    pub(super) content_flags: u32,
    pub(super) surface_flags: u32,
    /// Whether it says into how many pieces it wants to be cut.
    pub(super) says_pieces: bool,
    /// Why it is of no use, though it reads well.
    pub(super) fault: Option<String>,
    /// Texture coordinates that were not finite.
    pub(super) replaced: u32,
}

/// Reads what stands between the braces of a `patchDef2` or `patchDef3`.
pub(super) fn read(scanner: &mut Scanner<'_>, kind: PatchKind, point_limit: usize) -> Result<ReadPatch, Failure> {
    let mut read = ReadPatch { material: texture_name(scanner)?, ..ReadPatch::default() };
    let [width, height] = read_header(scanner, kind, &mut read)?;
    let size = width.saturating_mul(height);
    if size > point_limit {
        let problem = Problem::OverLimit { what: "control points in one patch", limit: point_limit };
        return Err(scanner.failure(problem));
    }
    // In the text a list holds what lies below one another: the columns one after the other.
    let mut columns = Vec::new();
    scanner.expect(b'(', "`(`, the control points of a patch")?;
    for _ in 0..width {
        scanner.expect(b'(', "`(`, a list of control points")?;
        for _ in 0..height {
            columns.push(control_point(scanner, &mut read)?);
        }
        scanner.expect(b')', "`)`, the end of a list of control points")?;
    }
    scanner.expect(b')', "`)`, the end of the control points")?;
    let row = |row: usize| columns.iter().skip(row).step_by(height.max(1)).copied();
    read.patch = Patch { width, points: (0..height).flat_map(row).collect() };
    Ok(read)
}

fn read_header(scanner: &mut Scanner<'_>, kind: PatchKind, read: &mut ReadPatch) -> Result<[usize; 2], Failure> {
    scanner.expect(b'(', "`(`, the size of a patch")?;
    let expected = "the width or height of a patch";
    let size = [scanner.number(expected)?, scanner.number(expected)?];
    if kind == PatchKind::Doom3 {
        let pieces = [scanner.number("a count of pieces")?, scanner.number("a count of pieces")?];
        read.says_pieces = pieces != [0.0; 2];
    }
    // Old editors leave the flags out, or some of them.
    let mut flags = [0.0; 3];
    for flag in &mut flags {
        if scanner.next_byte() != Some(b')') {
            *flag = scanner.number("a flag of a patch")?;
        }
    }
    scanner.expect(b')', "`)`, the end of the size of a patch")?;
    [read.content_flags, read.surface_flags] = [flag_bits(flags[0]), flag_bits(flags[1])];
    let odd = |count: f64| count >= 3.0 && count % 2.0 == 1.0;
    if !size.into_iter().all(odd) {
        let [width, height] = size;
        read.fault = Some(format!("{width} x {height} control points; both must be odd and at least 3"));
    }
    // A negative or fractional count reads as the whole number below; it has a fault by now.
    Ok(size.map(|count| count as usize))
}

fn control_point(scanner: &mut Scanner<'_>, read: &mut ReadPatch) -> Result<ControlPoint, Failure> {
    scanner.expect(b'(', "`(`, a control point")?;
    let expected = "a coordinate";
    let position = DVec3::new(scanner.number(expected)?, scanner.number(expected)?, scanner.number(expected)?);
    let bad = position.to_array().into_iter().find(|value| value.is_nan() || value.abs() > COORDINATE_LIMIT);
    if let (Some(bad), None) = (bad, &read.fault) {
        read.fault = Some(format!("the coordinate {bad:e} is beyond {COORDINATE_LIMIT} units or no number"));
    }
    let mut texture = || {
        scanner.next_byte();
        scanner.finite_number().unwrap_or_else(|| {
            read.replaced += 1;
            0.0
        })
    };
    let texture = DVec2::new(texture(), texture());
    // What more a point has, such as a colour, has no place here.
    while scanner.next_byte().is_some_and(|byte| byte != b')') {
        scanner.number("a number, or `)`, the end of a control point")?;
    }
    scanner.expect(b')', "`)`, the end of a control point")?;
    Ok(ControlPoint { position, texture })
}

/// A mesh of the tessellated patch; its id is still 0.
pub(super) fn mesh(read: &ReadPatch, tessellated: PatchMesh, line: u32) -> Mesh {
    let PatchMesh { positions, textures, normals, triangles, .. } = tessellated;
    let faces = triangles.iter().map(|triangle| face(&read.material, &positions, triangle)).collect();
    Mesh {
        line,
        vertices: positions,
        texture_coordinates: textures,
        normals,
        faces,
        surface_flags: read.surface_flags,
        content_flags: read.content_flags,
        ..Mesh::default()
    }
}

/// The axes lay the luxels; the texture lies by the coordinates of the vertices.
fn face(material: &str, positions: &[DVec3], triangle: &[u32; 3]) -> MeshFace {
    let points = triangle.map(|index| positions.get(index as usize).copied().unwrap_or_default());
    let (u_axis, v_axis) = StandardProjection { shift: [0.0; 2], rotation: 0.0, scale: [1.0; 2] }.axes(&points);
    let indices = triangle.to_vec();
    MeshFace { indices, material: material.to_owned(), u_axis, v_axis, lightmap_scale: LIGHTMAP_SCALE }
}
