//! Constructive solid geometry: what is left of every face once the other brushes are there.
//!
//! A face survives where the space in front of it differs from the space behind it and its own brush is
//! what is behind. The survivors are then exactly the boundaries between volume classes, each once, and
//! each knows both its sides: that is what lets the tree tell a leaf's contents from any face on its rim.
//!
//! All cuts are exact, so an overlap is never missed by a hair and never invented. Every face is cut only
//! against brushes that a bounding volume hierarchy says it touches. Detail brushes are cut by structural
//! ones and by each other; they never cut a structural face. Where faces of equals lie on each other, the later one
//! is drawn, as in Quake's compilers, or the one with the higher `_chop_order`.

use crate::brush::{Brush, BrushSide};
use crate::classes::FaceRule;
use crate::cut::halves;
use crate::index::BoxIndex;
use crate::lookup::Lookup;
use crate::merge::merge_fragments;
use crate::options::Progress;
use crate::volume::{BrushRole, VolumeClass};
use kerosene_bsp::SurfaceFlags;
use kerosene_math::exact::{ExactPlane, ExactWinding, PackedWinding};
use rayon::prelude::*;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Slack of the box test that precedes every exact one, in units: far more than a vertex may be off.
pub(crate) const BOX_SLACK: f64 = 0.03125;

/// What is left of a side: a polygon with the same space in front of all of it.
#[derive(Debug, Clone)]
pub(crate) struct Fragment {
    /// The polygon, clockwise seen from the front.
    pub winding: PackedWinding,
    /// What is in front.
    pub front: VolumeClass,
    /// What is behind: the class of its brush.
    pub back: VolumeClass,
    /// Index of its brush.
    pub brush: u32,
    /// Index of its side within the brush.
    pub side: u32,
    /// Whether it bounds structural space, so that the tree is built from it.
    pub structural: bool,
    /// Only splits the tree; bounds nothing.
    pub hint: bool,
}

/// Cuts the faces of all `brushes` (of one model) against each other. Fragments come in brush order.
pub(crate) fn cut_faces(planes: &[ExactPlane], brushes: &[Brush], progress: &dyn Progress) -> Vec<Fragment> {
    let distinct = without_twins(brushes);
    let boxes = distinct.iter().map(|&index| brushes[index as usize].bounds.expanded(BOX_SLACK)).collect();
    let cutter = Cutter { planes, brushes, distinct: &distinct, index: BoxIndex::new(boxes) };
    let cut = |&brush: &u32| {
        let fragments = cutter.cut_brush(brush as usize);
        progress.advance(1);
        fragments
    };
    distinct.par_iter().flat_map_iter(cut).collect()
}

/// What twins have in common; the planes are sorted.
type Twin = (VolumeClass, BrushRole, FaceRule, SmallVec<[u32; 8]>);

/// Brush indices without those whose space a brush of higher rank fills in the same way: nothing is left of their
/// faces, and they cut nothing that the other one does not.
fn without_twins(brushes: &[Brush]) -> Vec<u32> {
    let mut known: Lookup<Twin, ()> = Lookup::default();
    let is_first = |index: &u32| {
        let brush = &brushes[*index as usize];
        let mut planes: SmallVec<[u32; 8]> = brush.sides.iter().map(|side| side.plane).collect();
        planes.sort_unstable();
        let faces = FaceRule { order: 0, ..brush.faces };
        brush.role == BrushRole::Hint || known.insert((brush.class, brush.role, faces, planes), ()).is_none()
    };
    let mut ranked: Vec<u32> = (0..brushes.len() as u32).collect();
    ranked.sort_by_key(|&index| Reverse(brushes[index as usize].rank(index as usize)));
    let mut distinct: Vec<u32> = ranked.into_iter().filter(is_first).collect();
    distinct.sort_unstable();
    distinct
}

struct Cutter<'a> {
    planes: &'a [ExactPlane],
    brushes: &'a [Brush],
    /// The brushes in the index.
    distinct: &'a [u32],
    index: BoxIndex,
}

