//! What a picture took.

use crate::world::CullingStatistics;
use std::time::Duration;

/// What a picture took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FrameStatistics {
    /// Draw calls of the scene.
    pub draw_calls: u32,
    /// Triangles of the level.
    pub triangles: u32,
    /// Leaves of the level's tree that may be seen.
    pub leaves: u32,
    /// Faces and meshes of the world that may be seen.
    pub faces: u32,
    /// Brush models that may be seen.
    pub brush_models: u32,
    /// Moving lights that may be seen.
    pub lights: u32,
    /// Shadow maps that were drawn for them: those that would have been the same as before are kept.
    pub shadow_maps: u32,
    /// Faces of probes that were drawn on the side.
    pub probe_faces: u32,
    /// Time to decide what of the level is drawn.
    pub culling: Duration,
    /// Time to hand it to the driver.
    pub recording: Duration,
}

impl FrameStatistics {
    pub(super) fn count(&mut self, culling: CullingStatistics) {
        self.triangles += culling.triangles;
        self.leaves += culling.leaves;
        self.faces += culling.items;
        self.brush_models += culling.brush_models;
    }
}
