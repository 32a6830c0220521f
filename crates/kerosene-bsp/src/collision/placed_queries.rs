//! Sweeps and queries against the world and many moving models at once.

use super::bounds_tree::Slabs;
use super::clip::Hit;
use super::map::CollisionMap;
use super::placed::PlacedModels;
use super::sweep::{Sweep, says_something};
use super::trace::stuck;
use super::walk::walk_boxes;
use crate::{Contents, Trace, TraceRequest, TraceShape};
use kerosene_math::Vec3;

impl CollisionMap {
    /// As [`CollisionMap::trace_world`], for many models: only those whose boxes the sweep passes cost anything.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, MovingModel, PlacedModels, TraceRequest, TraceShape};
    /// use kerosene_math::Vec3;
    /// let floor = SampleBrush::block(Vec3::new(-99.0, -99.0, -16.0), Vec3::new(99.0, 99.0, 0.0));
    /// let lift = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
    /// let map = CollisionMap::new(&build(&[vec![floor], vec![lift]]).to_file()?);
    /// let models = PlacedModels::new(&map, vec![MovingModel::at_rest(5, 1)]);
    /// let (start, end) = (Vec3::new(32.0, 32.0, 99.0), Vec3::new(32.0, 32.0, -99.0));
    /// let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
    /// assert_eq!(map.trace_placed(&request, &models), map.trace_world(&request, models.as_slice()));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn trace_placed(&self, request: &TraceRequest, models: &PlacedModels) -> Trace {
        self.trace_placed_where(request, models, |_| true)
    }

    /// As [`CollisionMap::trace_placed`], against only the models whose index is wanted.
    ///
    /// ```
    /// # use kerosene_bsp::sample::{SampleBrush, build};
    /// # use kerosene_bsp::{CollisionMap, Contents, MovingModel, PlacedModels, TraceRequest, TraceShape};
    /// # use kerosene_math::Vec3;
    /// # let lift = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
    /// # let map = CollisionMap::new(&build(&[vec![], vec![lift]]).to_file()?);
    /// let models = PlacedModels::new(&map, vec![MovingModel::at_rest(5, 1)]);
    /// let (start, end) = (Vec3::new(32.0, 32.0, 99.0), Vec3::new(32.0, 32.0, -99.0));
    /// let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
    /// assert!(!map.trace_placed_where(&request, &models, |index| index != 0).hit());
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn trace_placed_where(
        &self,
        request: &TraceRequest,
        models: &PlacedModels,
        wanted: impl Fn(usize) -> bool,
    ) -> Trace {
        if !says_something(request) {
            return stuck(request);
        }
        let sweep = Sweep::new(request);
        let mut hit = self.sweep_world(&sweep);
        visit_models(&sweep, models, &mut hit, |index, hit| {
            if wanted(index as usize) {
                self.sweep_model(&sweep, &models.as_slice()[index as usize], index, hit);
            }
        });
        self.answer(request, &hit, models.as_slice())
    }

    /// Adds to `met` the index of every model of the mask that the shape overlaps at the start or touches on its way,
    /// in rising order. Brushes are tested exactly; where `start` is `end`, touching alone is not enough.
    ///
    /// This is how triggers notice: the volume of a trigger is its brushes, not the box around them.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, MovingModel, PlacedModels, TraceRequest, TraceShape};
    /// use kerosene_math::Vec3;
    /// // One half of a block, below a slope.
    /// let wedge = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0)).cut(Vec3::new(1.0, 0.0, 1.0), Vec3::X * 64.0);
    /// let wedge = wedge.filled(Contents::TRIGGER);
    /// let map = CollisionMap::new(&build(&[vec![], vec![wedge]]).to_file()?);
    /// let models = PlacedModels::new(&map, vec![MovingModel::at_rest(5, 1)]);
    /// let shape = TraceShape::Box { mins: Vec3::splat(-8.0), maxs: Vec3::splat(8.0) };
    /// let mut met = Vec::new();
    /// let mut noticed = |at: Vec3| {
    ///     met.clear();
    ///     map.models_met(&TraceRequest { start: at, end: at, shape, mask: Contents::TRIGGER }, &models, &mut met);
    ///     met == [0]
    /// };
    /// assert!(noticed(Vec3::splat(30.0)));
    /// assert!(!noticed(Vec3::splat(50.0)));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn models_met(&self, request: &TraceRequest, models: &PlacedModels, met: &mut Vec<u32>) {
        if !says_something(request) {
            return;
        }
        let sweep = Sweep::new(request);
        let first = met.len();
        let mut all = Hit::NONE;
        visit_models(&sweep, models, &mut all, |index, _| {
            let mut hit = Hit::NONE;
            self.sweep_model(&sweep, &models.as_slice()[index as usize], index, &mut hit);
            if hit.start_solid || hit.brush.is_some() {
                met.push(index);
            }
        });
        met[first..].sort_unstable();
    }

    /// Everything that fills a point, of the world and of all models where they are.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, MovingModel, Orientation, PlacedModels};
    /// use kerosene_math::Vec3;
    /// let pool = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0)).filled(Contents::WATER);
    /// let map = CollisionMap::new(&build(&[vec![], vec![pool]]).to_file()?);
    /// let mut models = PlacedModels::new(&map, vec![MovingModel::at_rest(5, 1)]);
    /// models.place(0, Vec3::Z * 100.0, Orientation::UPRIGHT);
    /// assert_eq!(map.contents_placed(Vec3::new(32.0, 32.0, 132.0), &models), Contents::WATER);
    /// assert_eq!(map.contents_placed(Vec3::new(32.0, 32.0, 32.0), &models), Contents::empty());
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn contents_placed(&self, point: Vec3, models: &PlacedModels) -> Contents {
        let mut all = self.point_contents(point);
        let mask = Contents::all();
        let request = TraceRequest::at(point, TraceShape::Point, mask);
        if !says_something(&request) {
            return all;
        }
        let sweep = Sweep::new(&request);
        let mut hit = Hit::NONE;
        visit_models(&sweep, models, &mut hit, |index, _| {
            all |= self.contents_in(&models.as_slice()[index as usize], point);
        });
        all
    }
}

/// Goes through the models that hold something of the mask and whose boxes the sweep meets before `hit`.
fn visit_models(sweep: &Sweep, models: &PlacedModels, hit: &mut Hit, visit: impl FnMut(u32, &mut Hit)) {
    if let Some(root) = models.root {
        walk_boxes(&models.nodes, root, &Slabs::new(sweep), Some(sweep.mask.bits()), hit, visit);
    }
}
