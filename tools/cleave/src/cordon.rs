//! The cordon: boxes that a compile keeps to, so that a corner of a large map can be tried by itself.
//!
//! What does not meet a box is left out, and each box gets walls of its own, so that what remains is sealed. Brushes
//! that reach out of a box are kept whole: what sticks out beyond the walls is outside and is removed with it. Things
//! that occupy no space (logic, paths) stay, since they may lie anywhere.

use crate::brush::plan_brush;
use crate::classes::class_rule;
use crate::materials::Materials;
use crate::occupants::standing_entities;
use crate::options::{Options, WORLD_LIMIT};
use crate::planes::PlaneTable;
use crate::textures::TextureTable;
use kerosene_diagnostics::Diagnostics;
use kerosene_map::{Brush, Entity, Map, Mesh, Side};
use kerosene_math::exact::ExactPlane;
use kerosene_math::{DAabb, DVec3};

/// Thickness of the walls, in units.
const THICKNESS: f64 = 16.0;
/// A box that reaches further has its walls here.
const FURTHEST: DVec3 = DVec3::splat(WORLD_LIMIT - THICKNESS);
/// Material of the walls: solid and not drawn.
const MATERIAL: &str = "tools/nodraw";

/// A map cut down to its cordon.
#[derive(Debug, Clone, PartialEq)]
pub struct Cordoned {
    /// What is left, walls included.
    pub map: Map,
    /// Brushes and meshes that were left out.
    pub solids: usize,
    /// Entities that were left out, those without any body left among them.
    pub entities: usize,
}

/// The boxes that a compile with `options` keeps to; none where there is no cordon.
fn cordon_boxes(map: &Map, options: &Options) -> Vec<DAabb> {
    if options.no_cordon {
        return Vec::new();
    }
    let within = |a: DVec3, b: DVec3| DAabb::new(a.min(b).max(-FURTHEST), a.max(b).min(FURTHEST));
    if let Some([a, b]) = options.cordon {
        return vec![within(DVec3::from_array(a), DVec3::from_array(b))];
    }
    let active = map.cordons.iter().filter(|cordon| cordon.active);
    let boxes = active.map(|cordon| within(cordon.mins, cordon.maxs));
    boxes.filter(|bounds| bounds.size().min_element() > 0.0).collect()
}

/// Cuts `map` down to its cordon; `None` where there is none.
///
/// # Examples
///
/// ```
/// use cleave::{Options, cut_to_cordon};
/// use kerosene_map::{Entity, Map};
///
/// let far = Entity {
///     keys: vec![("classname".into(), "light".into()), ("origin".into(), "900 0 0".into())],
///     ..Entity::default()
/// };
/// let map = Map { entities: vec![Entity::default(), far], ..Map::default() };
/// assert!(cut_to_cordon(&map, &Options::default()).is_none());
///
/// let options = Options { cordon: Some([[-64.0; 3], [64.0; 3]]), ..Options::default() };
/// let cut = cut_to_cordon(&map, &options).expect("there is a cordon");
/// assert_eq!((cut.solids, cut.entities), (0, 1));
/// assert_eq!(cut.map.entities[0].brushes.len(), 6, "the walls");
/// ```
pub fn cut_to_cordon(map: &Map, options: &Options) -> Option<Cordoned> {
    let boxes = cordon_boxes(map, options);
    if boxes.is_empty() {
        return None;
    }
    let holds = |point: DVec3| boxes.iter().any(|bounds| bounds.contains(point));
    let far: Vec<usize> = standing_entities(map)
        .into_iter()
        .filter(|standing| !holds(standing.origin))
        .map(|standing| standing.entity)
        .collect();
    let (mut solids, mut entities) = (0, 0);
    let mut kept = Vec::with_capacity(map.entities.len());
    for (index, entity) in map.entities.iter().enumerate() {
        let cut = cut_entity(entity, &boxes, &options.materials);
        let had_body = !entity.brushes.is_empty() || !entity.meshes.is_empty();
        let has_body = !cut.brushes.is_empty() || !cut.meshes.is_empty();
        solids += entity.brushes.len() + entity.meshes.len() - cut.brushes.len() - cut.meshes.len();
        if index != 0 && (had_body && !has_body || far.binary_search(&index).is_ok()) {
            entities += 1;
        } else {
            kept.push(cut);
        }
    }
    let mut id = highest_id(map);
    if let Some(world) = kept.first_mut() {
        world.brushes.extend(walls(&boxes).iter().map(|bounds| wall(bounds, &mut id)));
    }
    Some(Cordoned { map: Map { entities: kept, ..map.clone() }, solids, entities })
}

