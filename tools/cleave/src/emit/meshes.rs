//! Meshes: corners rounded and welded, triangles filed into the leaves that they touch.

use super::{EmitModel, bounds_outward};
use crate::brush::SourceRef;
use crate::codes;
use crate::lookup::Lookup;
use crate::meshes::{Corner, MeshPart};
use crate::statistics::Statistics;
use crate::volume::VolumeClass;
use crate::weld::WeldTable;
use kerosene_bsp::meshes::{leaves_of_triangle, list_by_leaf, order_triangles};
use kerosene_bsp::records::{LeafRecord, MeshRecord, MeshVertexRecord, NONE, SourceRecord};
use kerosene_bsp::{Bsp, Contents};
use kerosene_diagnostics::Diagnostics;
use kerosene_math::{DAabb, Vec3};
use rayon::prelude::*;

/// A triangle without as much area as this, in square units, is neither drawn nor collided with.
const SMALLEST_AREA: f64 = 1e-3;
/// Most triangles in one mesh: as many as the finest displacement has. Larger shapes become several meshes, each with
/// its own place in space, so that a leaf does not list what is far away.
const MOST_TRIANGLES: usize = 2048;

/// A triangle of the output.
#[derive(Debug, Clone, Copy)]
struct Triangle {
    corners: [MeshVertexRecord; 3],
}

/// What came of a part of a mesh.
struct Filed {
    /// Triangles that reach into open space, neighbours together, and the leaves of each.
    triangles: Vec<(Triangle, Vec<u32>)>,
    /// How many of the others have no area.
    collapsed: usize,
}

/// Adds the meshes of all models to a map whose trees and planes stand.
pub(super) fn add_meshes(
    bsp: &mut Bsp,
    models: &[EmitModel<'_>],
    faces: &WeldTable,
    file: &str,
    statistics: &mut Statistics,
    diagnostics: &mut Diagnostics,
) {
    let mut seams = Seams { faces, own: WeldTable::default() };
    let mut leaves = Vec::new();
    for (index, model) in models.iter().enumerate() {
        let first_mesh = bsp.meshes.len() as u32;
        let parts = &model.model.meshes;
        let welded: Vec<Vec<Triangle>> = parts.iter().map(|part| weld(&mut seams, part)).collect();
        let root = bsp.models[index].head_node;
        let filed: Vec<Filed> = welded.into_par_iter().map(|triangles| file_part(bsp, root, triangles)).collect();
        for (part, filed) in parts.iter().zip(filed) {
            statistics.mesh_triangles_dropped += part.triangles.len() - filed.triangles.len();
            if filed.collapsed > 0 {
                diagnostics.push(codes::mesh_triangles_collapsed(&part.source, filed.collapsed, file));
            }
            if filed.triangles.is_empty() && filed.collapsed < part.triangles.len() {
                diagnostics.push(codes::mesh_outside(&part.source, file));
            }
            add_part(bsp, part, &filed.triangles, &mut leaves);
        }
        let added = &bsp.meshes[first_mesh as usize..];
        let reach = added.iter().fold(model.model.bounds, |all, mesh| all.union(&bounds_of(mesh)));
        let record = &mut bsp.models[index];
        (record.first_mesh, record.mesh_count) = (first_mesh, added.len() as u32);
        (record.mins, record.maxs) = bounds_outward(&reach);
    }
    list_by_leaf(bsp, &leaves);
}

fn bounds_of(mesh: &MeshRecord) -> DAabb {
    DAabb::new(Vec3::from(mesh.mins).as_dvec3(), Vec3::from(mesh.maxs).as_dvec3())
}

/// Corners that fall together: with those of faces, and with those of other meshes.
struct Seams<'a> {
    faces: &'a WeldTable,
    own: WeldTable,
}

impl Seams<'_> {
    fn vertex(&mut self, corner: &Corner) -> MeshVertexRecord {
        let position = match self.faces.find(corner.position) {
            Some(vertex) => self.faces.points()[vertex as usize],
            None => {
                let vertex = self.own.add(corner.position);
                self.own.points()[vertex as usize]
            }
        };
        MeshVertexRecord {
            position: position.to_array(),
            normal: corner.normal.as_vec3().to_array(),
            texture: corner.texture.as_vec2().to_array(),
            lightmap: [0.0; 2],
            alpha: corner.alpha as f32,
        }
    }
}

