//! Welds the borders of displacements that meet, and gives them normals.
//!
//! An editor sews neighbouring displacements, and writes the result with few digits: their common vertices
//! come out a few thousandths of a unit apart. Here each border vertex snaps to an earlier one beside it, so that
//! shared edges are the same to the bit; normals are summed over everything that meets in a vertex, so that
//! light does not show the seam either.

use crate::model::Mesh;
use kerosene_math::DVec3;
use std::collections::BTreeMap;

/// Vertices of different displacements this near are one, in units: the compiler's own weld distance.
const WELD_DISTANCE: f64 = 0.05;

/// A displacement on its way into the map.
pub(super) struct Sheet {
    pub(super) mesh: Mesh,
    /// Vertices along an edge.
    pub(super) width: usize,
    /// Index of its entity in the map.
    pub(super) owner: usize,
}

/// A vertex of a sheet.
type At = (usize, usize);

/// An entity and a cell of space.
type Cell = (usize, [i64; 3]);

/// Welds what meets within each entity, and computes all normals.
pub(super) fn sew(sheets: &mut [Sheet]) {
    let mut grid = Grid::default();
    let mut seams: BTreeMap<At, Vec<At>> = BTreeMap::new();
    for (index, sheet) in sheets.iter_mut().enumerate() {
        for vertex in border(sheet.width) {
            let position = sheet.mesh.vertices[vertex];
            match grid.nearest(sheet.owner, index, position) {
                Some((at, known)) => {
                    sheet.mesh.vertices[vertex] = known;
                    seams.entry(at).or_default().push((index, vertex));
                }
                None => grid.insert(sheet.owner, (index, vertex), position),
            }
        }
    }
    let mut sums: Vec<Vec<DVec3>> = sheets.iter().map(|sheet| summed_normals(&sheet.mesh)).collect();
    for (first, others) in &seams {
        let total = others.iter().fold(sums[first.0][first.1], |total, at| total + sums[at.0][at.1]);
        for (sheet, vertex) in std::iter::once(first).chain(others) {
            sums[*sheet][*vertex] = total;
        }
    }
    for (sheet, sums) in sheets.iter_mut().zip(sums) {
        // A vertex in a fold without area has no side to face to: any direction serves.
        sheet.mesh.normals = sums.into_iter().map(|sum| sum.try_normalize().unwrap_or(DVec3::Z)).collect();
    }
}

/// Indices of the vertices on the four edges, each once.
fn border(width: usize) -> impl Iterator<Item = usize> {
    let last = width - 1;
    (0..width * width).filter(move |at| {
        let (row, column) = (at / width, at % width);
        row == 0 || row == last || column == 0 || column == last
    })
}

/// At each vertex the normals of the faces around it, each as long as twice its face is large.
fn summed_normals(mesh: &Mesh) -> Vec<DVec3> {
    let mut sums = vec![DVec3::ZERO; mesh.vertices.len()];
    for face in &mesh.faces {
        let &[a, b, c] = face.indices.as_slice() else { continue };
        let [p, q, r] = [a, b, c].map(|index| mesh.vertices[index as usize]);
        let normal = (p - q).cross(r - q);
        for index in [a, b, c] {
            sums[index as usize] += normal;
        }
    }
    sums
}

/// Vertices by the cell of space they are in; a cell is as wide as the weld distance.
#[derive(Default)]
struct Grid {
    cells: BTreeMap<Cell, Vec<(At, DVec3)>>,
}

impl Grid {
    fn insert(&mut self, owner: usize, at: At, position: DVec3) {
        self.cells.entry((owner, cell(position))).or_default().push((at, position));
    }

    /// The nearest vertex of another sheet within the weld distance; the earliest of equally near ones.
    fn nearest(&self, owner: usize, sheet: usize, position: DVec3) -> Option<(At, DVec3)> {
        let [x, y, z] = cell(position);
        let mut best: Option<(f64, At, DVec3)> = None;
        for neighbour in 0..27_i64 {
            let offset = [neighbour % 3 - 1, neighbour / 3 % 3 - 1, neighbour / 9 - 1];
            let key = (owner, [x + offset[0], y + offset[1], z + offset[2]]);
            for (at, known) in self.cells.get(&key).into_iter().flatten() {
                let distance = known.distance(position);
                let is_nearer = best.is_none_or(|(nearest, first, _)| (distance, *at) < (nearest, first));
                if at.0 != sheet && distance <= WELD_DISTANCE && is_nearer {
                    best = Some((distance, *at, *known));
                }
            }
        }
        best.map(|(_, at, known)| (at, known))
    }
}

fn cell(position: DVec3) -> [i64; 3] {
    position.to_array().map(|value| (value / WELD_DISTANCE).floor() as i64)
}
