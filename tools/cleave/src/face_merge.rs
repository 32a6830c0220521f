//! Few convex faces: drawn polygons of one plane and one texturing are put together, whichever brushes they are of.
//!
//! Two polygons join where they share a whole edge and the union is convex, decided exactly. Joining goes on until no
//! two neighbours can be joined, so the result has no needless edge that a single step could remove; it is not the
//! least number of convex parts, which costs more than it saves.

use crate::csg::Fragment;
use crate::index::BoxIndex;
use crate::merge::merge_pair;
use crate::model::Model;
use kerosene_math::exact::{ExactPlane, ExactWinding, PackedWinding};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Polygons whose boxes are further apart than this share no edge, in units.
const NEAR: f64 = 0.01;

/// What must be equal for two faces to become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    plane: u32,
    texinfo: u32,
    section: u32,
    smoothing_groups: u32,
    contents: [u32; 2],
    mirrored: bool,
}

/// Merges the drawn fragments of a model. A merged one counts for the brush and side of its first part; the order is
/// that of first parts.
pub(crate) fn merge_faces(planes: &[ExactPlane], model: &Model, drawn: &[Fragment]) -> Vec<Fragment> {
    let mut groups: BTreeMap<Look, Vec<u32>> = BTreeMap::new();
    for (place, fragment) in drawn.iter().enumerate() {
        groups.entry(look_of(model, fragment)).or_default().push(place as u32);
    }
    let groups: Vec<Vec<u32>> = groups.into_values().collect();
    let merge = |group: Vec<u32>| {
        let windings = group.iter().map(|&place| drawn[place as usize].winding.unpack(planes)).collect();
        let merged = merge_coplanar(planes, windings).into_iter();
        merged.map(|(first, winding)| (group[first], winding.pack())).collect::<Vec<_>>()
    };
    let mut faces: Vec<(u32, PackedWinding)> = groups.into_par_iter().flat_map_iter(merge).collect();
    faces.sort_by_key(|(place, _)| *place);
    faces.into_iter().map(|(place, winding)| Fragment { winding, ..drawn[place as usize].clone() }).collect()
}

fn look_of(model: &Model, fragment: &Fragment) -> Look {
    let brush = &model.brushes[fragment.brush as usize];
    let side = &brush.sides[fragment.side as usize];
    Look {
        plane: fragment.winding.plane(),
        texinfo: side.texinfo,
        section: brush.section,
        smoothing_groups: side.smoothing_groups,
        contents: [fragment.front.contents().bits(), brush.contents.bits()],
        mirrored: brush.is_mirrored(),
    }
}

/// Joins polygons of one plane that face the same way; each result with the place of its first part, in order of those.
pub(crate) fn merge_coplanar(planes: &[ExactPlane], windings: Vec<ExactWinding>) -> Vec<(usize, ExactWinding)> {
    if windings.len() < 2 {
        return windings.into_iter().enumerate().collect();
    }
    let whole: f64 = windings.iter().map(ExactWinding::area).sum();
    let mut pieces = Pieces::new(windings);
    for start in 0..pieces.windings.len() {
        let mut at = start;
        while let Some(joined) = pieces.join_once(planes, at) {
            at = joined;
        }
    }
    let left = pieces.windings.into_iter().enumerate();
    let left: Vec<_> = left.filter_map(|(place, winding)| Some((place, winding?))).collect();
    debug_assert!(conserves(whole, &left), "joining changed an area of {whole} square units");
    left
}

/// Whether the polygons have as much area as there was, to a millionth of it, or of a square unit where it is less.
fn conserves(whole: f64, left: &[(usize, ExactWinding)]) -> bool {
    let area: f64 = left.iter().map(|(_, winding)| winding.area()).sum();
    (area - whole).abs() <= whole.max(1.0) * 1e-6
}

/// Polygons on their way together. A joined pair lives on under the lower place of the two.
struct Pieces {
    windings: Vec<Option<ExactWinding>>,
    /// Where a piece went, itself while it lives.
    into: Vec<u32>,
    /// Places of what a piece may share an edge with, as they were at the start.
    neighbours: Vec<Vec<u32>>,
}

impl Pieces {
    fn new(windings: Vec<ExactWinding>) -> Self {
        let boxes: Vec<_> = windings.iter().map(|winding| winding.bounds().expanded(NEAR)).collect();
        let index = BoxIndex::new(boxes.clone());
        let neighbours = boxes.iter().map(|bounds| {
            let mut found = Vec::new();
            index.touching(bounds, &mut found);
            found
        });
        Self {
            neighbours: neighbours.collect(),
            into: (0..windings.len() as u32).collect(),
            windings: windings.into_iter().map(Some).collect(),
        }
    }

