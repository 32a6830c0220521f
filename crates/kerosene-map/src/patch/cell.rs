//! One biquadratic cell: its points, normals, and bounds on how it bends.

use super::ControlPoint;
use super::curve::{self, pieces};
use kerosene_math::{DVec2, DVec3};

/// Pieces that the rim of a cell is cut into at most; parameters count in these.
pub(super) const FINEST: u32 = 128;

/// For a triangle whose edges bend by at most `D`, the surface bends away from it by at most `D / 6`:
/// half the sum of the products of barycentric coordinates, which is at most a third.
const BEND_TO_DISTANCE: f64 = 6.0;

/// A place in a cell, in [`FINEST`]ths of its width and height.
pub(super) type Place = [u32; 2];

/// Nine control points, row by row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) points: [[ControlPoint; 3]; 3],
}

/// How finely a cell is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// A regular grid of so many columns and rows.
    Grid([u32; 2]),
    /// Rims and inside disagree: edge by edge.
    EdgeByEdge,
}

impl Cell {
    /// The point at a place.
    pub(super) fn point(&self, place: Place) -> ControlPoint {
        let [u, v] = place.map(parameter);
        let positions = self.positions().map(|row| curve::point(row, u));
        let textures: [[DVec2; 3]; 3] = self.points.map(|row| row.map(|point| point.texture));
        let textures = textures.map(|row| curve::point(row, u));
        ControlPoint { position: curve::point(positions, v), texture: curve::point(textures, v) }
    }

    /// The direction that faces the viewer, not of unit length; zero where the cell is pinched.
    /// Along a row, then down a column: the front is where this product points.
    pub(super) fn facing(&self, place: Place) -> DVec3 {
        let [u, v] = place.map(parameter);
        let positions = self.positions();
        let along = curve::point(positions.map(|row| curve::derivative(row, u)), v);
        let down = curve::derivative(positions.map(|row| curve::point(row, u)), v);
        along.cross(down)
    }

    /// How finely to cut for `tolerance`, and whether that suffices.
    pub(super) fn cut(&self, tolerance: f64) -> (Cut, bool) {
        let limit = tolerance * BEND_TO_DISTANCE;
        let [left, _, right] = self.columns();
        let [top, _, bottom] = self.positions();
        let rim = |curve: [DVec3; 3]| pieces(curve::second_derivative(curve).length(), limit);
        let across = [top, bottom].map(rim);
        let down = [left, right].map(rim);
        let bends = self.bends();
        // Pure bends first, then whichever of both helps more.
        let [mut columns, mut rows] = [bends[0], bends[2]].map(|bend| pieces(bend, limit));
        let total = |columns: u32, rows: u32| {
            let [columns, rows] = [columns, rows].map(f64::from);
            let [along, twist, down] = bends;
            // A right triangle of a grid bends along its legs and along its hypotenuse, the worst of the three.
            along / (columns * columns) + 2.0 * twist / (columns * rows) + down / (rows * rows)
        };
        while total(columns, rows) > limit {
            let finer = [(columns * 2, rows), (columns, rows * 2)].into_iter();
            let finer = finer.filter(|(columns, rows)| columns.max(rows) <= &FINEST);
            let Some(best) = finer.min_by(|a, b| total(a.0, a.1).total_cmp(&total(b.0, b.1))) else { break };
            if total(best.0, best.1) >= total(columns, rows) {
                break;
            }
            (columns, rows) = best;
        }
        let suffices = total(columns, rows) <= limit;
        let agree = across.into_iter().all(|pieces| pieces == columns) && down.into_iter().all(|pieces| pieces == rows);
        (if agree { Cut::Grid([columns, rows]) } else { Cut::EdgeByEdge }, suffices)
    }

    /// Whether the straight line between two places is too far from the surface between them.
    pub(super) fn bends_between(&self, from: Place, to: Place, tolerance: f64) -> bool {
        let [du, dv] = [0, 1].map(|axis| parameter(to[axis]) - parameter(from[axis]));
        // The second derivative along the line is quadratic in it: its norm is at most that of the three control
        // points of that curve, which follow from its values at both ends and in the middle.
        let middle = [0, 1].map(|axis| f64::midpoint(parameter(from[axis]), parameter(to[axis])));
        let at = |[u, v]: [f64; 2]| self.second_derivative_at(u, v, du, dv);
        let [first, last] = [from, to].map(|place| at(place.map(parameter)));
        let control = at(middle) * 2.0 - (first + last) * 0.5;
        let bend = [first, control, last].into_iter().map(DVec3::length).fold(0.0, f64::max);
        bend > tolerance * BEND_TO_DISTANCE
    }

    fn second_derivative_at(&self, u: f64, v: f64, du: f64, dv: f64) -> DVec3 {
        let (rows, columns) = (self.positions(), self.columns());
        let along = curve::point(rows.map(curve::second_derivative), v);
        let down = curve::point(columns.map(curve::second_derivative), u);
        let twist = curve::derivative(rows.map(|row| curve::derivative(row, u)), v);
        along * (du * du) + twist * (2.0 * du * dv) + down * (dv * dv)
    }

    /// Bounds on the second derivatives along rows, mixed, and down columns.
    fn bends(&self) -> [f64; 3] {
        let longest = |curves: [[DVec3; 3]; 3]| {
            curves.map(|curve| curve::second_derivative(curve).length()).into_iter().fold(0.0, f64::max)
        };
        let rows = self.positions();
        let mut twist: f64 = 0.0;
        for (r, c) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mixed = (rows[r][c] + rows[r + 1][c + 1]) - (rows[r][c + 1] + rows[r + 1][c]);
            twist = twist.max(mixed.length() * 4.0);
        }
        [longest(rows), twist, longest(self.columns())]
    }

    fn positions(&self) -> [[DVec3; 3]; 3] {
        self.points.map(|row| row.map(|point| point.position))
    }

    fn columns(&self) -> [[DVec3; 3]; 3] {
        let rows = self.positions();
        std::array::from_fn(|c| std::array::from_fn(|r| rows[r][c]))
    }
}

fn parameter(count: u32) -> f64 {
    f64::from(count) / f64::from(FINEST)
}