/// A piece of a face on its way through the other brushes.
struct Piece {
    winding: ExactWinding,
    front: VolumeClass,
}

/// What the overlap with another brush does to a face.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Ignore,
    Remove,
    Fill(VolumeClass),
}

/// How another brush lies to the plane of a face.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contact {
    /// It is on both sides of the plane, or on one and away from the face.
    Straddling,
    /// It has a face on the same plane looking the same way: it is behind.
    SameFacing,
    /// It has a face on the same plane looking the other way: it is in front.
    Opposite,
}

impl Cutter<'_> {
    fn cut_brush(&self, index: usize) -> Vec<Fragment> {
        let brush = &self.brushes[index];
        match brush.role {
            BrushRole::Hint => hint_fragments(brush, index),
            BrushRole::Structural | BrushRole::Detail if brush.class != VolumeClass::Empty => {
                let mut touching = Vec::new();
                let mut fragments = Vec::new();
                for (side_index, side) in brush.sides.iter().enumerate() {
                    let winding = side.winding.unpack(self.planes);
                    self.index.touching(&winding.bounds().expanded(BOX_SLACK), &mut touching);
                    let pieces = self.cut_side(index, winding, &touching);
                    fragments.extend(pieces.into_iter().map(|piece| Fragment {
                        winding: piece.winding.pack(),
                        front: piece.front,
                        back: brush.class,
                        brush: index as u32,
                        side: side_index as u32,
                        // A face within its own contents, drawn because the author asked for it, bounds nothing.
                        structural: brush.role == BrushRole::Structural && piece.front != brush.class,
                        hint: false,
                    }));
                }
                fragments
            }
            _ => Vec::new(),
        }
    }

    fn cut_side(&self, owner: usize, winding: ExactWinding, touching: &[u32]) -> Vec<Piece> {
        let plane = winding.plane();
        let mut cutters: SmallVec<[(Effect, u32); 16]> = SmallVec::new();
        for other in touching.iter().map(|&place| self.distinct[place as usize]) {
            let effect = self.effect(owner, other as usize, plane);
            if effect != Effect::Ignore {
                cutters.push((effect, other));
            }
        }
        // What removes comes first: the fewer pieces, the less there is to fill.
        cutters.sort_by_key(|&(effect, other)| (effect != Effect::Remove, other));
        let mut pieces = vec![Piece { winding, front: VolumeClass::Empty }];
        for (effect, other) in cutters {
            let other = &self.brushes[other as usize];
            let mut next = Vec::with_capacity(pieces.len());
            for piece in pieces {
                self.apply(piece, other, plane, effect, &mut next);
            }
            pieces = next;
            if pieces.is_empty() {
                break;
            }
        }
        merge_pieces(self.planes, pieces)
    }

    fn effect(&self, owner: usize, other: usize, plane: u32) -> Effect {
        let (own, cutter) = (&self.brushes[owner], &self.brushes[other]);
        let cuts = match cutter.role {
            BrushRole::Structural => true,
            BrushRole::Detail => own.role == BrushRole::Detail,
            _ => false,
        };
        if owner == other || !cuts || cutter.class == VolumeClass::Empty {
            return Effect::Ignore;
        }
        if contact(cutter, plane) == Contact::SameFacing {
            let wins = takes_away(own, cutter) && cutter.rank(other) > own.rank(owner);
            return if wins { Effect::Remove } else { Effect::Ignore };
        }
        if is_double(own, cutter, plane) {
            return Effect::Remove;
        }
        // Between brushes of the same contents both keep their faces where one of them asks for it.
        let kept = cutter.class == own.class && (own.faces.keeps_faces || cutter.faces.keeps_faces);
        if takes_away(own, cutter) && !kept {
            Effect::Remove
        } else if cutter.role == BrushRole::Structural {
            Effect::Fill(cutter.class)
        } else {
            Effect::Ignore
        }
    }

    /// Passes `piece` through `other`: pieces outside it go on as they are, what is inside is dropped or
    /// gets what `other` is made of in front.
    fn apply(&self, piece: Piece, other: &Brush, plane: u32, effect: Effect, next: &mut Vec<Piece>) {
        if let Effect::Fill(class) = effect
            && class <= piece.front
        {
            next.push(piece);
            return;
        }
        let Some((inside, outside)) = overlap(self.planes, &piece.winding, other, plane) else {
            next.push(piece);
            return;
        };
        let front = piece.front;
        next.extend(outside.into_iter().map(|winding| Piece { winding, front }));
        if let Effect::Fill(class) = effect {
            next.push(Piece { winding: inside, front: class });
        }
    }
}

