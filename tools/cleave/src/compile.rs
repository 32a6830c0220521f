//! The compile as a table of contents.

use crate::brush::Brush;
use crate::codes;
use crate::csg::{Fragment, cut_faces};
use crate::emit::{EmitModel, emit};
use crate::flood::{Occupant, leaf_at, reach, reach_from_void, reach_through, way_out};
use crate::leak::Leak;
use crate::merge::merge_fragments;
use crate::model::{Model, read_models};
use crate::occupants::{Standing, standing_entities};
use crate::options::{NoProgress, Options, Progress};
use crate::planes::PlaneTable;
use crate::portalfile::PortalFile;
use crate::portals::{Portal, PortalGraph, pieces_by_leaf};
use crate::statistics::Statistics;
use crate::textures::TextureTable;
use crate::tree::{Child, ClassAt, Tree, build_tree};
use crate::volume::{BrushRole, VolumeClass};
use kerosene_bsp::Bsp;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::Map;
use kerosene_math::exact::{ExactPlane, ExactWinding, Side};
use kerosene_math::{DAabb, DVec3};
use rayon::prelude::*;
use thiserror::Error;

/// Room around a model's bounds, so that the void is a place, in units.
const VOID_MARGIN: f64 = 8.0;

/// What a compile is given.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The map, with class names in our terms.
    pub map: &'a Map,
    /// How to compile it.
    pub options: &'a Options,
    /// Files that the map was read from, for the build manifest.
    pub inputs: &'a [Input],
}

/// A file that went into the compile.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Input {
    /// Name without folders, so that the output does not depend on where the map lies.
    pub name: String,
    /// XXH3 of the content, 64 bits.
    pub xxh3: String,
    /// Size in bytes.
    pub bytes: u64,
}

/// What a compile gives.
#[derive(Debug)]
pub struct Output {
    /// The compiled map.
    pub bsp: Bsp,
    /// Portals between clusters, for the visibility compile; `None` for a leaking map.
    pub portals: Option<PortalFile>,
    /// The way out, where the map leaks.
    pub leak: Option<Leak>,
    /// Messages in a fixed order.
    pub diagnostics: Diagnostics,
    /// What was counted.
    pub statistics: Statistics,
}

/// Why there is no output at all.
#[derive(Debug, Error)]
pub enum CompileError {
    /// The map has no brush that could be used.
    #[error("the map has no usable brush in the world: there is nothing to compile")]
    NoBrushes,
    /// Progress asked for a stop.
    #[error("cancelled; the old files are as they were")]
    Cancelled,
    /// The thread pool could not be made.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}

/// Compiles a map. The output is the same for any number of threads.
///
/// # Errors
///
/// See [`CompileError`]. A leak is not an error here: the output then says where it is.
pub fn compile(request: &Request<'_>, progress: &dyn Progress) -> Result<Output, CompileError> {
    let threads = request.options.threads;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20).build();
    let pool = pool.map_err(|error| CompileError::Threads { threads, reason: error.to_string() })?;
    pool.install(|| run(request, progress))
}

fn run(request: &Request<'_>, progress: &dyn Progress) -> Result<Output, CompileError> {
    let Request { map, options, .. } = *request;
    let mut diagnostics = Diagnostics::new();
    let mut planes = PlaneTable::new();
    let mut textures = TextureTable::default();

    // Planes are interned first: from here on every decision is exact on those.
    progress.stage("brushes", 0);
    let models = read_models(map, &mut planes, &mut textures, &mut diagnostics);
    if models[0].brushes.is_empty() {
        return Err(CompileError::NoBrushes);
    }
    let regions: Vec<[u32; 6]> = models.iter().map(|model| region_planes(&mut planes, &model.bounds)).collect();
    let planes = planes.planes();

    // The world: boundaries between what is solid and what is not, a tree over them, what is inside.
    progress.stage("csg", models[0].brushes.len() as u64);
    let fragments = cut_faces(planes, &models[0].brushes, progress);
    stop_if_cancelled(progress)?;
    progress.stage("tree", 0);
    let tree = build_tree(planes, &fragments, &BrushClasses { planes, brushes: &models[0].brushes });
    stop_if_cancelled(progress)?;
    progress.stage("portals", 0);
    let graph = PortalGraph::build(planes, &tree, &regions[0]);
    progress.stage("flood", 0);
    let world = Space { planes, tree, graph };
    let flood = flood_world(&world, map, &mut diagnostics);
    let sealed = flood.leak.is_none() && !options.no_fill;

    // Outside removal: only what is seen from inside is kept, and the tree is built again from that alone.
    let world = if sealed {
        progress.stage("inside tree", 0);
        rebuild_inside(world, fragments, &flood.inside, &regions[0])
    } else {
        let inside = world.tree.leaves.iter().map(|class| !class.is_opaque()).collect();
        CompiledSpace { fragments, inside, tree: world.tree, graph: world.graph }
    };
    stop_if_cancelled(progress)?;

    // Brush entities have small trees of their own, so that they can move.
    progress.stage("brush models", models.len() as u64 - 1);
    let mut spaces = vec![world];
    spaces.extend(
        models[1..]
            .par_iter()
            .zip(&regions[1..])
            .map(|(model, region)| {
                let space = compile_brush_model(planes, model, region);
                progress.advance(1);
                space
            })
            .collect::<Vec<_>>(),
    );
    stop_if_cancelled(progress)?;

    progress.stage("emission", 0);
    let portals = flood.leak.is_none().then(|| PortalFile::of_world(&spaces[0]));
    let emit_models: Vec<EmitModel<'_>> =
        models.iter().zip(&spaces).map(|(model, space)| EmitModel { model, space }).collect();
    let (bsp, mut statistics) = emit(request, planes, &emit_models, textures, sealed);
    statistics.portals = portals.as_ref().map_or(0, |file| file.portals.len());
    Ok(Output { bsp, portals, leak: flood.leak, diagnostics, statistics })
}

