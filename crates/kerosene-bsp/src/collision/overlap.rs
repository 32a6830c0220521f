//! What one moving model does to a point or box at rest: holds it, overlaps it, and how to get out.

use super::clip::{CLEARANCE, Hit};
use super::map::CollisionMap;
use super::sweep::{Sweep, says_something};
use super::trace::turned_axes;
use super::walk::Walk;
use super::{clip::Owner, query::side_distance};
use crate::{Contents, MovingModel, TraceRequest};
use kerosene_math::{DVec3, Vec3};

impl CollisionMap {
    /// Everything that fills a point of the world of what a model is, where it is.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, MovingModel, Orientation};
    /// use kerosene_math::Vec3;
    /// let beam = SampleBrush::block(Vec3::ZERO, Vec3::new(64.0, 8.0, 8.0));
    /// let map = CollisionMap::new(&build(&[vec![], vec![beam]]).to_file()?);
    /// // A quarter turn to the left.
    /// let turn = Orientation { axes: [Vec3::Y, Vec3::NEG_X, Vec3::Z] };
    /// let beam = MovingModel { orientation: turn, ..MovingModel::at_rest(1, 1) };
    /// assert_eq!(map.contents_in(&beam, Vec3::new(-4.0, 40.0, 4.0)), Contents::SOLID);
    /// assert_eq!(map.contents_in(&beam, Vec3::new(40.0, 4.0, 4.0)), Contents::empty());
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn contents_in(&self, model: &MovingModel, point: Vec3) -> Contents {
        let Some(target) = self.models.get(model.model as usize) else { return Contents::empty() };
        let point = point.as_dvec3() - model.origin.as_dvec3();
        let point = turned_axes(model).map_or(point, |[x, y, z]| DVec3::new(x.dot(point), y.dot(point), z.dot(point)));
        let own = self.contents_below(target.root, point);
        if own.is_empty() { own } else { model.contents.unwrap_or(own) }
    }

    /// Whether the shape at the request's start overlaps a brush or mesh of the model that is of the mask. Touching is
    /// not overlapping.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, MovingModel, TraceRequest, TraceShape};
    /// use kerosene_math::Vec3;
    /// let door = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
    /// let map = CollisionMap::new(&build(&[vec![], vec![door]]).to_file()?);
    /// let shape = TraceShape::Box { mins: Vec3::splat(-16.0), maxs: Vec3::splat(16.0) };
    /// let overlaps = |x: f32| {
    ///     let request = TraceRequest::at(Vec3::new(x, 32.0, 32.0), shape, Contents::SOLID);
    ///     map.overlaps_model(&request, &MovingModel::at_rest(1, 1))
    /// };
    /// assert!(overlaps(-15.9));
    /// assert!(!overlaps(-16.0));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn overlaps_model(&self, request: &TraceRequest, model: &MovingModel) -> bool {
        let request = TraceRequest { end: request.start, ..*request };
        if !says_something(&request) {
            return true;
        }
        let sweep = Sweep::new(&request);
        let mut hit = Hit::NONE;
        self.sweep_model(&sweep, model, 0, &mut hit);
        hit.start_solid
    }

    /// The displacement that takes the shape at the request's start out of the model's brushes, as far as the tracer
    /// keeps shapes from surfaces; `None` where it is in none.
    ///
    /// Of each brush that it is in, the shortest way out counts (the facet of the sum of brush and shape that is
    /// nearest), and of several brushes the longest of these: out of a wall of many brushes, it leads out of the wall.
    /// In the corner of two brushes one step is not enough: ask again from there. Meshes have no inside and are left
    /// out.
    ///
    /// ```
    /// use kerosene_bsp::sample::{SampleBrush, build};
    /// use kerosene_bsp::{CollisionMap, Contents, MovingModel, TraceRequest, TraceShape};
    /// use kerosene_math::Vec3;
    /// let door = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
    /// let map = CollisionMap::new(&build(&[vec![], vec![door]]).to_file()?);
    /// let shape = TraceShape::Box { mins: Vec3::splat(-16.0), maxs: Vec3::splat(16.0) };
    /// let request = TraceRequest::at(Vec3::new(-15.0, 32.0, 32.0), shape, Contents::SOLID);
    /// assert_eq!(map.way_out_of(&request, &MovingModel::at_rest(1, 1)), Some(Vec3::X * -1.03125));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn way_out_of(&self, request: &TraceRequest, model: &MovingModel) -> Option<Vec3> {
        let request = TraceRequest { end: request.start, ..*request };
        let sweep = says_something(&request).then(|| Sweep::new(&request))?;
        let target = self.models.get(model.model as usize)?;
        let axes = turned_axes(model);
        let local = sweep.in_model(model.origin.as_dvec3(), axes);
        if !local.start.is_finite() || !local.meets(&target.mins, &target.maxs) {
            return None;
        }
        let owner = Owner { id: model.id, place: 0 };
        let walk = Walk { map: self, sweep: &local, model: owner, contents: model.contents };
        let mut longest: Option<(f64, DVec3)> = None;
        let mut hit = Hit::NONE;
        walk.visit_brushes(target, &mut hit, |brush, _| {
            let way = self.way_out_of_brush(brush, &local);
            longest = match (longest, way) {
                // Equal depths: the brush found first depends on the tree, its normal must not.
                (Some((depth, normal)), Some(other)) if rank(other) <= rank((depth, normal)) => longest,
                (_, None) => longest,
                (_, Some(other)) => Some(other),
            };
        });
        let (depth, normal) = longest?;
        let way = normal * (depth + CLEARANCE);
        Some(axes.map_or(way, |[x, y, z]| x * way.x + y * way.y + z * way.z).as_vec3())
    }

    /// How deep the shape is in a brush and the normal of its nearest facet; `None` outside.
    fn way_out_of_brush(&self, index: u32, sweep: &Sweep) -> Option<(f64, DVec3)> {
        let brush = &self.brushes[index as usize];
        let mut nearest = (f64::INFINITY, DVec3::ZERO);
        let mut visit = |normal: DVec3, distance: f64| {
            let depth = sweep.reach(normal) - distance;
            if depth < nearest.0 {
                nearest = (depth, normal);
            }
            depth > 0.0
        };
        let plain = sweep.is_point || sweep.axes.is_some();
        let sides = self.brush_sides(brush, if plain { brush.real_sides } else { brush.all_sides });
        let normal = |side: &[f32; 4]| DVec3::new(f64::from(side[0]), f64::from(side[1]), f64::from(side[2]));
        let inside = sides.iter().all(|side| visit(normal(side), side_distance(side, sweep.start)))
            && sweep.axes.is_none_or(|axes| {
                sweep.is_point
                    || self.hulls.facets(index, axes, |normal, dist| visit(normal, normal.dot(sweep.start) - dist))
            });
        inside.then_some(nearest)
    }
}

/// A total order of ways out.
fn rank((depth, normal): (f64, DVec3)) -> [f64; 4] {
    [depth, normal.x, normal.y, normal.z]
}
