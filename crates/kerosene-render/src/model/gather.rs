//! Which models a picture has, and in which batches.

use super::pose::{BoneRows, PoseScratch, append_pose};
use super::{ModelHandle, lod};
use crate::ambient::PackedCube;
use crate::eye::{Eye, transformed};
use crate::frame::{Pose, Prop};
use crate::lights::ShadowView;
use crate::probes::ProbeSites;
use bytemuck::{Pod, Zeroable};
use kerosene_asset::{Bone, Clip};
use kerosene_math::{Aabb, Vec3};
use std::ops::Range;

/// What placing a model needs to know of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct ModelShape {
    /// What it fills in the bind pose, in units.
    pub(crate) bounds: Aabb,
    /// The errors of its levels of detail.
    pub(crate) errors: Vec<f32>,
    /// Its skeleton.
    pub(crate) bones: Vec<Bone>,
    /// What its skeleton can do.
    pub(crate) clips: Vec<Clip>,
    /// Whether one sees through any of its materials.
    pub(crate) seen_through: bool,
}

impl ModelShape {
    /// What it fills in a pose.
    fn bounds_of(&self, pose: &Pose) -> Aabb {
        let clip = |clip: u16| self.clips.get(usize::from(clip)).map(|clip| clip.bounds);
        let now = pose.clip.and_then(clip).unwrap_or(self.bounds);
        let before = pose.from.filter(|from| from.2 > 0.0).and_then(|from| clip(from.0));
        before.map_or(now, |before| now.union(&before))
    }
}

/// Where a model stands, as the GPU reads it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(crate) struct Instance {
    /// From the model to the world.
    pub(crate) rows: [[f32; 4]; 3],
    /// Multiplied with colour and alpha, linear.
    pub(crate) tint: [f32; 4],
    /// Its first bone among those of the picture; [`STIFF`] without a skeleton.
    pub(crate) first_bone: u32,
    /// The level's probe that it mirrors.
    pub(crate) probe: u32,
    /// Baked light that falls onto it.
    pub(crate) light: PackedCube,
    /// How many bones it has.
    pub(crate) bone_count: u32,
}

/// What a level has at a place for what stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// The probe to mirror.
    pub(crate) probe: u32,
    /// Baked light.
    pub(crate) light: PackedCube,
}

impl Surroundings {
    /// Neither probes nor baked light.
    pub(crate) const UNKNOWN: Self = Self { probe: ProbeSites::NONE, light: PackedCube::UNKNOWN };
}

/// No skeleton.
pub(crate) const STIFF: u32 = u32::MAX;

/// Instances of one level of one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Batch {
    /// Which model.
    pub(crate) model: ModelHandle,
    /// Which of its levels.
    pub(crate) level: usize,
    /// Which instances.
    pub(crate) instances: Range<u32>,
}

/// A prop that some view sees.
#[derive(Debug, Clone, Copy)]
struct Placed {
    prop: usize,
    bounds: Aabb,
    level: usize,
    instance: Instance,
    seen_through: bool,
}

/// The models of a picture: instances by batches, for the eyes and for each shadow map. It keeps its memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gathered {
    /// Of the eyes' view first, then of each shadow map.
    pub(crate) instances: Vec<Instance>,
    /// Matrices of all skeletons.
    pub(crate) bones: Vec<BoneRows>,
    /// What the eyes see that is opaque: by model and level.
    pub(crate) batches: Vec<Batch>,
    /// What they see through, as a whole or in parts: from back to front, with the distances of their middles.
    pub(crate) translucent: Vec<(f32, Batch)>,
    /// For each shadow map, which of the casters are its own.
    pub(crate) shadows: Vec<Range<usize>>,
    /// Batches of the shadow maps.
    pub(crate) casters: Vec<Batch>,
    placed: Vec<Placed>,
    order: Vec<(u32, u32, u32)>,
    scratch: PoseScratch,
}