/// The entity with what meets a box.
fn cut_entity(entity: &Entity, boxes: &[DAabb], materials: &Materials) -> Entity {
    let class = class_rule(entity.class_name());
    let (mut planes, mut ignored) = (PlaneTable::new(), Diagnostics::new());
    let mut textures = TextureTable::with_materials(materials);
    let meets = |brush: &&Brush| {
        // What is no solid is kept: the compile itself says what is wrong with it.
        let plan = plan_brush(brush, entity.id, &class, &mut planes, &mut textures, &mut ignored, "");
        let Some(Ok((built, _))) = plan.map(|plan| plan.build(planes.planes())) else { return true };
        let sides: Vec<u32> = built.sides.iter().map(|side| side.plane).collect();
        boxes.iter().any(|bounds| overlaps(planes.planes(), &built.bounds, &sides, bounds))
    };
    let in_reach = |mesh: &&Mesh| {
        let bounds = DAabb::from_points(mesh.vertices.iter().copied());
        boxes.iter().any(|cordon| strictly_overlap(&bounds.expanded(1e-6), cordon))
    };
    Entity {
        brushes: entity.brushes.iter().filter(meets).cloned().collect(),
        meshes: entity.meshes.iter().filter(in_reach).cloned().collect(),
        ..entity.clone()
    }
}

fn strictly_overlap(a: &DAabb, b: &DAabb) -> bool {
    a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all()
}

/// Whether a brush meets the inside of a box: no axis and no side of the brush keeps the two apart.
fn overlaps(planes: &[ExactPlane], brush: &DAabb, sides: &[u32], cordon: &DAabb) -> bool {
    let apart = |side: &u32| {
        let plane = &planes[*side as usize];
        let reach = plane.normal().abs().dot(cordon.size() * 0.5);
        plane.normal().dot(cordon.center()) - reach >= plane.dist()
    };
    strictly_overlap(brush, cordon) && !sides.iter().any(apart)
}

/// Slabs around every box that leave the insides of all boxes open.
fn walls(boxes: &[DAabb]) -> Vec<DAabb> {
    let slabs = boxes.iter().flat_map(slabs_around);
    slabs
        .flat_map(|slab| {
            boxes.iter().fold(vec![slab], |parts, cut| parts.iter().flat_map(|part| without(part, cut)).collect())
        })
        .collect()
}

fn slabs_around(bounds: &DAabb) -> impl Iterator<Item = DAabb> {
    let outer = bounds.expanded(THICKNESS);
    let bounds = *bounds;
    (0..6).map(move |face| {
        let (axis, mut slab) = (face / 2, outer);
        if face % 2 == 0 {
            slab.max[axis] = bounds.min[axis];
        } else {
            slab.min[axis] = bounds.max[axis];
        }
        slab
    })
}

/// `slab` without the inside of `cut`, in boxes that do not overlap.
fn without(slab: &DAabb, cut: &DAabb) -> Vec<DAabb> {
    if !strictly_overlap(slab, cut) {
        return vec![*slab];
    }
    let (mut parts, mut rest) = (Vec::new(), *slab);
    for axis in 0..3 {
        if rest.min[axis] < cut.min[axis] {
            let mut below = rest;
            below.max[axis] = cut.min[axis];
            rest.min[axis] = cut.min[axis];
            parts.push(below);
        }
        if rest.max[axis] > cut.max[axis] {
            let mut above = rest;
            above.min[axis] = cut.max[axis];
            rest.max[axis] = cut.max[axis];
            parts.push(above);
        }
    }
    parts
}

