//! Walk polygons: the floors of a model in few convex pieces, and which of them join.
//!
//! A drawn face is floor where its normal's z is at least 0.7, the slope that a player can stand on, unless it is sky,
//! a liquid's surface or a thing that one falls through. What its side's walk rule says may add a face (`always`) or
//! mark one. Pieces of one plane join whatever their textures are. What stands on a floor without cutting it, detail,
//! is cut out of it here, and so is what has a mesh closely above; meshes are floors themselves (`meshes`).

mod links;
mod meshes;
mod outline;

pub(crate) use links::Link;

use crate::brush::Brush;
use crate::compile::CompiledSpace;
use crate::csg::Fragment;
use crate::cut::halves;
use crate::face_merge::merge_coplanar;
use crate::index::BoxIndex;
use crate::model::Model;
use crate::volume::{BrushRole, VolumeClass};
use kerosene_bsp::{Contents, SurfaceFlags, WalkRule};
use kerosene_math::exact::{ExactPlane, ExactWinding, PackedWinding};
use kerosene_math::{DAabb, DVec3};
use meshes::MeshGround;
use outline::Outline;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Least z of the normal of a floor that one can stand on: Quake's and Source's.
const STEEPEST: f64 = 0.7;
/// A piece with less area, in square units, is no floor.
const SMALLEST_AREA: f64 = 1.0;
/// Slack of the box test that precedes every exact one, in units.
const BOX_SLACK: f64 = 0.03125;

/// A convex piece of floor.
#[derive(Debug, Clone)]
pub(crate) struct Floor {
    /// Unit normal of its plane, upward.
    pub normal: DVec3,
    /// Where its plane is along that, in units.
    pub dist: f64,
    /// Corners, clockwise from above.
    pub points: Vec<DVec3>,
    /// What its sides say.
    pub rule: WalkRule,
    /// Section it streams with.
    pub section: u32,
    /// Ways to its neighbours.
    pub links: Vec<Link>,
}

impl Floor {
    /// A piece of floor, where it is large enough.
    fn of(outline: Outline, rule: WalkRule, section: u32) -> Option<Self> {
        let is_wide = outline.area() >= SMALLEST_AREA;
        let Outline { points, normal, dist } = outline;
        is_wide.then_some(Self { normal, dist, points, rule, section, links: Vec::new() })
    }
}

/// The floors of a model with the ways between them.
pub(crate) fn find_floors(planes: &[ExactPlane], model: &Model, space: &CompiledSpace) -> Vec<Floor> {
    let mut groups: BTreeMap<(u32, WalkRule, u32), Vec<PackedWinding>> = BTreeMap::new();
    let standing = Standing::of(&model.brushes);
    let ground = MeshGround::of(&model.meshes);
    for fragment in &space.fragments {
        let Some(rule) = rule_of(planes, model, fragment) else { continue };
        let brush = &model.brushes[fragment.brush as usize];
        let group = groups.entry((fragment.winding.plane(), rule, brush.section)).or_default();
        group.extend(standing.cut_out(planes, fragment.winding.unpack(planes)).iter().map(ExactWinding::pack));
    }
    let groups: Vec<_> = groups.into_iter().collect();
    let merged: Vec<Vec<Floor>> = groups
        .into_par_iter()
        .map(|((plane, rule, section), windings)| {
            let windings = windings.iter().map(|winding| winding.unpack(planes)).collect();
            let (normal, dist) = (planes[plane as usize].normal(), planes[plane as usize].dist());
            let pieces = merge_coplanar(planes, windings).into_iter().map(|(_, winding)| winding);
            let outline = |winding: ExactWinding| Outline { points: winding.positions().collect(), normal, dist };
            let free = pieces.map(outline).flat_map(|outline| ground.cut_out(outline));
            free.filter_map(|outline| Floor::of(outline, rule, section)).collect()
        })
        .collect();
    let mut floors: Vec<Floor> = merged.into_iter().flatten().collect();
    let of_meshes = ground.floors(planes, space, &standing).into_iter();
    floors.extend(of_meshes.filter_map(|(section, outline)| Floor::of(outline, WalkRule::Allow, section)));
    links::link(&mut floors);
    floors
}

