//! Corners of faces and meshes.

use super::lightmap::Lightmaps;
use super::mesh::Surface;
use super::tangents::{of_mesh, of_vectors};
use super::triangulate::triangulate;
use super::vertex::WorldVertex;
use kerosene_bsp::records::{FaceRecord, TexInfoRecord};
use kerosene_bsp::{BspFile, SurfaceFlags};
use kerosene_math::{Aabb, DVec3, Vec3};

/// Texture coordinates are shifted by whole multiples of so many repeats, which no picture shows and which keeps them exact.
const SHIFT: f64 = 1024.0;

/// `texture_units` of meshes whose coordinates count texels.
const TEXELS: u32 = 1;

/// What is made of a map's faces and meshes.
pub(super) struct Corners<'a> {
    pub(super) map: &'a BspFile,
    pub(super) lightmaps: Lightmaps,
    pub(super) vertices: Vec<WorldVertex>,
    pub(super) indices: Vec<u32>,
    points: Vec<Vec3>,
}

impl<'a> Corners<'a> {
    pub(super) fn new(map: &'a BspFile) -> Self {
        let lightmaps = Lightmaps::new(map);
        Self { map, lightmaps, vertices: Vec::new(), indices: Vec::new(), points: Vec::new() }
    }

    /// Adds a face and gives its bounds.
    pub(super) fn add_face(&mut self, number: u32, surface: &Surface) -> Aabb {
        let map = self.map;
        let face = &map.faces()[number as usize];
        let texinfo = &map.texinfos()[face.texinfo as usize];
        let normal = Vec3::from_array(map.planes()[face.plane as usize].normal);
        let [right, down] = texinfo.texture.map(|[x, y, z, _]| Vec3::new(x, y, z).as_dvec3());
        let tangent = of_vectors(normal, right, down);
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        points.extend(face_points(map, face));
        let textures = face_textures(texinfo, surface, &points);
        let base = self.vertices.len() as u32;
        let place = self.lightmaps.of_face(number);
        for (point, texture) in points.iter().zip(textures) {
            let mut vertex = WorldVertex::unlit(*point, normal, tangent, texture);
            if let Some(place) = place {
                self.lightmaps.light(&mut vertex, place, face_luxel(texinfo, face, *point));
            }
            self.vertices.push(vertex);
        }
        triangulate(&points, |triangle| self.indices.extend(triangle.map(|corner| base + corner)));
        let bounds = Aabb::from_points(points.iter().copied());
        self.points = points;
        bounds
    }

    /// Adds a mesh and gives its bounds.
    pub(super) fn add_mesh(&mut self, number: u32, surface: &Surface) -> Aabb {
        let map = self.map;
        let mesh = &map.meshes()[number as usize];
        let corners = &map.mesh_vertices()[mesh.first_vertex as usize..][..mesh.vertex_count as usize];
        let indices = &map.mesh_indices()[mesh.first_index as usize..][..mesh.index_count as usize];
        let repeats = if mesh.texture_units == TEXELS { surface.texels } else { [1.0; 2] };
        let textures: Vec<[f32; 2]> =
            corners.iter().map(|corner| [0, 1].map(|axis| corner.texture[axis] / repeats[axis])).collect();
        let positions: Vec<Vec3> = corners.iter().map(|corner| Vec3::from_array(corner.position)).collect();
        let normals: Vec<Vec3> = corners.iter().map(|corner| Vec3::from_array(corner.normal)).collect();
        let tangents = of_mesh(&positions, &normals, &textures, indices);
        let base = self.vertices.len() as u32;
        let place = self.lightmaps.of_mesh(number);
        for (number, corner) in corners.iter().enumerate() {
            let mut vertex = WorldVertex::unlit(positions[number], normals[number], tangents[number], textures[number]);
            vertex.step_and_blend[1] = corner.alpha;
            if let Some(place) = place {
                self.lightmaps.light(&mut vertex, place, corner.lightmap);
            }
            self.vertices.push(vertex);
        }
        self.indices.extend(indices.iter().map(|index| base + index));
        Aabb::from_points(positions)
    }
}

/// The corners of a face, clockwise seen from its front.
pub(crate) fn face_points<'a>(map: &'a BspFile, face: &FaceRecord) -> impl Iterator<Item = Vec3> + 'a {
    let surfedges = &map.surfedges()[face.first_surfedge as usize..][..face.surfedge_count as usize];
    surfedges.iter().map(|surfedge| {
        let edge = map.edges()[surfedge.unsigned_abs() as usize];
        map.vertices()[edge.vertices[usize::from(*surfedge < 0)] as usize]
    })
}

/// Where a point of a face is in its lightmap, in luxels from the middle of the first.
pub(crate) fn face_luxel(texinfo: &TexInfoRecord, face: &FaceRecord, point: Vec3) -> [f32; 2] {
    [0, 1].map(|axis| (along(texinfo.lightmap[axis], point) - f64::from(face.lightmap_mins[axis])) as f32)
}

/// The value of a texture or lightmap vector at a point.
fn along([x, y, z, offset]: [f32; 4], point: Vec3) -> f64 {
    Vec3::new(x, y, z).as_dvec3().dot(DVec3::from(point)) + f64::from(offset)
}

/// Texture coordinates of a face's corners, in repeats.
fn face_textures<'a>(
    texinfo: &'a TexInfoRecord,
    surface: &Surface,
    points: &'a [Vec3],
) -> impl Iterator<Item = [f32; 2]> + 'a {
    let in_repeats = SurfaceFlags::from_bits_retain(texinfo.flags).contains(SurfaceFlags::REPEATS);
    let texels = if in_repeats { [1.0; 2] } else { surface.texels.map(f64::from) };
    let value = move |point: Vec3, axis: usize| along(texinfo.texture[axis], point) / texels[axis];
    let shift = [0, 1].map(|axis| {
        let least = points.iter().map(|point| value(*point, axis)).fold(f64::INFINITY, f64::min);
        if least.is_finite() { (least / SHIFT).floor() * SHIFT } else { 0.0 }
    });
    points.iter().map(move |point| [0, 1].map(|axis| (value(*point, axis) - shift[axis]) as f32))
}
