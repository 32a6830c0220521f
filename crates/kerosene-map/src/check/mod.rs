//! Checks of an editable map: what a compiler would stumble over, found without compiling.
//!
//! The geometry is decided exactly (`kerosene_math::exact`), so a brush that passes here is one that
//! the compiler can build, and the other way round.

mod brush;
mod entities;

pub use brush::brush_bounds;
pub use entities::has_player_start;

use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::Diagnostics;

/// Checks every brush and entity of a map.
///
/// # Examples
///
/// ```
/// use kerosene_diagnostics::codes;
/// use kerosene_map::{check_map, read_map};
///
/// let text = b"{ \"classname\" \"worldspawn\" { ( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) wall 0 0 0 1 1 } }";
/// let map = read_map("flat.map", text, &Default::default())?.map;
/// let told = check_map(&map);
/// assert_eq!(told.count_of(codes::TOO_FEW_SIDES), 1);
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn check_map(map: &Map) -> Diagnostics {
    let mut reporter = Reporter::new(&map.source);
    for entity in &map.entities {
        entities::check_entity(entity, &mut reporter);
        for brush in &entity.brushes {
            let place = Place { brush: Some(brush.id), line: brush.line, ..Place::entity(entity) };
            brush::check_brush(brush, place, &mut reporter);
        }
    }
    entities::check_player_start(map, &mut reporter);
    reporter.finish()
}