fn stop_if_cancelled(progress: &dyn Progress) -> Result<(), CompileError> {
    if progress.cancelled() { Err(CompileError::Cancelled) } else { Ok(()) }
}

fn region_planes(planes: &mut PlaneTable, bounds: &DAabb) -> [u32; 6] {
    planes.intern_box(bounds.min.floor() - VOID_MARGIN, bounds.max.ceil() + VOID_MARGIN)
}

/// A tree and its portals.
struct Space<'a> {
    planes: &'a [ExactPlane],
    tree: Tree,
    graph: PortalGraph,
}

/// A model's space as it goes into the compiled map.
pub struct CompiledSpace {
    /// What is left of the faces.
    pub fragments: Vec<Fragment>,
    /// By leaf: open and inside the map.
    pub inside: Vec<bool>,
    /// The tree.
    pub tree: Tree,
    /// Its portals.
    pub graph: PortalGraph,
}

struct Flood {
    inside: Vec<bool>,
    leak: Option<Leak>,
}

/// Floods the world from everything that stands in it, and finds the way out if there is one.
fn flood_world(world: &Space<'_>, map: &Map, diagnostics: &mut Diagnostics) -> Flood {
    let Space { planes, tree, graph } = world;
    let void = reach_from_void(tree, graph);
    let mut occupants = Vec::new();
    let mut starts_inside = false;
    for standing in standing_entities(map) {
        match open_leaf(planes, tree, &standing) {
            Some(leaf) => {
                starts_inside |= standing.is_start && !void[leaf as usize];
                occupants.push(Occupant { entity: standing.entity, origin: standing.origin, leaf });
            }
            None if standing.must_be_free => {
                diagnostics.push(codes::in_solid(&map.entities[standing.entity], standing.origin, &map.source));
            }
            None => {}
        }
    }
    if occupants.is_empty() {
        diagnostics.push(codes::nothing_to_flood_from(&map.source));
        let inside = (0..tree.leaves.len()).map(|leaf| !tree.leaves[leaf].is_opaque() && !void[leaf]).collect();
        return Flood { inside, leak: None };
    }
    let (outside, held): (Vec<Occupant>, Vec<Occupant>) =
        occupants.into_iter().partition(|occupant| void[occupant.leaf as usize]);
    if starts_inside || outside.is_empty() {
        // Where a player begins is sealed: what is elsewhere was left lying outside.
        for occupant in &outside {
            diagnostics.push(codes::outside_map(&map.entities[occupant.entity], occupant.origin, &map.source));
        }
        let inside = reach(tree, graph, held.iter().map(|occupant| occupant.leaf));
        note_cracks(world, &inside, &void, map, diagnostics);
        return Flood { inside, leak: None };
    }
    let leak = find_leak(world, map, &outside, diagnostics);
    let all = outside.iter().chain(&held).map(|occupant| occupant.leaf);
    Flood { inside: reach(tree, graph, all), leak }
}

/// Says so where the inside touches the void through cracks alone.
fn note_cracks(world: &Space<'_>, inside: &[bool], void: &[bool], map: &Map, diagnostics: &mut Diagnostics) {
    let Space { tree, graph, .. } = world;
    let starts = (0..tree.leaves.len() as u32).filter(|&leaf| inside[leaf as usize]);
    let reached = reach_through(tree, graph, starts, |_| true);
    if !reached.iter().zip(void).any(|(reached, void)| *reached && *void) {
        return;
    }
    let touches =
        |portal: &&Portal| portal.is_crack() && portal.leaves.iter().flatten().any(|&leaf| inside[leaf as usize]);
    if let Some(crack) = graph.portals.iter().find(touches) {
        diagnostics.push(codes::cracks_closed(crack.winding.center(), crack.width, &map.source));
    }
}

