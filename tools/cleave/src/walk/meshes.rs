//! Meshes as ground: what of them is floor, and what of other floors they take away.
//!
//! The rule: a triangle that a player collides with and that is no steeper than a player can stand on is floor, on
//! whichever side its normal is, since meshes are solid from both. And where a mesh is nearer above a floor than a
//! player is tall, nobody stands: that part of the floor is taken away, and along walls of a mesh, which have next to no area seen from
//! above, a strip of a unit.

use super::outline::{Outline, Plot, clip};
use super::{STEEPEST, Standing};
use crate::compile::CompiledSpace;
use crate::index::BoxIndex;
use crate::merge::merge_all;
use crate::meshes::MeshPart;
use crate::tree::Child;
use kerosene_bsp::{Contents, SurfaceFlags};
use kerosene_math::exact::ExactPlane;
use kerosene_math::{DAabb, DVec2, DVec3};
use rayon::prelude::*;

/// How tall a player is, in units.
const HEIGHT: f64 = 72.0;
/// A mesh this much below a floor of brushes still lies on it, in units.
const ON_FLOOR: f64 = 0.01;
/// A mesh that is no higher than this above the floor of another one lies on it, in units: of two that are in one place
/// both are floors.
const ON_MESH: f64 = 0.5;
/// Half of the strip along a wall, in units.
const HALF_STRIP: f64 = 0.5;
/// A triangle whose normal has less z is a line seen from above.
const UPRIGHT: f64 = 1e-3;
/// Triangles that may take away from one floor, and parts that they may leave; what is beyond is let be.
const MOST_CUTS: usize = 4096;
const MOST_PARTS: usize = 1024;
/// What lies no further from a plane of the tree than this lies on it, in units.
const SLACK: f64 = 0.02;

/// The triangles of one model that players collide with.
pub(super) struct MeshGround<'a> {
    /// With the number of their part.
    triangles: Vec<(u32, [DVec3; 3])>,
    parts: &'a [MeshPart],
    index: BoxIndex,
}

impl<'a> MeshGround<'a> {
    pub(super) fn of(parts: &'a [MeshPart]) -> Self {
        let solid = parts.iter().zip(0..).filter(|(part, _)| part.contents.intersects(Contents::MASK_PLAYER_SOLID));
        let corners = solid.flat_map(|(part, number)| part.triangles.iter().map(move |corners| (number, corners)));
        let triangles: Vec<_> =
            corners.map(|(number, corners)| (number, corners.each_ref().map(|corner| corner.position))).collect();
        let index = BoxIndex::new(triangles.iter().map(|(_, corners)| DAabb::from_points(*corners)).collect());
        Self { triangles, parts, index }
    }

    /// The parts of a floor of brushes over which there is room to stand.
    pub(super) fn cut_out(&self, floor: Outline) -> Vec<Outline> {
        self.with_room(floor, -ON_FLOOR)
    }

    /// The floors that the meshes themselves are, with their sections.
    pub(super) fn floors(
        &self,
        planes: &[ExactPlane],
        space: &CompiledSpace,
        standing: &Standing<'_>,
    ) -> Vec<(u32, Outline)> {
        let of_part = |triangles: &[(u32, [DVec3; 3])]| {
            let part = &self.parts[triangles[0].0 as usize];
            if part.flags.intersects(SurfaceFlags::SKY | SurfaceFlags::WARP | SurfaceFlags::NODRAW) {
                return Vec::new();
            }
            let floors = triangles.iter().filter_map(|(_, corners)| as_floor(*corners));
            let open = floors.flat_map(|floor| open_parts(planes, space, floor));
            let free = open.flat_map(|floor| standing.beside(planes, floor));
            let pieces = free.flat_map(|floor| self.with_room(floor, ON_MESH)).collect();
            join(pieces).into_iter().map(|floor| (part.section, floor)).collect()
        };
        let by_part: Vec<_> = self.triangles.chunk_by(|a, b| a.0 == b.0).collect();
        by_part.into_par_iter().flat_map_iter(of_part).collect()
    }

