//! The tree is solid exactly where the brushes are.

use super::{Violation, leaf_at};
use crate::brush::role_and_contents;
use crate::classes::{ClassRule, class_rule, entity_rule, omits_brushes};
use crate::index::BoxIndex;
use crate::materials::Materials;
use crate::options::WORLD_LIMIT;
use crate::volume::{BrushRole, VolumeClass};
use kerosene_bsp::{Bsp, Contents};
use kerosene_map::{Brush, Map};
use kerosene_math::{DAabb, DVec3, Pcg32};

/// Points nearer to a plane of a brush than this are not asked about, in units: planes may have moved by as
/// much when they were interned, and vertices when they were rounded.
const MARGIN: f64 = 0.05;

/// Which points a check asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solidity {
    /// The outside was kept: tree and brushes must agree everywhere.
    Everywhere,
    /// The outside was filled: where the brushes are open the tree may be solid.
    OutsideFilled,
}

/// Compares the world's tree with its structural brushes, computed anew from the map's own points, at
/// `samples` points: half anywhere in the world's bounds, half close to a brush's faces. Returns how many were
/// clear of every plane and therefore asked about.
///
/// # Errors
///
/// [`Violation::Disagreement`].
pub fn tree_agrees_with_brushes(
    bsp: &Bsp,
    map: &Map,
    materials: &Materials,
    solidity: Solidity,
    samples: u32,
    seed: u64,
) -> Result<u32, Violation> {
    let shapes = world_shapes(map, materials);
    let index = BoxIndex::new(shapes.iter().map(|shape| shape.bounds).collect());
    let bounds = shapes.iter().fold(DAabb::EMPTY, |all, shape| all.union(&shape.bounds));
    let mut random = Pcg32::new(seed, 0);
    let (mut touching, mut asked) = (Vec::new(), 0);
    for sample in 0..samples {
        let shape = random.below(shapes.len() as u32).map(|index| &shapes[index as usize]);
        let near = shape.map(|shape| shape.bounds.expanded(2.0));
        let within = near.filter(|_| sample % 2 == 1).unwrap_or(bounds);
        let share = DVec3::from_array([(); 3].map(|()| random.next_f64()));
        let point = within.min + share * within.size();
        index.touching(&DAabb::from_points([point]).expanded(MARGIN), &mut touching);
        let Some(brushes) = class_of(&shapes, &touching, point) else { continue };
        asked += 1;
        let tree = Contents::from_bits_retain(leaf_at(bsp, point).contents);
        let filled = solidity == Solidity::OutsideFilled && VolumeClass::of(tree).is_opaque() && !brushes.is_opaque();
        if VolumeClass::of(tree) != brushes && !filled {
            return Err(Violation::Disagreement { point, tree, brushes: brushes.contents() });
        }
    }
    Ok(asked)
}

/// A structural brush by its half-spaces, in plain floating point.
struct Shape {
    class: VolumeClass,
    planes: Vec<(DVec3, f64)>,
    bounds: DAabb,
}

fn world_shapes(map: &Map, materials: &Materials) -> Vec<Shape> {
    let entities = map.entities.iter().enumerate();
    let world = entities.filter(|(index, entity)| *index == 0 || class_rule(entity.class_name()).joins_world);
    world
        .filter(|(_, entity)| !omits_brushes(entity))
        .flat_map(|(_, entity)| {
            entity.brushes.iter().filter_map(|brush| shape_of(brush, &entity_rule(entity), materials))
        })
        .collect()
}

fn shape_of(brush: &Brush, rule: &ClassRule, materials: &Materials) -> Option<Shape> {
    let (contents, role) = role_and_contents(brush, rule, materials);
    let class = VolumeClass::of(contents);
    if role != BrushRole::Structural || class == VolumeClass::Empty {
        return None;
    }
    let planes: Vec<(DVec3, f64)> = brush
        .sides
        .iter()
        .filter_map(|side| {
            let [a, b, c] = side.points;
            let normal = (a - b).cross(c - b).try_normalize()?;
            Some((normal, normal.dot(b)))
        })
        .collect();
    // An open brush, or one that reaches too far, is left out by the compiler: walls further out than any brush may
    // reach close it, and then its corners lie there.
    let walls = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]).map(|normal| (normal, 2.0 * WORLD_LIMIT));
    let closed: Vec<(DVec3, f64)> = planes.iter().copied().chain(walls).collect();
    let bounds = corners(&closed)?;
    let reach = bounds.min.abs().max(bounds.max.abs()).max_element();
    (reach <= WORLD_LIMIT).then_some(Shape { class, planes, bounds })
}

/// Bounds of the meeting points of all triples of planes that are in the brush; `None` without volume.
fn corners(planes: &[(DVec3, f64)]) -> Option<DAabb> {
    let mut bounds = DAabb::EMPTY;
    for (i, &(a, da)) in planes.iter().enumerate() {
        for (j, &(b, db)) in planes.iter().enumerate().skip(i + 1) {
            for &(c, dc) in &planes[j + 1..] {
                let volume = a.dot(b.cross(c));
                if volume.abs() < 1e-9 {
                    continue;
                }
                let point = (b.cross(c) * da + c.cross(a) * db + a.cross(b) * dc) / volume;
                if planes.iter().all(|(normal, dist)| normal.dot(point) < dist + MARGIN) {
                    bounds.include(point);
                }
            }
        }
    }
    (!bounds.is_empty()).then_some(bounds)
}

/// The highest class at a point; `None` where it is too close to a plane that matters.
fn class_of(shapes: &[Shape], touching: &[u32], point: DVec3) -> Option<VolumeClass> {
    let mut class = VolumeClass::Empty;
    for shape in touching.iter().map(|&index| &shapes[index as usize]) {
        let depth = shape.planes.iter().map(|(normal, dist)| dist - normal.dot(point)).fold(f64::INFINITY, f64::min);
        if depth.abs() < MARGIN {
            return None;
        }
        if depth > 0.0 {
            class = class.max(shape.class);
        }
    }
    Some(class)
}
