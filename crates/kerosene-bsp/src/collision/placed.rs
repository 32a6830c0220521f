//! Many moving models, and a tree of boxes that finds the few that a sweep can touch.
//!
//! Every sweep of a tick goes against the world and against all brush models: doors, lifts, triggers, hundreds on a
//! large map. A hierarchy over their bounds in the world leaves a handful. It is the same kind of tree, of the same
//! nodes, as the one over brushes; when a model moves, its box and those that hold it are fitted anew, from the bottom
//! up, and the tree keeps its shape (Larsson and Akenine-Möller, "Collision Detection for Continuously Deforming
//! Bodies", 2001). Boxes fitted anew are exact: a train that crosses the map costs some overlap while it is far from
//! home, and nothing once it is back.
//!
//! No answer depends on the tree, only on where the models are: sweeps rank what they meet by touch and name, and what
//! lists models sorts them.

use super::bounds_build::{BoundsItem, add_tree};
use super::bounds_tree::{BoundsNode, FAR, WIDTH};
use super::map::CollisionMap;
use super::trace::turned_axes;
use crate::{Contents, ModelPose, MovingModel, Orientation};
use kerosene_math::glam::Vec4;
use kerosene_math::{Aabb, Angles, DVec3, Vec3};

/// Room around a model's bounds, in units: far more than rounding them to `f32` takes, up to the largest coordinates.
const ROOM: f64 = 1.0 / 16.0;

/// Brush models where they are now, ready for sweeps among many of them.
///
/// A model is named by its place in the list, its *index*, which never changes. One that stops nothing for a while is
/// filled with [`Contents::empty`].
///
/// ```
/// use kerosene_bsp::sample::{SampleBrush, build};
/// use kerosene_bsp::{CollisionMap, Contents, MovingModel, Orientation, PlacedModels, TraceRequest, TraceShape};
/// use kerosene_math::Vec3;
/// let lift = SampleBrush::block(Vec3::ZERO, Vec3::splat(64.0));
/// let map = CollisionMap::new(&build(&[vec![], vec![lift]]).to_file()?);
/// let mut models = PlacedModels::new(&map, vec![MovingModel::at_rest(7, 1)]);
/// models.place(0, Vec3::Z * 100.0, Orientation::UPRIGHT);
/// let (start, end) = (Vec3::new(32.0, 32.0, 300.0), Vec3::new(32.0, 32.0, 0.0));
/// let request = TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID };
/// let trace = map.trace_placed(&request, &models);
/// assert_eq!((trace.model, trace.end.z), (Some(7), 164.03125));
/// # Ok::<(), kerosene_bsp::BspError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlacedModels {
    models: Vec<MovingModel>,
    extents: Vec<Extent>,
    pub(super) nodes: Vec<BoundsNode>,
    /// Where the box of each node is in the node above, `None` for the root.
    parents: Vec<Option<Lane>>,
    pub(super) root: Option<u32>,
}

/// What a model is where it was compiled.
#[derive(Debug, Clone, Copy)]
struct Extent {
    mins: DVec3,
    maxs: DVec3,
    /// Point it turns about.
    pivot: Vec3,
    /// All that its brushes and meshes are filled with.
    contents: Contents,
    lane: Lane,
}

/// One box of a node.
#[derive(Debug, Clone, Copy, Default)]
struct Lane {
    node: u32,
    lane: u32,
}

impl PlacedModels {
    /// Takes models of a map where they are. A model that the map does not have is kept and stops nothing.
    pub fn new(map: &CollisionMap, models: Vec<MovingModel>) -> Self {
        let extents: Vec<Extent> = models.iter().map(|model| Extent::of(map, model.model)).collect();
        let mut placed = Self { models, extents, nodes: Vec::new(), parents: Vec::new(), root: None };
        let item = |index: usize| {
            let (mins, maxs) = placed.reach(index);
            BoundsItem::new(mins.to_array(), maxs.to_array(), placed.contents(index).bits(), index as u32)
        };
        let mut items: Vec<BoundsItem> = (0..placed.models.len()).map(item).collect();
        placed.root = add_tree(&mut placed.nodes, &mut items);
        placed.parents = vec![None; placed.nodes.len()];
        for (node, place) in (0..).zip(&placed.nodes) {
            for (lane, &child) in (0..).zip(&place.children) {
                let own = Lane { node, lane };
                let unused = place.slabs[0][0][lane as usize] == f32::INFINITY;
                match usize::try_from(child) {
                    _ if unused => {}
                    Ok(child) => placed.parents[child] = Some(own),
                    Err(_) => placed.extents[!child as usize].lane = own,
                }
            }
        }
        for index in 0..placed.models.len() {
            placed.fit(index);
        }
        placed
    }

    /// The models, by index.
    pub fn as_slice(&self) -> &[MovingModel] {
        &self.models
    }

    /// Moves a model.
    ///
    /// # Panics
    /// If there is no such model.
    pub fn place(&mut self, index: usize, origin: Vec3, orientation: Orientation) {
        let model = &mut self.models[index];
        if model.origin != origin || model.orientation != orientation {
            (model.origin, model.orientation) = (origin, orientation);
            self.fit(index);
        }
    }