    /// What of a floor has no mesh between `least` and a player's height above it.
    fn with_room(&self, floor: Outline, least: f64) -> Vec<Outline> {
        let bounds = DAabb::from_points(floor.points.iter().copied()).expanded(HALF_STRIP);
        let above = DAabb::new(bounds.min, bounds.max + DVec3::Z * HEIGHT);
        let mut found = Vec::new();
        self.index.touching(&above, &mut found);
        let triangles = found.iter().take(MOST_CUTS).map(|&place| &self.triangles[place as usize].1);
        let plots: Vec<Plot> = triangles.filter_map(|corners| plot(corners, &floor, least)).collect();
        let mut parts = vec![floor];
        for plot in plots {
            let left = |part: Outline| part.beside(&plot).unwrap_or_else(|| vec![part]);
            parts = parts.into_iter().flat_map(left).collect();
            if parts.len() > MOST_PARTS {
                break;
            }
        }
        if parts.len() > 1 { join(parts) } else { parts }
    }
}

/// Puts pieces together where the whole is convex.
fn join(pieces: Vec<Outline>) -> Vec<Outline> {
    let bounds = |outline: &Outline| DAabb::from_points(outline.points.iter().copied());
    merge_all(pieces, bounds, Outline::joined)
}

/// A triangle as floor, where it is not too steep.
fn as_floor([a, b, c]: [DVec3; 3]) -> Option<Outline> {
    let normal = (c - a).cross(b - a).try_normalize()?;
    let (points, normal) = if normal.z < 0.0 { (vec![a, c, b], -normal) } else { (vec![a, b, c], normal) };
    (normal.z >= STEEPEST).then(|| Outline { points, normal, dist: normal.dot(a) })
}

/// What a triangle covers of a floor in plan, where it is between `least` and a player's height above.
fn plot(corners: &[DVec3; 3], floor: &Outline, least: f64) -> Option<Plot> {
    let above = clip(corners, |point| floor.height(point) - least);
    let near: Vec<DVec2> =
        clip(&above, |point| HEIGHT - floor.height(point)).into_iter().map(DVec3::truncate).collect();
    let normal = (corners[2] - corners[0]).cross(corners[1] - corners[0]).try_normalize()?;
    let steep = normal.z.abs() < STEEPEST;
    let margin = if steep { HALF_STRIP } else { 0.0 };
    let beyond = |outward: DVec2| {
        let farthest = near.iter().map(|point| outward.dot(*point)).fold(f64::NEG_INFINITY, f64::max);
        (outward, farthest + margin)
    };
    if normal.z.abs() < UPRIGHT {
        let across = normal.truncate().try_normalize()?;
        let plot = [across, -across].map(beyond).into_iter();
        return Some(plot.chain([across.perp(), -across.perp()].map(|end| (end, beyond(end).1 - margin))).collect());
    }
    // The triangle is clockwise from above where that is its front.
    let outward = if normal.z < 0.0 { -1.0 } else { 1.0 };
    let edges = near.iter().zip(near.iter().cycle().skip(1));
    let mut plot: Plot =
        edges.filter_map(|(from, to)| Some(beyond((to - from).perp().try_normalize()? * outward))).collect();
    if steep {
        // Sharp corners grow no further than others.
        plot.extend([DVec2::X, -DVec2::X, DVec2::Y, -DVec2::Y].map(beyond));
    }
    (near.len() >= 3).then_some(plot)
}

/// The parts of a floor in open leaves that are inside; all of it in one piece where it lies in no others.
fn open_parts(planes: &[ExactPlane], space: &CompiledSpace, floor: Outline) -> Vec<Outline> {
    let (mut open, mut closed) = (Vec::new(), false);
    let mut pending = vec![(space.tree.root, floor.clone())];
    while let Some((child, part)) = pending.pop() {
        let node = match child {
            Child::Leaf(leaf) if space.inside[leaf as usize] => {
                open.push(part);
                continue;
            }
            Child::Leaf(_) => {
                closed = true;
                continue;
            }
            Child::Node(node) => space.tree.nodes[node as usize],
        };
        let plane = &planes[node.plane as usize];
        let (normal, dist) = (plane.normal(), plane.dist());
        let distances = || part.points.iter().map(|&point| normal.dot(point) - dist);
        let sides = match (distances().any(|far| far > SLACK), distances().any(|far| far < -SLACK)) {
            (true, true) => part.parted(normal, dist),
            (true, false) => [Some(part), None],
            // On the plane: it is looked at from above.
            (false, false) if normal.z > 0.0 => [Some(part), None],
            (false, _) => [None, Some(part)],
        };
        pending.extend(node.children.into_iter().zip(sides).filter_map(|(child, part)| Some((child, part?))));
    }
    if closed { join(open) } else { vec![floor] }
}
