//! A compiled map and questions about it.

use cleave::{NoProgress, Options, Output, Request, compile};
use kerosene_bsp::records::FaceRecord;
use kerosene_bsp::{Bsp, BspFile, CollisionMap, Contents, EntityKeys, WriteOptions, parse_entities};
use kerosene_map::{ClassTable, Map, ReadOptions, apply_class_table, read_any};
use kerosene_math::{DVec3, Vec3};
use std::path::Path;

/// Nearer than this to a plane or an edge is on it, in units.
const ON: f64 = 0.02;

/// A map, compiled and loaded.
pub(crate) struct Compiled {
    pub(crate) map: Map,
    pub(crate) output: Output,
    pub(crate) world: CollisionMap,
}

impl Compiled {
    /// Reads and compiles a file as the command line does.
    pub(crate) fn file(path: &Path) -> Self {
        Self::of(read_as_tools_do(path))
    }

    /// Compiles a map.
    pub(crate) fn of(map: Map) -> Self {
        let options = Options { threads: 1, ..Options::default() };
        let output = compile(&Request { map: &map, options: &options, inputs: &[] }, &NoProgress).unwrap();
        let bytes = output.bsp.write_to(WriteOptions::default()).unwrap();
        let world = CollisionMap::new(&BspFile::from_bytes(bytes).unwrap());
        Self { map, output, world }
    }

    pub(crate) fn bsp(&self) -> &Bsp {
        &self.output.bsp
    }

    pub(crate) fn sealed(&self) -> bool {
        self.output.statistics.sealed
    }

    /// What fills a place: leaf and brushes.
    pub(crate) fn contents(&self, x: f32, y: f32, z: f32) -> Contents {
        self.world.point_contents(Vec3::new(x, y, z))
    }

    /// What fills a place by structure alone.
    pub(crate) fn leaf_contents(&self, x: f32, y: f32, z: f32) -> Contents {
        let leaf = self.world.leaf_of(Vec3::new(x, y, z)).0;
        Contents::from_bits_retain(self.bsp().leaves[leaf as usize].contents)
    }

    /// The cluster at a place.
    pub(crate) fn cluster(&self, x: f32, y: f32, z: f32) -> Option<u32> {
        let leaf = self.world.leaf_of(Vec3::new(x, y, z));
        self.world.leaf_cluster(leaf).map(|cluster| cluster.0)
    }

    /// Whether portals lead from one place to another.
    pub(crate) fn joined(&self, from: [f32; 3], to: [f32; 3]) -> bool {
        let at = |[x, y, z]: [f32; 3]| self.cluster(x, y, z).expect("a place inside the map");
        let portals = &self.output.portals.as_ref().expect("a sealed map").portals;
        let mut reached = vec![at(from)];
        let mut next = 0;
        while next < reached.len() {
            let from = reached[next];
            for cluster in portals.iter().filter(|portal| portal.clusters.contains(&from)).flat_map(|p| p.clusters) {
                if !reached.contains(&cluster) {
                    reached.push(cluster);
                }
            }
            next += 1;
        }
        reached.contains(&at(to))
    }

    /// The faces of a model.
    pub(crate) fn faces(&self, model: usize) -> &[FaceRecord] {
        let record = &self.bsp().models[model];
        &self.bsp().faces[record.first_face as usize..][..record.face_count as usize]
    }

    pub(crate) fn material(&self, face: &FaceRecord) -> &str {
        let bsp = self.bsp();
        let texdata = bsp.texinfos[face.texinfo as usize].texdata;
        let name = &bsp.strings[bsp.texdata[texdata as usize].name as usize..];
        let end = name.iter().position(|byte| *byte == 0).unwrap();
        std::str::from_utf8(&name[..end]).unwrap()
    }

    /// Materials of the faces of a model that hold the point `at` and look along `normal`.
    pub(crate) fn materials_at(&self, model: usize, at: [f64; 3], normal: [f64; 3]) -> Vec<&str> {
        self.faces_at(model, at, normal).into_iter().map(|face| self.material(face)).collect()
    }

    /// The faces of a model that hold the point `at` and look along `normal`.
    pub(crate) fn faces_at(&self, model: usize, at: [f64; 3], normal: [f64; 3]) -> Vec<&FaceRecord> {
        let (at, normal) = (DVec3::from_array(at), DVec3::from_array(normal));
        self.faces(model).iter().filter(|face| self.normal(face).dot(normal) > 0.99 && self.holds(face, at)).collect()
    }

    /// Total area of the faces of a model, of those with `material` where one is named.
    pub(crate) fn area(&self, model: usize, material: Option<&str>) -> f64 {
        let named = |face: &&FaceRecord| material.is_none_or(|name| self.material(face) == name);
        self.faces(model).iter().filter(named).map(|face| f64::from(face.area)).sum()
    }

    /// Whether the leaf at a place lists a face as seen from there.
    pub(crate) fn shows(&self, [x, y, z]: [f32; 3], face: &FaceRecord) -> bool {
        let leaf = &self.bsp().leaves[self.world.leaf_of(Vec3::new(x, y, z)).0 as usize];
        let faces = &self.bsp().leaf_faces[leaf.first_face as usize..][..leaf.face_count as usize];
        faces.iter().any(|&index| self.bsp().faces[index as usize] == *face)
    }

    /// The entities as the engine will read them.
    pub(crate) fn entities(&self) -> Vec<EntityKeys> {
        parse_entities(&self.bsp().entities).unwrap()
    }

    pub(crate) fn normal(&self, face: &FaceRecord) -> DVec3 {
        DVec3::from_array(self.bsp().planes[face.plane as usize].normal.map(f64::from))
    }

    pub(crate) fn corners(&self, face: &FaceRecord) -> Vec<DVec3> {
        let bsp = self.bsp();
        let surfedges = &bsp.surfedges[face.first_surfedge as usize..][..face.surfedge_count as usize];
        let corner = |surfedge: &i32| {
            let ends = bsp.edges[surfedge.unsigned_abs() as usize].vertices;
            bsp.vertices[ends[usize::from(*surfedge < 0)] as usize].as_dvec3()
        };
        surfedges.iter().map(corner).collect()
    }

    /// Whether a point lies on a face, clear of its edges.
    fn holds(&self, face: &FaceRecord, at: DVec3) -> bool {
        let (normal, corners) = (self.normal(face), self.corners(face));
        let dist = f64::from(self.bsp().planes[face.plane as usize].dist);
        let ends = corners.iter().zip(corners.iter().cycle().skip(1));
        (normal.dot(at) - dist).abs() < ON
            && ends.filter(|(from, to)| from != to).all(|(from, to)| {
                let inward = (*to - *from).cross(normal).normalize_or_zero();
                inward.dot(at - *from) > -1e-9
            })
    }
}

/// Reads a map of any format, with its classes brought to ours.
pub(crate) fn read_as_tools_do(path: &Path) -> Map {
    let bytes = std::fs::read(path).unwrap();
    let mut imported = read_any(&path.display().to_string(), &bytes, &ReadOptions::default()).unwrap();
    apply_class_table(&mut imported.map, &ClassTable::default_for(imported.format));
    imported.map
}
