//! glTF 2.0 (Khronos, 2021): `.glb`, and `.gltf` with buffers beside it or in data URIs.
//!
//! Read are the nodes of the scene with their meshes, skins and animations; names of materials; empties. Whatever an index
//! names is looked for when it is followed, and an error says where it stands as a path of JSON. Nothing recurses, and
//! what a file may claim without having it is bounded.
//!
//! Nodes become bones where something moves them; a mesh that hangs on a bone without a skin of its own moves with it, as do
//! doors and wheels that an animation turns.

mod accessor;
mod animation;
mod container;
mod document;
mod mesh;
mod nodes;
mod skeleton;

use crate::axes::Axes;
use crate::scene::Scene;
use crate::{Beside, ForgeError, Options};
use kerosene_math::units::UNITS_PER_METRE;

/// Reads a glTF.
pub(crate) fn read(name: &str, bytes: &[u8], beside: &mut dyn Beside, options: &Options) -> Result<Scene, ForgeError> {
    let loaded = container::load(name, bytes, beside)?;
    let axes = Axes::new(options, UNITS_PER_METRE);
    let nodes = nodes::Nodes::new(&loaded.document)?;
    let skeleton = skeleton::Skeleton::new(&loaded, &nodes)?;
    let mut scene = Scene { files: loaded.files.clone(), ..Scene::default() };
    skeleton.bones(name, &loaded, &nodes, &axes, &mut scene)?;
    skeleton.attachments(&loaded, &nodes, &axes, &mut scene);
    mesh::Meshes { name, loaded: &loaded, nodes: &nodes, skeleton: &skeleton, axes: &axes }.read(&mut scene)?;
    let animations =
        animation::Animations { name, loaded: &loaded, nodes: &nodes, skeleton: &skeleton, axes: &axes, options };
    animations.read(&mut scene)?;
    Ok(scene)
}
