//! Drawn faces: rounded, welded, T-junctions repaired, edges shared.

use super::Emitter;
use crate::buckets::Buckets;
use crate::csg::Fragment;
use crate::face_merge::merge_faces;
use crate::filing::FiledSpace;
use crate::model::Model;
use crate::portals::pieces_by_leaf;
use crate::tjunctions;
use kerosene_bsp::SurfaceFlags;
use kerosene_bsp::records::{FaceRecord, NONE};
use kerosene_math::exact::ExactPlane;
use rayon::prelude::*;
use smallvec::SmallVec;

/// A face without as much area as this, in square units, is not drawn.
const SMALLEST_AREA: f64 = 1e-3;

impl Emitter<'_> {
    /// Adds the `drawn` faces of a model; returns the faces of each leaf.
    pub(super) fn faces(
        &mut self,
        model: &Model,
        space: &FiledSpace,
        drawn: &[Fragment],
        first_brush: u32,
        side_sources: &[u32],
    ) -> Buckets {
        let leaves: Vec<SmallVec<[u32; 4]>> =
            drawn.par_iter().map(|fragment| self.leaves_of(model, space, fragment)).collect();
        let mut rings: Vec<Vec<u32>> = drawn.iter().map(|fragment| self.ring(fragment)).collect();
        self.statistics.tjunctions += tjunctions::repair(self.weld.points(), &mut rings);

        self.bsp.faces.reserve(drawn.len());
        let mut leaf_faces: Vec<(u32, u32)> = Vec::with_capacity(drawn.len() * 2);
        for ((fragment, ring), leaves) in drawn.iter().zip(&rings).zip(leaves) {
            let area = tjunctions::doubled_area(self.weld.points(), ring) * 0.5;
            if ring.len() < 3 || area < SMALLEST_AREA {
                self.statistics.slivers += 1;
                continue;
            }
            let face = self.bsp.faces.len() as u32;
            self.face(model, fragment, ring, area, first_brush, side_sources);
            leaf_faces.extend(leaves.into_iter().map(|leaf| (leaf, face)));
        }
        Buckets::new(space.tree.leaves.len(), || leaf_faces.iter().copied())
    }

    /// Leaves that a face is seen from; the surface of a liquid is seen from both sides, where its keys do not say
    /// otherwise.
    fn leaves_of(&self, model: &Model, space: &FiledSpace, fragment: &Fragment) -> SmallVec<[u32; 4]> {
        let tree = &space.tree;
        let arrive = |winding| {
            pieces_by_leaf(self.planes, tree, tree.root, winding, tree.slack).into_iter().map(|(leaf, _)| leaf)
        };
        let winding = fragment.winding.unpack(self.planes);
        let mirrored = fragment.back.is_entered() && model.brushes[fragment.brush as usize].is_mirrored();
        let flipped = mirrored.then(|| winding.flipped());
        let mut leaves: SmallVec<[u32; 4]> = arrive(winding).collect();
        leaves.extend(flipped.into_iter().flat_map(arrive));
        leaves.retain(|leaf| space.inside[*leaf as usize]);
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// Welded vertices around a fragment; those that fell together count once.
    fn ring(&mut self, fragment: &Fragment) -> Vec<u32> {
        let mut ring: Vec<u32> =
            fragment.winding.positions(self.planes).map(|position| self.weld.add(position)).collect();
        ring.dedup();
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        ring
    }

    fn face(
        &mut self,
        model: &Model,
        fragment: &Fragment,
        ring: &[u32],
        area: f64,
        first_brush: u32,
        side_sources: &[u32],
    ) {
        let brush = &model.brushes[fragment.brush as usize];
        let side = &brush.sides[fragment.side as usize];
        self.bsp.faces.push(FaceRecord {
            plane: self.output_planes.number(self.planes, fragment.winding.plane()),
            first_surfedge: self.edges.add_ring(ring),
            surfedge_count: ring.len() as u32,
            texinfo: side.texinfo,
            brush: first_brush + fragment.brush,
            source: side_sources[fragment.brush as usize] + fragment.side,
            section: brush.section,
            front_contents: fragment.front.contents().bits(),
            lightmap_offset: NONE,
            lightmap_mins: [0; 2],
            lightmap_size: [0; 2],
            light_styles: [u8::MAX; 4],
            area: area as f32,
        });
    }
}

/// What is drawn of the fragments of a model, faces of equal looks joined unless `no_merge`.
pub(super) fn drawn(
    planes: &[ExactPlane],
    model: &Model,
    mut fragments: Vec<Fragment>,
    no_merge: bool,
) -> Vec<Fragment> {
    fragments.retain(|fragment| is_drawn(model, fragment));
    if no_merge { fragments } else { merge_faces(planes, model, &fragments) }
}

fn is_drawn(model: &Model, fragment: &Fragment) -> bool {
    let side = &model.brushes[fragment.brush as usize].sides[fragment.side as usize];
    !fragment.hint && !side.flags.intersects(SurfaceFlags::NODRAW | SurfaceFlags::SKIP | SurfaceFlags::HINT)
}
