//! Corners become vertices: those that agree in everything are one.

use crate::scene::{Corner, Triangle};
use kerosene_asset::Vertices;

/// A triangle of vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Face {
    pub(crate) material: u32,
    pub(crate) vertices: [u32; 3],
}

/// What corners are welded by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Streams {
    pub(crate) second_uvs: bool,
    pub(crate) colors: bool,
    pub(crate) skin: bool,
}

/// Everything of a corner, as bits that are equal where it is.
type Key = [u32; 17];

fn key(corner: &Corner) -> Key {
    let mut key = [0; 17];
    // Adding zero turns the negative zero into the other.
    let floats = corner.position.to_array().into_iter().chain(corner.normal.to_array()).chain(corner.tangent);
    let floats = floats.chain(corner.uv.to_array()).chain(corner.second_uv.to_array());
    for (bits, value) in key.iter_mut().zip(floats) {
        *bits = (value + 0.0).to_bits();
    }
    key[14] = u32::from_le_bytes(corner.color);
    key[15] = u32::from_le_bytes(corner.skin.bones);
    key[16] = u32::from_le_bytes(corner.skin.weights);
    key
}

/// Vertices, in the order in which the corners name them first, and the triangles of them. Triangles without area are
/// left out; how many, is the last of what is given.
pub(crate) fn weld(triangles: &[Triangle], streams: Streams) -> (Vertices, Vec<Face>, usize) {
    let corners: Vec<&Corner> =
        triangles.iter().filter(|triangle| !is_flat(triangle)).flat_map(|triangle| &triangle.corners).collect();
    let keys: Vec<Key> = corners.iter().map(|corner| key(corner)).collect();
    let mut order: Vec<u32> = (0..corners.len() as u32).collect();
    order.sort_unstable_by(|one, other| (&keys[*one as usize], one).cmp(&(&keys[*other as usize], other)));
    // Each corner's first equal.
    let mut firsts = vec![0; corners.len()];
    for equal in order.chunk_by(|one, other| keys[*one as usize] == keys[*other as usize]) {
        equal.iter().for_each(|corner| firsts[*corner as usize] = equal[0]);
    }
    let mut vertices = Vertices::default();
    let mut numbers = vec![0; corners.len()];
    for (corner, first) in firsts.iter().enumerate() {
        numbers[corner] = if *first as usize == corner {
            push(&mut vertices, corners[corner], streams);
            vertices.len() as u32 - 1
        } else {
            numbers[*first as usize]
        };
    }
    let materials = triangles.iter().filter(|triangle| !is_flat(triangle)).map(|triangle| triangle.material);
    let faces =
        materials.zip(numbers.as_chunks::<3>().0).map(|(material, vertices)| Face { material, vertices: *vertices });
    let faces: Vec<_> = faces.collect();
    let flat = triangles.len() - faces.len();
    (vertices, faces, flat)
}

fn is_flat(triangle: &Triangle) -> bool {
    triangle.area_vector().length_squared() == 0.0
}

fn push(vertices: &mut Vertices, corner: &Corner, streams: Streams) {
    vertices.positions.push(corner.position);
    vertices.normals.push(corner.normal);
    vertices.tangents.push(corner.tangent);
    vertices.uvs.push(corner.uv);
    if streams.second_uvs {
        vertices.second_uvs.push(corner.second_uv);
    }
    if streams.colors {
        vertices.colors.push(corner.color);
    }
    if streams.skin {
        vertices.skin.push(corner.skin);
    }
}
