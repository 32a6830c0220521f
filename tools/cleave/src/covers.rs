//! Solid detail as that which hides: what of the structure's faces lies in it is not seen, and no sight passes through a
//! portal that it fills.

use crate::brush::{Brush, BrushSide};
use crate::csg::{BOX_SLACK, overlap};
use crate::index::BoxIndex;
use crate::volume::{BrushRole, VolumeClass};
use kerosene_bsp::SurfaceFlags;
use kerosene_math::DVec3;
use kerosene_math::exact::{ExactPlane, ExactWinding};

/// A portal that detail cuts into more parts than this is taken as open.
const MOST_PARTS: usize = 64;

/// The detail brushes of one model that hide what lies in them.
pub(crate) struct Covers<'a> {
    planes: &'a [ExactPlane],
    brushes: Vec<&'a Brush>,
    index: BoxIndex,
}

impl<'a> Covers<'a> {
    pub(crate) fn of(planes: &'a [ExactPlane], brushes: &'a [Brush]) -> Self {
        let brushes: Vec<&Brush> = brushes.iter().filter(|brush| covers_structure(brush)).collect();
        let index = BoxIndex::new(brushes.iter().map(|brush| brush.bounds.expanded(BOX_SLACK)).collect());
        Self { planes, brushes, index }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.brushes.is_empty()
    }

    /// The parts of a polygon that none of those covers hides that `counts` accepts; `None` where that is all of it.
    pub(crate) fn uncovered(
        &self,
        winding: &ExactWinding,
        counts: impl Fn(&Brush) -> bool,
        most_parts: usize,
    ) -> Option<Vec<ExactWinding>> {
        let plane = winding.plane();
        let mut touching = Vec::new();
        self.index.touching(&winding.bounds().expanded(BOX_SLACK), &mut touching);
        let mut pieces: Option<Vec<ExactWinding>> = None;
        for cover in touching.iter().map(|&place| self.brushes[place as usize]).filter(|cover| counts(cover)) {
            let parts = pieces.as_deref().unwrap_or(std::slice::from_ref(winding));
            if parts.is_empty() || parts.len() > most_parts {
                break;
            }
            let cut: Vec<_> = parts.iter().map(|piece| overlap(self.planes, piece, cover, plane)).collect();
            if cut.iter().any(Option::is_some) {
                let parts = parts.iter().zip(cut);
                let outside = parts.flat_map(|(piece, cut)| match cut {
                    None => smallvec::smallvec![piece.clone()],
                    Some((_, outside)) => outside,
                });
                pieces = Some(outside.collect());
            }
        }
        pieces
    }

    /// Whether opaque detail fills all of a polygon, on one side of it at least: no sight passes through that.
    pub(crate) fn hide(&self, portal: &ExactWinding) -> bool {
        let center = portal.center();
        let mut touching = Vec::new();
        self.index.touching(&portal.bounds(), &mut touching);
        // Most portals are open in their middle, which is soon seen.
        let holds_center = |&place: &u32| is_opaque(self.brushes[place as usize]) && self.holds(place, center);
        touching.iter().any(holds_center)
            && self.uncovered(portal, is_opaque, MOST_PARTS).is_some_and(|parts| parts.is_empty())
    }

    /// Whether a point is in a cover, or nearly.
    fn holds(&self, cover: u32, point: DVec3) -> bool {
        self.brushes[cover as usize].sides.iter().all(|side| {
            let plane = &self.planes[side.plane as usize];
            plane.normal().dot(point) - plane.dist() < BOX_SLACK
        })
    }
}

/// Whether what of the structure lies in the brush is hidden by it.
fn covers_structure(brush: &Brush) -> bool {
    brush.role == BrushRole::Detail && brush.class == VolumeClass::Solid && !brush.faces.spares_structure
}

/// Whether any of a cover is drawn; one sees through what is not.
fn is_opaque(cover: &Brush) -> bool {
    let drawn = |side: &BrushSide| !side.flags.intersects(SurfaceFlags::NODRAW | SurfaceFlags::SKIP);
    cover.sides.iter().any(drawn)
}
