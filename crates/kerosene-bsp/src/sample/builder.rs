//! From brushes to records.

use super::SampleBrush;
use crate::assembly::Assembly;
use crate::records::{ModelRecord, NodeRecord, TexDataRecord, TexInfoRecord};
use crate::{Bsp, Contents, SurfaceFlags};
use kerosene_math::{DVec3, Vec3};

/// A vertex must be this far off a plane, in units, to be on one side of it.
const SIDE_EPSILON: f64 = 1e-3;
/// Planes weighed for one split.
const CANDIDATES: usize = 24;
/// Bounds of the outermost cell, in units.
const WORLD: f32 = 65_536.0;

pub(super) fn build(models: &[Vec<SampleBrush>]) -> Bsp {
    let mut builder = Builder { assembly: Assembly::new(), solids: Vec::new() };
    let map = &mut builder.assembly.map;
    map.strings = b"sample/wall\0".to_vec();
    map.texdata.push(TexDataRecord { reflectivity: [0.5; 3], name: 0, width: 64, height: 64 });
    map.texinfos.push(TexInfoRecord {
        texture: [[1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0]],
        lightmap: [[0.0625, 0.0, 0.0, 0.0], [0.0, -0.0625, 0.0, 0.0]],
        flags: SurfaceFlags::empty().bits(),
        texdata: 0,
    });
    [map.leaves[0].mins, map.leaves[0].maxs] = WHOLE;
    let world_only = [Vec::new()];
    for brushes in if models.is_empty() { &world_only[..] } else { models } {
        builder.add_model(brushes);
    }
    builder.file_faces();
    builder.assembly.map
}

type Bounds = [[f32; 3]; 2];

const WHOLE: Bounds = [[-WORLD; 3], [WORLD; 3]];

