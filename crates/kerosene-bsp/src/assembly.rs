//! Filling the lumps of a map from planes and windings, for whoever has these and no compiler.

use crate::bevels::{BrushShape, bevels};
use crate::convex::{Plane, windings};
use crate::records::{BrushRecord, BrushSideRecord, EdgeRecord, FaceRecord, LeafRecord, NONE, PlaneRecord};
use crate::{Bsp, Contents};
use kerosene_math::{DVec3, Vec3};
use std::collections::BTreeMap;

/// A map whose planes are stored once, in pairs.
#[derive(Debug)]
pub(crate) struct Assembly {
    pub(crate) map: Bsp,
    plane_index: BTreeMap<[u32; 4], u32>,
}

/// The sides of a brush that have a face.
#[derive(Debug)]
pub(crate) struct Solid {
    /// Plane and texinfo of each.
    pub(crate) sides: Vec<(u32, u32)>,
    /// Vertices of each, counter-clockwise seen from the front.
    pub(crate) faces: Vec<Vec<DVec3>>,
}

impl Assembly {
    /// A map of nothing but the shared outside as leaf 0 and the placeholder of the edges.
    pub(crate) fn new() -> Self {
        let mut map = Bsp::default();
        map.edges.push(EdgeRecord { vertices: [0, 0] });
        let mut assembly = Self { map, plane_index: BTreeMap::new() };
        assembly.add_leaf(Contents::SOLID, -1, [[0.0; 3]; 2], &[]);
        assembly
    }

    /// Index of a plane, rounded as it is stored.
    pub(crate) fn add_plane(&mut self, (normal, dist): Plane) -> u32 {
        let normal = normal.as_vec3() + Vec3::ZERO; // no -0.0
        let dist = dist as f32 + 0.0;
        let key = [normal.x, normal.y, normal.z, dist].map(f32::to_bits);
        if let Some(&index) = self.plane_index.get(&key) {
            return index;
        }
        let along = |axis: &usize| normal == Vec3::AXES[*axis] || normal == -Vec3::AXES[*axis];
        let axis = (0..3).find(along).unwrap_or(3) as u32;
        let index = self.map.planes.len() as u32;
        for (index, normal, dist) in [(index, normal, dist), (index + 1, Vec3::ZERO - normal, 0.0 - dist)] {
            self.map.planes.push(PlaneRecord { normal: normal.to_array(), dist, axis });
            self.plane_index.insert([normal.x, normal.y, normal.z, dist].map(f32::to_bits), index);
        }
        index
    }

    pub(crate) fn plane(&self, index: u32) -> Plane {
        let plane = self.map.planes[index as usize];
        (Vec3::from_array(plane.normal).as_dvec3(), f64::from(plane.dist))
    }

    /// What sides, given by plane and texinfo, enclose; `None` where that is no volume.
    pub(crate) fn solid(&mut self, given: impl IntoIterator<Item = (Plane, u32)>) -> Option<Solid> {
        // Everything follows from the planes as they are stored, rounded.
        let mut sides: Vec<(u32, u32)> = Vec::new();
        for (plane, texinfo) in given {
            let index = self.add_plane(plane);
            if sides.iter().all(|&(other, _)| other != index) {
                sides.push((index, texinfo));
            }
        }
        let planes: Vec<Plane> = sides.iter().map(|&(index, _)| self.plane(index)).collect();
        let (sides, faces): (Vec<_>, Vec<_>) =
            sides.into_iter().zip(windings(&planes)).filter(|(_, face)| !face.is_empty()).unzip();
        (sides.len() >= 4).then_some(Solid { sides, faces })
    }

    /// Adds a brush with its bevels; returns its index.
    pub(crate) fn add_brush(&mut self, solid: &Solid, contents: Contents) -> u32 {
        let planes: Vec<Plane> = solid.sides.iter().map(|&(plane, _)| self.plane(plane)).collect();
        let first_side = self.map.brush_sides.len() as u32;
        let side = |&(plane, texinfo): &(u32, u32)| BrushSideRecord { plane, texinfo, bevel: 0 };
        self.map.brush_sides.extend(solid.sides.iter().map(side));
        for bevel in bevels(&BrushShape { planes: &planes, windings: &solid.faces }) {
            let plane = self.add_plane(bevel);
            self.map.brush_sides.push(BrushSideRecord { plane, texinfo: NONE, bevel: 1 });
        }
        let side_count = self.map.brush_sides.len() as u32 - first_side;
        let contents = contents.bits();
        self.map.brushes.push(BrushRecord { first_side, side_count, contents, source: NONE, section: 0 });
        self.map.brushes.len() as u32 - 1
    }

    /// Adds a drawn face whose vertices stand one after another from `first_vertex` on, clockwise seen from its front.
    pub(crate) fn add_loose_face(&mut self, plane: u32, texinfo: u32, brush: u32, vertices: &[Vec3]) {
        let first_vertex = self.map.vertices.len() as u32;
        let first_surfedge = self.map.surfedges.len() as u32;
        self.map.vertices.extend(vertices);
        let count = vertices.len() as u32;
        for index in 0..count {
            self.map.surfedges.push(self.map.edges.len() as i32);
            self.map.edges.push(EdgeRecord { vertices: [first_vertex + index, first_vertex + (index + 1) % count] });
        }
        self.map.faces.push(FaceRecord {
            brush,
            area: area(vertices),
            ..plain_face(plane, texinfo, first_surfedge, count)
        });
    }

    /// Adds a leaf without faces; returns it as a child reference.
    pub(crate) fn add_leaf(
        &mut self,
        contents: Contents,
        cluster: i32,
        [mins, maxs]: [[f32; 3]; 2],
        brushes: &[u32],
    ) -> i32 {
        let leaf = self.map.leaves.len() as i32;
        self.map.leaves.push(LeafRecord {
            contents: contents.bits(),
            cluster,
            area: 0,
            first_face: 0,
            face_count: 0,
            first_brush: self.map.leaf_brushes.len() as u32,
            brush_count: brushes.len() as u32,
            water: 0,
            first_mesh: 0,
            mesh_count: 0,
            mins,
            maxs,
        });
        self.map.leaf_brushes.extend(brushes);
        !leaf
    }
}

/// A face that is not lit and of no brush.
pub(crate) fn plain_face(plane: u32, texinfo: u32, first_surfedge: u32, surfedge_count: u32) -> FaceRecord {
    FaceRecord {
        plane,
        first_surfedge,
        surfedge_count,
        texinfo,
        brush: NONE,
        source: NONE,
        section: 0,
        front_contents: 0,
        lightmap_offset: NONE,
        lightmap_mins: [0; 2],
        lightmap_size: [0; 2],
        light_styles: [255; 4],
        area: 0.0,
    }
}

/// Area of a convex polygon, in square units.
pub(crate) fn area(vertices: &[Vec3]) -> f32 {
    let Some(first) = vertices.first().map(|vertex| vertex.as_dvec3()) else { return 0.0 };
    let fan = vertices.windows(2).map(|pair| (pair[0].as_dvec3() - first).cross(pair[1].as_dvec3() - first));
    (fan.sum::<DVec3>().length() / 2.0) as f32
}
