//! An exact and slow sweep to hold the fast one against, for tests and benchmarks.
//!
//! It shares nothing with the traces but the records: no tree, no stored bevels, no hierarchy. Each brush becomes its
//! vertices, each triangle of a mesh counts as a brush without thickness; the facets of its Minkowski sum with the box
//! are found from these (faces, axes, and edges crossed with axes); a sweep is clipped against every brush. Where the fast sweep keeps distances, the reference sweeps brushes that are grown
//! or shrunk by an *outset*, so that the fast one must lie between two exact answers: see [`Reference::check`].

use crate::convex::{Plane, windings};
use crate::{BspFile, Contents, MovingModel, Trace, TraceRequest, TraceShape};
use kerosene_math::{DVec3, Vec3};

/// How far vertices may be off a facet that touches them, in units: well above the error of cutting windings, well
/// below the slack with which bevels are made.
const ON_FACET: f64 = 1e-5;
/// How far before a surface the fast sweep stops, in units.
const CLEARANCE: f64 = 1.0 / 32.0;
/// Rounding of a fraction to `f32`, with room.
const FRACTION_EPSILON: f64 = 1e-6;
/// How far a brush's corners move outward at most when its faces do by one unit. Sharper ones are cut off.
const SHARPEST: f64 = 64.0;
/// Slack of the stored bevels' distances, in units.
const BEVEL_SLACK: f64 = 0.02;

/// What an exact sweep met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReferenceSweep {
    /// When the first brush is touched, as a fraction of the way; 1 if none is.
    pub fraction: f64,
    /// Which brush that is, as its model (0 or [`MovingModel::id`]) and index; `None` where it is a mesh.
    pub brush: Option<(u32, u32)>,
    /// Which mesh that is, as its model and index.
    pub mesh: Option<(u32, u32)>,
    /// Some brush holds the shape at the start.
    pub start_solid: bool,
    /// Some brush holds it at the start and at the end.
    pub all_solid: bool,
}

/// All brushes and triangles of a map as exact polyhedra.
#[derive(Debug, Clone)]
pub struct Reference<'a> {
    file: &'a BspFile,
    brushes: Vec<Polyhedron>,
}

/// What a polyhedron is a part of, with its model, by the caller's name, and its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    Brush(u32, u32),
    Mesh(u32, u32),
}

#[derive(Debug, Clone)]
struct Polyhedron {
    name: Name,
    contents: Contents,
    /// How many of its faces have nothing between them: the two sides of a triangle.
    thin_faces: usize,
    vertices: Vec<DVec3>,
    /// Corners of the box around its vertices.
    bounds: [DVec3; 2],
    /// The planes that bound it.
    faces: Vec<Plane>,
    /// The planes that, pushed out by a box's reach, bound the sum with the box.
    facets: Vec<Plane>,
    /// More planes that it is behind and that touch it, all spanned by an edge and an axis: where rounding hides which
    /// of these are facets, they keep the sum exact. They would blunt its corners if it were grown.
    supports: Vec<Plane>,
}

/// Sweeps exactly against all brushes of the world.
///
/// To make many sweeps, prepare a [`Reference`] once.
///
/// ```
/// use kerosene_bsp::{Contents, TraceRequest, TraceShape, reference, sample};
/// use kerosene_math::Vec3;
/// let file = sample::room().to_file()?;
/// let request = TraceRequest {
///     start: Vec3::new(0.0, 0.0, 100.0),
///     end: Vec3::new(0.0, 0.0, -100.0),
///     shape: TraceShape::Point,
///     mask: Contents::SOLID,
/// };
/// assert_eq!(reference::sweep(&file, &request).fraction, 0.5);
/// # Ok::<(), kerosene_bsp::BspError>(())
/// ```
pub fn sweep(file: &BspFile, request: &TraceRequest) -> ReferenceSweep {
    Reference::new(file).sweep(request, 0.0)
}

impl<'a> Reference<'a> {
    /// Prepares the brushes of the world.
    pub fn new(file: &'a BspFile) -> Self {
        Self { file, brushes: Vec::new() }.with_model(&MovingModel::at_rest(0, 0))
    }

