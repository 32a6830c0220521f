//! Triangles of the meshes that nodes show.

use super::accessor::Numbers;
use super::container::Loaded;
use super::document::Primitive;
use super::nodes::Nodes;
use super::skeleton::Skeleton;
use crate::ForgeError;
use crate::axes::Axes;
use crate::scene::{Corner, MAX_TRIANGLES, Scene, Triangle, UNSKINNED, is_collision};
use kerosene_asset::SkinVertex;
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_math::{DAffine3, DMat3, DVec3, Vec2};

/// Meshes that are compressed.
const DRACO: &str = "KHR_draco_mesh_compression";
/// Textures that are moved on their surfaces.
const MOVED_TEXTURES: &str = "KHR_texture_transform";

/// What is needed to read a mesh.
pub(super) struct Meshes<'a> {
    pub(super) name: &'a str,
    pub(super) loaded: &'a Loaded,
    pub(super) nodes: &'a Nodes,
    pub(super) skeleton: &'a Skeleton,
    pub(super) axes: &'a Axes,
}

/// How a primitive comes into the model.
struct Shown<'a> {
    /// From its space to the scene's.
    world: DAffine3,
    /// The joints that its vertices name.
    joints: Option<&'a [usize]>,
    /// What moves all of it, without joints.
    rigid: SkinVertex,
    collision: bool,
}

