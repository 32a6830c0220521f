//! The compile as a table of contents.

use crate::brush::Brush;
use crate::clusters::Clusters;
use crate::codes;
use crate::cordon::cut_to_cordon;
use crate::csg::{Fragment, cut_faces};
use crate::detail_seal::promote_sealing_detail;
use crate::drawn::drawn_faces;
use crate::emit::{EmitModel, emit};
use crate::flags::report_lost_flags;
use crate::inside::{rebuild_all, rebuild_inside};
use crate::leak::{Leak, Scene};
use crate::model::{Model, read_models};
use crate::options::{MAX_THREADS, NoProgress, Options, Progress};
use crate::places::Places;
use crate::planes::PlaneTable;
use crate::portalfile::PortalFile;
use crate::portals::PortalGraph;
use crate::sealing::{Flood, flood_world};
use crate::statistics::Statistics;
use crate::textures::TextureTable;
use crate::thin_leaves::divide_thin_leaves;
use crate::tree::{ClassAt, Effort, TooDeep, Tree, build_tree};
use crate::volume::{BrushRole, VolumeClass};
use kerosene_bsp::Bsp;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::Map;
use kerosene_math::exact::{ExactPlane, Side};
use kerosene_math::{DAabb, DVec3};
use rayon::prelude::*;
use std::borrow::Cow;
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
    /// Every hole, where the map leaks.
    pub leak: Option<Leak>,
    /// Messages in a fixed order.
    pub diagnostics: Diagnostics,
    /// What was counted.
    pub statistics: Statistics,
}

/// Why there is no output at all.
#[derive(Debug, Error)]
pub enum CompileError {
    /// The map has neither a brush nor a mesh that could be used.
    #[error("the map has no usable brush or mesh in the world: there is nothing to compile")]
    NoBrushes {
        /// What was wrong with those that there are.
        diagnostics: Diagnostics,
    },
    /// A model's tree is deeper than a compiled map's may be.
    #[error("the brushes of `{class}` are too intricate: {reason}")]
    TooDeep {
        /// Class of the entity whose brushes they are.
        class: String,
        /// Where.
        reason: TooDeep,
    },
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
///
/// # Examples
///
/// One block and a player beside it: nothing keeps the void out, and the output says so.
///
/// ```
/// use cleave::{NoProgress, Options, Request, compile};
/// use kerosene_map::{ReadOptions, read_map};
///
/// let text = br#"
/// { "classname" "worldspawn"
/// { ( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) wall 0 0 0 1 1
///   ( 64 0 0 ) ( 64 0 1 ) ( 64 1 0 ) wall 0 0 0 1 1
///   ( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) wall 0 0 0 1 1
///   ( 0 64 0 ) ( 1 64 0 ) ( 0 64 1 ) wall 0 0 0 1 1
///   ( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) wall 0 0 0 1 1
///   ( 0 0 64 ) ( 0 1 64 ) ( 1 0 64 ) wall 0 0 0 1 1 } }
/// { "classname" "info_player_start" "origin" "32 32 96" }"#;
/// let map = read_map("block.map", text, &ReadOptions::default())?.map;
/// let request = Request { map: &map, options: &Options::default(), inputs: &[] };
///
/// let output = compile(&request, &NoProgress)?;
/// assert_eq!(output.statistics.faces, 6);
/// assert!(output.leak.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compile(request: &Request<'_>, progress: &dyn Progress) -> Result<Output, CompileError> {
    let Request { map, options, inputs } = *request;
    with_threads(options.threads, || run(Cow::Borrowed(map), options, inputs, progress))?
}

/// As [`compile`], in less memory: what is not needed any more of the map goes while it is compiled.
///
/// # Errors
///
/// See [`CompileError`].
///
/// ```
/// use cleave::{CompileError, NoProgress, Options, compile_owned};
///
/// let nothing = compile_owned(kerosene_map::Map::default(), &Options::default(), &[], &NoProgress);
/// assert!(matches!(nothing, Err(CompileError::NoBrushes { .. })));
/// ```
pub fn compile_owned(
    map: Map,
    options: &Options,
    inputs: &[Input],
    progress: &dyn Progress,
) -> Result<Output, CompileError> {
    with_threads(options.threads, || run(Cow::Owned(map), options, inputs, progress))?
}

