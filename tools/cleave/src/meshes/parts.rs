//! A mesh of the map in parts of one material.

use super::ears::{MAX_CORNERS, Triangulation, triangulate};
use super::solidity::{Solidity, solidity};
use crate::brush::SourceRef;
use crate::classes::ClassRule;
use crate::codes;
use crate::options::WORLD_LIMIT;
use crate::textures::TextureTable;
use kerosene_bsp::{Contents, SurfaceFlags};
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{Mesh, MeshFace, TextureAxis};
use kerosene_math::{DAabb, DVec2, DVec3};

/// Units per luxel where the map says none.
const DEFAULT_LIGHTMAP_SCALE: f64 = 16.0;

/// The triangles of one material of a mesh.
#[derive(Debug, Clone)]
pub(crate) struct MeshPart {
    /// Where it came from; the brush is the mesh.
    pub source: SourceRef,
    /// Index into the texture table.
    pub texinfo: u32,
    /// What it is to collide with.
    pub contents: Contents,
    /// Flags of its surface.
    pub flags: SurfaceFlags,
    /// Section it streams with; 0 is the world.
    pub section: u32,
    /// Whether texture coordinates count repeats of the texture, not texels.
    pub repeats: bool,
    /// World units per luxel.
    pub lightmap_scale: f64,
    /// Clockwise seen from the front.
    pub triangles: Vec<[Corner; 3]>,
    /// Bounds of the corners.
    pub bounds: DAabb,
}

/// A corner of a triangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Corner {
    /// Where it is.
    pub position: DVec3,
    /// Unit normal for light.
    pub normal: DVec3,
    /// Texture coordinates.
    pub texture: DVec2,
    /// Weight of a blend's second material, 0 to 1.
    pub alpha: f64,
}

/// Reads the meshes of one entity.
pub(crate) struct MeshReader<'a> {
    /// Id of the entity.
    pub entity: u32,
    /// Its class.
    pub class: &'a ClassRule,
    /// Materials.
    pub textures: &'a mut TextureTable,
    /// What was wrong.
    pub diagnostics: &'a mut Diagnostics,
    /// The map, for messages.
    pub file: &'a str,
}

/// What was wrong with faces of one mesh.
#[derive(Default)]
struct Faults {
    /// Faces with corners that are not there, too few or too many of them.
    unusable: usize,
    /// Faces without area.
    flat: usize,
    /// Faces that cross themselves.
    crossing: usize,
}

impl MeshReader<'_> {
    /// The parts of a mesh in the order in which its faces name their materials.
    pub(crate) fn read(&mut self, mesh: &Mesh) -> Vec<MeshPart> {
        let source = SourceRef { entity: self.entity, brush: mesh.id, line: mesh.line };
        if mesh.vertices.iter().any(|vertex| !is_in_world(*vertex)) {
            self.diagnostics.push(codes::mesh_outside_limits(&source, self.file));
            return Vec::new();
        }
        let mut parts: Vec<(&str, u64, Option<MeshPart>)> = Vec::new();
        let mut faults = Faults::default();
        for face in &mesh.faces {
            let Some((points, triangulation)) = cut(mesh, face, &mut faults) else { continue };
            let key = (face.material.as_str(), face.lightmap_scale.to_bits());
            let place = parts.iter().position(|(material, scale, _)| (*material, *scale) == key).unwrap_or_else(|| {
                parts.push((key.0, key.1, self.part(mesh, face, source)));
                parts.len() - 1
            });
            if let Some(part) = &mut parts[place].2 {
                part.bounds = part.bounds.union(&DAabb::from_points(points));
                part.triangles.extend(corners(mesh, face, &triangulation));
            }
        }
        self.tell(&source, &faults);
        parts.into_iter().filter_map(|(_, _, part)| part).collect()
    }

    fn part(&mut self, mesh: &Mesh, face: &MeshFace, source: SourceRef) -> Option<MeshPart> {
        let Some(Solidity { contents, flags }) = solidity(mesh, &face.material, self.class, self.textures.materials())
        else {
            self.diagnostics.push(codes::mesh_without_use(&source, &face.material, self.file));
            return None;
        };
        let scale = face.lightmap_scale;
        Some(MeshPart {
            source,
            texinfo: self.textures.intern_surface(&face.material, flags),
            contents,
            flags,
            section: 0,
            repeats: !mesh.texture_coordinates.is_empty() && !mesh.coordinates_in_texels,
            lightmap_scale: if scale > 0.0 && scale.is_finite() { scale } else { DEFAULT_LIGHTMAP_SCALE },
            triangles: Vec::new(),
            bounds: DAabb::EMPTY,
        })
    }

    fn tell(&mut self, source: &SourceRef, faults: &Faults) {
        if faults.unusable > 0 {
            self.diagnostics.push(codes::mesh_faces_unusable(source, faults.unusable, self.file));
        }
        if faults.flat > 0 {
            self.diagnostics.push(codes::mesh_faces_flat(source, faults.flat, self.file));
        }
        if faults.crossing > 0 {
            self.diagnostics.push(codes::mesh_faces_crossing(source, faults.crossing, self.file));
        }
    }
}

fn is_in_world(point: DVec3) -> bool {
    point.is_finite() && point.abs().max_element() <= WORLD_LIMIT
}

/// The corners of a face and its triangles.
fn cut(mesh: &Mesh, face: &MeshFace, faults: &mut Faults) -> Option<(Vec<DVec3>, Triangulation)> {
    let points: Option<Vec<DVec3>> =
        face.indices.iter().map(|&index| mesh.vertices.get(index as usize).copied()).collect();
    let Some(points) = points.filter(|points| (3..=MAX_CORNERS).contains(&points.len())) else {
        faults.unusable += 1;
        return None;
    };
    let Some(triangulation) = triangulate(&points) else {
        faults.flat += 1;
        return None;
    };
    faults.crossing += usize::from(triangulation.crosses);
    Some((points, triangulation))
}

fn corners<'a>(
    mesh: &'a Mesh,
    face: &'a MeshFace,
    triangulation: &'a Triangulation,
) -> impl Iterator<Item = [Corner; 3]> + 'a {
    let corner = move |place: usize| {
        let index = face.indices[place] as usize;
        let position = mesh.vertices[index];
        let given = mesh.normals.get(index).and_then(|normal| normal.try_normalize());
        let projected = || DVec2::new(project(position, &face.u_axis), project(position, &face.v_axis));
        let alpha = mesh.alphas.get(index).copied().unwrap_or(0.0);
        Corner {
            position,
            normal: given.unwrap_or(triangulation.normal),
            texture: mesh.texture_coordinates.get(index).copied().unwrap_or_else(projected),
            alpha: if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 0.0 },
        }
    };
    triangulation.triangles.iter().map(move |places| places.map(corner))
}

/// A texture coordinate in texels.
fn project(position: DVec3, axis: &TextureAxis) -> f64 {
    let scale = if axis.scale == 0.0 || !axis.scale.is_finite() { 1.0 } else { axis.scale };
    let texel = position.dot(axis.direction) / scale + axis.shift;
    if texel.is_finite() { texel } else { 0.0 }
}