/// What the side of a fragment says of walking on it, `None` where it is no floor.
fn rule_of(planes: &[ExactPlane], model: &Model, fragment: &Fragment) -> Option<WalkRule> {
    let brush = &model.brushes[fragment.brush as usize];
    let side = &brush.sides[fragment.side as usize];
    let carries = brush.contents.intersects(Contents::MASK_PLAYER_SOLID) && !fragment.back.is_liquid();
    if fragment.hint || !carries || side.flags.intersects(SurfaceFlags::SKY | SurfaceFlags::WARP) {
        return None;
    }
    let up = planes[fragment.winding.plane() as usize].normal().z;
    let drawn = !side.flags.intersects(SurfaceFlags::NODRAW | SurfaceFlags::SKIP | SurfaceFlags::HINT);
    let is_floor = if side.walk_rule == WalkRule::Always { up > 0.0 } else { drawn && up >= STEEPEST };
    is_floor.then_some(side.walk_rule)
}

/// Detail that may stand on floors.
struct Standing<'a> {
    brushes: Vec<&'a Brush>,
    index: BoxIndex,
}

impl<'a> Standing<'a> {
    fn of(brushes: &'a [Brush]) -> Self {
        let stands = |brush: &&Brush| {
            brush.role == BrushRole::Detail
                && brush.class != VolumeClass::Empty
                && brush.contents.intersects(Contents::MASK_PLAYER_SOLID)
        };
        let brushes: Vec<&Brush> = brushes.iter().filter(stands).collect();
        let boxes = brushes.iter().map(|brush| brush.bounds.expanded(BOX_SLACK)).collect();
        Self { brushes, index: BoxIndex::new(boxes) }
    }

    /// The convex parts of a floor on which nothing stands.
    fn cut_out(&self, planes: &[ExactPlane], floor: ExactWinding) -> Vec<ExactWinding> {
        let mut found = Vec::new();
        self.index.touching(&floor.bounds(), &mut found);
        let mut parts = vec![floor];
        for brush in found.iter().map(|&place| self.brushes[place as usize]) {
            parts = parts.into_iter().flat_map(|part| outside(planes, part, brush)).collect();
        }
        parts
    }

    /// The convex parts of a mesh's floor that no brush holds.
    fn beside(&self, planes: &[ExactPlane], floor: Outline) -> Vec<Outline> {
        let mut found = Vec::new();
        self.index.touching(&DAabb::from_points(floor.points.iter().copied()), &mut found);
        let mut parts = vec![floor];
        for brush in found.iter().map(|&place| self.brushes[place as usize]) {
            let sides = || brush.sides.iter().map(|side| &planes[side.plane as usize]);
            let left = |part: Outline| {
                part.outside(sides().map(|plane| (plane.normal(), plane.dist()))).unwrap_or_else(|| vec![part])
            };
            parts = parts.into_iter().flat_map(left).collect();
        }
        parts
    }
}

/// What is left of `floor` beside `brush`; all of it where the brush is below it.
fn outside(planes: &[ExactPlane], floor: ExactWinding, brush: &Brush) -> Vec<ExactWinding> {
    let plane = floor.plane();
    let below = brush.sides.iter().any(|side| side.plane == plane);
    let across = || brush.sides.iter().filter(|side| side.plane | 1 != plane | 1);
    if below || across().any(|side| !floor.classify(planes, side.plane).1) {
        return vec![floor];
    }
    let (mut parts, mut inside) = (Vec::new(), floor);
    for side in across() {
        let (front, back) = halves(planes, inside, side.plane);
        parts.extend(front);
        match back {
            Some(back) => inside = back,
            // Nothing of it is behind all sides: the parts so far are the whole floor.
            None => return parts,
        }
    }
    parts
}