    /// Adds the brushes of a model where it is.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{Contents, MovingModel, TraceRequest, TraceShape, reference::Reference};
    /// use kerosene_math::Vec3;
    /// let file = build(&[vec![], vec![SampleBrush::block(Vec3::ZERO, Vec3::splat(10.0))]]).to_file()?;
    /// let reference = Reference::new(&file).with_model(&MovingModel::at_rest(3, 1).displaced(Vec3::X * 40.0));
    /// let (start, end) = (Vec3::new(0.0, 5.0, 5.0), Vec3::new(80.0, 5.0, 5.0));
    /// let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
    /// assert_eq!(reference.sweep(&request, 0.0).brush, Some((3, 0)));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    #[must_use]
    pub fn with_model(mut self, placed: &MovingModel) -> Self {
        let Some(model) = self.file.models().get(placed.model as usize) else { return self };
        for index in model.first_brush..model.first_brush + model.brush_count {
            self.brushes.push(Polyhedron::of_brush(self.file, index, placed));
        }
        for index in model.first_mesh..model.first_mesh + model.mesh_count {
            self.brushes.extend(triangles_of(self.file, index, placed));
        }
        self
    }

    /// Sweeps against every brush, grown by `outset` units along every facet; negative shrinks.
    ///
    /// ```
    /// use kerosene_bsp::{Contents, TraceRequest, TraceShape, reference::Reference, sample};
    /// use kerosene_math::Vec3;
    /// let file = sample::room().to_file()?;
    /// let (start, end) = (Vec3::new(0.0, 0.0, 100.0), Vec3::new(0.0, 0.0, -100.0));
    /// let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
    /// assert_eq!(Reference::new(&file).sweep(&request, 2.0).fraction, 0.49);
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn sweep(&self, request: &TraceRequest, outset: f64) -> ReferenceSweep {
        sweep_all(&self.near(request, outset), request, outset)
    }

    /// The brushes of the mask that a sweep passes at all near: to all others it is nothing.
    fn near(&self, request: &TraceRequest, outset: f64) -> Vec<&Polyhedron> {
        let (middle, half) = shape_box(&request.shape);
        let (start, end) = (request.start.as_dvec3() + middle, request.end.as_dvec3() + middle);
        let room = half + DVec3::splat(1.0 + SHARPEST * outset.abs());
        let (mins, maxs) = (start.min(end) - room, start.max(end) + room);
        let meets = |[low, high]: [DVec3; 2]| low.cmple(maxs).all() && high.cmpge(mins).all();
        let near = |brush: &&Polyhedron| meets(brush.bounds) && brush.contents.intersects(request.mask);
        self.brushes.iter().filter(near).collect()
    }

    /// Whether a trace of the same map and models answers a request rightly, to `tolerance` units.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    ///
    /// ```
    /// use kerosene_bsp::{CollisionMap, Contents, Trace, TraceRequest, TraceShape, reference::Reference, sample};
    /// use kerosene_math::Vec3;
    /// let file = sample::room().to_file()?;
    /// let (start, end) = (Vec3::new(0.0, 0.0, 100.0), Vec3::new(0.0, 0.0, -100.0));
    /// let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
    /// let reference = Reference::new(&file);
    /// assert_eq!(reference.check(&request, &CollisionMap::new(&file).trace(&request), 1e-3), Ok(()));
    /// assert!(reference.check(&request, &Trace::clear(end), 1e-3).is_err());
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn check(&self, request: &TraceRequest, trace: &Trace, tolerance: f64) -> Result<(), String> {
        let near = self.near(request, CLEARANCE + tolerance);
        let (shrunk, grown) = (sweep_all(&near, request, -tolerance), sweep_all(&near, request, tolerance));
        let void = |point: Vec3| request.mask.contains(Contents::SOLID) && self.is_void(request, point);
        let (start_void, end_void) = (void(request.start), void(request.end));
        let wrong = |what: &str| Err(format!("{what}: {trace:?} for {request:?}, exactly {shrunk:?} to {grown:?}"));
        if shrunk.start_solid && !trace.start_solid || trace.start_solid && !grown.start_solid && !start_void {
            return wrong("start_solid");
        }
        if shrunk.all_solid && !trace.all_solid
            || trace.all_solid && !grown.all_solid && !(start_void && end_void)
            || trace.all_solid && trace.fraction != 0.0
        {
            return wrong("all_solid");
        }
        if trace.all_solid {
            return Ok(());
        }
        let wide = sweep_all(&near, request, CLEARANCE + tolerance);
        let earliest = if wide.start_solid { 0.0 } else { wide.fraction - FRACTION_EPSILON };
        let earliest = earliest.min(grown.fraction - run_up(request, trace, CLEARANCE + tolerance));
        // A brush that may hold the shape at the start need not stop it.
        let holds_start = |brush: &Polyhedron| matches!(brush.sweep(request, tolerance), Meeting::Inside { .. });
        let others: Vec<&Polyhedron> = near.into_iter().filter(|brush| !holds_start(brush)).collect();
        let latest = sweep_all(&others, request, -tolerance).fraction + FRACTION_EPSILON;
        let fraction = f64::from(trace.fraction);
        if !(earliest <= fraction && fraction <= latest) {
            return wrong(&format!("fraction not in {earliest} ..= {latest}"));
        }
        let stay = TraceRequest { start: trace.end, end: trace.end, ..*request };
        if !trace.start_solid && self.sweep(&stay, -tolerance).start_solid {
            return wrong("the end is inside a brush");
        }
        if trace.fraction < 1.0 {
            self.check_plane(request, trace, tolerance).or_else(|what| wrong(&what))
        } else {
            Ok(())
        }
    }

