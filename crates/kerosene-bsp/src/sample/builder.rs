//! From brushes to records.

use super::SampleBrush;
use crate::bevels::{BrushShape, bevels};
use crate::convex::{Plane, windings};
use crate::records::{
    BrushRecord, BrushSideRecord, EdgeRecord, FaceRecord, LeafRecord, ModelRecord, NONE, NodeRecord, PlaneRecord,
    TexDataRecord, TexInfoRecord,
};
use crate::{Bsp, Contents, SurfaceFlags};
use kerosene_math::{DVec3, Vec3};
use std::collections::BTreeMap;

/// A vertex must be this far off a plane, in units, to be on one side of it.
const SIDE_EPSILON: f64 = 1e-3;
/// Planes weighed for one split.
const CANDIDATES: usize = 24;
/// Bounds of the outermost cell, in units.
const WORLD: f32 = 65_536.0;

pub(super) fn build(models: &[Vec<SampleBrush>]) -> Bsp {
    let mut builder = Builder::default();
    builder.map.edges.push(EdgeRecord { vertices: [0, 0] });
    builder.map.strings = b"sample/wall\0".to_vec();
    builder.map.texdata.push(TexDataRecord { reflectivity: [0.5; 3], name: 0, width: 64, height: 64 });
    builder.map.texinfos.push(TexInfoRecord {
        texture: [[1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0]],
        lightmap: [[0.0625, 0.0, 0.0, 0.0], [0.0, -0.0625, 0.0, 0.0]],
        flags: SurfaceFlags::empty().bits(),
        texdata: 0,
    });
    builder.add_leaf(&Cell { bounds: WHOLE, brushes: Vec::new() }, Contents::SOLID, -1);
    let world_only = [Vec::new()];
    for brushes in if models.is_empty() { &world_only[..] } else { models } {
        builder.add_model(brushes);
    }
    builder.file_faces();
    builder.map
}

type Bounds = [[f32; 3]; 2];

const WHOLE: Bounds = [[-WORLD; 3], [WORLD; 3]];

#[derive(Default)]
struct Builder {
    map: Bsp,
    plane_index: BTreeMap<[u32; 4], u32>,
    /// By brush of the map.
    solids: Vec<Solid>,
}

/// What the tree needs to know of a brush.
struct Solid {
    vertices: Vec<DVec3>,
    /// Plane indices of its real sides.
    planes: Vec<u32>,
}

/// A convex region on its way to become a node or a leaf.
struct Cell {
    bounds: Bounds,
    brushes: Vec<Occupant>,
}

/// A brush that reaches into a cell, and which of its sides the cell is not yet known to be behind.
#[derive(Clone)]
struct Occupant {
    brush: u32,
    open_sides: Vec<u32>,
}