impl Gathered {
    /// Gathers the props that are seen. `surroundings` says what is around a place, and `shape` gives what a model is like, nothing for one that is not there.
    pub(crate) fn gather<'a>(
        &mut self,
        props: &[Prop],
        eye: &Eye,
        shadows: &[ShadowView],
        surroundings: impl Fn(Vec3) -> Surroundings,
        shape: impl Fn(ModelHandle) -> Option<&'a ModelShape>,
    ) {
        self.instances.clear();
        self.bones.clear();
        self.batches.clear();
        self.translucent.clear();
        self.shadows.clear();
        self.casters.clear();
        self.placed.clear();
        for (index, prop) in props.iter().enumerate() {
            if let Some(shape) = shape(prop.model) {
                self.place(index, prop, shape, eye, shadows);
                if let Some(placed) = self.placed.last_mut().filter(|placed| placed.prop == index) {
                    let around = surroundings(placed.bounds.center());
                    (placed.instance.probe, placed.instance.light) = (around.probe, around.light);
                }
            }
        }
        let opaque = |prop: &Prop| prop.tint[3] >= 1.0;
        self.order_of(props, |placed, prop| opaque(prop) && eye.sees_box(&placed.bounds));
        batch(&self.order, props, &self.placed, &mut self.instances, &mut self.batches);
        self.gather_translucent(props, eye);
        for view in shadows {
            self.order_of(props, |placed, prop| opaque(prop) && view.sees(&placed.bounds));
            let first = self.casters.len();
            batch(&self.order, props, &self.placed, &mut self.instances, &mut self.casters);
            self.shadows.push(first..self.casters.len());
        }
    }

    /// What a shadow map draws.
    pub(crate) fn casters_of(&self, view: usize) -> &[Batch] {
        self.shadows.get(view).and_then(|range| self.casters.get(range.clone())).unwrap_or_default()
    }

    fn place(&mut self, index: usize, prop: &Prop, shape: &ModelShape, eye: &Eye, shadows: &[ShadowView]) {
        let axes = prop.orientation.axes;
        let bounds = transformed(&shape.bounds_of(&prop.pose), axes, prop.origin, prop.scale);
        let seen = eye.sees_box(&bounds) || shadows.iter().any(|view| view.sees(&bounds));
        if !bounds.min.is_finite() || !bounds.max.is_finite() || !seen || prop.tint[3] <= 0.0 {
            return;
        }
        let first_bone = if shape.bones.is_empty() { STIFF } else { self.bones.len() as u32 };
        append_pose(&shape.bones, &shape.clips, &prop.pose, &mut self.scratch, &mut self.bones);
        let bone_count = shape.bones.len() as u32;
        let rows = rows(axes, prop.origin, prop.scale);
        let Surroundings { probe, light } = Surroundings::UNKNOWN;
        let instance = Instance { rows, tint: prop.tint, first_bone, probe, light, bone_count };
        let level = lod::choose(&shape.errors, prop.scale, &bounds, eye);
        let seen_through = shape.seen_through || prop.tint[3] < 1.0;
        self.placed.push(Placed { prop: index, bounds, level, instance, seen_through });
    }

    /// Orders the placed props that hold by model and level.
    fn order_of(&mut self, props: &[Prop], holds: impl Fn(&Placed, &Prop) -> bool) {
        self.order.clear();
        for (index, placed) in self.placed.iter().enumerate() {
            let prop = &props[placed.prop];
            if holds(placed, prop) {
                self.order.push((prop.model.0, placed.level as u32, index as u32));
            }
        }
        self.order.sort_unstable();
    }

    fn gather_translucent(&mut self, props: &[Prop], eye: &Eye) {
        for placed in &self.placed {
            let prop = &props[placed.prop];
            if placed.seen_through && eye.sees_box(&placed.bounds) {
                let distance = placed.bounds.center().distance(eye.origin);
                let first = self.instances.len() as u32;
                self.instances.push(placed.instance);
                let batch = Batch { model: prop.model, level: placed.level, instances: first..first + 1 };
                self.translucent.push((distance, batch));
            }
        }
        self.translucent
            .sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.instances.start.cmp(&b.1.instances.start)));
    }
}

/// From a model to the world, as rows.
pub(crate) fn rows(axes: [Vec3; 3], origin: Vec3, scale: f32) -> BoneRows {
    let [x, y, z] = axes.map(|axis| axis * scale);
    [[x.x, y.x, z.x, origin.x], [x.y, y.y, z.y, origin.y], [x.z, y.z, z.z, origin.z]]
}