    /// Moves a model so that the point it turns about is at `pose.origin`, turned by `pose.angles`.
    ///
    /// ```
    /// # use kerosene_bsp::sample::{SampleBrush, build};
    /// # use kerosene_bsp::{CollisionMap, ModelPose, MovingModel, PlacedModels};
    /// # use kerosene_math::{Angles, Vec3};
    /// let door = SampleBrush::block(Vec3::ZERO, Vec3::new(64.0, 8.0, 96.0));
    /// let mut bsp = build(&[vec![], vec![door]]);
    /// bsp.models[1].origin = [64.0, 0.0, 0.0];
    /// let map = CollisionMap::new(&bsp.to_file()?);
    /// let mut models = PlacedModels::new(&map, vec![MovingModel::at_rest(5, 1)]);
    /// models.pose(0, ModelPose { origin: Vec3::X * 64.0, angles: Angles::new(0.0, 180.0, 0.0) });
    /// assert!(models.bounds(0).contains(Vec3::new(128.0, -8.0, 0.0)));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such model.
    pub fn pose(&mut self, index: usize, pose: ModelPose) {
        let pivot = self.extents[index].pivot;
        let placed = self.models[index].posed(pivot, pose);
        self.place(index, placed.origin, placed.orientation);
    }

    /// Where a model stands that has not moved.
    ///
    /// # Panics
    /// If there is no such model.
    pub fn home(&self, index: usize) -> ModelPose {
        ModelPose { origin: self.extents[index].pivot, angles: Angles::ZERO }
    }

    /// Fills a model with something else, or with what its brushes say.
    ///
    /// # Panics
    /// If there is no such model.
    pub fn fill(&mut self, index: usize, contents: Option<Contents>) {
        self.models[index].contents = contents;
        self.fit(index);
    }

    /// The box in the world that holds a model, a little wider than it is; empty for a model that the map does not
    /// have.
    ///
    /// # Panics
    /// If there is no such model.
    pub fn bounds(&self, index: usize) -> Aabb {
        let (min, max) = self.reach(index);
        Aabb { min, max }
    }

    /// All that a model is filled with now.
    fn contents(&self, index: usize) -> Contents {
        self.models[index].contents.unwrap_or(self.extents[index].contents)
    }

    /// Bounds of a model in the world, within [`FAR`]; the wrong way round for one that is nowhere.
    fn reach(&self, index: usize) -> (Vec3, Vec3) {
        let (model, extent) = (&self.models[index], &self.extents[index]);
        let (middle, half) = ((extent.mins + extent.maxs) * 0.5, (extent.maxs - extent.mins) * 0.5);
        let (middle, half) = match turned_axes(model) {
            None => (middle, half),
            Some([x, y, z]) => {
                (x * middle.x + y * middle.y + z * middle.z, x.abs() * half.x + y.abs() * half.y + z.abs() * half.z)
            }
        };
        let middle = middle + model.origin.as_dvec3();
        if !middle.is_finite() || !half.is_finite() {
            return (Vec3::INFINITY, Vec3::NEG_INFINITY);
        }
        let far = Vec3::splat(FAR);
        let half = half + DVec3::splat(ROOM);
        ((middle - half).as_vec3().clamp(-far, far), (middle + half).as_vec3().clamp(-far, far))
    }

    /// Fits the boxes over a model to where it is.
    fn fit(&mut self, index: usize) {
        let Some(_) = self.root else { return };
        let (mins, maxs) = self.reach(index);
        let Lane { node, lane } = self.extents[index].lane;
        let mut contents = self.contents(index).bits();
        let (mut at, mut mins, mut maxs) = (Lane { node, lane }, mins, maxs);
        loop {
            let node = &mut self.nodes[at.node as usize];
            set(node, at.lane as usize, mins, maxs, contents);
            let Some(above) = self.parents[at.node as usize] else { return };
            let ends = |side: usize| std::array::from_fn(|axis| node.slabs[axis][side]);
            let [low, high]: [[Vec4; 3]; 2] = [ends(0), ends(1)];
            mins = Vec3::from_array(low.map(Vec4::min_element));
            maxs = Vec3::from_array(high.map(Vec4::max_element));
            contents = node.contents.iter().fold(0, |all, contents| all | contents);
            at = above;
        }
    }
}

fn set(node: &mut BoundsNode, lane: usize, mins: Vec3, maxs: Vec3, contents: u32) {
    let lane = lane % WIDTH;
    for axis in 0..3 {
        node.slabs[axis][0][lane] = mins[axis];
        node.slabs[axis][1][lane] = maxs[axis];
    }
    node.contents[lane] = contents;
}

impl Extent {
    fn of(map: &CollisionMap, model: u32) -> Self {
        let lane = Lane::default();
        match map.models.get(model as usize) {
            None => Self {
                mins: DVec3::INFINITY,
                maxs: DVec3::NEG_INFINITY,
                pivot: Vec3::ZERO,
                contents: Contents::empty(),
                lane,
            },
            Some(model) => Self {
                mins: Vec3::from_array(model.mins).as_dvec3(),
                maxs: Vec3::from_array(model.maxs).as_dvec3(),
                pivot: Vec3::from_array(model.pivot),
                contents: model.contents,
                lane,
            },
        }
    }
}