    /// Joins the piece at `at` with the first neighbour that it can be joined with; where the two went.
    fn join_once(&mut self, planes: &[ExactPlane], at: usize) -> Option<usize> {
        self.windings[at].as_ref()?;
        let mut candidates: Vec<u32> = self.neighbours[at].iter().map(|&place| self.alive(place)).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.retain(|&place| place as usize != at);
        let (place, whole) = candidates.iter().find_map(|&place| {
            let (low, high) = (at.min(place as usize), at.max(place as usize));
            let whole = merge_pair(planes, self.windings[low].as_ref()?, self.windings[high].as_ref()?)?;
            Some((place as usize, whole))
        })?;
        let (low, high) = (at.min(place), at.max(place));
        let theirs = std::mem::take(&mut self.neighbours[place]);
        candidates.extend(theirs.into_iter().map(|place| self.alive(place)));
        self.neighbours[at] = Vec::new();
        self.windings[high] = None;
        self.into[high] = low as u32;
        self.windings[low] = Some(whole);
        self.neighbours[low] = candidates;
        Some(low)
    }

    fn alive(&self, mut place: u32) -> u32 {
        while self.into[place as usize] != place {
            place = self.into[place as usize];
        }
        place
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::cut::{behind, front_of, halves};
    use crate::planes::PlaneTable;

    /// The cells of a floor that `columns` by `rows` cuts make, in an order that scatters neighbours.
    fn cells(table: &mut PlaneTable, columns: u32, rows: u32) -> (ExactWinding, Vec<ExactWinding>) {
        let floor = table.intern_axial(2, 0.0);
        let axis = |table: &mut PlaneTable, axis, count: u32| -> Vec<u32> {
            (0..=count).map(|cut| table.intern_axial(axis, f64::from(cut) * 8.0)).collect()
        };
        let (x, y) = (axis(table, 0, columns), axis(table, 1, rows));
        let planes = table.planes();
        let base = ExactWinding::base(planes, floor, &PlaneTable::outer_box());
        let cell = |column: usize, row: usize, width: usize, depth: usize| {
            let cut = front_of(planes, base.clone(), x[column]).and_then(|w| behind(planes, w, x[column + width]));
            cut.and_then(|w| front_of(planes, w, y[row])).and_then(|w| behind(planes, w, y[row + depth])).unwrap()
        };
        let count = (columns * rows) as usize;
        let scattered = (0..count).map(|place| place * 7 % count);
        let parts = scattered.map(|place| cell(place % columns as usize, place / columns as usize, 1, 1)).collect();
        (cell(0, 0, columns as usize, rows as usize), parts)
    }

    #[test]
    fn a_chequered_floor_becomes_one_face() {
        let mut table = PlaneTable::new();
        let (whole, parts) = cells(&mut table, 9, 11);
        let merged = merge_coplanar(table.planes(), parts);
        assert_eq!(merged.len(), 1);
        assert_eq!((merged[0].0, merged[0].1.area()), (0, whole.area()));
        assert_eq!(merged[0].1.vertices().len(), 4);
    }

    #[test]
    fn what_is_not_convex_stays_apart_and_keeps_its_area() {
        let mut table = PlaneTable::new();
        let (whole, mut parts) = cells(&mut table, 3, 3);
        let middle = parts.iter().position(|part| part.center().truncate() == whole.center().truncate()).unwrap();
        let hole = parts.remove(middle).area();
        let merged = merge_coplanar(table.planes(), parts);
        // A square ring has no fewer convex parts than four.
        assert_eq!(merged.len(), 4);
        assert_eq!(merged.iter().map(|(_, winding)| winding.area()).sum::<f64>(), whole.area() - hole);
    }

    #[test]
    fn a_part_joins_what_was_joined_before() {
        let mut table = PlaneTable::new();
        let (whole, _) = cells(&mut table, 4, 1);
        let cut = table.intern_axial(0, 16.0);
        let cross = table.intern_axial(1, 4.0);
        let planes = table.planes();
        let (right, left) = halves(planes, whole.clone(), cut);
        let (upper, lower) = halves(planes, left.unwrap(), cross);
        let merged = merge_coplanar(planes, vec![right.unwrap(), upper.unwrap(), lower.unwrap()]);
        assert_eq!(merged.len(), 1);
        assert_eq!(merged[0].1.area(), whole.area());
    }
}
