//! BSP29, BSP30 and BSP2 into our records.

use super::bytes::{Lumps, Record};
use super::cells::{Cell, Cells, TreeNode};
use super::entities::entity_text;
use super::error::ForeignError;
use super::limits::{QUAKE_29, QUAKE_BSP2, limits};
use super::quake_layout::{
    CLIPNODES, EDGES, ENTITIES, FACES, LEAFS, LeafFields, MARKSURFACES, MODELS, NODES, PLANES, SURFEDGES, TEXINFO,
    VERTICES, Width,
};
use super::quake_textures::{add_texinfos, add_textures};
use super::{ForeignFormat, ForeignMap};
use crate::assembly::{Assembly, area, plain_face};
use crate::convex::Plane;
use crate::records::{EdgeRecord, ModelRecord, NONE, NodeRecord};
use crate::{Contents, MAX_REAL_SIDES};
use kerosene_math::Vec3;

/// Models reach no farther than this, in units: cells are cut from squares of a fixed size.
const FARTHEST: f32 = (1 << 17) as f32;

pub(super) fn read(format: ForeignFormat, file: &[u8]) -> Result<ForeignMap, ForeignError> {
    let width = Width::of(format);
    let lumps = &Lumps::read(file, 4, &width.lumps())?;
    let mut reader = Reader { width, lumps, assembly: Assembly::new(), thin_cells: 0 };
    reader.assembly.map.entities = entity_text(reader.lumps.get(ENTITIES).bytes())?;
    reader.add_edges()?;
    let textures = add_textures(&mut reader.assembly.map, reader.lumps)?;
    add_texinfos(&mut reader.assembly.map, reader.lumps.get(TEXINFO), &textures)?;
    let planes = reader.add_planes()?;
    reader.add_faces(&planes)?;
    let nodes = reader.add_nodes(&planes)?;
    reader.add_models(&nodes)?;
    let described = reader.lumps.describe();
    let bounds = if format == ForeignFormat::QuakeBsp2 { QUAKE_BSP2 } else { QUAKE_29 };
    Ok(ForeignMap {
        format,
        limits: limits(&described, bounds),
        left_out: vec![
            ("nodes of clip hulls", reader.lumps.get(CLIPNODES).len()),
            ("cells that are too thin or have too many sides", reader.thin_cells),
        ],
        lumps: described,
        bsp: reader.assembly.map,
    })
}

struct Reader<'a, 'b> {
    lumps: &'a Lumps<'b>,
    width: Width,
    assembly: Assembly,
    thin_cells: usize,
}

impl Reader<'_, '_> {
    fn add_edges(&mut self) -> Result<(), ForeignError> {
        let (vertices, edges) = (self.lumps.get(VERTICES), self.lumps.get(EDGES));
        let map = &mut self.assembly.map;
        for record in vertices.iter() {
            map.vertices.push(Vec3::from_array(record.coordinates("position", record.floats(0))?));
        }
        for record in edges.iter() {
            let [from, to] = self.width.edge(record);
            let index = |vertex| record.index("vertex", vertex, vertices.len()).map(|vertex| vertex as u32);
            map.edges.push(EdgeRecord { vertices: [index(from)?, index(to)?] });
        }
        // Ours begin with a placeholder, so that edge 0 has a direction too.
        for record in self.lumps.get(SURFEDGES).iter() {
            let edge = record.int(0);
            let index = record.index("edge", edge.saturating_abs(), edges.len())? as i32 + 1;
            map.surfedges.push(if edge < 0 { -index } else { index });
        }
        Ok(())
    }

