//! A model in the pose of a clip.

use super::{Model, Transform};
use kerosene_math::{Aabb, DAabb, DAffine3, DVec3};

impl Model {
    /// What takes each bone's vertices from the bind pose to that of a frame of a clip; nothing for a clip that is not
    /// there.
    #[must_use]
    pub fn skinning(&self, clip: usize, frame: u32) -> Vec<DAffine3> {
        let Some(clip) = self.clips.get(clip) else { return Vec::new() };
        let locals: Vec<_> = (0..self.bones.len()).map(|bone| clip.transform(bone, frame)).collect();
        let world = self.world(&locals);
        world.iter().zip(&self.bones).map(|(world, bone)| *world * bone.inverse_bind_affine()).collect()
    }

    /// Where each bone is in the model, of where it is in its parent.
    fn world(&self, locals: &[Transform]) -> Vec<DAffine3> {
        let mut world: Vec<DAffine3> = Vec::with_capacity(locals.len());
        for (bone, local) in self.bones.iter().zip(locals) {
            let parent = bone.parent.and_then(|parent| world.get(usize::from(parent)));
            world.push(parent.copied().unwrap_or(DAffine3::IDENTITY) * local.to_affine());
        }
        world
    }

    /// Where the bones, as [`skinning`](Self::skinning) gives them, take a vertex; where it is, without any.
    ///
    /// # Panics
    /// There is no such vertex.
    #[must_use]
    pub fn skinned(&self, skinning: &[DAffine3], vertex: usize) -> DVec3 {
        let position = self.vertices.positions[vertex].as_dvec3();
        let (Some(skin), false) = (self.vertices.skin.get(vertex), skinning.is_empty()) else { return position };
        let mut sum = DVec3::ZERO;
        for (bone, weight) in skin.bones.into_iter().zip(skin.weights) {
            if weight > 0 {
                let moved = skinning.get(usize::from(bone)).map_or(position, |bone| bone.transform_point3(position));
                sum += moved * (f64::from(weight) / 255.0);
            }
        }
        sum
    }

    /// What the vertices stay within at every frame of a clip and between them as far as they are moved in a line, in
    /// units. A skinned vertex is a mean of where its bones take it, so it lies in the hull of the boxes of all bones'
    /// vertices; looking at those takes a time that does not depend on how many vertices there are.
    #[must_use]
    pub fn clip_bounds(&self, clip: usize) -> Aabb {
        let frames = self.clips.get(clip).map_or(0, |clip| clip.frames);
        let (still, boxes) = self.boxes_of_bones();
        let mut bounds = still;
        for frame in 0..frames {
            for (bone, held) in self.skinning(clip, frame).iter().zip(&boxes) {
                // A bone that moves nothing has no box.
                if held.is_empty() {
                    continue;
                }
                for corner in 0..8 {
                    let pick = |axis: usize| if corner >> axis & 1 == 0 { held.min[axis] } else { held.max[axis] };
                    bounds.include(bone.transform_point3(DVec3::new(pick(0), pick(1), pick(2))).as_vec3());
                }
            }
        }
        bounds
    }

    /// What holds the vertices that nothing moves, and what holds those that each bone moves, in the bind pose.
    fn boxes_of_bones(&self) -> (Aabb, Vec<DAabb>) {
        let mut boxes = vec![DAabb::EMPTY; self.bones.len()];
        if self.vertices.skin.is_empty() {
            return (self.bounds, boxes);
        }
        for (position, skin) in self.vertices.positions.iter().zip(&self.vertices.skin) {
            for (bone, weight) in skin.bones.into_iter().zip(skin.weights) {
                if weight > 0
                    && let Some(held) = boxes.get_mut(usize::from(bone))
                {
                    held.include(position.as_dvec3());
                }
            }
        }
        (Aabb::EMPTY, boxes)
    }
}