    /// The plane faces the sweep, touches the brush, and the shape ends no farther from it than it should.
    fn check_plane(&self, request: &TraceRequest, trace: &Trace, tolerance: f64) -> Result<(), String> {
        let (normal, dist) = (trace.plane.normal.as_dvec3(), f64::from(trace.plane.dist));
        let slack = tolerance.max(BEVEL_SLACK);
        let name = match (trace.model, trace.brush, trace.mesh) {
            (Some(model), Some(brush), None) => Some(Name::Brush(model, brush)),
            (Some(model), None, Some(mesh)) => Some(Name::Mesh(model, mesh)),
            _ => None,
        };
        let named = self.brushes.iter().filter(|brush| Some(brush.name) == name);
        let gap = |brush: &Polyhedron| (support(&brush.vertices, normal) - dist).abs();
        let Some(gap) = named.map(gap).min_by(f64::total_cmp) else {
            return Err("no such brush or mesh".to_owned());
        };
        if (normal.length() - 1.0).abs() > 1e-3 || gap > slack {
            return Err(format!("the plane is {gap} off what it belongs to"));
        }
        if normal.dot((request.end - request.start).as_dvec3()) >= 0.0 {
            return Err("the plane faces away".to_owned());
        }
        let (middle, half) = shape_box(&request.shape);
        let distance = normal.dot(trace.end.as_dvec3() + middle) - dist - normal.abs().dot(half);
        if distance > CLEARANCE + slack || distance < -slack {
            return Err(format!("the shape ends at {distance} from the plane"));
        }
        Ok(())
    }

    /// The middle of the shape is in a solid leaf without brushes.
    fn is_void(&self, request: &TraceRequest, point: Vec3) -> bool {
        let point = point.as_dvec3() + shape_box(&request.shape).0;
        let mut child = self.file.models()[0].head_node;
        while child >= 0 {
            let node = &self.file.nodes()[child as usize];
            let plane = &self.file.planes()[node.plane as usize];
            let behind = Vec3::from_array(plane.normal).as_dvec3().dot(point) < f64::from(plane.dist);
            child = node.children[usize::from(behind)];
        }
        let leaf = &self.file.leaves()[!child as usize];
        leaf.brush_count == 0 && Contents::from_bits_retain(leaf.contents).contains(Contents::SOLID)
    }
}

/// Sweeps against brushes that were not sorted out before.
fn sweep_all(brushes: &[&Polyhedron], request: &TraceRequest, outset: f64) -> ReferenceSweep {
    let mut first = ReferenceSweep { fraction: 1.0, brush: None, mesh: None, start_solid: false, all_solid: false };
    for brush in brushes {
        match brush.sweep(request, outset) {
            Meeting::Inside { all_the_way } => {
                first.start_solid = true;
                first.all_solid |= all_the_way;
            }
            Meeting::Touch(fraction) if fraction < first.fraction => {
                first.fraction = fraction;
                (first.brush, first.mesh) = match brush.name {
                    Name::Brush(model, index) => (Some((model, index)), None),
                    Name::Mesh(model, index) => (None, Some((model, index))),
                };
            }
            Meeting::Touch(_) | Meeting::Nothing => {}
        }
    }
    if first.all_solid {
        first.fraction = 0.0;
    }
    first
}

