//! The brushes around an opening.

use super::shape::{Polygon, Shape};
use super::{RimBrush, Scene};
use crate::brush::Brush;
use crate::index::BoxIndex;
use crate::volume::BrushRole;
use kerosene_math::{DAabb, DVec3};

/// How far beyond an edge of the opening a brush is looked for, and how far from the brush that place may be, in units.
const BEYOND: f64 = 0.0625;
const SLACK: f64 = 0.03125;
/// Places asked about along an edge: one for each so many units, within these limits.
const SPACING: f64 = 16.0;
const FEWEST: f64 = 2.0;
const MOST: f64 = 12.0;
/// Brushes named for one opening.
const MOST_BRUSHES: usize = 12;

/// Finds sealing brushes by place.
pub(super) struct RimFinder<'a> {
    scene: Scene<'a>,
    sealing: Vec<&'a Brush>,
    index: BoxIndex,
}

struct Contact {
    /// Index among the sealing brushes.
    brush: u32,
    length: f64,
    /// Index of the side that looks at the opening.
    side: usize,
}

impl<'a> RimFinder<'a> {
    pub(super) fn new(scene: &Scene<'a>) -> Self {
        let seals = |brush: &&Brush| brush.role == BrushRole::Structural && brush.class.is_opaque();
        let sealing: Vec<&Brush> = scene.brushes.iter().filter(seals).collect();
        let index = BoxIndex::new(sealing.iter().map(|brush| brush.bounds.expanded(SLACK)).collect());
        Self { scene: *scene, sealing, index }
    }

    /// The brushes around an opening, the one with the most contact first.
    pub(super) fn around(&self, shape: &Shape) -> Vec<RimBrush> {
        let mut contacts: Vec<Contact> = Vec::new();
        for polygon in &shape.polygons {
            self.along(polygon, &mut contacts);
        }
        contacts.sort_by_key(|contact| contact.brush);
        contacts.dedup_by(|next, first| {
            let same = next.brush == first.brush;
            first.length += if same { next.length } else { 0.0 };
            same
        });
        contacts.sort_by(|a, b| b.length.total_cmp(&a.length).then(a.brush.cmp(&b.brush)));
        contacts.truncate(MOST_BRUSHES);
        contacts.iter().filter_map(|contact| self.in_map(contact)).collect()
    }

    fn along(&self, polygon: &Polygon, contacts: &mut Vec<Contact>) {
        let middle = polygon.corners.iter().sum::<DVec3>() / polygon.corners.len() as f64;
        let mut near = Vec::new();
        for (&from, &to) in polygon.corners.iter().zip(polygon.corners.iter().cycle().skip(1)) {
            let across = (to - from).cross(polygon.outward).normalize_or_zero();
            let away = if across.dot(middle - from) > 0.0 { -across } else { across };
            let count = (from.distance(to) / SPACING).ceil().clamp(FEWEST, MOST);
            for step in 0..count as u32 {
                let place = from.lerp(to, (f64::from(step) + 0.5) / count) + away * BEYOND;
                self.index.touching(&DAabb::new(place, place), &mut near);
                for &brush in &near {
                    if let Some(side) = self.side_at(self.sealing[brush as usize], place, away) {
                        contacts.push(Contact { brush, length: from.distance(to) / count, side });
                    }
                }
            }
        }
    }

    /// Where `place` is in the brush: the side that looks back against `away`.
    fn side_at(&self, brush: &Brush, place: DVec3, away: DVec3) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (index, side) in brush.sides.iter().enumerate() {
            let plane = &self.scene.world.planes[side.plane as usize];
            let normal = plane.normal();
            if normal.dot(place) - plane.dist() > SLACK {
                return None;
            }
            let facing = -normal.dot(away);
            if best.is_none_or(|(known, _)| facing > known + 1e-9) {
                best = Some((facing, index));
            }
        }
        best.map(|(_, index)| index)
    }

    fn in_map(&self, contact: &Contact) -> Option<RimBrush> {
        let brush = self.sealing[contact.brush as usize];
        let entity = self.scene.map.entities.iter().position(|entity| entity.id == brush.source.entity)?;
        let brushes = &self.scene.map.entities[entity].brushes;
        let place = brushes.iter().position(|known| known.id == brush.source.brush)?;
        let material = self.scene.textures.material(brush.sides[contact.side].texinfo);
        Some(RimBrush {
            entity,
            brush: place,
            id: brush.source.brush,
            line: brush.source.line,
            material: material.to_owned(),
        })
    }
}
