//! What is said of a leak.

use super::{Hole, Leak, RimBrush, Way};
use crate::codes::{at_entity, point, rounded};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_map::Map;
use kerosene_math::DVec3;

/// Brushes named in one message; the `.kleak` file has more.
const BRUSHES_NAMED: usize = 3;

/// One hole, by its place in the leak.
pub(super) fn hole(leak: &Leak, number: usize, map: &Map) -> Diagnostic {
    let (hole, total) = (&leak.holes[number], leak.holes.len() + leak.more);
    let which =
        if total == 1 { "the map leaks".to_owned() } else { format!("the map leaks, hole {} of {total}", number + 1) };
    let (code, what) = if hole.is_micro() {
        (codes::MICRO_LEAK, format!("a gap only {} wide, {}", units(hole.gap()), size(hole)))
    } else {
        (codes::LEAK, format!("an opening {}", size(hole)))
    };
    let message = format!(
        "{which}: {what}, at ({}) leads out {}{}; reached from `{}` at ({})",
        point(hole.center),
        direction(hole.normal),
        rim(&hole.rim),
        hole.way.class,
        point(hole.way.points[0]),
    );
    let fix = if hole.is_micro() {
        "move the brushes so that they meet; all of them on one grid keeps such gaps away"
    } else {
        "close the opening with a structural brush: --patch FILE writes one; the .pts file leads there"
    };
    let entity = &map.entities[hole.way.entity];
    let source = hole.rim.first().map_or_else(
        || at_entity(entity, &map.source),
        |brush| SourcePosition::line(&map.source, brush.line).entity(map.entities[brush.entity].id).brush(brush.id),
    );
    Diagnostic::new(code, message).at(source).world(hole.center.to_array().map(rounded)).fix(fix)
}

/// There are more than are told of.
pub(super) fn more_holes(leak: &Leak, map: &Map) -> Diagnostic {
    let message = format!(
        "the map has {} more holes, each smaller than those above; --patch FILE writes brushes that close them all",
        leak.more
    );
    Diagnostic::new(codes::LEAK, message)
        .at(SourcePosition::file(&map.source))
        .fix("close those above, and compile again")
}

/// Nothing encloses the entities.
pub(super) fn no_enclosure(way: &Way, map: &Map) -> Diagnostic {
    let message = format!(
        "nothing encloses the map: `{}` at ({}) stands in the open, as does all else, so there is no inside",
        way.class,
        point(way.points[0])
    );
    Diagnostic::new(codes::NO_ENCLOSURE, message)
        .at(at_entity(&map.entities[way.entity], &map.source))
        .world(way.points[0].to_array().map(rounded))
        .fix("put walls, floor and ceiling of structural brushes around the map; sky is a brush too")
}

/// `24 wide and 32 high (768 square units)`.
fn size(hole: &Hole) -> String {
    let (width, height) = (rounded(hole.width), rounded(hole.height));
    let extent = if hole.normal.z.abs() > 0.7 {
        format!("{width} by {height} units")
    } else {
        format!("{width} wide and {height} high")
    };
    format!("{extent} ({} square units)", rounded(hole.area))
}

fn units(length: f64) -> String {
    format!("{} unit", if length < 0.001 { "under 0.001".to_owned() } else { rounded(length).to_string() })
}

/// The axis that the way out is nearest to, as editors show it.
fn direction(normal: DVec3) -> &'static str {
    let steep = normal.abs();
    if steep.z >= steep.x && steep.z >= steep.y {
        if normal.z > 0.0 { "upward (+z)" } else { "downward (-z)" }
    } else if steep.x >= steep.y {
        if normal.x > 0.0 { "towards +x" } else { "towards -x" }
    } else if normal.y > 0.0 {
        "towards +y"
    } else {
        "towards -y"
    }
}

fn rim(brushes: &[RimBrush]) -> String {
    if brushes.is_empty() {
        return String::new();
    }
    let named: Vec<String> = brushes.iter().take(BRUSHES_NAMED).map(name).collect();
    let more = match brushes.len().saturating_sub(BRUSHES_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(", between {}{more}", named.join(", "))
}

fn name(brush: &RimBrush) -> String {
    let owner = if brush.entity == 0 { String::new() } else { format!(" of entity {}", brush.entity) };
    let line = if brush.line == 0 { String::new() } else { format!("line {}, ", brush.line) };
    format!("brush {}{owner} ({line}`{}`)", brush.brush, brush.material)
}