fn highest_id(map: &Map) -> u32 {
    let of_brush = |brush: &Brush| brush.sides.iter().map(|side| side.id).max().unwrap_or(0).max(brush.id);
    let of_entity = |entity: &Entity| {
        let meshes = entity.meshes.iter().map(|mesh| mesh.id);
        entity.brushes.iter().map(of_brush).chain(meshes).max().unwrap_or(0).max(entity.id)
    };
    map.entities.iter().map(of_entity).max().unwrap_or(0)
}

/// A box of undrawn solid.
fn wall(bounds: &DAabb, id: &mut u32) -> Brush {
    let mut next_id = || {
        *id = id.saturating_add(1);
        *id
    };
    let brush = next_id();
    let sides = (0..6).map(|face| {
        let (axis, upper) = (face / 2, face % 2 == 1);
        let (u, v) = (DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]);
        let corner = if upper { bounds.max } else { bounds.min };
        // Clockwise from outside: normal = (p0 - p1) x (p2 - p1), and u x v points up the axis.
        let points = if upper { [corner + u, corner, corner + v] } else { [corner + v, corner, corner + u] };
        Side::new(next_id(), points, MATERIAL, [u, v])
    });
    Brush { id: brush, sides: sides.collect(), ..Brush::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(min: [f64; 3], max: [f64; 3]) -> DAabb {
        DAabb::new(DVec3::from_array(min), DVec3::from_array(max))
    }

    #[test]
    fn walls_leave_every_box_open_and_close_the_rest() {
        let boxes = [bounds([0.0; 3], [64.0; 3]), bounds([32.0, 16.0, 16.0], [128.0, 48.0, 48.0])];
        let walls = walls(&boxes);
        for x in 0..40 {
            for y in 0..26 {
                for z in 0..26 {
                    // Odd multiples of 2 lie on no face.
                    let point = DVec3::new(f64::from(x), f64::from(y), f64::from(z)) * 4.0 - 18.0;
                    let inside = boxes.iter().any(|bounds| bounds.contains(point));
                    let near = boxes.iter().any(|bounds| bounds.expanded(THICKNESS).contains(point));
                    let count = walls.iter().filter(|wall| wall.contains(point)).count();
                    assert_eq!(count > 0, near && !inside, "{point}");
                }
            }
        }
    }

    #[test]
    fn a_brush_beside_the_box_is_not_in_it() {
        let mut table = PlaneTable::new();
        let cordon = bounds([0.0; 3], [64.0; 3]);
        let touching = bounds([64.0, 0.0, 0.0], [96.0, 64.0, 64.0]);
        let sides = table.intern_box(touching.min, touching.max);
        assert!(!overlaps(table.planes(), &touching, &sides, &cordon));
        // A slope whose bounds reach into the box, but which passes its corner.
        let slope = table.intern_points([
            DVec3::new(100.0, 0.0, 0.0),
            DVec3::new(0.0, 200.0, 0.0),
            DVec3::new(100.0, 0.0, 64.0),
        ]);
        let slope = slope.expect("a plane");
        let facing = [slope, slope ^ 1].into_iter().filter(|&side| {
            let plane = &table.planes()[side as usize];
            plane.normal().dot(DVec3::ZERO) > plane.dist()
        });
        let sides: Vec<u32> = facing.collect();
        let around = bounds([0.0; 3], [200.0; 3]);
        assert_eq!(sides.len(), 1);
        assert!(!overlaps(table.planes(), &around, &sides, &bounds([0.0; 3], [40.0; 3])));
        assert!(overlaps(table.planes(), &around, &sides, &bounds([0.0; 3], [90.0; 3])));
    }
}
