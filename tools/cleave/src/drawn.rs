//! What is drawn of the faces, once the tree is built from them.
//!
//! Detail never cuts the structure's faces, since the tree is built from those; but what of them lies in a detail brush
//! or against one is not seen, and is taken away here. Faces that are to be seen from within get a twin that looks
//! the other way.

use crate::brush::Brush;
use crate::csg::{BOX_SLACK, Contact, Fragment, contact, overlap};
use crate::index::BoxIndex;
use crate::merge::merge_fragments;
use crate::volume::{BrushRole, VolumeClass};
use kerosene_math::exact::{ExactPlane, ExactWinding};
use rayon::prelude::*;

/// The drawn parts of `fragments` of one model's `brushes`, each followed by its twin where it has one.
pub(crate) fn drawn_faces(planes: &[ExactPlane], brushes: &[Brush], fragments: Vec<Fragment>) -> Vec<Fragment> {
    let covers: Vec<&Brush> = brushes.iter().filter(|brush| covers_structure(brush)).collect();
    let index = BoxIndex::new(covers.iter().map(|brush| brush.bounds.expanded(BOX_SLACK)).collect());
    let drawn: Vec<Vec<Fragment>> = fragments
        .into_par_iter()
        .map(|fragment| {
            let mut faces = uncovered(planes, &covers, &index, fragment);
            let twins: Vec<Fragment> = faces.iter().filter_map(|face| mirrored(brushes, face)).collect();
            faces.extend(twins);
            faces
        })
        .collect();
    drawn.into_iter().flatten().collect()
}

/// Whether what of the structure lies in the brush is hidden by it.
fn covers_structure(brush: &Brush) -> bool {
    brush.role == BrushRole::Detail && brush.class == VolumeClass::Solid && !brush.faces.spares_structure
}

/// The parts of a face that no brush of `covers` hides. Where a cover has a face on the same plane that looks the same
/// way, the structure's is the one that is left.
fn uncovered(planes: &[ExactPlane], covers: &[&Brush], index: &BoxIndex, fragment: Fragment) -> Vec<Fragment> {
    if !fragment.structural || fragment.hint || covers.is_empty() {
        return vec![fragment];
    }
    let plane = fragment.winding.plane();
    let mut touching = Vec::new();
    let winding = fragment.winding.unpack(planes);
    index.touching(&winding.bounds().expanded(BOX_SLACK), &mut touching);
    let mut pieces = vec![winding];
    let mut whole = true;
    for cover in touching.iter().map(|&place| covers[place as usize]) {
        if contact(cover, plane) == Contact::SameFacing {
            continue;
        }
        let mut next = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match overlap(planes, &piece, cover, plane) {
                None => next.push(piece),
                Some((_, outside)) => {
                    whole = false;
                    next.extend(outside);
                }
            }
        }
        pieces = next;
    }
    if whole {
        return vec![fragment];
    }
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
