//! What is drawn of the faces, once the tree is built from them.
//!
//! Detail never cuts the structure's faces, since the tree is built from those; but what of them lies in a detail brush
//! or against one is not seen, and is taken away here. Faces that are to be seen from within get a twin that looks
//! the other way.

use crate::brush::Brush;
use crate::covers::Covers;
use crate::csg::{Contact, Fragment, contact};
use crate::merge::merge_fragments;
use kerosene_math::exact::{ExactPlane, ExactWinding};
use rayon::prelude::*;

/// The drawn parts of `fragments` of one model's `brushes`, each followed by its twin where it has one.
pub(crate) fn drawn_faces(planes: &[ExactPlane], brushes: &[Brush], fragments: Vec<Fragment>) -> Vec<Fragment> {
    let covers = Covers::of(planes, brushes);
    let drawn: Vec<Vec<Fragment>> = fragments
        .into_par_iter()
        .map(|fragment| {
            let mut faces = uncovered(planes, &covers, fragment);
            let twins: Vec<Fragment> = faces.iter().filter_map(|face| mirrored(brushes, face)).collect();
            faces.extend(twins);
            faces
        })
        .collect();
    let count = drawn.iter().map(Vec::len).sum();
    let mut faces = Vec::with_capacity(count);
    faces.extend(drawn.into_iter().flatten());
    faces
}

/// The parts of a face that no cover hides. Where a cover has a face on the same plane that looks the same way, the
/// structure's is the one that is left.
fn uncovered(planes: &[ExactPlane], covers: &Covers<'_>, fragment: Fragment) -> Vec<Fragment> {
    if !fragment.structural || fragment.hint || covers.is_empty() {
        return vec![fragment];
    }
    let plane = fragment.winding.plane();
    let hides = |cover: &Brush| contact(cover, plane) != Contact::SameFacing;
    let Some(pieces) = covers.uncovered(&fragment.winding.unpack(planes), hides, usize::MAX) else {
        return vec![fragment];
    };
    let part = |winding: &ExactWinding| Fragment { winding: winding.pack(), ..fragment.clone() };
    merge_fragments(planes, pieces).iter().map(part).collect()
}

/// The twin that is seen from within; surfaces of liquids are seen from both sides without.
fn mirrored(brushes: &[Brush], face: &Fragment) -> Option<Fragment> {
    let brush = &brushes[face.brush as usize];
    if face.hint || brush.class.is_entered() || !brush.is_mirrored() {
        return None;
    }
    let winding = face.winding.flipped();
    Some(Fragment { winding, front: brush.class, back: brush.class, structural: false, ..face.clone() })
}