fn weld(seams: &mut Seams<'_>, part: &MeshPart) -> Vec<Triangle> {
    let triangles = part.triangles.iter();
    triangles.map(|corners| Triangle { corners: corners.each_ref().map(|corner| seams.vertex(corner)) }).collect()
}

impl Triangle {
    fn positions(&self) -> [Vec3; 3] {
        self.corners.map(|corner| Vec3::from(corner.position))
    }

    fn has_area(&self) -> bool {
        let [a, b, c] = self.positions().map(Vec3::as_dvec3);
        (c - a).cross(b - a).length() * 0.5 >= SMALLEST_AREA
    }
}

/// Drops what has no area or reaches into no open leaf, and brings neighbours together.
fn file_part(bsp: &Bsp, root: i32, mut triangles: Vec<Triangle>) -> Filed {
    let all = triangles.len();
    triangles.retain(Triangle::has_area);
    let collapsed = all - triangles.len();
    let file = |triangle: Triangle| {
        let mut leaves = leaves_of_triangle(bsp, root, triangle.positions().map(Vec3::as_dvec3));
        leaves.retain(|&leaf| is_open(&bsp.leaves[leaf as usize]));
        (!leaves.is_empty()).then_some((triangle, leaves))
    };
    let filed: Vec<(Triangle, Vec<u32>)> = triangles.into_iter().filter_map(file).collect();
    let middle = |triangle: &Triangle| triangle.positions().into_iter().sum::<Vec3>() / 3.0;
    let order = order_triangles(&filed.iter().map(|(triangle, _)| middle(triangle)).collect::<Vec<_>>());
    let triangles = order.into_iter().map(|place| filed[place as usize].clone()).collect();
    Filed { triangles, collapsed }
}

/// Whether a leaf is one that something can be seen in.
pub(crate) fn is_open(leaf: &LeafRecord) -> bool {
    !VolumeClass::of(Contents::from_bits_retain(leaf.contents)).is_opaque()
}

fn add_part(bsp: &mut Bsp, part: &MeshPart, triangles: &[(Triangle, Vec<u32>)], leaves: &mut Vec<Vec<u32>>) {
    if triangles.is_empty() {
        return;
    }
    let source = bsp.sources.len() as u32;
    let SourceRef { entity, brush, line } = part.source;
    bsp.sources.push(SourceRecord { entity, brush, side: NONE, line });
    for triangles in triangles.chunks(MOST_TRIANGLES) {
        let mut touched: Vec<u32> = triangles.iter().flat_map(|(_, leaves)| leaves).copied().collect();
        touched.sort_unstable();
        touched.dedup();
        leaves.push(touched);
        add_mesh(bsp, part, source, triangles);
    }
}

fn add_mesh(bsp: &mut Bsp, part: &MeshPart, source: u32, triangles: &[(Triangle, Vec<u32>)]) {
    let (first_vertex, first_index) = (bsp.mesh_vertices.len() as u32, bsp.mesh_indices.len() as u32);
    let (mut mins, mut maxs) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    let mut known: Lookup<[u32; 9], u32> = Lookup::default();
    for corner in triangles.iter().flat_map(|(triangle, _)| triangle.corners) {
        (mins, maxs) = (mins.min(corner.position.into()), maxs.max(corner.position.into()));
        let next = bsp.mesh_vertices.len() as u32 - first_vertex;
        let vertex = *known.entry(bits(&corner)).or_insert(next);
        if vertex == next {
            bsp.mesh_vertices.push(corner);
        }
        bsp.mesh_indices.push(vertex);
    }
    bsp.meshes.push(MeshRecord {
        mins: mins.to_array(),
        maxs: maxs.to_array(),
        first_vertex,
        vertex_count: bsp.mesh_vertices.len() as u32 - first_vertex,
        first_index,
        index_count: bsp.mesh_indices.len() as u32 - first_index,
        texinfo: part.texinfo,
        contents: part.contents.bits(),
        source,
        section: part.section,
        texture_units: u32::from(!part.repeats),
        lightmap_scale: part.lightmap_scale as f32,
        lightmap_offset: NONE,
        lightmap_size: [0; 2],
        light_styles: [u8::MAX; 4],
    });
}

/// What makes a corner the same vertex.
fn bits(corner: &MeshVertexRecord) -> [u32; 9] {
    let [x, y, z] = corner.position.map(f32::to_bits);
    let [nx, ny, nz] = corner.normal.map(f32::to_bits);
    let [u, v] = corner.texture.map(f32::to_bits);
    [x, y, z, nx, ny, nz, u, v, corner.alpha.to_bits()]
}
