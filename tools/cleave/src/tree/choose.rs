//! Which plane divides a region: always one that a face lies on, so that every split uses up a face.
//!
//! Each split makes two faces of one, and in the end a portal more; so planes that split few count most, then planes
//! that use up many faces, and in large regions balance. Compared with Quake's weights (5 to 5, half the imbalance) that
//! gives a tenth fewer leaves and portals on Quake's own levels.
//!
//! What bounds nothing opaque, such as the surface of a liquid, comes last: it then lies at the ends of branches that sight
//! passes through, which become one cluster each (`clusters`).

use super::Builder;
use super::region::{Face, Polygon, Region};
use kerosene_math::Aabb;

/// Planes scored per axis when halving.
const HALVING_CANDIDATES: usize = 6;

/// For each face that lies on the plane.
const COPLANAR: i64 = 30;
/// Against each face that it splits.
const SPLIT: i64 = 200;
/// For a plane with a hint on it.
const HINT: i64 = 20_000;
/// For a plane with a face of something opaque on it.
const OPAQUE: i64 = 5_000;
/// So many more faces on one side than on the other count against a plane as one point: only large regions need balance,
/// and among equals the plane that comes first in the source is as good as any.
const IMBALANCE: i64 = 64;

/// A plane that faces lie on, and the best that it can score: as if it split none and halved the rest.
struct Candidate {
    plane: u32,
    bound: i64,
    hint: bool,
}

impl Builder<'_> {
    /// The plane for the listed faces of a region: the best of all, or of those near the middle where there are many.
    pub(super) fn best_plane<W: Polygon>(&self, region: &Region<W>, faces: &[u32]) -> u32 {
        let listed = || faces.iter().map(|&face| &region.faces()[face as usize]);
        let mut candidates = candidates(listed());
        if faces.len() > self.scored_faces {
            candidates = self.near_middle(listed(), candidates);
        }
        candidates.sort_by_key(|candidate| (-candidate.bound, candidate.plane));
        let mut best: Option<(i64, u32)> = None;
        for Candidate { plane, bound, .. } in candidates {
            let least = best.map_or(i64::MIN, |(score, _)| score);
            if bound < least {
                break;
            }
            // Among equals the first: planes are numbered in source order.
            let wins = |score| best.is_none_or(|(known, first)| score > known || score == known && plane < first);
            if let Some(score) = self.score(region, faces, plane, bound, least).filter(|&score| wins(score)) {
                best = Some((score, plane));
            }
        }
        best.map_or(0, |(_, plane)| plane)
    }

    /// What `plane` scores for the listed faces; `None` as soon as it is sure to be below `least`.
    fn score<W: Polygon>(&self, region: &Region<W>, faces: &[u32], plane: u32, bound: i64, least: i64) -> Option<i64> {
        let divider = self.divider(plane);
        let (mut score, mut front, mut back) = (bound, 0_i64, 0_i64);
        for &face in faces {
            let index = face as usize;
            if region.faces()[index].is_on(plane) {
                continue;
            }
            match region.sides(self.planes, index, &divider) {
                (true, true) => {
                    score -= SPLIT;
                    if score < least {
                        return None;
                    }
                }
                (true, false) => front += 1,
                (false, true) => back += 1,
                (false, false) => {}
            }
        }
        Some(score - (front - back).abs() / IMBALANCE)
    }

    /// The axial planes nearest to the middle of the faces' bounds, or a spread of all where none is axial.
    fn near_middle<'f>(&self, faces: impl Iterator<Item = &'f Face>, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let bounds = faces.fold(Aabb::EMPTY, |all, face| all.union(face.bounds()));
        let (center, size) = (bounds.center().as_dvec3(), bounds.size().as_dvec3());
        let mut chosen = vec![false; candidates.len()];
        for axis in (0..3).filter(|&axis| size[axis] * 4.0 >= size.max_element()) {
            let offset = |plane: u32| {
                let exact = &self.planes[plane as usize];
                (exact.dist() * exact.normal()[axis].signum() - center[axis]).abs()
            };
            let axial = |candidate: &Candidate| self.planes[candidate.plane as usize].axis() == Some(axis);
            let places = candidates.iter().enumerate().filter(|(_, candidate)| axial(candidate));
            let mut near: Vec<(f64, usize)> =
                places.map(|(place, candidate)| (offset(candidate.plane), place)).collect();
            near.retain(|&(offset, _)| offset < size[axis] * 0.4);
            near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for (_, place) in near.into_iter().take(HALVING_CANDIDATES) {
                chosen[place] = true;
            }
        }
        for (chosen, candidate) in chosen.iter_mut().zip(&candidates) {
            *chosen |= candidate.hint;
        }
        if !chosen.contains(&true) {
            let step = candidates.len().div_ceil(3 * HALVING_CANDIDATES).max(1);
            return candidates.into_iter().step_by(step).collect();
        }
        candidates.into_iter().zip(chosen).filter_map(|(candidate, chosen)| chosen.then_some(candidate)).collect()
    }
}

/// The planes that the faces lie on, the even one of each pair, rising.
fn candidates<'a>(faces: impl Iterator<Item = &'a Face>) -> Vec<Candidate> {
    let mut planes: Vec<(u32, bool, bool)> =
        faces.map(|face| (face.plane & !1, face.hint, face.bounds_opaque())).collect();
    planes.sort_unstable();
    let same_plane = planes.chunk_by(|a, b| a.0 == b.0);
    same_plane
        .map(|faces| {
            let hint = faces.iter().any(|&(_, hint, _)| hint);
            let opaque = faces.iter().any(|&(.., opaque)| opaque);
            let bound = COPLANAR * faces.len() as i64 + i64::from(hint) * HINT + i64::from(opaque) * OPAQUE;
            Candidate { plane: faces[0].0, bound, hint }
        })
        .collect()
}