/// How a sweep meets one brush.
enum Meeting {
    Nothing,
    Touch(f64),
    Inside { all_the_way: bool },
}

impl Polyhedron {
    fn of_brush(file: &BspFile, index: u32, placed: &MovingModel) -> Self {
        let brush = &file.brushes()[index as usize];
        let sides = &file.brush_sides()[brush.first_side as usize..][..brush.side_count as usize];
        let planes: Vec<Plane> = sides
            .iter()
            .filter(|side| side.bevel == 0)
            .map(|side| {
                let plane = &file.planes()[side.plane as usize];
                (Vec3::from_array(plane.normal).as_dvec3(), f64::from(plane.dist))
            })
            .collect();
        let turned = |v: DVec3| turned(placed, v);
        let origin = placed.origin.as_dvec3();
        let mut polygons = windings(&planes);
        polygons.iter_mut().flatten().for_each(|vertex| *vertex = origin + turned(*vertex));
        let faces: Vec<Plane> =
            planes.iter().map(|&(normal, dist)| (turned(normal), dist + turned(normal).dot(origin))).collect();
        let contents = placed.contents.unwrap_or(Contents::from_bits_retain(brush.contents));
        let (facets, supports) = box_facets(&faces, &polygons);
        let name = Name::Brush(placed.id, index);
        let (vertices, bounds) = with_bounds(polygons.concat());
        Self { name, contents, thin_faces: 0, vertices, bounds, faces, facets, supports }
    }

    /// A triangle: both its sides, and for rays the planes that stand on its edges.
    fn of_triangle(corners: [DVec3; 3], name: Name, contents: Contents) -> Option<Self> {
        let [a, b, c] = corners;
        let normal = (c - a).cross(b - a).try_normalize()?;
        let dist = normal.dot(a);
        let mut faces = vec![(normal, dist), (-normal, -dist)];
        let (facets, supports) = box_facets(&faces, &[corners.to_vec()]);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            faces.extend(normal.cross(to - from).try_normalize().map(|outward| (outward, outward.dot(from))));
        }
        let (vertices, bounds) = with_bounds(corners.to_vec());
        Some(Self { name, contents, thin_faces: 2, vertices, bounds, faces, facets, supports })
    }

    fn sweep(&self, request: &TraceRequest, outset: f64) -> Meeting {
        let (facets, supports) = match request.shape {
            TraceShape::Point => (&self.faces, [].as_slice()),
            TraceShape::Box { .. } if outset > 0.0 => (&self.facets, [].as_slice()),
            TraceShape::Box { .. } => (&self.facets, self.supports.as_slice()),
        };
        let (middle, half) = shape_box(&request.shape);
        let (start, end) = (request.start.as_dvec3() + middle, request.end.as_dvec3() + middle);
        let (mut enter, mut leave) = (f64::NEG_INFINITY, 1.0f64);
        let (mut starts_inside, mut ends_inside) = (true, true);
        let is_point = request.shape == TraceShape::Point;
        for (index, &(normal, dist)) in facets.iter().chain(supports).enumerate() {
            // To a ray, what has no thickness cannot get thinner.
            let outset = if is_point && index < self.thin_faces { outset.max(0.0) } else { outset };
            let pushed = dist + normal.abs().dot(half) + outset;
            let (before, after) = (normal.dot(start) - pushed, normal.dot(end) - pushed);
            if before >= 0.0 && after >= 0.0 {
                return Meeting::Nothing;
            }
            starts_inside &= before < 0.0;
            ends_inside &= after < 0.0;
            if before >= 0.0 {
                enter = enter.max(before / (before - after));
            } else if after >= 0.0 {
                leave = leave.min(before / (before - after));
            }
        }
        let meets = enter < leave || enter == leave && is_point && self.thin_faces > 0;
        match (starts_inside, meets) {
            (true, _) => Meeting::Inside { all_the_way: ends_inside },
            (false, true) => Meeting::Touch(enter),
            (false, false) => Meeting::Nothing,
        }
    }
}

