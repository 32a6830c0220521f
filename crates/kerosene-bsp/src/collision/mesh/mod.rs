//! Meshes to collide with: triangles, each swept against as itself.
//!
//! **Two-sided.** A triangle stops what comes from either side. Engines that let things pass through the backs of
//! patches do so because a shape that got behind one would otherwise be held there; here nothing gets behind. A sweep
//! ends clear of whatever it did not start in, so a box that is in front of a triangle stays in front, and a floor made
//! of triangles is as solid as one made of brushes. If backs let things pass, a box could come to lie across a triangle
//! (walking off the rim of a ledge from behind, say), where every further move starts inside and the floor is gone. And
//! what a ray meets does not depend on which way a modeller turned a face: banners and leaves are solid from both sides.
//!
//! **No inside.** Each triangle is a solid of its own, as thin as it looks. A shape that lies across one at the start
//! starts solid, and that triangle alone does not stop it: whoever was put there by a door or a bad start can walk out,
//! to either side. The space within a closed mesh is open, which a sweep cannot reach.
//!
//! **Exact.** The sum of a triangle and a box is a polytope whose facets have the normals of the triangle, of the box,
//! and of their edges crossed (the separating axes of Gottschalk, Lin and Manocha, "OBBTree", 1996). Each such normal
//! with the triangle's support along it is a plane that the sum is behind and touches, so clipping the way of the box's
//! middle by all of them sweeps exactly, and ties between neighbours come out even: a box slides over a seam without
//! noticing, because it never comes within touching distance of the next triangle's plane.
//!
//! **Quick to find.** All triangles of a model stand in groups of up to four, as the compiler stored them, under a tree of
//! boxes like that of the brushes ([`super::bounds_tree`]).

mod triangle;

use super::bounds_build::{BoundsItem, add_tree};
use super::bounds_tree::BoundsNode;
use super::clip::Hit;
use super::sweep::Sweep;
use super::walk::Walk;
use crate::meshes::GROUP;
use crate::{BspFile, Contents};
use kerosene_math::Vec3;
use std::ops::Range;
use triangle::Triangle;

/// The triangles of all meshes of a map that anything can collide with.
#[derive(Debug, Default)]
pub(super) struct Meshes {
    surfaces: Vec<MeshSurface>,
    triangles: Vec<Triangle>,
    /// Triangles that stand together.
    groups: Vec<Range<u32>>,
    /// Trees of boxes over the groups.
    bounds: Vec<BoundsNode>,
    /// By model: the root of its tree; empty for maps without meshes.
    roots: Vec<Option<u32>>,
}

/// What a sweep is told of a mesh that stops it.
#[derive(Debug, Clone, Copy)]
pub(super) struct MeshSurface {
    pub(super) contents: Contents,
    pub(super) texinfo: u32,
}

impl Meshes {
    pub(super) fn new(file: &BspFile) -> Self {
        if file.meshes().is_empty() {
            return Self::default();
        }
        let surface = |mesh: &crate::records::MeshRecord| MeshSurface {
            contents: Contents::from_bits_retain(mesh.contents),
            texinfo: mesh.texinfo,
        };
        let mut meshes = Self { surfaces: file.meshes().iter().map(surface).collect(), ..Self::default() };
        for model in file.models() {
            let owned = model.first_mesh..model.first_mesh + model.mesh_count;
            let solid = |mesh: &u32| is_obstacle(meshes.surfaces[*mesh as usize].contents);
            let first = meshes.triangles.len();
            let triangles = owned.filter(solid).flat_map(|mesh| triangles_of(file, mesh));
            let triangles: Vec<Triangle> = triangles.collect();
            meshes.triangles.extend(triangles);
            let root = meshes.add_boxes(first);
            meshes.roots.push(root);
        }
        meshes
    }

    /// Adds the tree of the triangles from `first` on.
    fn add_boxes(&mut self, first: usize) -> Option<u32> {
        let mut items = Vec::with_capacity((self.triangles.len() - first).div_ceil(GROUP));
        for (triangles, at) in self.triangles[first..].chunks(GROUP).zip((first as u32..).step_by(GROUP)) {
            let mins = triangles.iter().map(Triangle::mins).fold(Vec3::INFINITY, Vec3::min);
            let maxs = triangles.iter().map(Triangle::maxs).fold(Vec3::NEG_INFINITY, Vec3::max);
            let contents = triangles.iter().map(|triangle| self.surfaces[triangle.mesh as usize].contents);
            let contents = contents.fold(Contents::empty(), Contents::union);
            let group = self.groups.len() as u32;
            items.push(BoundsItem::new(mins.to_array(), maxs.to_array(), contents.bits(), group));
            self.groups.push(at..at + triangles.len() as u32);
        }
        add_tree(&mut self.bounds, &mut items)
    }

    /// The mesh that a triangle belongs to, by its place among those to collide with.
    pub(super) fn of_triangle(&self, triangle: u32) -> (u32, MeshSurface) {
        let mesh = self.triangles[triangle as usize].mesh;
        (mesh, self.surfaces[mesh as usize])
    }
}

/// Whether a mask could ever ask for these contents; what is only drawn is left out.
fn is_obstacle(contents: Contents) -> bool {
    !(contents - Contents::DETAIL - Contents::TRANSLUCENT).is_empty()
}

fn triangles_of(file: &BspFile, index: u32) -> impl Iterator<Item = Triangle> + '_ {
    let mesh = &file.meshes()[index as usize];
    let vertices = &file.mesh_vertices()[mesh.first_vertex as usize..][..mesh.vertex_count as usize];
    let indices = &file.mesh_indices()[mesh.first_index as usize..][..mesh.index_count as usize];
    let triangles = indices.as_chunks::<3>().0.iter();
    triangles
        .map(move |corners| Triangle { corners: corners.map(|corner| vertices[corner as usize].position), mesh: index })
}

impl Walk<'_> {
    /// Clips against every triangle of a model that the sweep can touch before `hit`.
    pub(super) fn run_meshes(&self, model: usize, hit: &mut Hit) {
        let meshes = &self.map.meshes;
        let Some(root) = meshes.roots.get(model).copied().flatten() else { return };
        self.visit_boxes(&meshes.bounds, root, hit, |group, hit| {
            for index in meshes.groups[group as usize].clone() {
                self.clip_triangle(index, self.sweep, hit);
            }
        });
    }

    fn clip_triangle(&self, index: u32, sweep: &Sweep, hit: &mut Hit) {
        let meshes = &self.map.meshes;
        let triangle = &meshes.triangles[index as usize];
        let contents = self.contents.unwrap_or(meshes.surfaces[triangle.mesh as usize].contents);
        if !contents.intersects(sweep.mask) {
            return;
        }
        if let Some(clip) = triangle.clip(sweep) {
            hit.offer(self.map.brushes.len() as u32 + index, self.model, &clip);
        }
    }
}