impl Meshes<'_> {
    /// Reads all that the scene shows.
    pub(super) fn read(&self, scene: &mut Scene) -> Result<(), ForgeError> {
        let document = &self.loaded.document;
        if document.extensions_required.iter().chain(&document.extensions_used).any(|name| name == MOVED_TEXTURES) {
            let message = format!("textures that are moved, turned or scaled by {MOVED_TEXTURES} stay as they are");
            self.left_out(scene, message);
        }
        for index in &self.nodes.order {
            let node = &self.loaded.document.nodes[*index];
            let Some(number) = node.mesh else { continue };
            let mesh = self.loaded.document.meshes.get(number);
            let mesh = mesh.ok_or_else(|| {
                ForgeError::json(format!("nodes[{index}].mesh"), format!("there is no mesh {number}"))
            })?;
            let skin = node.skin.and_then(|skin| self.loaded.document.skins.get(skin));
            let names = [node.name.as_deref(), mesh.name.as_deref()];
            let collision = names.into_iter().flatten().any(is_collision);
            let bone = self.nodes.nearest(*index, |node| self.skeleton.of_node[node].is_some());
            let bone = bone.and_then(|node| self.skeleton.of_node[node]);
            let rigid = bone.map_or(UNSKINNED, |bone| SkinVertex { bones: [bone, 0, 0, 0], weights: [255, 0, 0, 0] });
            if collision {
                scene.collision.push(Vec::new());
            }
            for (at, primitive) in mesh.primitives.iter().enumerate() {
                let joints =
                    skin.filter(|_| primitive.attributes.contains_key("JOINTS_0")).map(|skin| &skin.joints[..]);
                // Where a skin moves a mesh its node does not (glTF 2.0, 3.7.3.1).
                let world = if joints.is_some() { DAffine3::IDENTITY } else { self.nodes.world[*index] };
                let shown = Shown { world, joints, rigid, collision };
                self.primitive(primitive, &format!("meshes[{number}].primitives[{at}]"), &shown, scene)?;
            }
        }
        Ok(())
    }

    fn left_out(&self, scene: &mut Scene, message: String) {
        let diagnostic = Diagnostic::new(codes::MODEL_PART_LEFT_OUT, message).at(SourcePosition::file(self.name));
        scene.diagnostics.push(diagnostic);
    }

    fn primitive(
        &self,
        primitive: &Primitive,
        place: &str,
        shown: &Shown<'_>,
        scene: &mut Scene,
    ) -> Result<(), ForgeError> {
        let mode = primitive.mode.unwrap_or(4);
        if !(4..=6).contains(&mode) {
            self.left_out(scene, format!("{place}: points and lines are left out"));
            return Ok(());
        }
        if !primitive.targets.is_empty() {
            self.left_out(scene, format!("{place}: its {} morph targets are left out", primitive.targets.len()));
        }
        self.is_plain(primitive, place)?;
        let corners = self.corners(primitive, place, shown, scene)?;
        let indices = self.indices(primitive, place, corners.len())?;
        let triangles = triangles(&indices, mode);
        if scene.count() + triangles.len() > MAX_TRIANGLES {
            return Err(ForgeError::TooMany { what: "triangles", most: MAX_TRIANGLES });
        }
        let material = self.material(primitive, place)?;
        // What is mirrored is seen from the other side.
        let mirrored = shown.world.matrix3.determinant() < 0.0;
        let material = if shown.collision { 0 } else { scene.material(&material) };
        for [a, b, c] in triangles {
            let corners = if mirrored { [a, c, b] } else { [a, b, c] }.map(|index| corners[index as usize]);
            match scene.collision.last_mut().filter(|_| shown.collision) {
                Some(mesh) => mesh.push(corners.map(|corner| corner.position.as_dvec3())),
                None => scene.triangles.push(Triangle { material, smoothing: 0, corners }),
            }
        }
        Ok(())
    }

    /// Refuses a mesh that is there in a compressed form alone.
    fn is_plain(&self, primitive: &Primitive, place: &str) -> Result<(), ForgeError> {
        let position = primitive.attributes.get("POSITION").and_then(|at| self.loaded.document.accessors.get(*at));
        let has_numbers = position.is_none_or(|accessor| accessor.buffer_view.is_some() || accessor.sparse.is_some());
        match primitive.extensions.keys().find(|name| *name == DRACO).filter(|_| !has_numbers) {
            Some(name) => Err(ForgeError::Extension { path: place.to_owned(), name: name.clone() }),
            None => Ok(()),
        }
    }

    fn material(&self, primitive: &Primitive, place: &str) -> Result<String, ForgeError> {
        let Some(index) = primitive.material else { return Ok(String::new()) };
        let material = self.loaded.document.materials.get(index);
        let missing = || ForgeError::json(format!("{place}.material"), format!("there is no material {index}"));
        Ok(material.ok_or_else(missing)?.name.clone().unwrap_or_default())
    }

    fn indices(&self, primitive: &Primitive, place: &str, count: usize) -> Result<Vec<u32>, ForgeError> {
        let Some(accessor) = primitive.indices else { return Ok((0..count as u32).collect()) };
        let here = format!("{place}.indices");
        let numbers = self.loaded.numbers(accessor, &["SCALAR"], &here)?;
        match numbers.values.iter().find(|index| !(**index >= 0.0 && (**index as usize) < count)) {
            Some(index) => Err(ForgeError::json(here, format!("there is no vertex {index}: there are {count}"))),
            None => Ok(numbers.values.iter().map(|index| *index as u32).collect()),
        }
    }

    /// Numbers of an attribute, as many as there are vertices; nothing where it is not there.
    fn attribute(
        &self,
        primitive: &Primitive,
        name: &str,
        shapes: &[&str],
        (place, count): (&str, usize),
    ) -> Result<Option<Numbers>, ForgeError> {
        let Some(accessor) = primitive.attributes.get(name) else { return Ok(None) };
        let here = format!("{place}.attributes.{name}");
        let numbers = self.loaded.numbers(*accessor, shapes, &here)?;
        if numbers.len() == count {
            return Ok(Some(numbers));
        }
        Err(ForgeError::json(here, format!("it has {} elements, and there are {count} vertices", numbers.len())))
    }

    fn corners(
        &self,
        primitive: &Primitive,
        place: &str,
        shown: &Shown<'_>,
        scene: &mut Scene,
    ) -> Result<Vec<Corner>, ForgeError> {
        let position = format!("{place}.attributes.POSITION");
        let accessor =
            primitive.attributes.get("POSITION").ok_or_else(|| ForgeError::json(&position, "it is not there"))?;
        let positions = self.loaded.numbers(*accessor, &["VEC3"], &position)?;
        let at = (place, positions.len());
        let mut corners: Vec<Corner> = positions
            .elements::<3>()
            .map(|place| Corner::at(self.axes.place(shown.world.transform_point3(DVec3::from_array(place)))))
            .collect();
        corners.iter_mut().for_each(|corner| corner.skin = shown.rigid);
        if let Some(normals) = self.attribute(primitive, "NORMAL", &["VEC3"], at)? {
            let matrix = normal_matrix(&shown.world.matrix3);
            for (corner, normal) in corners.iter_mut().zip(normals.elements()) {
                corner.normal = self.axes.direction(matrix * DVec3::from_array(normal));
            }
            // Tangents without normals mean nothing.
            if let Some(tangents) = self.attribute(primitive, "TANGENT", &["VEC4"], at)? {
                let flip = shown.world.matrix3.determinant() < 0.0;
                for (corner, [x, y, z, sign]) in corners.iter_mut().zip(tangents.elements()) {
                    let along = self.axes.direction(shown.world.matrix3 * DVec3::new(x, y, z));
                    let sign = if (sign < 0.0) == flip { 1.0 } else { -1.0 };
                    corner.tangent = [along.x, along.y, along.z, sign];
                }
            }
        }
        if let Some(uvs) = self.attribute(primitive, "TEXCOORD_0", &["VEC2"], at)? {
            let uvs = uvs.elements().map(|[u, v]| Vec2::new(u as f32, v as f32));
            corners.iter_mut().zip(uvs).for_each(|(corner, uv)| corner.uv = uv);
        }
        if let Some(uvs) = self.attribute(primitive, "TEXCOORD_1", &["VEC2"], at)? {
            scene.has_second_uvs |= !shown.collision;
            let uvs = uvs.elements().map(|[u, v]| Vec2::new(u as f32, v as f32));
            corners.iter_mut().zip(uvs).for_each(|(corner, uv)| corner.second_uv = uv);
        }
        if let Some(colors) = self.attribute(primitive, "COLOR_0", &["VEC3", "VEC4"], at)? {
            scene.has_colors |= !shown.collision;
            let opaque = colors.width == 3;
            for (corner, color) in corners.iter_mut().zip(colors.elements::<4>()) {
                corner.color = color.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8);
                corner.color[3] = if opaque { 255 } else { corner.color[3] };
            }
        }
        if let Some(joints) = shown.joints {
            self.weights(primitive, at, joints, &mut corners)?;
            if primitive.attributes.contains_key("JOINTS_1") {
                self.left_out(scene, format!("{place}: of more than four bones a vertex, the first four are kept"));
            }
        }
        Ok(corners)
    }

    fn weights(
        &self,
        primitive: &Primitive,
        at: (&str, usize),
        joints: &[usize],
        corners: &mut [Corner],
    ) -> Result<(), ForgeError> {
        let named = self.attribute(primitive, "JOINTS_0", &["VEC4"], at)?;
        let weights = self.attribute(primitive, "WEIGHTS_0", &["VEC4"], at)?;
        let here = format!("{}.attributes.WEIGHTS_0", at.0);
        let (Some(named), Some(weights)) = (named, weights) else {
            return Err(ForgeError::json(here, "it is not there, and JOINTS_0 is"));
        };
        for ((corner, named), weights) in corners.iter_mut().zip(named.elements::<4>()).zip(weights.elements::<4>()) {
            let mut pairs = [(0_u8, 0.0); 4];
            for ((pair, joint), weight) in pairs.iter_mut().zip(named).zip(weights) {
                let node = joints.get(joint as usize).filter(|_| joint >= 0.0);
                let missing =
                    || ForgeError::json(format!("{}.attributes.JOINTS_0", at.0), format!("there is no joint {joint}"));
                let bone = self.skeleton.of_node[*node.ok_or_else(missing)?];
                *pair = (bone.unwrap_or(0), weight.max(0.0));
            }
            corner.skin = quantised(pairs);
        }
        Ok(())
    }
}

