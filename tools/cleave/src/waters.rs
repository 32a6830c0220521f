//! Water volumes: connected leaves filled with one liquid, and how high it stands.

use crate::compile::CompiledSpace;
use crate::portals::Portal;
use crate::volume::VolumeClass;
use kerosene_math::DAabb;
use kerosene_math::exact::ExactPlane;

/// A surface looks up where its normal's z is at least this.
const UPWARD: f64 = 0.7;

/// Connected leaves of one liquid.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Water {
    /// Which liquid.
    pub class: VolumeClass,
    /// Height of the highest surface under open space, else the top of the bounds.
    pub surface: f64,
    /// Bounds of the leaves.
    pub bounds: DAabb,
}

/// The waters of a model.
#[derive(Debug, Default)]
pub(crate) struct Waters {
    /// In order of their first leaves.
    pub volumes: Vec<Water>,
    /// By leaf: index of its volume.
    pub of_leaf: Vec<Option<u32>>,
}

/// Finds the waters of a model.
pub(crate) fn find_waters(planes: &[ExactPlane], space: &CompiledSpace) -> Waters {
    let leaves = &space.tree.leaves;
    let mut waters = Waters { volumes: Vec::new(), of_leaf: vec![None; leaves.len()] };
    for first in 0..leaves.len() as u32 {
        let class = leaves[first as usize];
        if !class.is_liquid() || !space.inside[first as usize] || waters.of_leaf[first as usize].is_some() {
            continue;
        }
        let number = waters.volumes.len() as u32;
        let (mut bounds, mut surface) = (DAabb::EMPTY, None::<f64>);
        let mut pending = vec![first];
        waters.of_leaf[first as usize] = Some(number);
        while let Some(leaf) = pending.pop() {
            bounds = bounds.union(&space.graph.leaf_bounds(planes, leaf));
            for (_, portal) in space.graph.of_leaf(leaf).filter(|(_, portal)| !portal.is_crack()) {
                let Some(next) = portal.other(Some(leaf)).filter(|&next| space.inside[next as usize]) else { continue };
                if leaves[next as usize] == class {
                    if waters.of_leaf[next as usize].is_none() {
                        waters.of_leaf[next as usize] = Some(number);
                        pending.push(next);
                    }
                } else if !leaves[next as usize].is_liquid() && looks_up_from(planes, portal, leaf) {
                    let top = portal.winding.bounds(planes).max.z;
                    surface = Some(surface.map_or(top, |known| known.max(top)));
                }
            }
        }
        waters.volumes.push(Water { class, surface: surface.unwrap_or(bounds.max.z), bounds });
    }
    waters
}

/// Whether the way out of `leaf` through `portal` leads up.
fn looks_up_from(planes: &[ExactPlane], portal: &Portal, leaf: u32) -> bool {
    let up = planes[portal.winding.plane() as usize].normal().z;
    let out = if portal.leaves[1] == Some(leaf) { up } else { -up };
    out >= UPWARD
}
