//! The public sweeps: against the world, one model, or everything.

use super::clip::{Hit, Owner, Surface};
use super::map::{CollisionMap, LeafId};
use super::sweep::{Sweep, says_something};
use super::walk::Walk;
use crate::{Contents, MovingModel, Orientation, SurfaceFlags, Trace, TracePlane, TraceRequest};
use kerosene_math::{DVec3, Vec3};

/// The world among the models.
const WORLD: usize = 0;

impl CollisionMap {
    /// Sweeps against the world.
    ///
    /// * A shape that touches no brush of the mask gets to the end: fraction 1.
    /// * One that does is stopped 1/32 of a unit before the surface, or where it starts if it is nearer already. It
    ///   never ends inside a brush that it did not start in.
    /// * A shape at distance 0 or more from a brush is outside it. One that starts inside sets `start_solid`, and the
    ///   brush then does not stop it: what it meets after leaving does.
    /// * If it also ends inside that same brush, `all_solid` is set and the fraction is 0, as in Quake III.
    /// * A triangle of a mesh is solid from both sides, without an inside: only a shape across it starts in it.
    /// * The outside of a sealed map is solid without brushes: where the middle of the shape starts there,
    ///   `start_solid` is set, and `all_solid` if it ends there too and no brush stops it before.
    /// * A request with a number that is not finite is `all_solid` where it starts.
    ///
    /// ```
    /// use kerosene_bsp::{CollisionMap, Contents, TraceRequest, TraceShape, sample};
    /// use kerosene_math::Vec3;
    /// let map = CollisionMap::new(&sample::room().to_file()?);
    /// let fall = TraceRequest {
    ///     start: Vec3::new(0.0, 0.0, 100.0),
    ///     end: Vec3::new(0.0, 0.0, -100.0),
    ///     shape: TraceShape::Box { mins: Vec3::new(-16.0, -16.0, 0.0), maxs: Vec3::new(16.0, 16.0, 72.0) },
    ///     mask: Contents::MASK_PLAYER_SOLID,
    /// };
    /// let trace = map.trace(&fall);
    /// assert_eq!(trace.end, Vec3::new(0.0, 0.0, 0.03125));
    /// assert_eq!(trace.plane.normal, Vec3::Z);
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn trace(&self, request: &TraceRequest) -> Trace {
        self.trace_world(request, &[])
    }

