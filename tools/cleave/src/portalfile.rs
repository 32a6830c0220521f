//! The `.kprt` file: the portals between clusters, for the visibility compile.

use crate::brush::Brush;
use crate::compile::CompiledSpace;
use crate::covers::Covers;
use kerosene_math::DVec3;
use kerosene_math::exact::ExactPlane;
use std::fmt::Write;

/// Portals between the clusters of a sealed world.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PortalFile {
    /// Number of clusters: one or more open leaves each.
    pub clusters: u32,
    /// In a fixed order.
    pub portals: Vec<ClusterPortal>,
}

/// A polygon between two clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct ClusterPortal {
    /// The polygon's normal points into the first cluster.
    pub clusters: [u32; 2],
    /// Corners, clockwise seen from the first cluster.
    pub points: Vec<DVec3>,
}

impl PortalFile {
    /// The portals of a world of `brushes` between leaves that are inside and open, without those that opaque detail
    /// fills.
    pub(crate) fn of_world(planes: &[ExactPlane], brushes: &[Brush], space: &CompiledSpace) -> Self {
        let covers = Covers::of(planes, brushes);
        let passages = space.clusters.passages(planes, &space.tree, &space.graph);
        // Collected in place they would keep the memory of the passages, which is ten times as much.
        let mut portals = Vec::with_capacity(passages.len());
        let seen = passages.into_iter().filter(|passage| !covers.hide(&passage.winding));
        portals.extend(seen.map(|passage| ClusterPortal {
            clusters: passage.clusters,
            points: passage.winding.positions().collect(),
        }));
        portals.shrink_to_fit();
        Self { clusters: space.clusters.count, portals }
    }

    /// The text of the file: `VPRT1`, cluster count, portal count, then per portal its point count, both
    /// clusters and the points.
    pub fn to_text(&self) -> String {
        let mut text = format!("VPRT1\n{}\n{}\n", self.clusters, self.portals.len());
        for portal in &self.portals {
            // Writing to a string cannot fail.
            let _ = write!(text, "{} {} {}", portal.points.len(), portal.clusters[0], portal.clusters[1]);
            for point in &portal.points {
                let _ = write!(text, " ({} {} {})", point.x, point.y, point.z);
            }
            text.push('\n');
        }
        text
    }
}
