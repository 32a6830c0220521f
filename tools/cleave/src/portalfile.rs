//! The `.kprt` file: the portals between clusters, for the visibility compile.

use crate::compile::CompiledSpace;
use crate::portals::Portal;
use kerosene_math::DVec3;
use kerosene_math::exact::ExactPlane;
use std::fmt::Write;

/// Portals between the clusters of a sealed world.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PortalFile {
    /// Number of clusters: one for each open leaf.
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
    /// The portals of a world between leaves that are inside and open.
    pub fn of_world(planes: &[ExactPlane], space: &CompiledSpace) -> Self {
        let (numbers, clusters) = cluster_numbers(&space.inside);
        let cluster = |leaf: Option<u32>| leaf.and_then(|leaf| numbers[leaf as usize]);
        let class = |leaf: Option<u32>| leaf.map(|leaf| space.tree.leaves[leaf as usize]);
        let is_seen_through = |portal: &&Portal| match portal.leaves.map(class) {
            [Some(front), Some(back)] => !portal.is_crack() && front.sees_into(back),
            _ => false,
        };
        let portals = space.graph.portals.iter().filter(is_seen_through).filter_map(|portal| {
            Some(ClusterPortal {
                clusters: [cluster(portal.leaves[0])?, cluster(portal.leaves[1])?],
                points: portal.winding.positions(planes).collect(),
            })
        });
        Self { clusters, portals: portals.collect() }
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

/// A cluster for each leaf that is inside, in leaf order; and how many there are.
pub(crate) fn cluster_numbers(inside: &[bool]) -> (Vec<Option<u32>>, u32) {
    let mut count = 0;
    let numbers = inside
        .iter()
        .map(|&inside| {
            inside.then(|| {
                count += 1;
                count - 1
            })
        })
        .collect();
    (numbers, count)
}