struct Builder {
    assembly: Assembly,
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
        let (first_face, first_brush) = (self.assembly.map.faces.len() as u32, self.assembly.map.brushes.len() as u32);
        for brush in brushes {
            self.add_brush(brush);
        }
        let last_brush = self.assembly.map.brushes.len() as u32;
        let occupants = (first_brush..last_brush)
            .map(|brush| Occupant { brush, open_sides: self.solids[brush as usize].planes.clone() });
        let root = Cell { bounds: WHOLE, brushes: occupants.collect() };
        let head_node = self.add_tree(root, first_brush == 0);
        let vertices = self.solids[first_brush as usize..].iter().flat_map(|solid| &solid.vertices);
        let (mins, maxs) = vertices.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(mins, maxs), vertex| {
            (mins.min(vertex.as_vec3()), maxs.max(vertex.as_vec3()))
        });
        let (mins, maxs) = if last_brush > first_brush { (mins, maxs) } else { (Vec3::ZERO, Vec3::ZERO) };
        self.assembly.map.models.push(ModelRecord {
            mins: mins.to_array(),
            maxs: maxs.to_array(),
            origin: [0.0; 3],
            head_node,
            first_face,
            face_count: self.assembly.map.faces.len() as u32 - first_face,
            first_brush,
            brush_count: last_brush - first_brush,
            first_mesh: 0,
            mesh_count: 0,
        });
    }

    fn add_brush(&mut self, brush: &SampleBrush) {
        let Some(solid) = self.assembly.solid(brush.planes.iter().map(|&plane| (plane, 0))) else { return };
        let index = self.assembly.map.brushes.len() as u32;
        for (&(plane, texinfo), face) in solid.sides.iter().zip(&solid.faces) {
            let clockwise: Vec<Vec3> = face.iter().rev().map(|vertex| vertex.as_vec3()).collect();
            self.assembly.add_loose_face(plane, texinfo, index, &clockwise);
        }
        self.assembly.add_brush(&solid, brush.contents);
        let planes = solid.sides.iter().map(|&(plane, _)| plane).collect();
        self.solids.push(Solid { vertices: solid.faces.concat(), planes });
    }

    /// Splits a cell until no side of an occupant is open, and returns the child reference of the whole.
    fn add_tree(&mut self, root: Cell, clustered: bool) -> i32 {
        let mut head = 0;
        let mut open = vec![(root, None)];
        while let Some((cell, parent)) = open.pop() {
            let filled = cell.brushes.iter().any(|occupant| {
                let contents = Contents::from_bits_retain(self.assembly.map.brushes[occupant.brush as usize].contents);
                occupant.open_sides.is_empty() && contents.contains(Contents::SOLID)
            });
            let plane = if filled { None } else { self.choose_plane(&cell) };
            let reference = match plane {
                Some(plane) => {
                    let node = self.assembly.map.nodes.len() as u32;
                    let [mins, maxs] = cell.bounds;
                    self.assembly.map.nodes.push(NodeRecord { plane, children: [0; 2], mins, maxs });
                    let [front, back] = self.split(&cell, plane);
                    open.push((back, Some((node, 1))));
                    open.push((front, Some((node, 0))));
                    node as i32
                }
                None if filled => self.add_leaf(&cell, Contents::SOLID, -1),
                None => {
                    let cluster = if clustered { self.assembly.map.cluster_count as i32 } else { -1 };
                    self.assembly.map.cluster_count += u32::from(clustered);
                    self.add_leaf(&cell, Contents::empty(), cluster)
                }
            };
            match parent {
                Some((node, side)) => self.assembly.map.nodes[node as usize].children[side] = reference,
                None => head = reference,
            }
        }
        head
    }

    /// Lists every face in the empty leaves that it borders on.
    fn file_faces(&mut self) {
        let mut leaf_faces = vec![Vec::new(); self.assembly.map.leaves.len()];
        for model in &self.assembly.map.models {
            for face in model.first_face..model.first_face + model.face_count {
                self.file_face(model.head_node, face, &mut leaf_faces);
            }
        }
        for (leaf, faces) in self.assembly.map.leaves.iter_mut().zip(leaf_faces) {
            leaf.first_face = self.assembly.map.leaf_faces.len() as u32;
            leaf.face_count = faces.len() as u32;
            self.assembly.map.leaf_faces.extend(faces);
        }
    }

    fn file_face(&self, head_node: i32, face: u32, leaf_faces: &mut [Vec<u32>]) {
        let record = self.assembly.map.faces[face as usize];
        let surfedges =
            &self.assembly.map.surfedges[record.first_surfedge as usize..][..record.surfedge_count as usize];
        let vertex = |&surfedge: &i32| {
            self.assembly.map.vertices[self.assembly.map.edges[surfedge as usize].vertices[0] as usize]
        };
        let mut open = vec![head_node];
        while let Some(child) = open.pop() {
            if child < 0 {
                let leaf = !child as usize;
                if self.assembly.map.leaves[leaf].contents == 0 {
                    leaf_faces[leaf].push(face);
                }
                continue;
            }
            let node = self.assembly.map.nodes[child as usize];
            let (normal, dist) = self.assembly.plane(node.plane);
            let distances = || surfedges.iter().map(|edge| normal.dot(vertex(edge).as_dvec3()) - dist);
            let on = record.plane / 2 == node.plane / 2;
            let front = if on { record.plane == node.plane } else { distances().any(|d| d > SIDE_EPSILON) };
            let back = if on { !front } else { distances().any(|d| d < -SIDE_EPSILON) };
            open.extend(back.then_some(node.children[1]));
            open.extend((front || !back).then_some(node.children[0]));
        }
    }

    fn add_leaf(&mut self, cell: &Cell, contents: Contents, cluster: i32) -> i32 {
        let brushes: Vec<u32> = cell.brushes.iter().map(|occupant| occupant.brush).collect();
        self.assembly.add_leaf(contents, cluster, cell.bounds, &brushes)
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
        let (normal, dist) = self.assembly.plane(plane);
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
        let record = self.assembly.map.planes[plane as usize];
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
