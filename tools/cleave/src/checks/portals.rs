//! Portals lie between the clusters that they join.

use super::{Violation, leaf_at};
use crate::PortalFile;
use kerosene_bsp::Bsp;
use kerosene_math::DVec3;

/// How far from the portal the leaves are looked up, in units: the first beyond any rounding of the output's planes, the
/// others for leaves that are thinner than that. The thinnest met on a real map is the tip of a wedge of 0.00025 units,
/// between brushes of decimals that make no room.
const STEPS: [f64; 5] = [1.0 / 64.0, 1.0 / 256.0, 1.0 / 1024.0, 1.0 / 4096.0, 1.0 / 16384.0];
/// Portals that have no disc of this radius about their middle are too thin to stand beside.
const THINNEST: f64 = 1.0 / 16.0;

/// Beside every portal, the tree has the two clusters that the portal names, the first one in front: both at its middle,
/// or both half way from there to a corner. A leaf may taper to nothing somewhere along a portal, but not everywhere.
///
/// # Errors
///
/// [`Violation::StrayPortal`].
pub fn portals_join_their_clusters(bsp: &Bsp, file: &PortalFile) -> Result<(), Violation> {
    for (portal, record) in file.portals.iter().enumerate() {
        let point = record.points.iter().sum::<DVec3>() / record.points.len() as f64;
        let Some(normal) = normal_of(&record.points) else { continue };
        if inner_radius(&record.points, point) < THINNEST {
            continue;
        }
        let beside = |side: f64, step: f64, at: DVec3| leaf_at(bsp, at + normal * (side * step)).cluster;
        let joins = |at: DVec3| {
            [1.0, -1.0].into_iter().zip(record.clusters).all(|(side, cluster)| {
                STEPS.iter().any(|&step| u32::try_from(beside(side, step, at)).is_ok_and(|found| found == cluster))
            })
        };
        let between = record.points.iter().map(|end| (point + end) * 0.5);
        if !std::iter::once(point).chain(between).any(joins) {
            let found = [1.0, -1.0].map(|side| beside(side, STEPS[0], point));
            return Err(Violation::StrayPortal { portal, said: record.clusters, found, point });
        }
    }
    Ok(())
}

/// Normal of a polygon that is clockwise seen from its front.
pub(super) fn normal_of(points: &[DVec3]) -> Option<DVec3> {
    let first = points[0];
    let sum = points[1..].windows(2).fold(DVec3::ZERO, |sum, pair| sum + (pair[1] - first).cross(pair[0] - first));
    sum.try_normalize()
}

fn inner_radius(points: &[DVec3], center: DVec3) -> f64 {
    let ends = points.iter().zip(points.iter().cycle().skip(1));
    ends.map(|(from, to)| {
        let along = (*to - *from).normalize_or_zero();
        (center - *from).cross(along).length()
    })
    .fold(f64::INFINITY, f64::min)
}
