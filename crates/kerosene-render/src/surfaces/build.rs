//! From a compiled map to its surfaces.

use super::{Chunk, ModelSurfaces, Polygon, Surfaces};
use kerosene_bsp::records::{FaceRecord, MeshRecord};
use kerosene_bsp::{BspFile, SurfaceFlags};
use kerosene_math::{Aabb, Vec3};

/// Side of the cubes that polygons are sorted into by their middles, in units.
const CELL: f32 = 512.0;

impl Surfaces {
    /// The surfaces of a map that are seen. `opaque` says of a texinfo whether its material lets no light through.
    pub(crate) fn new(map: &BspFile, opaque: impl Fn(u32) -> bool) -> Self {
        let mut surfaces = Self::default();
        for model in map.models() {
            let mut fresh = Vec::new();
            let faces = model.first_face as usize..(model.first_face + model.face_count) as usize;
            for face in &map.faces()[faces] {
                surfaces.add_face(map, face, &opaque, &mut fresh);
            }
            let meshes = model.first_mesh as usize..(model.first_mesh + model.mesh_count) as usize;
            for mesh in &map.meshes()[meshes] {
                surfaces.add_mesh(map, mesh, &opaque, &mut fresh);
            }
            let chunks = surfaces.sort_into_chunks(fresh);
            surfaces.models.push(ModelSurfaces { pivot: Vec3::from_array(model.origin), chunks });
        }
        surfaces
    }

    fn add_face(&mut self, map: &BspFile, face: &FaceRecord, opaque: &impl Fn(u32) -> bool, fresh: &mut Vec<Polygon>) {
        let edges = face.first_surfedge as usize..(face.first_surfedge + face.surfedge_count) as usize;
        let corners = map.surfedges()[edges].iter().map(|surfedge| {
            let edge = map.edges()[surfedge.unsigned_abs() as usize];
            map.vertices()[edge.vertices[usize::from(*surfedge < 0)] as usize]
        });
        let normal = Vec3::from_array(map.planes()[face.plane as usize].normal);
        self.add(map, corners, normal, face.texinfo, opaque, fresh);
    }

    fn add_mesh(&mut self, map: &BspFile, mesh: &MeshRecord, opaque: &impl Fn(u32) -> bool, fresh: &mut Vec<Polygon>) {
        let indices = mesh.first_index as usize..(mesh.first_index + mesh.index_count) as usize;
        for triangle in map.mesh_indices()[indices].chunks_exact(3) {
            let corner =
                |index: u32| Vec3::from_array(map.mesh_vertices()[(mesh.first_vertex + index) as usize].position);
            let corners = [corner(triangle[0]), corner(triangle[1]), corner(triangle[2])];
            let [a, b, c] = corners;
            if let Some(normal) = (c - a).cross(b - a).try_normalize() {
                self.add(map, corners, normal, mesh.texinfo, opaque, fresh);
            }
        }
    }

    fn add(
        &mut self,
        map: &BspFile,
        corners: impl IntoIterator<Item = Vec3>,
        normal: Vec3,
        texinfo: u32,
        opaque: &impl Fn(u32) -> bool,
        fresh: &mut Vec<Polygon>,
    ) {
        let flags = SurfaceFlags::from_bits_retain(map.texinfos()[texinfo as usize].flags);
        let unseen = SurfaceFlags::SKY
            | SurfaceFlags::NODRAW
            | SurfaceFlags::HINT
            | SurfaceFlags::SKIP
            | SurfaceFlags::TRIGGER
            | SurfaceFlags::WARP;
        if flags.intersects(unseen) {
            return;
        }
        let first = self.corners.len();
        self.corners.extend(corners);
        let own = &self.corners[first..];
        let casts = !flags.intersects(SurfaceFlags::TRANS | SurfaceFlags::ALPHA_TEST) && opaque(texinfo);
        let (bounds, count) = (Aabb::from_points(own.iter().copied()), own.len() as u32);
        fresh.push(Polygon { normal, bounds, casts, first: first as u32, count });
    }

    fn sort_into_chunks(&mut self, mut fresh: Vec<Polygon>) -> Vec<Chunk> {
        let cell = |polygon: &Polygon| (polygon.bounds.center() / CELL).floor().as_ivec3().to_array();
        fresh.sort_by_key(cell);
        let mut chunks = Vec::new();
        for near in fresh.chunk_by(|a, b| cell(a) == cell(b)) {
            let start = self.polygons.len();
            self.polygons.extend_from_slice(near);
            let bounds = near.iter().fold(Aabb::EMPTY, |bounds, polygon| bounds.union(&polygon.bounds));
            chunks.push(Chunk { bounds, polygons: start..self.polygons.len() });
        }
        chunks
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use kerosene_bsp::sample::{SampleBrush, grid, room_with};

    fn surfaces(map: &kerosene_bsp::Bsp) -> Surfaces {
        Surfaces::new(&map.to_file().unwrap(), |_| true)
    }

    #[test]
    fn every_face_is_there_once_with_its_area_and_front() {
        let map = grid(4);
        let surfaces = surfaces(&map);
        let polygons: Vec<_> = surfaces.models[0].chunks.iter().flat_map(|chunk| surfaces.polygons(chunk)).collect();
        assert_eq!(polygons.len(), map.faces.len());
        assert!(surfaces.models[0].chunks.len() > 4);
        let mut area = 0.0;
        for polygon in polygons {
            let corners = surfaces.corners(polygon);
            for pair in corners[1..].windows(2) {
                // Clockwise as seen from the front.
                let cross = (pair[1] - corners[0]).cross(pair[0] - corners[0]);
                assert!(cross.dot(polygon.normal) >= -0.01);
                area += cross.dot(polygon.normal) * 0.5;
            }
        }
        let expected: f32 = map.faces.iter().map(|face| face.area).sum();
        assert!((area - expected).abs() < expected * 1e-4, "{area} {expected}");
    }

    #[test]
    fn a_query_finds_what_looking_at_all_finds() {
        let pillar = SampleBrush::block(Vec3::new(-16.0, -16.0, 0.0), Vec3::new(16.0, 16.0, 128.0));
        let surfaces = surfaces(&room_with([vec![pillar]]));
        let bounds = Aabb::around(Vec3::new(16.0, 0.0, 64.0), Vec3::splat(8.0));
        assert_eq!(surfaces.near(0, &bounds).count(), 0);
        assert_eq!(surfaces.near(1, &bounds).count(), 1);
        assert_eq!(surfaces.near(1, &bounds).next().unwrap().normal, Vec3::X);
        assert_eq!(surfaces.near(7, &bounds).count(), 0);
    }
}
