//! Areas: what is connected without passing an area portal.
//!
//! The brushes of an area portal cut the tree, so that leaves of their own lie within them. A flood that stops at those
//! numbers the areas; a portal whose leaves touch exactly two of them can be shut and is recorded. One that does not
//! separate two areas is told to its author and counts as open space from then on, so that no area is cut off for good.

use crate::codes;
use crate::compile::CompiledSpace;
use crate::model::Model;
use crate::volume::{BrushRole, VolumeClass};
use kerosene_diagnostics::Diagnostics;
use kerosene_map::Map;
use kerosene_math::exact::{ExactPlane, Side};
use kerosene_math::{DAabb, DVec3};
use std::collections::BTreeSet;

/// A part of the world between area portals.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Area {
    /// Number of leaves.
    pub leaf_count: u32,
    /// Their bounds.
    pub bounds: DAabb,
}

/// An opening between two areas.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AreaPortal {
    /// The two areas, the lower first.
    pub areas: [u32; 2],
    /// Index of its entity in the source map; `None` for a mere brush of the world.
    pub entity: Option<usize>,
    /// Bounds of its brushes.
    pub bounds: DAabb,
}

/// The areas of the world.
#[derive(Debug, Default)]
pub(crate) struct Areas {
    /// Area 1 and on.
    pub areas: Vec<Area>,
    /// By leaf, 0 for none.
    pub of_leaf: Vec<u32>,
    /// Those that separate two areas, in brush order.
    pub portals: Vec<AreaPortal>,
}

/// Brushes that are one area portal: all those of one entity, or a single one of the world.
struct Candidate {
    entity: Option<usize>,
    brushes: Vec<usize>,
    bounds: DAabb,
    /// Whether it can be shut.
    separates: bool,
}

/// Numbers the areas of the world, and says which area portals do not do what they are for.
pub(crate) fn find_areas(
    planes: &[ExactPlane],
    model: &Model,
    space: &CompiledSpace,
    map: &Map,
    diagnostics: &mut Diagnostics,
) -> Areas {
    let mut candidates = candidates(model, map);
    let owners = leaf_owners(planes, model, space, &candidates);
    // Each round opens at least one that does not separate, or is the last.
    loop {
        let of_leaf = flood(space, &owners, &candidates);
        let touched: Vec<BTreeSet<u32>> = touched_areas(space, &owners, &of_leaf, candidates.len());
        let mut settled = true;
        for (candidate, touched) in candidates.iter_mut().zip(&touched) {
            if candidate.separates && touched.len() != 2 {
                (candidate.separates, settled) = (false, false);
                diagnostics.push(told(candidate, touched, model, map));
            }
        }
        if settled {
            return areas(planes, space, &candidates, &owners, of_leaf, &touched);
        }
    }
}

fn told(candidate: &Candidate, touched: &BTreeSet<u32>, model: &Model, map: &Map) -> kerosene_diagnostics::Diagnostic {
    let source = &model.brushes[candidate.brushes[0]].source;
    let at = candidate.bounds.center();
    match touched.len() {
        0 | 1 => codes::area_portal_leaks(source, touched.len(), at, &map.source),
        count => codes::area_portal_touches(source, count, at, &map.source),
    }
}

fn candidates(model: &Model, map: &Map) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for (index, brush) in model.brushes.iter().enumerate() {
        if brush.class != VolumeClass::AreaPortal || brush.role != BrushRole::Structural {
            continue;
        }
        let entity = map.entities.iter().skip(1).position(|entity| entity.id == brush.source.entity);
        let entity = entity.map(|place| place + 1);
        let known = candidates.iter_mut().find(|known| entity.is_some() && known.entity == entity);
        match known {
            Some(known) => {
                known.brushes.push(index);
                known.bounds = known.bounds.union(&brush.bounds);
            }
            None => candidates.push(Candidate { entity, brushes: vec![index], bounds: brush.bounds, separates: true }),
        }
    }
    candidates
}