    /// Sweeps against one brush model alone, wherever it is; a model that does not exist stops nothing.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, MovingModel, TraceRequest, TraceShape};
    /// use kerosene_math::Vec3;
    /// let lift = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
    /// let map = CollisionMap::new(&build(&[vec![], vec![lift]]).to_file()?);
    /// let raised = MovingModel::at_rest(5, 1).displaced(Vec3::Z * 100.0);
    /// let (start, end) = (Vec3::new(32.0, 32.0, 300.0), Vec3::new(32.0, 32.0, 0.0));
    /// let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
    /// let trace = map.trace_model(&request, &raised);
    /// assert_eq!((trace.model, trace.end.z), (Some(5), 164.03125));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn trace_model(&self, request: &TraceRequest, model: &MovingModel) -> Trace {
        if !says_something(request) {
            return stuck(request);
        }
        let sweep = Sweep::new(request);
        let mut hit = Hit::NONE;
        self.sweep_model(&sweep, model, 0, &mut hit);
        self.answer(request, &hit, std::slice::from_ref(model))
    }

    /// Sweeps against the world and moving models, and answers with what is met first.
    ///
    /// `start_solid` and `all_solid` are set if any of them holds the shape.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, MovingModel, TraceRequest, TraceShape};
    /// use kerosene_math::Vec3;
    /// let floor = SampleBrush::block(Vec3::new(-99.0, -99.0, -16.0), Vec3::new(99.0, 99.0, 0.0));
    /// let lift = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
    /// let map = CollisionMap::new(&build(&[vec![floor], vec![lift]]).to_file()?);
    /// let models = [MovingModel::at_rest(5, 1)];
    /// let down = |x: f32| TraceRequest {
    ///     start: Vec3::new(x, 32.0, 99.0),
    ///     end: Vec3::new(x, 32.0, -99.0),
    ///     shape: TraceShape::Point,
    ///     mask: Contents::SOLID,
    /// };
    /// assert_eq!(map.trace_world(&down(32.0), &models).model, Some(5));
    /// assert_eq!(map.trace_world(&down(-32.0), &models).model, Some(0));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn trace_world(&self, request: &TraceRequest, models: &[MovingModel]) -> Trace {
        if !says_something(request) {
            return stuck(request);
        }
        let sweep = Sweep::new(request);
        let mut hit = self.sweep_world(&sweep);
        for (model, place) in models.iter().zip(0..) {
            self.sweep_model(&sweep, model, place, &mut hit);
        }
        self.answer(request, &hit, models)
    }

    /// The sweep against the world alone.
    pub(super) fn sweep_world(&self, sweep: &Sweep) -> Hit {
        let mut hit = Hit::NONE;
        let world = &self.models[WORLD];
        let walk = Walk { map: self, sweep, model: Owner::WORLD, contents: None };
        walk.run_brushes(world, &mut hit);
        walk.run_meshes(WORLD, &mut hit);
        if sweep.mask.contains(Contents::SOLID) && self.is_void(world.root, sweep.start) {
            self.start_in_void(sweep, world.root, &mut hit);
        }
        hit
    }

    /// The shape's middle starts in the solid outside.
    fn start_in_void(&self, sweep: &Sweep, root: i32, hit: &mut Hit) {
        hit.start_solid = true;
        if hit.brush.is_none() && self.is_void(root, sweep.start + sweep.delta) {
            *hit = Hit { touch: 0.0, fraction: 0.0, all_solid: true, ..*hit };
        }
    }

    fn is_void(&self, root: i32, point: DVec3) -> bool {
        let void = |leaf: LeafId| self.leaves[leaf.0 as usize].is_void();
        self.nodes.descend_while(root, point, |node| self.void_below.contains(node)).is_some_and(void)
    }

    /// Adds the sweep against a model, `place` among the caller's, to what was met so far.
    pub(super) fn sweep_model(&self, sweep: &Sweep, model: &MovingModel, place: u32, hit: &mut Hit) {
        let Some(target) = self.models.get(model.model as usize) else { return };
        let local = sweep.in_model(model.origin.as_dvec3(), turned_axes(model));
        if !local.start.is_finite() || !local.meets(&target.mins, &target.maxs) {
            return;
        }
        let owner = Owner { id: model.id, place };
        let walk = Walk { map: self, sweep: &local, model: owner, contents: model.contents };
        walk.run_brushes(target, hit);
        walk.run_meshes(model.model as usize, hit);
    }

    /// What was hit, in the caller's terms.
    pub(super) fn answer(&self, request: &TraceRequest, hit: &Hit, models: &[MovingModel]) -> Trace {
        let mut trace = Trace { start_solid: hit.start_solid, all_solid: hit.all_solid, ..Trace::clear(request.end) };
        if hit.touch > 1.0 {
            return trace;
        }
        trace.fraction = fraction_below_one(hit.fraction);
        trace.end = point_on_way(request, hit.fraction);
        trace.model = Some(hit.model.id);
        trace.contents = Contents::SOLID; // the outside; a brush says for itself
        let mover = models.get(hit.model.place as usize).filter(|_| hit.model.id != Owner::WORLD.id);
        if let Some(surface) = hit.surface {
            let (plane, texinfo) = self.surface(surface);
            trace.plane = mover.map_or(plane, |model| in_world(plane, model));
            trace.texinfo = texinfo;
        }
        if let Some(obstacle) = hit.brush {
            let own = match obstacle.checked_sub(self.brushes.len() as u32) {
                None => {
                    trace.brush = Some(obstacle);
                    self.brushes[obstacle as usize].contents
                }
                Some(triangle) => {
                    let (mesh, surface) = self.meshes.of_triangle(triangle);
                    trace.mesh = Some(mesh);
                    trace.texinfo = Some(surface.texinfo);
                    surface.contents
                }
            };
            trace.contents = mover.and_then(|model| model.contents).unwrap_or(own);
        }
        trace.surface = trace.texinfo.map_or(SurfaceFlags::empty(), |index| self.surface_flags[index as usize]);
        trace
    }

    fn surface(&self, surface: Surface) -> (TracePlane, Option<u32>) {
        match surface {
            Surface::Side(side) => {
                let [x, y, z, dist] = self.sides[side as usize];
                (TracePlane { normal: Vec3::new(x, y, z), dist }, self.texinfo(side))
            }
            Surface::Facet(normal, dist) => (TracePlane { normal: normal.as_vec3(), dist: dist as f32 }, None),
        }
    }
}

/// The axes of a model in the world, `None` where they are the world's.
pub(super) fn turned_axes(model: &MovingModel) -> Option<[DVec3; 3]> {
    let turned = model.orientation != Orientation::UPRIGHT;
    turned.then(|| model.orientation.axes.map(Vec3::as_dvec3))
}

/// The answer to a request that says nothing.
pub(super) fn stuck(request: &TraceRequest) -> Trace {
    let contents = Contents::SOLID;
    Trace { fraction: 0.0, start_solid: true, all_solid: true, contents, ..Trace::clear(request.start) }
}

/// A fraction short of 1 stays short of it when rounded.
fn fraction_below_one(fraction: f64) -> f32 {
    (fraction as f32).min(1.0f32.next_down())
}

fn point_on_way(request: &TraceRequest, fraction: f64) -> Vec3 {
    let (start, end) = (request.start.as_dvec3(), request.end.as_dvec3());
    (start + (end - start) * fraction).as_vec3()
}

/// A plane of a model as it is in the world.
fn in_world(plane: TracePlane, model: &MovingModel) -> TracePlane {
    let [x, y, z] = model.orientation.axes.map(Vec3::as_dvec3);
    let local = plane.normal.as_dvec3();
    let normal: DVec3 = x * local.x + y * local.y + z * local.z;
    let dist = f64::from(plane.dist) + normal.dot(model.origin.as_dvec3());
    TracePlane { normal: normal.as_vec3(), dist: dist as f32 }
}