/// Runs `work` on so many threads, 0 for one per core; a compile within it uses the same. Reading the map in it too saves
/// memory: the system's allocator reuses what a thread freed for that thread alone. Where the caller is on a thread of a
/// pool already, `work` runs on that pool.
///
/// # Errors
///
/// [`CompileError::Threads`] where the system has no threads to give.
///
/// ```
/// assert_eq!(cleave::with_threads(1, || 6 * 7)?, 42);
/// # Ok::<(), cleave::CompileError>(())
/// ```
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, CompileError> {
    if rayon::current_thread_index().is_some() {
        return Ok(work());
    }
    let threads = threads.min(MAX_THREADS);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20).build();
    let pool = pool.map_err(|error| CompileError::Threads { threads, reason: error.to_string() })?;
    Ok(pool.install(work))
}

fn run(
    mut map: Cow<'_, Map>,
    options: &Options,
    inputs: &[Input],
    progress: &dyn Progress,
) -> Result<Output, CompileError> {
    let mut diagnostics = Diagnostics::new();
    if let Some(cordoned) = cut_to_cordon(&map, options) {
        diagnostics.push(codes::cordoned(&cordoned));
        map = Cow::Owned(cordoned.map);
    }
    // Planes are interned first: from here on every decision is exact on those.
    let (mut models, interned) = intern(&mut map, options, progress, &mut diagnostics)?;
    let Interned { planes, regions, textures } = &interned;
    let stages = Stages { planes, regions, textures, map: &map, progress };

    // The world: boundaries between what is solid and what is not, a tree over them, what is inside.
    let (shaped, flood) = stages.flooded_world(&mut models[0].brushes, &mut diagnostics)?;
    if let Cow::Owned(map) = &mut map {
        forget_brushes(map);
    }
    let map: &Map = &map;
    let stages = Stages { planes, regions, textures, map, progress };
    // Without an inside there is nothing to keep: filling would leave no map at all.
    let sealed = flood.leak.is_none() && flood.inside.contains(&true) && !options.no_fill;
    // Outside removal: only what is seen from inside is kept, and the tree is built again from that alone.
    let world = stages.compiled_world(shaped, &flood, sealed)?;
    // Brush entities have small trees of their own, so that they can move.
    let spaces = stages.all_spaces(&models, world)?;

    progress.stage("places", 0);
    let places = Places::find(planes, map, &models, &spaces, flood.leak.is_some(), &mut diagnostics);
    progress.stage("emission", 0);
    let portals = flood.leak.is_none().then(|| PortalFile::of_world(planes, &models[0].brushes, &spaces[0]));
    let emit_models = models.iter().zip(&places.models).map(|(model, places)| EmitModel { model, places });
    let emit_models = emit_models.zip(spaces).collect();
    let request = Request { map, options, inputs };
    let Interned { planes, textures, .. } = interned;
    let (bsp, mut statistics) = emit(&request, &planes, emit_models, &places, textures, sealed, &mut diagnostics);
    statistics.portals = portals.as_ref().map_or(0, |file| file.portals.len());
    Ok(Output { bsp, portals, leak: flood.leak, diagnostics, statistics })
}

/// What names stand for in all models.
struct Interned {
    planes: Vec<ExactPlane>,
    /// By model: the planes of the box that it lies in.
    regions: Vec<[u32; 6]>,
    textures: TextureTable,
}