    /// Our index of every plane.
    fn add_planes(&mut self) -> Result<Vec<u32>, ForeignError> {
        let records = self.lumps.get(PLANES);
        let plane = |record: Record<'_>| {
            let normal = Vec3::from_array(record.floats(0)).as_dvec3();
            let [dist] = record.coordinates("dist", [record.float(12)])?;
            let length = normal.length();
            if !(0.9..=1.1).contains(&length) {
                return Err(record.error("normal", format_args!("of length {length}"), "unit length"));
            }
            // What is as good as unit length stays as it is, so that equal planes stay equal.
            let scale = if (length - 1.0).abs() > 1e-5 { length } else { 1.0 };
            Ok(self.assembly.add_plane((normal / scale, f64::from(dist) / scale)))
        };
        records.iter().map(plane).collect()
    }

    fn add_faces(&mut self, planes: &[u32]) -> Result<(), ForeignError> {
        for record in self.lumps.get(FACES).iter() {
            let face = self.width.face(record);
            let map = &mut self.assembly.map;
            let plane = planes[record.index("plane", face.plane, planes.len())?] ^ u32::from(face.side != 0);
            let texinfo = record.index("texinfo", face.texinfo, map.texinfos.len())? as u32;
            let range = record.range("surfedges", face.first_surfedge, face.surfedge_count, map.surfedges.len())?;
            let vertex = |&surfedge: &i32| {
                let [from, to] = map.edges[surfedge.unsigned_abs() as usize].vertices;
                map.vertices[if surfedge > 0 { from } else { to } as usize]
            };
            let vertices: Vec<Vec3> = map.surfedges[range.clone()].iter().map(vertex).collect();
            let face = plain_face(plane, texinfo, range.start as u32, range.len() as u32);
            map.faces.push(crate::records::FaceRecord { area: area(&vertices), ..face });
        }
        for record in self.lumps.get(MARKSURFACES).iter() {
            let face = self.width.marked_face(record);
            let face = record.index("face", face, self.assembly.map.faces.len())?;
            self.assembly.map.leaf_faces.push(face as u32);
        }
        Ok(())
    }

    /// The nodes as they are; children that are leaves are set once these are found.
    fn add_nodes(&mut self, planes: &[u32]) -> Result<Vec<TreeNode>, ForeignError> {
        let (records, leaf_count) = (self.lumps.get(NODES), self.lumps.get(LEAFS).len());
        let mut nodes = Vec::with_capacity(records.len());
        for record in records.iter() {
            let node = self.width.node(record);
            let plane = planes[record.index("plane", node.plane, planes.len())?];
            for child in node.children {
                check_child(record, "child", child, records.len(), leaf_count)?;
            }
            let [mins, maxs] = node.bounds;
            let (mins, maxs) = (record.coordinates("mins", mins)?, record.coordinates("maxs", maxs)?);
            let children = node.children;
            self.assembly.map.nodes.push(NodeRecord { plane, children, mins, maxs });
            nodes.push(TreeNode { plane: self.assembly.plane(plane), children });
        }
        Ok(nodes)
    }

    fn add_models(&mut self, nodes: &[TreeNode]) -> Result<(), ForeignError> {
        let leaf_count = self.lumps.get(LEAFS).len();
        let mut cells = Cells::new(nodes);
        for record in self.lumps.get(MODELS).iter() {
            let bounds = [record.floats(0), record.floats(12)];
            for bound in bounds {
                record.coordinates("bounds", bound)?;
                if bound.iter().any(|value| value.abs() > FARTHEST) {
                    return Err(record.error("bounds", format_args!("{bound:?}"), format_args!("within {FARTHEST}")));
                }
            }
            let root = record.int(36);
            check_child(record, "head node", root, nodes.len(), leaf_count)?;
            let faces = record.range("faces", record.int(56), record.int(60), self.assembly.map.faces.len())?;
            let first_brush = self.assembly.map.brushes.len() as u32;
            let mut head_node = root;
            cells.below(root, bounds, |cell| {
                let parent = cell.parent;
                let child = self.add_cell(&cell, record.index == 0)?;
                match parent {
                    Some((node, side)) => self.assembly.map.nodes[node].children[side] = child,
                    None => head_node = child,
                }
                Ok(())
            })?;
            let map = &mut self.assembly.map;
            let [mins, maxs] = bounds;
            map.models.push(ModelRecord {
                mins,
                maxs,
                origin: record.coordinates("origin", record.floats(24))?,
                head_node,
                first_face: faces.start as u32,
                face_count: faces.len() as u32,
                first_brush,
                brush_count: map.brushes.len() as u32 - first_brush,
                first_mesh: 0,
                mesh_count: 0,
            });
        }
        Ok(())
    }

    /// A leaf for a cell, and a brush unless it is empty.
    fn add_cell(&mut self, cell: &Cell, is_world: bool) -> Result<i32, ForeignError> {
        let record = self.lumps.get(LEAFS).record(cell.leaf);
        let LeafFields { contents, bounds, first_face, face_count } = self.width.leaf(record);
        let filled = contents_of(contents);
        let faces = record.range("faces", first_face, face_count, self.assembly.map.leaf_faces.len())?;
        let brush = if filled.is_empty() { None } else { self.add_brush(&cell.planes, filled) };
        // Leaf 0 is every solid cell: no visibility is kept for it.
        let cluster = if is_world && cell.leaf > 0 { cell.leaf as i32 - 1 } else { -1 };
        let [mins, maxs] = bounds;
        let bounds = [record.coordinates("mins", mins)?, record.coordinates("maxs", maxs)?];
        let child = self.assembly.add_leaf(filled, cluster, bounds, brush.as_slice());
        let map = &mut self.assembly.map;
        if let Some(leaf) = map.leaves.last_mut().filter(|_| cell.leaf > 0) {
            (leaf.first_face, leaf.face_count) = (faces.start as u32, faces.len() as u32);
        }
        map.cluster_count = map.cluster_count.max((cluster + 1) as u32);
        Ok(child)
    }

    fn add_brush(&mut self, planes: &[Plane], contents: Contents) -> Option<u32> {
        let fits = planes.len() <= MAX_REAL_SIDES as usize;
        let solid = fits.then(|| self.assembly.solid(planes.iter().map(|&plane| (plane, NONE)))).flatten();
        self.thin_cells += usize::from(solid.is_none());
        solid.map(|solid| self.assembly.add_brush(&solid, contents))
    }
}

fn check_child(
    record: Record<'_>,
    field: &'static str,
    child: i32,
    nodes: usize,
    leaves: usize,
) -> Result<(), ForeignError> {
    let known = if child >= 0 { (child as usize) < nodes } else { (!child as usize) < leaves };
    if known { Ok(()) } else { Err(record.error(field, child, format_args!("one of {nodes} nodes or {leaves} leafs"))) }
}

/// What fills a leaf. Currents are water; what GoldSrc adds below them can be passed and is no liquid.
fn contents_of(contents: i32) -> Contents {
    match contents {
        -2 => Contents::SOLID,
        -3 | -14..=-9 => Contents::WATER,
        -4 => Contents::SLIME,
        -5 => Contents::LAVA,
        -6 => Contents::SKY,
        -8 => Contents::PLAYER_CLIP,
        _ => Contents::empty(),
    }
}
