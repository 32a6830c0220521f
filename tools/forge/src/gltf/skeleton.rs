//! What moves: joints of skins, whatever an animation names, and all that these hang on.

use super::container::Loaded;
use super::nodes::{Nodes, Pose, affine};
use crate::ForgeError;
use crate::axes::Axes;
use crate::scene::Scene;
use kerosene_asset::{Attachment, Bone, MAX_BONES, Transform};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_math::{DAffine3, DQuat, DVec3};
use std::collections::BTreeSet;

/// Inverse bind matrices that differ by more are two poses, in metres.
const SAME_POSE: f64 = 1e-3;

/// The nodes that are bones.
#[derive(Debug, Default)]
pub(super) struct Skeleton {
    /// The bone of each node.
    pub(super) of_node: Vec<Option<u8>>,
    /// The node of each bone, parents first.
    pub(super) nodes: Vec<usize>,
}

impl Skeleton {
    /// Finds the nodes that move. Where there are any, meshes that do not hang on one of them become bones themselves, so
    /// that every vertex has one.
    pub(super) fn new(loaded: &Loaded, nodes: &Nodes) -> Result<Self, ForgeError> {
        let document = &loaded.document;
        let mut moves = vec![false; document.nodes.len()];
        for index in &nodes.order {
            let node = &document.nodes[*index];
            let Some(skin) = node.skin.filter(|_| node.mesh.is_some()) else { continue };
            let missing = |what: String| ForgeError::json(format!("nodes[{index}].skin"), what);
            let joints = &document.skins.get(skin).ok_or_else(|| missing(format!("there is no skin {skin}")))?.joints;
            if joints.is_empty() {
                return Err(ForgeError::json(format!("skins[{skin}].joints"), "there are none"));
            }
            for joint in joints {
                let there = moves.get_mut(*joint).filter(|_| nodes.visited[*joint]);
                *there.ok_or_else(|| {
                    ForgeError::json(format!("skins[{skin}].joints"), format!("node {joint} is not in the scene"))
                })? = true;
            }
        }
        for channel in document.animations.iter().flat_map(|animation| &animation.channels) {
            let node = channel.target.node.filter(|_| channel.target.path != "weights");
            if let Some(moved) = node.filter(|node| nodes.visited.get(*node) == Some(&true)) {
                moves[moved] = true;
            }
        }
        if !moves.contains(&true) {
            return Ok(Self { of_node: vec![None; document.nodes.len()], nodes: Vec::new() });
        }
        for index in &nodes.order {
            let rigid = document.nodes[*index].mesh.is_some() && document.nodes[*index].skin.is_none();
            if rigid && nodes.nearest(*index, |node| moves[node]).is_none() {
                moves[*index] = true;
            }
        }
        // What is above something that moves carries it. Children come after their parents.
        for index in nodes.order.iter().rev() {
            if let Some(parent) = nodes.parents[*index].filter(|_| moves[*index]) {
                moves[parent] = true;
            }
        }
        let bones: Vec<_> = nodes.order.iter().copied().filter(|node| moves[*node]).collect();
        if bones.len() > MAX_BONES {
            return Err(ForgeError::TooMany { what: "bones", most: MAX_BONES });
        }
        let mut of_node = vec![None; document.nodes.len()];
        bones.iter().zip(0..=u8::MAX).for_each(|(node, bone)| of_node[*node] = Some(bone));
        Ok(Self { of_node, nodes: bones })
    }

    /// The bones in our space.
    pub(super) fn bones(
        &self,
        name: &str,
        loaded: &Loaded,
        nodes: &Nodes,
        axes: &Axes,
        scene: &mut Scene,
    ) -> Result<(), ForgeError> {
        let mut inverse: Vec<Option<DAffine3>> = vec![None; loaded.document.nodes.len()];
        let mut told = false;
        for (index, skin) in loaded.document.skins.iter().enumerate() {
            for (joint, matrix) in skin.joints.iter().zip(inverse_binds(loaded, index)?) {
                let Some(known) = inverse.get_mut(*joint) else { continue };
                let other = known.get_or_insert(matrix);
                if !other.abs_diff_eq(matrix, SAME_POSE) && !told {
                    told = true;
                    let message = format!(
                        "skins[{index}] binds node {joint} in another pose than a skin before: the first is kept"
                    );
                    let at = SourcePosition::file(name);
                    scene.diagnostics.push(Diagnostic::new(codes::MODEL_PART_LEFT_OUT, message).at(at));
                }
            }
        }
        let mut taken = BTreeSet::new();
        for node in &self.nodes {
            let inverse = inverse[*node].unwrap_or_else(|| inverted(&nodes.world[*node]));
            let parent = nodes.parents[*node].and_then(|parent| self.of_node[parent]);
            scene.bones.push(Bone {
                name: unique(loaded.document.nodes[*node].name.as_deref(), "bone", &mut taken),
                parent,
                bind: axes.transform(&nodes.poses[*node], parent.is_none()),
                inverse_bind: Bone::columns(&axes.inverse_bind(&inverse)),
            });
        }
        Ok(())
    }