/// Makes models of the map's brushes and meshes. A map that is owned is left without its sides.
fn intern(
    map: &mut Cow<'_, Map>,
    options: &Options,
    progress: &dyn Progress,
    diagnostics: &mut Diagnostics,
) -> Result<(Vec<Model>, Interned), CompileError> {
    progress.stage("brushes", 0);
    let (mut planes, mut textures) = (PlaneTable::new(), TextureTable::with_materials(&options.materials));
    let models = read_models(map, &mut planes, &mut textures, diagnostics);
    report_lost_flags(map, diagnostics);
    if let Cow::Owned(map) = map {
        forget_sides(map);
    }
    if models[0].brushes.is_empty() && models[0].meshes.is_empty() {
        return Err(CompileError::NoBrushes { diagnostics: std::mem::take(diagnostics) });
    }
    let regions = models.iter().map(|model| region_planes(&mut planes, &model.bounds)).collect();
    Ok((models, Interned { planes: planes.into_planes(), regions, textures }))
}

/// What the stages from brushes to spaces have in common.
struct Stages<'p, 'a> {
    planes: &'p [ExactPlane],
    regions: &'a [[u32; 6]],
    textures: &'a TextureTable,
    map: &'a Map,
    progress: &'a dyn Progress,
}

impl<'p> Stages<'p, '_> {
    fn too_deep(&self, entity: usize) -> impl Fn(TooDeep) -> CompileError {
        move |reason| CompileError::TooDeep { class: self.map.entities[entity].class_name().to_owned(), reason }
    }

    /// Shapes the world and floods it; where it leaks, once more with the detail that seals it.
    fn flooded_world(
        &self,
        brushes: &mut [Brush],
        diagnostics: &mut Diagnostics,
    ) -> Result<(Shaped<'p>, Flood), CompileError> {
        let region = &self.regions[0];
        let shaped = shape(self.planes, brushes, region, self.progress).map_err(self.too_deep(0))?;
        stop_if_cancelled(self.progress)?;
        self.progress.stage("flood", 0);
        let mut found = Diagnostics::new();
        let flood = self.flood(&shaped, brushes, &mut found);
        let Some(leak) = &flood.leak else {
            diagnostics.append(found);
            return Ok((shaped, flood));
        };
        self.progress.stage("detail that seals", 0);
        let sealing = promote_sealing_detail(self.planes, brushes, region, self.textures, self.map, leak);
        let sealing = sealing.map_err(self.too_deep(0))?;
        stop_if_cancelled(self.progress)?;
        if sealing.is_empty() {
            diagnostics.append(found);
            return Ok((shaped, flood));
        }
        drop((shaped, flood, found));
        let sealing: Vec<&Brush> = sealing.iter().map(|&index| &brushes[index]).collect();
        diagnostics.extend(codes::sealed_by_detail(&sealing, &self.map.source));
        let shaped = shape(self.planes, brushes, region, &NoProgress).map_err(self.too_deep(0))?;
        let flood = self.flood(&shaped, brushes, diagnostics);
        Ok((shaped, flood))
    }

    fn flood(&self, shaped: &Shaped<'_>, brushes: &[Brush], diagnostics: &mut Diagnostics) -> Flood {
        let Self { regions, textures, map, .. } = *self;
        let scene = Scene { world: &shaped.space, region: &regions[0], brushes, textures, map };
        flood_world(&scene, diagnostics)
    }

    /// The world as it is compiled. One that leaks keeps the tree that the flood went through.
    fn compiled_world(
        &self,
        Shaped { fragments, space }: Shaped<'_>,
        flood: &Flood,
        sealed: bool,
    ) -> Result<CompiledSpace, CompileError> {
        let region = &self.regions[0];
        if flood.leak.is_some() {
            return Ok(CompiledSpace::unfilled(fragments, space));
        }
        self.progress.stage("inside tree", 0);
        let rebuilt = match sealed {
            true => rebuild_inside(space, fragments, &flood.inside, region),
            false => rebuild_all(space, fragments, region),
        };
        let world = rebuilt.map_err(self.too_deep(0))?;
        stop_if_cancelled(self.progress)?;
        Ok(world)
    }

    /// The spaces of all models, with what is drawn of their faces.
    fn all_spaces(&self, models: &[Model], world: CompiledSpace) -> Result<Vec<CompiledSpace>, CompileError> {
        self.progress.stage("brush models", models.len() as u64 - 1);
        let fragments = drawn_faces(self.planes, &models[0].brushes, world.fragments);
        let mut spaces = vec![CompiledSpace { fragments, ..world }];
        let compiled: Vec<_> = models[1..]
            .par_iter()
            .zip(&self.regions[1..])
            .map(|(model, region)| {
                let space = compile_brush_model(self.planes, model, region).map_err(self.too_deep(model.entity));
                self.progress.advance(1);
                space
            })
            .collect();
        // The first fault in map order, whatever the thread count.
        spaces.extend(compiled.into_iter().collect::<Result<Vec<_>, _>>()?);
        stop_if_cancelled(self.progress)?;
        Ok(spaces)
    }
}