/// A direction of a model as it is in the world.
fn turned(placed: &MovingModel, v: DVec3) -> DVec3 {
    let [x, y, z] = placed.orientation.axes.map(Vec3::as_dvec3);
    x * v.x + y * v.y + z * v.z
}

/// The triangles of a mesh where its model is; those without area stop nothing.
fn triangles_of(file: &BspFile, index: u32, placed: &MovingModel) -> Vec<Polyhedron> {
    let mesh = &file.meshes()[index as usize];
    let own = Contents::from_bits_retain(mesh.contents);
    if (own - Contents::DETAIL - Contents::TRANSLUCENT).is_empty() {
        return Vec::new(); // only drawn, whatever its model is filled with
    }
    let contents = placed.contents.unwrap_or(own);
    let vertices = &file.mesh_vertices()[mesh.first_vertex as usize..][..mesh.vertex_count as usize];
    let indices = &file.mesh_indices()[mesh.first_index as usize..][..mesh.index_count as usize];
    let place = |&corner: &u32| {
        let position = Vec3::from_array(vertices[corner as usize].position).as_dvec3();
        placed.origin.as_dvec3() + turned(placed, position)
    };
    let corners = indices.as_chunks::<3>().0.iter().map(|corners| corners.each_ref().map(place));
    corners.filter_map(|corners| Polyhedron::of_triangle(corners, Name::Mesh(placed.id, index), contents)).collect()
}

/// Facets of the Minkowski sum with any upright box, as planes that touch the polyhedron, and planes that might be.
fn box_facets(faces: &[Plane], polygons: &[Vec<DVec3>]) -> (Vec<Plane>, Vec<Plane>) {
    let vertices = polygons.concat();
    let axial = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    let mut facets: Vec<Plane> = axial.map(|normal| (normal, support(&vertices, normal))).collect();
    facets.extend(faces);
    let mut supports = Vec::new();
    for polygon in polygons {
        for (index, &from) in polygon.iter().enumerate() {
            let edge = polygon[(index + 1) % polygon.len()] - from;
            for axis in DVec3::AXES {
                let Some(normal) = edge.cross(axis).try_normalize() else { continue };
                for normal in [normal, -normal] {
                    let dist = support(&vertices, normal);
                    if facets.iter().chain(&supports).any(|plane| is_same(*plane, (normal, dist))) {
                        continue;
                    }
                    let touches = dist - normal.dot(from) <= ON_FACET;
                    if touches { &mut facets } else { &mut supports }.push((normal, dist));
                }
            }
        }
    }
    (facets, supports)
}

/// Vertices, and the corners of the box around them.
fn with_bounds(vertices: Vec<DVec3>) -> (Vec<DVec3>, [DVec3; 2]) {
    let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    let bounds = vertices.iter().fold(none, |[low, high], vertex| [low.min(*vertex), high.max(*vertex)]);
    (vertices, bounds)
}

/// Planes apart by no more than rounding.
fn is_same(plane: Plane, other: Plane) -> bool {
    (plane.0 - other.0).abs().max_element() < 1e-12 && (plane.1 - other.1).abs() < 1e-9
}

fn support(vertices: &[DVec3], normal: DVec3) -> f64 {
    vertices.iter().map(|vertex| normal.dot(*vertex)).fold(f64::NEG_INFINITY, f64::max)
}

/// Middle and half size of a shape.
fn shape_box(shape: &TraceShape) -> (DVec3, DVec3) {
    match shape {
        TraceShape::Point => (DVec3::ZERO, DVec3::ZERO),
        TraceShape::Box { mins, maxs } => {
            let (mins, maxs) = (mins.as_dvec3(), maxs.as_dvec3());
            ((mins + maxs) * 0.5, (maxs - mins) * 0.5)
        }
    }
}

/// How much of the way a ray that meets a mesh stops before it, at `distance` units from the surface: it keeps clear of
/// the surface's plane, also near an edge, where the grown triangle has planes that the ray meets later.
fn run_up(request: &TraceRequest, trace: &Trace, distance: f64) -> f64 {
    let is_ray = matches!(request.shape, TraceShape::Point) && trace.mesh.is_some();
    let speed = (request.end - request.start).dot(trace.plane.normal).abs();
    if is_ray && speed > 0.0 { distance / f64::from(speed) } else { 0.0 }
}
