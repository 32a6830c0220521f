//! What a compile counted.

use serde::Serialize;

/// Counts of one compile, for people and for `--json`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Brushes that went into the map, all models.
    pub brushes: usize,
    /// Sides of those, bevels not counted.
    pub sides: usize,
    /// Planes in the output, pairs counted once.
    pub planes: usize,
    /// Inner nodes, all models.
    pub nodes: usize,
    /// Leaves, all models.
    pub leaves: usize,
    /// Visibility clusters.
    pub clusters: usize,
    /// Portals between clusters.
    pub portals: usize,
    /// Drawn faces, all models.
    pub faces: usize,
    /// Welded vertices.
    pub vertices: usize,
    /// Edges.
    pub edges: usize,
    /// Vertices inserted to repair T-junctions.
    pub tjunctions: usize,
    /// Brush models, the world included.
    pub models: usize,
    /// Streamed sections.
    pub sections: usize,
    /// Areas.
    pub areas: usize,
    /// Openings between areas that can be shut.
    pub area_portals: usize,
    /// Volumes of liquid, all models.
    pub waters: usize,
    /// Pieces of floor to walk on, all models.
    pub floors: usize,
    /// Planes added to brushes so that boxes collide rightly.
    pub bevels: usize,
    /// Faces that welding left without an area.
    pub slivers: usize,
    /// Meshes, each of one material.
    pub meshes: usize,
    /// Their triangles.
    pub mesh_triangles: usize,
    /// Entries of the lists of meshes by leaf.
    pub leaf_meshes: usize,
    /// Triangles that nobody can see or touch, or that welding left without an area.
    pub mesh_triangles_dropped: usize,
    /// Whether the map is sealed.
    pub sealed: bool,
}