/// Frees the sides of all brushes, the bulk of a map: those are polygons by now. That there were brushes still counts.
fn forget_sides(map: &mut Map) {
    for brush in map.entities.iter_mut().flat_map(|entity| &mut entity.brushes) {
        brush.sides = Vec::new();
    }
}

/// Frees the brushes of all entities but one each, now that no hole has to be shown any more: it says that there were some.
fn forget_brushes(map: &mut Map) {
    for entity in &mut map.entities {
        entity.brushes.truncate(1);
        entity.brushes.shrink_to_fit();
    }
}

fn stop_if_cancelled(progress: &dyn Progress) -> Result<(), CompileError> {
    if progress.cancelled() { Err(CompileError::Cancelled) } else { Ok(()) }
}

fn region_planes(planes: &mut PlaneTable, bounds: &DAabb) -> [u32; 6] {
    planes.intern_box(bounds.min.floor() - VOID_MARGIN, bounds.max.ceil() + VOID_MARGIN)
}

/// A tree and its portals.
pub(crate) struct Space<'a> {
    pub(crate) planes: &'a [ExactPlane],
    pub(crate) tree: Tree,
    pub(crate) graph: PortalGraph,
}

/// A model's space as it goes into the compiled map.
pub(crate) struct CompiledSpace {
    /// What is drawn of the faces.
    pub(crate) fragments: Vec<Fragment>,
    /// By leaf: open and inside the map.
    pub(crate) inside: Vec<bool>,
    /// The tree.
    pub(crate) tree: Tree,
    /// Its portals.
    pub(crate) graph: PortalGraph,
    /// What the leaves that are inside belong to.
    pub(crate) clusters: Clusters,
}

impl CompiledSpace {
    /// A space with all that is open, each leaf its own cluster.
    fn unfilled(fragments: Vec<Fragment>, space: Space<'_>) -> Self {
        let inside: Vec<bool> = space.tree.leaves.iter().map(|class| !class.is_opaque()).collect();
        let clusters = Clusters::of_leaves(&inside);
        Self { fragments, inside, tree: space.tree, graph: space.graph, clusters }
    }
}

fn compile_brush_model(planes: &[ExactPlane], model: &Model, region: &[u32; 6]) -> Result<CompiledSpace, TooDeep> {
    let Shaped { fragments, space } = shape(planes, &model.brushes, region, &NoProgress)?;
    let fragments = drawn_faces(planes, &model.brushes, fragments);
    Ok(CompiledSpace::unfilled(fragments, space))
}

/// Brushes in their space: the boundaries between what they are made of, and a tree over those.
pub(crate) struct Shaped<'a> {
    pub(crate) fragments: Vec<Fragment>,
    pub(crate) space: Space<'a>,
}

/// Cuts the faces of one model's brushes and builds tree and portals.
pub(crate) fn shape<'a>(
    planes: &'a [ExactPlane],
    brushes: &[Brush],
    region: &[u32; 6],
    progress: &dyn Progress,
) -> Result<Shaped<'a>, TooDeep> {
    progress.stage("csg", brushes.len() as u64);
    let fragments = cut_faces(planes, brushes, progress);
    progress.stage("tree", 0);
    let tree = build_tree(planes, &fragments, &BrushClasses { planes, brushes }, Effort::Rough)?;
    progress.stage("portals", 0);
    let graph = PortalGraph::build(planes, &tree, region);
    let space = divide_thin_leaves(Space { planes, tree, graph }, region);
    Ok(Shaped { fragments, space })
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