    /// Named nodes that hold nothing: what others are fastened to.
    pub(super) fn attachments(&self, loaded: &Loaded, nodes: &Nodes, axes: &Axes, scene: &mut Scene) {
        let mut taken = BTreeSet::new();
        for index in &nodes.order {
            let node = &loaded.document.nodes[*index];
            let holds = node.mesh.is_some()
                || node.camera.is_some()
                || !node.children.is_empty()
                || !node.extensions.is_empty();
            if holds || self.of_node[*index].is_some() || node.name.is_none() {
                continue;
            }
            let carrier = nodes.nearest(*index, |node| self.of_node[node].is_some());
            let above = carrier.map_or(DAffine3::IDENTITY, |carrier| inverted(&nodes.world[carrier]));
            let transform = axes.transform(&Pose::of(&(above * nodes.world[*index])), carrier.is_none());
            let name = unique(node.name.as_deref(), "place", &mut taken);
            scene.attachments.push(Attachment {
                name,
                bone: carrier.and_then(|carrier| self.of_node[carrier]),
                transform,
            });
        }
    }
}

/// The inverse bind matrices of a skin, which stay where they are when there are none.
fn inverse_binds(loaded: &Loaded, skin: usize) -> Result<Vec<DAffine3>, ForgeError> {
    let part = &loaded.document.skins[skin];
    if part.joints.len() > MAX_BONES {
        return Err(ForgeError::TooMany { what: "joints of a skin", most: MAX_BONES });
    }
    let Some(accessor) = part.inverse_bind_matrices else { return Ok(vec![DAffine3::IDENTITY; part.joints.len()]) };
    let place = format!("skins[{skin}].inverseBindMatrices");
    let numbers = loaded.numbers(accessor, &["MAT4"], &place)?;
    if numbers.len() < part.joints.len() {
        return Err(ForgeError::json(place, "there are fewer matrices than joints"));
    }
    Ok(numbers.elements::<16>().map(|matrix| affine(&matrix)).collect())
}

/// The inverse of a matrix; of a flat one, nothing but the way back.
fn inverted(matrix: &DAffine3) -> DAffine3 {
    let inverse = matrix.inverse();
    if inverse.is_finite() { inverse } else { DAffine3::from_translation(-matrix.translation) }
}

/// A name that nobody has yet.
pub(super) fn unique(name: Option<&str>, otherwise: &str, taken: &mut BTreeSet<String>) -> String {
    let wanted = name.filter(|name| !name.is_empty()).unwrap_or(otherwise);
    let wanted = &wanted[..wanted.floor_char_boundary(200)];
    let numbered = std::iter::once(wanted.to_owned()).chain((2_u32..).map(|number| format!("{wanted}_{number}")));
    for name in numbered {
        if taken.insert(name.clone()) {
            return name;
        }
    }
    wanted.to_owned()
}

impl Axes {
    /// A pose as seen from the parent, in our space; what hangs on nothing takes the author's rotation.
    pub(super) fn transform(&self, pose: &Pose, is_root: bool) -> Transform {
        Transform {
            translation: self.bone_offset(pose.translation, is_root).as_vec3(),
            rotation: self.bone_rotation(pose.rotation, is_root).as_quat(),
            scale: self.stretched(pose.scale).as_vec3(),
        }
    }

    pub(super) fn bone_offset(&self, translation: DVec3, is_root: bool) -> DVec3 {
        let offset = self.offset(translation);
        if is_root { self.rotation * offset } else { offset }
    }

    pub(super) fn bone_rotation(&self, rotation: DQuat, is_root: bool) -> DQuat {
        let turned = self.turned(rotation);
        if is_root { super::nodes::unit(DQuat::from_mat3(&self.rotation) * turned) } else { turned }
    }

    /// What takes a vertex of our model to a bone, of what does in the source.
    fn inverse_bind(&self, inverse: &DAffine3) -> DAffine3 {
        let ours = DAffine3::from_mat3(self.turn * self.scale);
        let back = DAffine3::from_mat3(self.turn.transpose() * (1.0 / self.scale));
        ours * *inverse * back * DAffine3::from_mat3(self.rotation.transpose())
    }
}
