//! What speaks for a cell's being inside, and what for outside.
//!
//! All weights are areas in square units, so that they are weighed against the area of a cut.

use super::cells::{Cells, Stands};

/// Share of the walls' area that a cell's being enclosed or exposed weighs: enough for a large room without entities to
/// outweigh its doorway, too little for an attic outside to outweigh what it opens to the void with.
const WALL_WEIGHT: f64 = 1.0 / 256.0;
/// A place with less exposure than this is likely inside.
const ENCLOSED_BELOW: f64 = 0.125;
/// A place with more exposure than this is likely outside.
const EXPOSED_ABOVE: f64 = 0.25;
/// From a flat roof or a plain half of all directions are clear: nobody stands inside there.
const OPEN_FIELD: f64 = 0.5;
/// Weight of an entity that stands in a rather exposed place.
const DOUBTFUL_ENTITY: f64 = 32_768.0;

/// What a cell says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Evidence {
    /// It is inside, whatever the cut costs.
    Inside,
    /// Weights for inside and outside.
    Weights(f64, f64),
}

/// The evidence of a cell that the void reaches.
pub(super) fn of_cell(cells: &Cells<'_>, cell: usize) -> Evidence {
    let exposure = cells.exposure[cell];
    let standing = match cells.standing[cell] {
        Stands::Start if exposure < OPEN_FIELD => return Evidence::Inside,
        Stands::Entity if exposure < EXPOSED_ABOVE => return Evidence::Inside,
        Stands::Entity if exposure < OPEN_FIELD => DOUBTFUL_ENTITY,
        _ => 0.0,
    };
    let walls = cells.walls[cell] * WALL_WEIGHT;
    let enclosed = (1.0 - exposure / ENCLOSED_BELOW).max(0.0);
    let exposed = ((exposure - EXPOSED_ABOVE) / (OPEN_FIELD - EXPOSED_ABOVE)).clamp(0.0, 1.0);
    Evidence::Weights(standing + walls * enclosed, walls * exposed)
}
