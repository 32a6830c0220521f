//! Animations, resampled to poses at a fixed rate.

use super::container::Loaded;
use super::document::{Animation, Sampler};
use super::nodes::{Nodes, Pose, unit};
use super::skeleton::{Skeleton, unique};
use crate::axes::Axes;
use crate::scene::Scene;
use crate::{ForgeError, Options};
use kerosene_asset::{Clip, MAX_CLIPS, MAX_FRAMES, Track};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_math::{Aabb, DQuat, DVec3, Quat, deterministic};
use std::collections::BTreeSet;

/// Most poses of bones in all clips together.
const MAX_POSES: usize = 1 << 22;
/// Clips that are shorter are a single pose, in seconds.
const SHORTEST: f64 = 1e-3;

/// How values between keys come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    Step,
    Linear,
    Cubic,
}

/// Values at times.
struct Keys<const N: usize> {
    times: Vec<f64>,
    /// One for each time; with tangents before and after it where it is cubic.
    values: Vec<[f64; N]>,
    between: Between,
}

impl<const N: usize> Keys<N> {
    /// The keys around a time, how far it lies between them (0 to 1), and how far they are apart in seconds.
    fn around(&self, time: f64) -> (usize, usize, f64, f64) {
        let after = self.times.partition_point(|key| *key <= time);
        let (from, to) = (after.saturating_sub(1), after.min(self.times.len() - 1));
        let apart = self.times[to] - self.times[from];
        let share = if apart > 0.0 { ((time - self.times[from]) / apart).clamp(0.0, 1.0) } else { 0.0 };
        (from, to, share, apart)
    }

    fn value(&self, key: usize) -> [f64; N] {
        if self.between == Between::Cubic { self.values[key * 3 + 1] } else { self.values[key] }
    }

    /// The value at a time; `blend` goes from one value to another.
    fn at(&self, time: f64, blend: impl Fn([f64; N], [f64; N], f64) -> [f64; N]) -> [f64; N] {
        let (from, to, share, apart) = self.around(time);
        match self.between {
            Between::Step => self.value(from),
            Between::Linear => blend(self.value(from), self.value(to), share),
            Between::Cubic => {
                let (leave, arrive) = (self.values[from * 3 + 2], self.values[to * 3]);
                let (start, end) = (self.value(from), self.value(to));
                // Hermite's basis (glTF 2.0, appendix C.5).
                let (square, cube) = (share * share, share * share * share);
                let mut value = [0.0; N];
                for (axis, value) in value.iter_mut().enumerate() {
                    *value = (2.0 * cube - 3.0 * square + 1.0) * start[axis]
                        + apart * (cube - 2.0 * square + share) * leave[axis]
                        + (3.0 * square - 2.0 * cube) * end[axis]
                        + apart * (cube - square) * arrive[axis];
                }
                value
            }
        }
    }
}

/// What an animation does with a node.
#[derive(Default)]
struct Moved {
    translation: Option<Keys<3>>,
    rotation: Option<Keys<4>>,
    scale: Option<Keys<3>>,
}

impl Moved {
    fn pose(&self, rest: &Pose, time: f64) -> Pose {
        let straight = |start: [f64; 3], end: [f64; 3], share: f64| {
            let (start, end) = (DVec3::from_array(start), DVec3::from_array(end));
            (start + (end - start) * share).to_array()
        };
        let vector = |keys: &Option<Keys<3>>, rest: DVec3| {
            keys.as_ref().map_or(rest, |keys| DVec3::from_array(keys.at(time, straight)))
        };
        let rotation = self.rotation.as_ref().map(|keys| DQuat::from_array(keys.at(time, slerp)));
        Pose {
            translation: vector(&self.translation, rest.translation),
            rotation: rotation.map_or(rest.rotation, unit),
            scale: vector(&self.scale, rest.scale),
        }
    }

    /// When its first and last keys are.
    fn span(&self) -> Option<(f64, f64)> {
        let times = [
            self.translation.as_ref().map(|keys| &keys.times),
            self.rotation.as_ref().map(|keys| &keys.times),
            self.scale.as_ref().map(|keys| &keys.times),
        ];
        let spans = times.into_iter().flatten().filter_map(|times| Some((*times.first()?, *times.last()?)));
        spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }
}

