//! Shorthands for cutting polygons that may come to nothing.

use kerosene_math::exact::{ExactPlane, ExactWinding, WindingSplit};

/// The part of `winding` in front of plane `by`.
pub(crate) fn front_of(planes: &[ExactPlane], mut winding: ExactWinding, by: u32) -> Option<ExactWinding> {
    winding.clip_front(planes, by).then_some(winding)
}

/// The part of `winding` behind plane `by`.
pub(crate) fn behind(planes: &[ExactPlane], mut winding: ExactWinding, by: u32) -> Option<ExactWinding> {
    winding.clip_back(planes, by).then_some(winding)
}

/// The parts of `winding` in front of and behind plane `by`; neither where it lies on it.
pub(crate) fn halves(
    planes: &[ExactPlane],
    winding: ExactWinding,
    by: u32,
) -> (Option<ExactWinding>, Option<ExactWinding>) {
    match winding.split(planes, by) {
        WindingSplit::Front => (Some(winding), None),
        WindingSplit::Back => (None, Some(winding)),
        WindingSplit::On => (None, None),
        WindingSplit::Split { front, back } => (Some(front), Some(back)),
    }
}
