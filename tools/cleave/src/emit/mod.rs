//! Emission: from exact geometry to the flat lumps of a compiled map.
//!
//! This is the only place where a coordinate is rounded. Order is everything here: every lump is filled in
//! an order that depends on the map alone.

mod brushes;
mod entities;
mod faces;
mod leaves;
mod meshes;
mod places;
mod planes;

pub(crate) use meshes::is_open;

use crate::compile::{CompiledSpace, Request};
use crate::csg::Fragment;
use crate::filing::FiledSpace;
use crate::model::Model;
use crate::places::{ModelPlaces, Places};
use crate::statistics::Statistics;
use crate::surfedges::EdgeTable;
use crate::textures::TextureTable;
use crate::weld::WeldTable;
use kerosene_bsp::Bsp;
use kerosene_bsp::Contents;
use kerosene_bsp::records::{LeafRecord, ModelRecord};
use kerosene_diagnostics::Diagnostics;
use kerosene_math::exact::ExactPlane;
use kerosene_math::{DAabb, DVec3};
use planes::OutputPlanes;
use serde::Serialize;

/// One model.
pub(crate) struct EmitModel<'a> {
    /// Brushes and where they came from.
    pub model: &'a Model,
    /// Areas, waters and floors.
    pub places: &'a ModelPlaces,
}

/// The index of the leaf that stands for all solid without brushes.
const VOID_LEAF: u32 = 0;

struct Emitter<'a> {
    planes: &'a [ExactPlane],
    output_planes: OutputPlanes,
    bsp: Bsp,
    weld: WeldTable,
    edges: EdgeTable,
    statistics: Statistics,
}

/// Fills the lumps. The space of each model goes as soon as it is written.
pub(crate) fn emit(
    request: &Request<'_>,
    planes: &[ExactPlane],
    models: Vec<(EmitModel<'_>, CompiledSpace)>,
    places: &Places,
    textures: TextureTable,
    sealed: bool,
    diagnostics: &mut Diagnostics,
) -> (Bsp, Statistics) {
    let mut emitter = Emitter {
        planes,
        output_planes: OutputPlanes::new(planes.len()),
        bsp: Bsp { leaves: vec![void_leaf()], ..Bsp::default() },
        weld: WeldTable::default(),
        edges: EdgeTable::new(),
        statistics: Statistics { sealed, ..Statistics::default() },
    };
    let (models, spaces): (Vec<_>, Vec<_>) = models.into_iter().unzip();
    let clusters = spaces[0].clusters.count;
    // The world is filed last, when the portals of the other models are gone.
    let filed = models.iter().zip(spaces).rev();
    let mut filed: Vec<_> = filed.map(|(model, space)| FiledSpace::new(planes, space, &model.model.brushes)).collect();
    for (index, model) in models.iter().enumerate() {
        let Some((space, fragments)) = filed.pop() else { break };
        emitter.model(index, model, &space, fragments, request.options.no_merge);
    }
    let (mut bsp, mut statistics) = (emitter.bsp, emitter.statistics);
    bsp.entities = entities::entity_text(request.map, &models, places);
    bsp.manifest = manifest(request);
    bsp.cluster_count = clusters;
    bsp.planes = emitter.output_planes.into_records();
    meshes::add_meshes(&mut bsp, &models, &emitter.weld, &request.map.source, &mut statistics, diagnostics);
    bsp.vertices = emitter.weld.into_points();
    (bsp.edges, bsp.surfedges) = emitter.edges.into_lumps();
    bsp.texinfos = textures.texinfos;
    bsp.texdata = textures.texdata;
    bsp.strings = textures.strings;
    places::write(&mut bsp, request.map, &models, places);
    let statistics = count(statistics, &bsp);
    (bsp, statistics)
}

impl Emitter<'_> {
    fn model(
        &mut self,
        index: usize,
        model: &EmitModel<'_>,
        space: &FiledSpace,
        fragments: Vec<Fragment>,
        no_merge: bool,
    ) {
        let first_brush = self.bsp.brushes.len() as u32;
        let side_sources = self.brushes(&model.model.brushes);
        let first_face = self.bsp.faces.len() as u32;
        let drawn = faces::drawn(self.planes, model.model, fragments, no_merge);
        let leaf_faces = self.faces(model.model, space, &drawn, first_brush, &side_sources);
        drop(drawn);
        let head_node = self.leaves_and_nodes(index == 0, model, space, first_brush, &leaf_faces);
        self.edges.close_model();
        let (mins, maxs) = bounds_outward(&model.model.bounds);
        self.bsp.models.push(ModelRecord {
            mins,
            maxs,
            origin: model.model.pivot.as_vec3().to_array(),
            head_node,
            first_face,
            face_count: self.bsp.faces.len() as u32 - first_face,
            first_brush,
            brush_count: self.bsp.brushes.len() as u32 - first_brush,
            first_mesh: 0,
            mesh_count: 0,
        });
    }
}

fn void_leaf() -> LeafRecord {
    LeafRecord {
        contents: Contents::SOLID.bits(),
        cluster: -1,
        area: 0,
        first_face: 0,
        face_count: 0,
        first_brush: 0,
        brush_count: 0,
        water: 0,
        first_mesh: 0,
        mesh_count: 0,
        mins: [0.0; 3],
        maxs: [0.0; 3],
    }
}

/// A box in single precision that holds `bounds`; an empty one becomes the zero box.
fn bounds_outward(bounds: &DAabb) -> ([f32; 3], [f32; 3]) {
    if bounds.is_empty() {
        return ([0.0; 3], [0.0; 3]);
    }
    let down = |value: f64| if f64::from(value as f32) > value { (value as f32).next_down() } else { value as f32 };
    let up = |value: f64| -down(-value);
    let each = |point: DVec3, round: &dyn Fn(f64) -> f32| point.to_array().map(round);
    (each(bounds.min, &down), each(bounds.max, &up))
}

/// What went into the compile. Neither time nor thread count is in it: the same inputs give the same bytes.
#[derive(Serialize)]
struct Manifest<'a> {
    tool: &'static str,
    version: &'static str,
    options: &'a crate::options::Options,
    inputs: &'a [crate::compile::Input],
}

fn manifest(request: &Request<'_>) -> String {
    let manifest = Manifest {
        tool: "cleave",
        version: env!("CARGO_PKG_VERSION"),
        options: request.options,
        inputs: request.inputs,
    };
    // Strings, numbers and lists of those always have a JSON form.
    serde_json::to_string(&manifest).unwrap_or_default()
}

fn count(statistics: Statistics, bsp: &Bsp) -> Statistics {
    Statistics {
        brushes: bsp.brushes.len(),
        sides: bsp.brush_sides.iter().filter(|side| side.bevel == 0).count(),
        bevels: bsp.brush_sides.iter().filter(|side| side.bevel != 0).count(),
        planes: bsp.planes.len() / 2,
        nodes: bsp.nodes.len(),
        leaves: bsp.leaves.len(),
        clusters: bsp.cluster_count as usize,
        faces: bsp.faces.len(),
        vertices: bsp.vertices.len(),
        edges: bsp.edges.len() - 1,
        models: bsp.models.len(),
        sections: bsp.sections.len() - 1,
        areas: bsp.areas.len().saturating_sub(1),
        area_portals: bsp.area_portals.len(),
        waters: bsp.waters.len(),
        floors: bsp.walk_polygons.len(),
        meshes: bsp.meshes.len(),
        mesh_triangles: bsp.mesh_indices.len() / 3,
        leaf_meshes: bsp.leaf_meshes.len(),
        ..statistics
    }
}