/// From one rotation to another along the shorter arc at an even pace (Shoemake, *Animating Rotation with Quaternion
/// Curves*, 1985).
fn slerp(start: [f64; 4], end: [f64; 4], share: f64) -> [f64; 4] {
    let (start, mut end) = (unit(DQuat::from_array(start)), unit(DQuat::from_array(end)));
    let mut cosine = start.dot(end);
    if cosine < 0.0 {
        (end, cosine) = (-end, -cosine);
    }
    // Where the arc is so short that its sine says nothing, a straight line is as good.
    let (one, other) = if cosine > 1.0 - 1e-9 {
        (1.0 - share, share)
    } else {
        let angle = deterministic::acos(cosine.clamp(-1.0, 1.0));
        let sine = deterministic::sin(angle);
        (deterministic::sin((1.0 - share) * angle) / sine, deterministic::sin(share * angle) / sine)
    };
    unit(start * one + end * other).to_array()
}

/// What is needed to read animations.
pub(super) struct Animations<'a> {
    pub(super) name: &'a str,
    pub(super) loaded: &'a Loaded,
    pub(super) nodes: &'a Nodes,
    pub(super) skeleton: &'a Skeleton,
    pub(super) axes: &'a Axes,
    pub(super) options: &'a Options,
}

impl Animations<'_> {
    /// Reads all that move a bone.
    pub(super) fn read(&self, scene: &mut Scene) -> Result<(), ForgeError> {
        let (mut taken, mut poses) = (BTreeSet::new(), 0);
        for (index, animation) in self.loaded.document.animations.iter().enumerate() {
            let moved = self.moved(index, animation, scene)?;
            let spans = moved.iter().flatten().filter_map(Moved::span);
            let Some(span) = spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))) else { continue };
            let (frames, rate) = self.pace(index, span)?;
            poses += frames as usize * self.skeleton.nodes.len();
            if poses > MAX_POSES {
                return Err(ForgeError::TooMany { what: "poses of bones", most: MAX_POSES });
            }
            if scene.clips.len() == MAX_CLIPS {
                return Err(ForgeError::TooMany { what: "clips", most: MAX_CLIPS });
            }
            let name = unique(animation.name.as_deref(), "clip", &mut taken);
            let looped = !self.options.once.iter().any(|once| once == "*" || *once == name);
            let times: Vec<f64> = (0..frames).map(|frame| span.0 + f64::from(frame) / rate).collect();
            let tracks =
                self.skeleton.nodes.iter().zip(&moved).map(|(node, moved)| self.track(*node, moved.as_ref(), &times));
            let tracks = tracks.collect();
            scene.clips.push(Clip { name, looped, rate: rate as f32, frames, tracks, bounds: Aabb::EMPTY });
        }
        Ok(())
    }

    /// How many poses a clip has and how many of them a second: as many as were asked for, or a few more, so that the last
    /// one is exactly at the end.
    fn pace(&self, index: usize, (start, end): (f64, f64)) -> Result<(u32, f64), ForgeError> {
        let seconds = end - start;
        if seconds < SHORTEST {
            return Ok((1, self.options.fps));
        }
        // A length that is whole but for rounding has no pose more.
        let steps = (seconds * self.options.fps - 1e-4).ceil().max(1.0);
        if steps >= MAX_FRAMES as f64 {
            let place = format!("animations[{index}]");
            return Err(ForgeError::json(
                place,
                format!("{seconds:.0} seconds are more than {MAX_FRAMES} poses; try a lower --fps"),
            ));
        }
        Ok((steps as u32 + 1, steps / seconds))
    }

    /// What an animation does with each bone.
    fn moved(&self, index: usize, animation: &Animation, scene: &mut Scene) -> Result<Vec<Option<Moved>>, ForgeError> {
        let mut moved: Vec<Option<Moved>> = Vec::new();
        moved.resize_with(self.skeleton.nodes.len(), || None);
        let mut told = false;
        for (at, channel) in animation.channels.iter().enumerate() {
            let place = format!("animations[{index}].channels[{at}]");
            let Some(node) = channel.target.node else { continue };
            let bone = self.skeleton.of_node.get(node);
            let bone = bone
                .ok_or_else(|| ForgeError::json(format!("{place}.target.node"), format!("there is no node {node}")))?;
            let sampler = animation.samplers.get(channel.sampler);
            let sampler = sampler.ok_or_else(|| {
                ForgeError::json(format!("{place}.sampler"), format!("there is no sampler {}", channel.sampler))
            })?;
            let here = format!("animations[{index}].samplers[{}]", channel.sampler);
            // A node outside of the scene moves nothing.
            let Some(moved) = bone.and_then(|bone| moved.get_mut(usize::from(bone))) else { continue };
            let moved = moved.get_or_insert_default();
            match channel.target.path.as_str() {
                "translation" => moved.translation = Some(self.keys(sampler, "VEC3", &here)?),
                "rotation" => moved.rotation = Some(self.keys(sampler, "VEC4", &here)?),
                "scale" => moved.scale = Some(self.keys(sampler, "VEC3", &here)?),
                _ if told => {}
                _ => {
                    told = true;
                    let message = format!("{place}: only translations, rotations and scales are read");
                    let diagnostic = Diagnostic::new(codes::MODEL_PART_LEFT_OUT, message);
                    scene.diagnostics.push(diagnostic.at(SourcePosition::file(self.name)));
                }
            }
        }
        Ok(moved)
    }

    fn keys<const N: usize>(&self, sampler: &Sampler, shape: &str, place: &str) -> Result<Keys<N>, ForgeError> {
        let input = format!("{place}.input");
        let times = self.loaded.numbers(sampler.input, &["SCALAR"], &input)?.values;
        if times.is_empty() || times.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(ForgeError::json(input, "its times do not grow, or there are none"));
        }
        let between = match sampler.interpolation.as_deref() {
            None | Some("LINEAR") => Between::Linear,
            Some("STEP") => Between::Step,
            Some("CUBICSPLINE") => Between::Cubic,
            Some(other) => {
                let shown: String = other.chars().take(20).collect();
                return Err(ForgeError::json(format!("{place}.interpolation"), format!("there is no \"{shown}\"")));
            }
        };
        let output = format!("{place}.output");
        let values: Vec<_> = self.loaded.numbers(sampler.output, &[shape], &output)?.elements().collect();
        let needed = if between == Between::Cubic { times.len() * 3 } else { times.len() };
        if values.len() != needed {
            return Err(ForgeError::json(
                output,
                format!("it has {} elements, and its times need {needed}", values.len()),
            ));
        }
        Ok(Keys { times, values, between })
    }

    /// The poses of a bone.
    fn track(&self, node: usize, moved: Option<&Moved>, times: &[f64]) -> Track {
        let rest = self.nodes.poses[node];
        let is_root = self.nodes.parents[node].is_none();
        let poses: Vec<Pose> = match moved {
            Some(moved) => times.iter().map(|time| moved.pose(&rest, *time)).collect(),
            None => vec![rest],
        };
        let transforms: Vec<_> = poses.iter().map(|pose| self.axes.transform(pose, is_root)).collect();
        let mut rotations: Vec<Quat> = Vec::with_capacity(transforms.len());
        for transform in &transforms {
            let rotation = transform.rotation;
            // The same rotation has two names: the one nearer to the pose before lets both be blended as they are.
            let far = rotations.last().is_some_and(|before| before.as_dquat().dot(rotation.as_dquat()) < 0.0);
            rotations.push(if far { -rotation } else { rotation });
        }
        Track {
            translation: shortened(transforms.iter().map(|transform| transform.translation).collect()),
            rotation: shortened(rotations),
            scale: shortened(transforms.iter().map(|transform| transform.scale).collect()),
        }
    }
}

/// One value where all are equal.
fn shortened<T: PartialEq>(mut values: Vec<T>) -> Vec<T> {
    if values.windows(2).all(|pair| pair[0] == pair[1]) {
        values.truncate(1);
    }
    values
}
