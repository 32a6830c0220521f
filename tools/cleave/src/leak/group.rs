//! Which polygons of the cut belong to one hole: those that touch along an edge.

use super::cells::Cells;
use super::cut::Cut;
use crate::index::BoxIndex;
use kerosene_math::DVec3;

/// How far apart two edges may be, and how long they must run together at least, in units.
const TOUCH: f64 = 0.01;

/// Portals of the cut, in groups that touch.
pub(super) fn touching_groups(cells: &Cells<'_>, cut: &Cut) -> Vec<Vec<u32>> {
    let unpack = |&(portal, _): &(u32, usize)| cells.portal(portal).winding.unpack(cells.planes);
    let windings: Vec<_> = cut.portals.iter().map(unpack).collect();
    let corners: Vec<Vec<DVec3>> = windings.iter().map(|winding| winding.positions().collect()).collect();
    let index = BoxIndex::new(windings.iter().map(|winding| winding.bounds().expanded(TOUCH)).collect());
    let mut leaders: Vec<usize> = (0..corners.len()).collect();
    let mut near = Vec::new();
    for place in 0..corners.len() {
        index.touching(&windings[place].bounds().expanded(TOUCH), &mut near);
        for other in near.iter().map(|&other| other as usize).filter(|&other| other > place) {
            let (a, b) = (leader(&mut leaders, place), leader(&mut leaders, other));
            if a != b && share_an_edge(&corners[place], &corners[other]) {
                leaders[a.max(b)] = a.min(b);
            }
        }
    }
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); corners.len()];
    for (place, &(portal, _)) in cut.portals.iter().enumerate() {
        groups[leader(&mut leaders, place)].push(portal);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// The least member of a set (Tarjan 1975), with the way there halved.
fn leader(leaders: &mut [usize], mut member: usize) -> usize {
    while leaders[member] != member {
        leaders[member] = leaders[leaders[member]];
        member = leaders[member];
    }
    member
}

fn share_an_edge(a: &[DVec3], b: &[DVec3]) -> bool {
    let edges = |corners: &[DVec3]| -> Vec<(DVec3, DVec3)> {
        corners.iter().copied().zip(corners.iter().copied().cycle().skip(1)).collect()
    };
    let others = edges(b);
    edges(a).iter().any(|&edge| others.iter().any(|&other| run_together(edge, other)))
}

fn run_together((from, to): (DVec3, DVec3), (start, end): (DVec3, DVec3)) -> bool {
    let along = (to - from).normalize_or_zero();
    let off = |point: DVec3| (point - from).cross(along).length();
    if off(start) > TOUCH || off(end) > TOUCH {
        return false;
    }
    let (a, b) = ((start - from).dot(along), (end - from).dot(along));
    a.max(b).min(from.distance(to)) - a.min(b).max(0.0) > TOUCH
}