/// Weights in parts of 255 that add up to it, the greatest first.
fn quantised(mut pairs: [(u8, f64); 4]) -> SkinVertex {
    pairs.sort_by(|one, other| other.1.total_cmp(&one.1));
    let sum: f64 = pairs.iter().map(|(_, weight)| weight).sum();
    if !(sum > 0.0 && sum.is_finite()) {
        return SkinVertex { bones: [pairs[0].0, 0, 0, 0], weights: [255, 0, 0, 0] };
    }
    let mut weights = pairs.map(|(_, weight)| (weight / sum * 255.0) as u8);
    let missing = 255 - weights.iter().map(|weight| u32::from(*weight)).sum::<u32>().min(255);
    weights[0] += missing as u8;
    let mut bones = [0; 4];
    for ((bone, pair), weight) in bones.iter_mut().zip(pairs).zip(weights) {
        *bone = if weight > 0 { pair.0 } else { 0 };
    }
    SkinVertex { bones, weights }
}

/// What takes normals where a matrix takes surfaces: its cofactors, which a flat matrix has too, with the sign that
/// mirroring asks for.
fn normal_matrix(matrix: &DMat3) -> DMat3 {
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let sign = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    DMat3::from_cols(y.cross(z) * sign, z.cross(x) * sign, x.cross(y) * sign)
}

/// Triangles of a list, a strip or a fan.
fn triangles(indices: &[u32], mode: u32) -> Vec<[u32; 3]> {
    match mode {
        4 => indices.as_chunks::<3>().0.to_vec(),
        5 => {
            let windows = indices.windows(3).enumerate();
            windows
                .map(
                    |(at, window)| {
                        if at % 2 == 0 { [window[0], window[1], window[2]] } else { [window[1], window[0], window[2]] }
                    },
                )
                .collect()
        }
        _ => indices.windows(2).skip(1).map(|pair| [indices[0], pair[0], pair[1]]).collect(),
    }
}