/// The leaf that an entity stands in; one whose origin is on the floor is lifted by a unit.
fn open_leaf(planes: &[ExactPlane], tree: &Tree, standing: &Standing) -> Option<u32> {
    [0.0, 1.0]
        .into_iter()
        .map(|lift| leaf_at(planes, tree, standing.origin + DVec3::Z * lift))
        .find(|&leaf| !tree.leaves[leaf as usize].is_opaque())
}

fn find_leak(world: &Space<'_>, map: &Map, outside: &[Occupant], diagnostics: &mut Diagnostics) -> Option<Leak> {
    let start = |occupant: &&Occupant| map.entities[occupant.entity].class_name().starts_with("info_player");
    let occupant = outside.iter().find(start).or(outside.first())?;
    let way = way_out(&world.tree, &world.graph, occupant)?;
    let leak = Leak::along(&world.graph, occupant, &way);
    let entity = &map.entities[occupant.entity];
    diagnostics.push(codes::leak(entity, occupant.origin, leak.narrowest, leak.width, &map.source));
    Some(leak)
}

/// Keeps the parts of all fragments that are seen from inside, and builds the tree from those.
fn rebuild_inside(world: Space<'_>, fragments: Vec<Fragment>, inside: &[bool], region: &[u32; 6]) -> CompiledSpace {
    let Space { planes, tree, .. } = world;
    let kept: Vec<Fragment> = fragments
        .into_par_iter()
        .map(|fragment| inside_parts(planes, &tree, fragment, inside))
        .collect::<Vec<_>>()
        .into_iter()
        .flatten()
        .collect();
    let classes = FilledClasses { planes, tree: &tree, inside };
    let tree = build_tree(planes, &kept, &classes);
    let graph = PortalGraph::build(planes, &tree, region);
    let inside = tree.leaves.iter().map(|class| !class.is_opaque()).collect();
    CompiledSpace { fragments: kept, inside, tree, graph }
}

fn inside_parts(planes: &[ExactPlane], tree: &Tree, fragment: Fragment, inside: &[bool]) -> Vec<Fragment> {
    let mut all = true;
    let mut kept = Vec::new();
    for (leaf, piece) in pieces_by_leaf(planes, tree, tree.root, fragment.winding.clone()) {
        if inside[leaf as usize] || fragment.back.is_liquid() && back_is_inside(planes, tree, &piece, inside) {
            kept.push(piece);
        } else {
            all = false;
        }
    }
    if all {
        return vec![fragment];
    }
    let part = |winding| Fragment { winding, ..fragment.clone() };
    merge_fragments(planes, kept).into_iter().map(part).collect()
}

fn back_is_inside(planes: &[ExactPlane], tree: &Tree, piece: &ExactWinding, inside: &[bool]) -> bool {
    pieces_by_leaf(planes, tree, tree.root, piece.flipped()).iter().any(|(leaf, _)| inside[*leaf as usize])
}

fn compile_brush_model(planes: &[ExactPlane], model: &Model, region: &[u32; 6]) -> CompiledSpace {
    let fragments = cut_faces(planes, &model.brushes, &NoProgress);
    let tree = build_tree(planes, &fragments, &BrushClasses { planes, brushes: &model.brushes });
    let graph = PortalGraph::build(planes, &tree, region);
    let inside = tree.leaves.iter().map(|class| !class.is_opaque()).collect();
    CompiledSpace { fragments, inside, tree, graph }
}

/// The class of a place from the brushes that hold it.
struct BrushClasses<'a> {
    planes: &'a [ExactPlane],
    brushes: &'a [Brush],
}

impl ClassAt for BrushClasses<'_> {
    fn class_beside(&self, point: DVec3, plane: u32) -> VolumeClass {
        let holds = |brush: &&Brush| {
            brush.role == BrushRole::Structural
                && brush.sides.iter().all(|side| {
                    side.plane == plane ^ 1
                        || side.plane != plane && self.planes[side.plane as usize].side_of_point(point) != Side::Front
                })
        };
        self.brushes.iter().filter(holds).map(|brush| brush.class).max().unwrap_or(VolumeClass::Empty)
    }
}

/// The class of a place from the tree before the outside was filled.
struct FilledClasses<'a> {
    planes: &'a [ExactPlane],
    tree: &'a Tree,
    inside: &'a [bool],
}

impl ClassAt for FilledClasses<'_> {
    fn class_beside(&self, point: DVec3, plane: u32) -> VolumeClass {
        let mut child = self.tree.root;
        loop {
            let node = match child {
                Child::Leaf(leaf) if self.inside[leaf as usize] => return self.tree.leaves[leaf as usize],
                Child::Leaf(_) => return VolumeClass::Solid,
                Child::Node(node) => self.tree.nodes[node as usize],
            };
            let behind = if node.plane | 1 == plane | 1 {
                node.plane != plane
            } else {
                self.planes[node.plane as usize].side_of_point(point) == Side::Back
            };
            child = node.children[usize::from(behind)];
        }
    }
}