impl Builder {
    fn add_model(&mut self, brushes: &[SampleBrush]) {
        let (first_face, first_brush) = (self.map.faces.len() as u32, self.map.brushes.len() as u32);
        for brush in brushes {
            self.add_brush(brush);
        }
        let last_brush = self.map.brushes.len() as u32;
        let occupants = (first_brush..last_brush)
            .map(|brush| Occupant { brush, open_sides: self.solids[brush as usize].planes.clone() });
        let root = Cell { bounds: WHOLE, brushes: occupants.collect() };
        let head_node = self.add_tree(root, first_brush == 0);
        let vertices = self.solids[first_brush as usize..].iter().flat_map(|solid| &solid.vertices);
        let (mins, maxs) = vertices.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(mins, maxs), vertex| {
            (mins.min(vertex.as_vec3()), maxs.max(vertex.as_vec3()))
        });
        let (mins, maxs) = if last_brush > first_brush { (mins, maxs) } else { (Vec3::ZERO, Vec3::ZERO) };
        self.map.models.push(ModelRecord {
            mins: mins.to_array(),
            maxs: maxs.to_array(),
            origin: [0.0; 3],
            head_node,
            first_face,
            face_count: self.map.faces.len() as u32 - first_face,
            first_brush,
            brush_count: last_brush - first_brush,
            first_mesh: 0,
            mesh_count: 0,
        });
    }

    fn add_brush(&mut self, brush: &SampleBrush) {
        // Everything follows from the planes as they are stored, rounded.
        let mut indices: Vec<u32> = Vec::with_capacity(brush.planes.len());
        for &plane in &brush.planes {
            let index = self.add_plane(plane);
            if !indices.contains(&index) {
                indices.push(index);
            }
        }
        let planes: Vec<Plane> = indices.iter().map(|&index| self.plane(index)).collect();
        let all = windings(&planes);
        let real = || (0..planes.len()).filter(|&side| !all[side].is_empty());
        if real().count() < 4 {
            return;
        }
        let kept: Vec<Plane> = real().map(|side| planes[side]).collect();
        let faces: Vec<Vec<DVec3>> = real().map(|side| all[side].clone()).collect();
        let sides: Vec<u32> = real().map(|side| indices[side]).collect();
        let first_side = self.map.brush_sides.len() as u32;
        for (&plane, face) in sides.iter().zip(&faces) {
            self.map.brush_sides.push(BrushSideRecord { plane, texinfo: 0, bevel: 0 });
            self.add_face(plane, face);
        }
        for bevel in bevels(&BrushShape { planes: &kept, windings: &faces }) {
            let plane = self.add_plane(bevel);
            self.map.brush_sides.push(BrushSideRecord { plane, texinfo: NONE, bevel: 1 });
        }
        self.map.brushes.push(BrushRecord {
            first_side,
            side_count: self.map.brush_sides.len() as u32 - first_side,
            contents: brush.contents.bits(),
            source: NONE,
            section: 0,
        });
        let vertices = faces.concat();
        self.solids.push(Solid { vertices, planes: sides });
    }

    fn add_plane(&mut self, (normal, dist): Plane) -> u32 {
        let normal = normal.as_vec3() + Vec3::ZERO; // no -0.0
        let dist = dist as f32 + 0.0;
        let key = [normal.x, normal.y, normal.z, dist].map(f32::to_bits);
        if let Some(&index) = self.plane_index.get(&key) {
            return index;
        }
        let axis = normal.to_array().iter().position(|component| component.abs() == 1.0).unwrap_or(3) as u32;
        let index = self.map.planes.len() as u32;
        for (index, normal, dist) in [(index, normal, dist), (index + 1, Vec3::ZERO - normal, 0.0 - dist)] {
            self.map.planes.push(PlaneRecord { normal: normal.to_array(), dist, axis });
            self.plane_index.insert([normal.x, normal.y, normal.z, dist].map(f32::to_bits), index);
        }
        index
    }

    fn plane(&self, index: u32) -> Plane {
        let plane = self.map.planes[index as usize];
        (Vec3::from_array(plane.normal).as_dvec3(), f64::from(plane.dist))
    }

    /// Adds a drawn face; `face` runs counter-clockwise seen from its front, records run clockwise.
    fn add_face(&mut self, plane: u32, face: &[DVec3]) {
        let first_vertex = self.map.vertices.len() as u32;
        let first_surfedge = self.map.surfedges.len() as u32;
        self.map.vertices.extend(face.iter().rev().map(|vertex| vertex.as_vec3()));
        let count = face.len() as u32;
        for index in 0..count {
            self.map.surfedges.push(self.map.edges.len() as i32);
            self.map.edges.push(EdgeRecord { vertices: [first_vertex + index, first_vertex + (index + 1) % count] });
        }
        self.map.faces.push(FaceRecord {
            plane,
            first_surfedge,
            surfedge_count: count,
            texinfo: 0,
            brush: self.map.brushes.len() as u32,
            source: NONE,
            section: 0,
            front_contents: 0,
            lightmap_offset: NONE,
            lightmap_mins: [0; 2],
            lightmap_size: [0; 2],
            light_styles: [255; 4],
            area: area(face) as f32,
        });
    }

    /// Splits a cell until no side of an occupant is open, and returns the child reference of the whole.
    fn add_tree(&mut self, root: Cell, clustered: bool) -> i32 {
        let mut head = 0;
        let mut open = vec![(root, None)];
        while let Some((cell, parent)) = open.pop() {
            let filled = cell.brushes.iter().any(|occupant| {
                let contents = Contents::from_bits_retain(self.map.brushes[occupant.brush as usize].contents);
                occupant.open_sides.is_empty() && contents.contains(Contents::SOLID)
            });
            let plane = if filled { None } else { self.choose_plane(&cell) };
            let reference = match plane {
                Some(plane) => {
                    let node = self.map.nodes.len() as u32;
                    let [mins, maxs] = cell.bounds;
                    self.map.nodes.push(NodeRecord { plane, children: [0; 2], mins, maxs });
                    let [front, back] = self.split(&cell, plane);
                    open.push((back, Some((node, 1))));
                    open.push((front, Some((node, 0))));
                    node as i32
                }
                None if filled => self.add_leaf(&cell, Contents::SOLID, -1),
                None => {
                    let cluster = if clustered { self.map.cluster_count as i32 } else { -1 };
                    self.map.cluster_count += u32::from(clustered);
                    self.add_leaf(&cell, Contents::empty(), cluster)
                }
            };
            match parent {
                Some((node, side)) => self.map.nodes[node as usize].children[side] = reference,
                None => head = reference,
            }
        }
        head
    }

    /// Lists every face in the empty leaves that it borders on.
    fn file_faces(&mut self) {
        let mut leaf_faces = vec![Vec::new(); self.map.leaves.len()];
        for model in &self.map.models {
            for face in model.first_face..model.first_face + model.face_count {
                self.file_face(model.head_node, face, &mut leaf_faces);
            }
        }
        for (leaf, faces) in self.map.leaves.iter_mut().zip(leaf_faces) {
            leaf.first_face = self.map.leaf_faces.len() as u32;
            leaf.face_count = faces.len() as u32;
            self.map.leaf_faces.extend(faces);
        }
    }

    fn file_face(&self, head_node: i32, face: u32, leaf_faces: &mut [Vec<u32>]) {
        let record = self.map.faces[face as usize];
        let surfedges = &self.map.surfedges[record.first_surfedge as usize..][..record.surfedge_count as usize];
        let vertex = |&surfedge: &i32| self.map.vertices[self.map.edges[surfedge as usize].vertices[0] as usize];
        let mut open = vec![head_node];
        while let Some(child) = open.pop() {
            if child < 0 {
                let leaf = !child as usize;
                if self.map.leaves[leaf].contents == 0 {
                    leaf_faces[leaf].push(face);
                }
                continue;
            }
            let node = self.map.nodes[child as usize];
            let (normal, dist) = self.plane(node.plane);
            let distances = || surfedges.iter().map(|edge| normal.dot(vertex(edge).as_dvec3()) - dist);
            let on = record.plane / 2 == node.plane / 2;
            let front = if on { record.plane == node.plane } else { distances().any(|d| d > SIDE_EPSILON) };
            let back = if on { !front } else { distances().any(|d| d < -SIDE_EPSILON) };
            open.extend(back.then_some(node.children[1]));
            open.extend((front || !back).then_some(node.children[0]));
        }
    }

    fn add_leaf(&mut self, cell: &Cell, contents: Contents, cluster: i32) -> i32 {
        let first_brush = self.map.leaf_brushes.len() as u32;
        self.map.leaf_brushes.extend(cell.brushes.iter().map(|occupant| occupant.brush));
        let leaf = self.map.leaves.len() as i32;
        self.map.leaves.push(LeafRecord {
            contents: contents.bits(),
            cluster,
            area: 0,
            first_face: 0,
            face_count: 0,
            first_brush,
            brush_count: cell.brushes.len() as u32,
            water: 0,
            first_mesh: 0,
            mesh_count: 0,
            mins: cell.bounds[0],
            maxs: cell.bounds[1],
        });
        !leaf
    }

    /// The open side that splits few brushes and halves the rest.
    fn choose_plane(&self, cell: &Cell) -> Option<u32> {
        let open: Vec<u32> = cell.brushes.iter().flat_map(|occupant| occupant.open_sides.iter().copied()).collect();
        let step = open.len().div_ceil(CANDIDATES).max(1);
        let score = |&plane: &u32| {
            let sides = cell.brushes.iter().map(|occupant| self.sides(occupant, plane));
            let (mut front, mut back) = (0usize, 0usize);
            sides.for_each(|[in_front, behind]| {
                front += usize::from(in_front);
                back += usize::from(behind);
            });
            let split = front + back - cell.brushes.len();
            4 * split + front.abs_diff(back)
        };
        open.iter().step_by(step).copied().min_by_key(score)
    }

    /// Whether a brush reaches in front of and behind a plane.
    fn sides(&self, occupant: &Occupant, plane: u32) -> [bool; 2] {
        let solid = &self.solids[occupant.brush as usize];
        if solid.planes.contains(&plane) {
            return [false, true];
        }
        if solid.planes.contains(&(plane ^ 1)) {
            return [true, false];
        }
        let (normal, dist) = self.plane(plane);
        let distances = || solid.vertices.iter().map(|vertex| normal.dot(*vertex) - dist);
        let (front, back) = (distances().any(|d| d > SIDE_EPSILON), distances().any(|d| d < -SIDE_EPSILON));
        [front || !back, back]
    }

    fn split(&self, cell: &Cell, plane: u32) -> [Cell; 2] {
        let [mut front, mut back] = [(), ()].map(|()| Cell { bounds: cell.bounds, brushes: Vec::new() });
        for occupant in &cell.brushes {
            let [in_front, behind] = self.sides(occupant, plane);
            for (reaches, child, closed) in [(in_front, &mut front, plane ^ 1), (behind, &mut back, plane)] {
                if reaches {
                    let mut occupant = occupant.clone();
                    occupant.open_sides.retain(|&side| side != closed);
                    child.brushes.push(occupant);
                }
            }
        }
        let record = self.map.planes[plane as usize];
        if record.axis < 3 {
            let (axis, value) = (record.axis as usize, record.dist * record.normal[record.axis as usize]);
            let (above, below) =
                if record.normal[axis] > 0.0 { (&mut front, &mut back) } else { (&mut back, &mut front) };
            above.bounds[0][axis] = above.bounds[0][axis].max(value);
            below.bounds[1][axis] = below.bounds[1][axis].min(value);
        }
        [front, back]
    }
}

fn area(face: &[DVec3]) -> f64 {
    let fan = face.windows(2).map(|pair| (pair[0] - face[0]).cross(pair[1] - face[0]));
    fan.sum::<DVec3>().length() / 2.0
}