/// Adds the instances in an order, and a batch for neighbours of one level of one model.
fn batch(
    order: &[(u32, u32, u32)],
    props: &[Prop],
    placed: &[Placed],
    instances: &mut Vec<Instance>,
    batches: &mut Vec<Batch>,
) {
    let first_batch = batches.len();
    for &(_, _, index) in order {
        let placed = &placed[index as usize];
        let (model, level, place) = (props[placed.prop].model, placed.level, instances.len() as u32);
        instances.push(placed.instance);
        match batches[first_batch..].last_mut() {
            Some(batch) if (batch.model, batch.level) == (model, level) => batch.instances.end = place + 1,
            _ => batches.push(Batch { model, level, instances: place..place + 1 }),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::frame::Camera;
    use crate::model::samples::{arm, crate_model};
    use kerosene_asset::Model;
    use kerosene_bsp::Orientation;

    fn shape(model: Model) -> ModelShape {
        let data = model.into_data();
        let errors = data.levels.iter().map(|level| level.error).collect();
        ModelShape { bounds: data.bounds, errors, bones: data.bones, clips: data.clips, seen_through: false }
    }

    fn prop(model: u32, origin: Vec3) -> Prop {
        let (orientation, pose) = (Orientation::UPRIGHT, Pose::default());
        Prop { model: ModelHandle(model), origin, orientation, scale: 1.0, pose, tint: [1.0; 4] }
    }

    fn gathered(props: &[Prop]) -> Gathered {
        let eye = Eye::new(&Camera::default(), [960, 540]);
        let shapes = [shape(crate_model()), shape(arm())];
        let mut gathered = Gathered::default();
        gathered.gather(props, &eye, &[], |_| Surroundings::UNKNOWN, |model| shapes.get(model.0 as usize));
        gathered
    }

    #[test]
    fn instances_of_a_level_are_one_batch() {
        let far = Vec3::X * 2000.0;
        let props = [
            prop(0, Vec3::X * 100.0),
            prop(1, Vec3::X * 90.0),
            prop(0, far),
            prop(0, Vec3::new(120.0, 40.0, 0.0)),
            prop(0, Vec3::X * -100.0),
            prop(7, Vec3::X * 100.0),
        ];
        let gathered = gathered(&props);
        let batches: Vec<_> =
            gathered.batches.iter().map(|batch| (batch.model.0, batch.level, batch.instances.len())).collect();
        // Two crates near by, one far away and coarse, an arm; what is behind and what is no model are left out.
        assert_eq!(batches, [(0, 0, 2), (0, 1, 1), (1, 0, 1)]);
        assert_eq!((gathered.instances.len(), gathered.bones.len()), (4, 2));
        assert_eq!(gathered.instances[0].first_bone, STIFF);
        assert_eq!(gathered.instances[3].first_bone, 0);
    }

    #[test]
    fn each_is_lit_from_where_its_middle_is() {
        let eye = Eye::new(&Camera::default(), [960, 540]);
        let (shapes, mut gathered) = ([shape(crate_model())], Gathered::default());
        let middle = shapes[0].bounds.center();
        let around = |place: Vec3| Surroundings { probe: 3, light: PackedCube([place.x.round() as u32; 6]) };
        let props = [prop(0, Vec3::X * 100.0), Prop { tint: [0.5; 4], ..prop(0, Vec3::X * 200.0) }];
        gathered.gather(&props, &eye, &[], around, |model| shapes.get(model.0 as usize));
        let lights: Vec<_> = gathered.instances.iter().map(|it| (it.probe, it.light.0[5])).collect();
        assert_eq!(lights, [100.0, 200.0].map(|x| (3, (x + middle.x).round() as u32)));
    }

    #[test]
    fn translucent_ones_are_drawn_from_back_to_front() {
        let ghost = |distance: f32| Prop { tint: [1.0, 1.0, 1.0, 0.5], ..prop(0, Vec3::X * distance) };
        let gathered = gathered(&[ghost(100.0), ghost(300.0), prop(0, Vec3::X * 200.0), ghost(200.0)]);
        let distances: Vec<_> = gathered.translucent.iter().map(|(distance, _)| distance.round()).collect();
        assert_eq!(distances, [300.0, 201.0, 101.0]);
        assert_eq!(gathered.batches.len(), 1);
    }

    #[test]
    fn a_turned_model_stands_where_it_is_turned_to() {
        let orientation = Orientation::of(kerosene_math::Angles::new(0.0, 90.0, 0.0));
        let rows = rows(orientation.axes, Vec3::new(1.0, 2.0, 3.0), 2.0);
        let moved =
            rows.map(|row| kerosene_math::Vec4::from_array(row).dot(kerosene_math::Vec4::new(5.0, 0.0, 0.0, 1.0)));
        assert_eq!(moved, [1.0, 12.0, 3.0]);
    }

    #[test]
    fn a_posed_model_is_seen_as_far_as_its_clip_reaches() {
        let shape = shape(arm());
        let bent = Pose { clip: Some(0), ..Pose::default() };
        assert_eq!(shape.bounds_of(&Pose::default()), shape.bounds);
        assert_eq!(shape.bounds_of(&bent), shape.clips[0].bounds);
        assert_eq!(shape.bounds_of(&Pose { clip: Some(99), ..bent }), shape.bounds);
    }
}
