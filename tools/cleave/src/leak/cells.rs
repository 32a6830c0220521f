//! The places that the search decides about: the world's leaves, divided where walls end.

use super::Scene;
use super::sight::{RAYS, Sight};
use crate::flood::{Occupant, leaf_at, reach_from_void};
use crate::portals::{Portal, PortalGraph};
use crate::refine::refine;
use crate::tree::Tree;
use kerosene_map::Entity;
use kerosene_math::exact::ExactPlane;
use rayon::prelude::*;

/// Planes that may divide one leaf.
const MOST_PLANES: usize = 6;

/// Who stands in a cell, as far as that says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stands {
    Nobody,
    Entity,
    /// A player begins here.
    Start,
}

/// The divided world; a cell is a leaf of its tree.
pub(super) struct Cells<'a> {
    pub(super) planes: &'a [ExactPlane],
    pub(super) tree: Tree,
    pub(super) graph: PortalGraph,
    /// By cell: open, and reached from the void.
    pub(super) reached: Vec<bool>,
    /// By cell that the void reaches: the share of rays from its middle that leave the map.
    pub(super) exposure: Vec<f64>,
    /// By cell: area of its walls in square units.
    pub(super) walls: Vec<f64>,
    /// By cell.
    pub(super) standing: Vec<Stands>,
    /// By occupant: its cell.
    pub(super) stands: Vec<u32>,
}

impl<'a> Cells<'a> {
    pub(super) fn of_world(scene: &Scene<'a>, occupants: &[Occupant]) -> Self {
        let planes = scene.world.planes;
        let coarse = reach_from_void(&scene.world.tree, &scene.world.graph);
        let tree = refine(scene.world, scene.region, &coarse, MOST_PLANES);
        let graph = PortalGraph::build(planes, &tree, scene.region);
        let reached = reach_from_void(&tree, &graph);
        let sight = Sight::new(planes, &tree);
        let bounds =
            graph.portals.iter().fold(kerosene_math::DAabb::EMPTY, |all, p| all.union(&p.winding.bounds(planes)));
        let reach = bounds.size().length();
        let measured: Vec<(f64, f64)> = (0..tree.leaves.len() as u32)
            .into_par_iter()
            .map(|cell| {
                if !reached[cell as usize] {
                    return (0.0, 0.0);
                }
                let middle = middle(planes, &graph, cell);
                let leaving = sight.leaving(middle, reach);
                (f64::from(leaving) / f64::from(RAYS), wall_area(planes, &tree, &graph, cell))
            })
            .collect();
        let (exposure, walls) = measured.into_iter().unzip();
        let stands: Vec<u32> = occupants.iter().map(|occupant| leaf_at(planes, &tree, occupant.stands_at)).collect();
        let mut standing = vec![Stands::Nobody; tree.leaves.len()];
        for (occupant, &cell) in occupants.iter().zip(&stands) {
            let who = kind(&scene.map.entities[occupant.entity]);
            standing[cell as usize] = standing[cell as usize].max(who);
        }
        Self { planes, tree, graph, reached, exposure, walls, standing, stands }
    }

    pub(super) fn count(&self) -> usize {
        self.tree.leaves.len()
    }

    pub(super) fn portal(&self, index: u32) -> &Portal {
        &self.graph.portals[index as usize]
    }
}

fn kind(entity: &Entity) -> Stands {
    if entity.class_name().to_ascii_lowercase().starts_with("info_player") { Stands::Start } else { Stands::Entity }
}

/// A point strictly inside the cell, which is convex.
fn middle(planes: &[ExactPlane], graph: &PortalGraph, cell: u32) -> kerosene_math::DVec3 {
    let (sum, count) = graph
        .leaf_corners(planes, cell)
        .fold((kerosene_math::DVec3::ZERO, 0.0), |(sum, count), corner| (sum + corner, count + 1.0));
    sum / f64::max(count, 1.0)
}

fn wall_area(planes: &[ExactPlane], tree: &Tree, graph: &PortalGraph, cell: u32) -> f64 {
    let solid = |leaf: u32| tree.leaves[leaf as usize].is_opaque();
    let walls = graph.of_leaf(cell).filter(|(_, portal)| portal.other(Some(cell)).is_some_and(solid));
    walls.map(|(_, portal)| portal.winding.area(planes)).sum()
}
