//! The verdict on every cell, and the portals between inside and outside.

use super::cells::{Cells, Stands};
use super::evidence::{Evidence, of_cell};
use super::flow::{Network, UNBOUNDED};
use crate::flood::reach_through;
use crate::portals::Portal;

/// Capacity of one square unit.
const PER_SQUARE_UNIT: f64 = 4096.0;
/// Largest capacity that an area may have: sums of these stay far below [`UNBOUNDED`].
const MOST_AREA: f64 = 1e10;

/// Which cells that the void reaches are inside.
pub(super) struct Verdict {
    inside: Vec<bool>,
}

impl Verdict {
    /// A closed part of the inside counts as such from `least` entities on, or where a player begins in it.
    pub(super) fn of(cells: &Cells<'_>, least: usize) -> Self {
        let inside = least_energy(cells);
        // What lies between outside and outside is outside, but for what no way leads to except through the inside.
        let void = cells.graph.to_void.iter().filter_map(|&portal| cells.portal(portal).other(None));
        let starts = void.filter(|&cell| !inside[cell as usize]);
        let outside = reach_among(cells, starts, |cell| !inside[cell as usize]);
        let mut seen = vec![false; cells.count()];
        let mut kept = vec![false; cells.count()];
        for &cell in cells.stands.iter().filter(|&&cell| inside[cell as usize]) {
            if seen[cell as usize] {
                continue;
            }
            let part = reach_among(cells, [cell].into_iter(), |cell| !outside[cell as usize]);
            let within: Vec<u32> = cells.stands.iter().copied().filter(|&cell| part[cell as usize]).collect();
            let begins = within.iter().any(|&cell| cells.standing[cell as usize] == Stands::Start);
            let counts = within.len() >= least || begins;
            for (cell, _) in part.iter().enumerate().filter(|(_, within)| **within) {
                seen[cell] = true;
                kept[cell] |= counts;
            }
        }
        Self { inside: kept }
    }

    pub(super) fn is_inside(&self, cell: u32) -> bool {
        self.inside[cell as usize]
    }

    /// Whether a cell is open space that is outside. Only cells that the void reaches are known.
    pub(super) fn is_outside(&self, cells: &Cells<'_>, cell: u32) -> bool {
        cells.reached[cell as usize] && !self.inside[cell as usize]
    }
}

fn reach_among(cells: &Cells<'_>, starts: impl Iterator<Item = u32>, among: impl Fn(u32) -> bool) -> Vec<bool> {
    let passes = |portal: &Portal| !portal.is_crack() && portal.leaves.iter().all(|leaf| leaf.is_some_and(&among));
    reach_through(&cells.tree, &cells.graph, starts, passes)
}

/// The labelling in which the area of the cut and the evidence against it are least together.
fn least_energy(cells: &Cells<'_>) -> Vec<bool> {
    let count = cells.count() as u32;
    let (source, sink) = (count, count + 1);
    let mut network = Network::new(cells.count() + 2);
    for cell in (0..count).filter(|&cell| cells.reached[cell as usize]) {
        match of_cell(cells, cell as usize) {
            Evidence::Inside => network.join(source, cell, UNBOUNDED, 0),
            Evidence::Weights(inside, outside) => {
                // What speaks for both sides cancels.
                let (inside, outside) = (inside - inside.min(outside), outside - inside.min(outside));
                if inside > 0.0 {
                    network.join(source, cell, capacity(inside), 0);
                }
                if outside > 0.0 {
                    network.join(cell, sink, capacity(outside), 0);
                }
            }
        }
    }
    let reached = |cell: Option<u32>| cell.is_none_or(|cell| cells.reached[cell as usize]);
    for portal in cells.graph.portals.iter().filter(|portal| !portal.is_crack()) {
        if portal.leaves.iter().all(|&leaf| reached(leaf)) {
            let [front, back] = portal.leaves.map(|leaf| leaf.unwrap_or(sink));
            let area = capacity(portal.winding.area(cells.planes));
            network.join(front, back, area, area);
        }
    }
    let side = network.source_side(source, sink);
    side.unwrap_or_else(|| (0..cells.count()).map(|cell| of_cell(cells, cell) == Evidence::Inside).collect())
}

fn capacity(area: f64) -> i64 {
    ((area.min(MOST_AREA) * PER_SQUARE_UNIT) as i64).max(1)
}

/// The portals between inside and outside.
pub(super) struct Cut {
    /// Rising, each with the side of the inside: 0 where its front looks inside, 1 where its back does.
    pub(super) portals: Vec<(u32, usize)>,
}

impl Cut {
    pub(super) fn of(cells: &Cells<'_>, verdict: &Verdict) -> Self {
        let side = |portal: &Portal| {
            if portal.is_crack() {
                return None;
            }
            let inside = portal.leaves.map(|leaf| leaf.is_some_and(|cell| verdict.is_inside(cell)));
            let outside = portal.leaves.map(|leaf| leaf.is_none_or(|cell| verdict.is_outside(cells, cell)));
            (0..2).find(|&side| inside[side] && outside[1 - side])
        };
        let portals = cells.graph.portals.iter().enumerate();
        Self { portals: portals.filter_map(|(index, portal)| Some((index as u32, side(portal)?))).collect() }
    }

    /// The side of the inside of a portal of the cut.
    pub(super) fn inner_side(&self, portal: u32) -> usize {
        self.portals.binary_search_by_key(&portal, |&(index, _)| index).map_or(0, |place| self.portals[place].1)
    }
}