/// By leaf: the candidate that it lies in.
fn leaf_owners(
    planes: &[ExactPlane],
    model: &Model,
    space: &CompiledSpace,
    candidates: &[Candidate],
) -> Vec<Option<u32>> {
    let holds = |brush: usize, point: DVec3| {
        let mut sides = model.brushes[brush].sides.iter();
        sides.all(|side| planes[side.plane as usize].side_of_point(point) != Side::Front)
    };
    let owner = |leaf: usize| {
        if space.tree.leaves[leaf] != VolumeClass::AreaPortal || !space.inside[leaf] {
            return None;
        }
        let corners: Vec<DVec3> = space.graph.leaf_corners(planes, leaf as u32).collect();
        let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        let found = candidates.iter().position(|candidate| candidate.brushes.iter().any(|&brush| holds(brush, middle)));
        found.map(|place| place as u32)
    };
    (0..space.tree.leaves.len()).map(owner).collect()
}

/// Numbers what is connected without passing a portal that separates; 0 for the rest.
fn flood(space: &CompiledSpace, owners: &[Option<u32>], candidates: &[Candidate]) -> Vec<u32> {
    let shut = |leaf: u32| owners[leaf as usize].is_some_and(|owner| candidates[owner as usize].separates);
    let passes = |leaf: u32| space.inside[leaf as usize] && !shut(leaf);
    let mut of_leaf = vec![0; space.tree.leaves.len()];
    let mut count = 0;
    for first in 0..of_leaf.len() as u32 {
        if !passes(first) || of_leaf[first as usize] != 0 {
            continue;
        }
        count += 1;
        of_leaf[first as usize] = count;
        let mut pending = vec![first];
        while let Some(leaf) = pending.pop() {
            for next in neighbours(space, leaf).filter(|&next| passes(next)) {
                if of_leaf[next as usize] == 0 {
                    of_leaf[next as usize] = count;
                    pending.push(next);
                }
            }
        }
    }
    of_leaf
}

fn neighbours(space: &CompiledSpace, leaf: u32) -> impl Iterator<Item = u32> + '_ {
    let portals = space.graph.of_leaf(leaf).filter(|(_, portal)| !portal.is_crack());
    portals.filter_map(move |(_, portal)| portal.other(Some(leaf)))
}

fn touched_areas(
    space: &CompiledSpace,
    owners: &[Option<u32>],
    of_leaf: &[u32],
    candidates: usize,
) -> Vec<BTreeSet<u32>> {
    let mut touched = vec![BTreeSet::new(); candidates];
    for (leaf, owner) in owners.iter().enumerate() {
        if let Some(owner) = owner {
            let areas = neighbours(space, leaf as u32).map(|next| of_leaf[next as usize]);
            touched[*owner as usize].extend(areas.filter(|&area| area != 0));
        }
    }
    touched
}

fn areas(
    planes: &[ExactPlane],
    space: &CompiledSpace,
    candidates: &[Candidate],
    owners: &[Option<u32>],
    mut of_leaf: Vec<u32>,
    touched: &[BTreeSet<u32>],
) -> Areas {
    let joins = |owner: usize| touched[owner].iter().copied();
    for (leaf, owner) in owners.iter().enumerate() {
        if let Some(owner) = owner.filter(|&owner| candidates[owner as usize].separates) {
            of_leaf[leaf] = joins(owner as usize).next().unwrap_or(0);
        }
    }
    let mut areas = Vec::new();
    for (leaf, &area) in of_leaf.iter().enumerate().filter(|(_, area)| **area != 0) {
        if areas.len() < area as usize {
            areas.resize(area as usize, Area { leaf_count: 0, bounds: DAabb::EMPTY });
        }
        let area: &mut Area = &mut areas[area as usize - 1];
        area.leaf_count += 1;
        area.bounds = area.bounds.union(&space.graph.leaf_bounds(planes, leaf as u32));
    }
    let portals = candidates.iter().enumerate().filter(|(_, candidate)| candidate.separates);
    let portals = portals.filter_map(|(owner, candidate)| {
        let mut pair = joins(owner);
        let areas = [pair.next()?, pair.next()?];
        Some(AreaPortal { areas, entity: candidate.entity, bounds: candidate.bounds })
    });
    Areas { portals: portals.collect(), areas, of_leaf }
}