/// Whether the space of `cutter` takes away what of the faces of `own` lies in it. An illusion in water is still seen.
fn takes_away(own: &Brush, cutter: &Brush) -> bool {
    match own.class {
        VolumeClass::Illusion => matches!(cutter.class, VolumeClass::Illusion | VolumeClass::Solid),
        class => cutter.class >= class,
    }
}

/// Whether a face of `own`, an illusion, on `plane` looks at a drawn face of `cutter` on the same plane, and one of the
/// two is seen from both sides: a liquid's or that of mist. They would fight for the same pixels.
fn is_double(own: &Brush, cutter: &Brush, plane: u32) -> bool {
    let drawn = |side: &BrushSide| side.plane == plane ^ 1 && !side.flags.contains(SurfaceFlags::NODRAW);
    own.class == VolumeClass::Illusion
        && cutter.class > VolumeClass::Illusion
        && (own.is_mirrored() || cutter.class.is_liquid())
        && cutter.sides.iter().any(drawn)
}

/// The part of `winding`, which lies on `plane`, inside `other` and the convex parts outside, or `None` where they do
/// not overlap in an area.
pub(crate) fn overlap(
    planes: &[ExactPlane],
    winding: &ExactWinding,
    other: &Brush,
    plane: u32,
) -> Option<(ExactWinding, SmallVec<[ExactWinding; 4]>)> {
    if !winding.bounds().expanded(BOX_SLACK).touches(&other.bounds) {
        return None;
    }
    let mut cutting: SmallVec<[u32; 8]> = SmallVec::new();
    for side in other.sides.iter().filter(|side| side.plane | 1 != plane | 1) {
        let (front, back) = winding.classify(planes, side.plane);
        if !back {
            return None;
        }
        if front {
            cutting.push(side.plane);
        }
    }
    let mut inside = winding.clone();
    let mut outside = SmallVec::new();
    for cut in cutting {
        let (front, back) = halves(planes, inside, cut);
        outside.extend(front);
        inside = back?;
    }
    Some((inside, outside))
}

pub(crate) fn contact(other: &Brush, plane: u32) -> Contact {
    for side in &other.sides {
        if side.plane == plane {
            return Contact::SameFacing;
        }
        if side.plane == plane ^ 1 {
            return Contact::Opposite;
        }
    }
    Contact::Straddling
}

fn hint_fragments(brush: &Brush, index: usize) -> Vec<Fragment> {
    let hints = brush.sides.iter().enumerate().filter(|(_, side)| side.flags.contains(SurfaceFlags::HINT));
    hints
        .map(|(side_index, side)| Fragment {
            winding: side.winding.clone(),
            front: VolumeClass::Empty,
            back: VolumeClass::Empty,
            brush: index as u32,
            side: side_index as u32,
            structural: true,
            hint: true,
        })
        .collect()
}

/// Puts pieces with the same front together again where the whole is convex.
fn merge_pieces(planes: &[ExactPlane], pieces: Vec<Piece>) -> Vec<Piece> {
    if pieces.len() < 2 {
        return pieces;
    }
    let mut fronts: SmallVec<[VolumeClass; 4]> = pieces.iter().map(|piece| piece.front).collect();
    fronts.sort_unstable();
    fronts.dedup();
    let mut merged = Vec::with_capacity(pieces.len());
    for front in fronts {
        let group = pieces.iter().filter(|piece| piece.front == front).map(|piece| piece.winding.clone());
        merged.extend(merge_fragments(planes, group.collect()).into_iter().map(|winding| Piece { winding, front }));
    }
    merged
}
