//! Meshes in small maps.

use crate::meshes::{leaves_of_triangle, list_by_leaf};
use crate::records::{MeshRecord, MeshVertexRecord, NONE};
use crate::{Bsp, Contents};
use kerosene_math::Vec3;

/// Triangles to add to a map.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleMesh {
    /// Corners, clockwise seen from the front.
    pub triangles: Vec<[Vec3; 3]>,
    /// What the triangles are to collide with.
    pub contents: Contents,
}

impl SampleMesh {
    /// A sheet over a square of `side` units about `middle`, of `cells` by `cells` squares cut in two, whose height at
    /// each corner `height` gives from its offset to the middle.
    ///
    /// ```
    /// use kerosene_bsp::sample::SampleMesh;
    /// use kerosene_math::Vec3;
    /// let ramp = SampleMesh::sheet(Vec3::ZERO, 128.0, 4, |x, _| x * 0.5);
    /// assert_eq!(ramp.triangles.len(), 32);
    /// ```
    pub fn sheet(middle: Vec3, side: f32, cells: u32, height: impl Fn(f32, f32) -> f32) -> Self {
        let corner = |column: u32, row: u32| {
            let at = |step: u32| side * (step as f32 / cells as f32 - 0.5);
            middle + Vec3::new(at(column), at(row), height(at(column), at(row)))
        };
        let cell = |column: u32, row: u32| {
            let [low, right, left, high] = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| corner(column + x, row + y));
            [[low, left, right], [right, left, high]]
        };
        let triangles = (0..cells).flat_map(|row| (0..cells).flat_map(move |column| [(column, row)]));
        let triangles = triangles.flat_map(|(column, row)| cell(column, row)).collect();
        Self { triangles, contents: Contents::SOLID }
    }
}

/// Adds meshes to a map made by [`super::build`]: one list for each model, the world first.
///
/// They share the map's only texinfo, and stand in every leaf that is not solid and that they touch.
///
/// ```
/// use kerosene_bsp::sample::{SampleMesh, add_meshes, room};
/// use kerosene_bsp::{CollisionMap, Contents, TraceRequest, TraceShape};
/// use kerosene_math::Vec3;
/// let mut map = room();
/// add_meshes(&mut map, &[vec![SampleMesh::sheet(Vec3::Z * 32.0, 256.0, 2, |_, _| 0.0)]]);
/// let map = CollisionMap::new(&map.to_file()?);
/// let (start, end) = (Vec3::new(9.0, 5.0, 99.0), Vec3::new(9.0, 5.0, 0.0));
/// let trace = map.trace(&TraceRequest { start, end, shape: TraceShape::Point, mask: Contents::SOLID });
/// assert_eq!((trace.mesh, trace.end.z), (Some(0), 32.03125));
/// # Ok::<(), kerosene_bsp::BspError>(())
/// ```
pub fn add_meshes(map: &mut Bsp, models: &[Vec<SampleMesh>]) {
    let mut leaves = Vec::new();
    for (index, meshes) in models.iter().enumerate().take(map.models.len()) {
        map.models[index].first_mesh = map.meshes.len() as u32;
        map.models[index].mesh_count = meshes.len() as u32;
        for mesh in meshes {
            let record = add_mesh(map, mesh);
            grow(map, index, &record);
            leaves.push(open_leaves(map, map.models[index].head_node, &mesh.triangles));
        }
    }
    list_by_leaf(map, &leaves);
}

fn add_mesh(map: &mut Bsp, mesh: &SampleMesh) -> MeshRecord {
    let (first_vertex, first_index) = (map.mesh_vertices.len() as u32, map.mesh_indices.len() as u32);
    let (mut mins, mut maxs) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for &[a, b, c] in &mesh.triangles {
        let normal = (c - a).cross(b - a).normalize_or(Vec3::Z).to_array();
        for corner in [a, b, c] {
            (mins, maxs) = (mins.min(corner), maxs.max(corner));
            let (position, texture) = (corner.to_array(), [corner.x, corner.y]);
            map.mesh_vertices.push(MeshVertexRecord { position, normal, texture, lightmap: [0.0; 2], alpha: 0.0 });
            map.mesh_indices.push(map.mesh_vertices.len() as u32 - 1 - first_vertex);
        }
    }
    let (mins, maxs) = if mesh.triangles.is_empty() { (Vec3::ZERO, Vec3::ZERO) } else { (mins, maxs) };
    let count = 3 * mesh.triangles.len() as u32;
    let record = MeshRecord {
        mins: mins.to_array(),
        maxs: maxs.to_array(),
        first_vertex,
        vertex_count: count,
        first_index,
        index_count: count,
        texinfo: 0,
        contents: mesh.contents.bits(),
        source: NONE,
        section: 0,
        texture_units: 1,
        lightmap_scale: 16.0,
        lightmap_offset: NONE,
        lightmap_size: [0; 2],
        light_styles: [u8::MAX; 4],
    };
    map.meshes.push(record);
    record
}

/// A model holds its meshes.
fn grow(map: &mut Bsp, model: usize, mesh: &MeshRecord) {
    let model = &mut map.models[model];
    let empty = model.brush_count == 0 && model.mesh_count <= 1;
    for axis in 0..3 {
        let (low, high) = (mesh.mins[axis], mesh.maxs[axis]);
        model.mins[axis] = if empty { low } else { model.mins[axis].min(low) };
        model.maxs[axis] = if empty { high } else { model.maxs[axis].max(high) };
    }
}

fn open_leaves(map: &Bsp, root: i32, triangles: &[[Vec3; 3]]) -> Vec<u32> {
    let corners = triangles.iter().map(|triangle| triangle.map(Vec3::as_dvec3));
    let mut leaves: Vec<u32> = corners.flat_map(|corners| leaves_of_triangle(map, root, corners)).collect();
    let open = |leaf: &u32| !Contents::from_bits_retain(map.leaves[*leaf as usize].contents).contains(Contents::SOLID);
    leaves.retain(open);
    leaves.sort_unstable();
    leaves.dedup();
    leaves
}
