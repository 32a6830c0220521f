//! The compiler's messages, each made in one place.

use crate::brush::SourceRef;
use kerosene_diagnostics::{Code, Diagnostic, Severity, SourcePosition};
use kerosene_map::{Brush, Entity, Side};
use kerosene_math::DVec3;
use kerosene_math::exact::PlaneError;

fn about(code: u16, severity: Severity, message: String, source: SourcePosition, fix: &str) -> Diagnostic {
    Diagnostic {
        code: Code(code),
        severity,
        message,
        source: Some(source),
        world: None,
        fix: (!fix.is_empty()).then(|| fix.to_owned()),
    }
}

fn at_side(source: &SourceRef, side: &Side, file: &str) -> SourcePosition {
    SourcePosition { side: Some(side.id), line: side.line, ..source.position(file) }
}

fn at_entity(entity: &Entity, file: &str) -> SourcePosition {
    SourcePosition {
        file: file.to_owned(),
        line: entity.line,
        column: 0,
        entity: Some(entity.id),
        brush: None,
        side: None,
    }
}

/// K0201.
pub fn too_few_sides(source: &SourceRef, sides: usize, file: &str) -> Diagnostic {
    let message = format!("brush has {sides} usable sides and is left out; a solid needs at least 4");
    about(201, Severity::Warning, message, source.position(file), "delete the brush or draw it again")
}

/// K0202.
pub fn bad_plane(source: &SourceRef, side: &Side, error: &PlaneError, file: &str) -> Diagnostic {
    let [a, b, c] = side.points;
    let message = format!("side is left out: {error} ({a}, {b}, {c})");
    about(202, Severity::Warning, message, at_side(source, side, file), "give the side three points that are not in line")
}

/// K0203.
pub fn no_volume(source: &SourceRef, file: &str) -> Diagnostic {
    let message = "brush encloses no volume and is left out".to_owned();
    about(203, Severity::Warning, message, source.position(file), "delete the brush, or check that its sides face outward")
}

/// K0204.
pub fn outside_limits(source: &SourceRef, limit: f64, file: &str) -> Diagnostic {
    let message = format!("brush is open or reaches further than {limit} units from the origin and is left out");
    about(204, Severity::Warning, message, source.position(file), "close the brush, or move the map towards the origin")
}

/// K0205.
pub fn duplicate_side(source: &SourceRef, side: &Side, file: &str) -> Diagnostic {
    let message = "side lies on the same plane as another of its brush and is left out".to_owned();
    about(205, Severity::Warning, message, at_side(source, side, file), "delete one of the two sides")
}

/// K0207.
pub fn redundant_side(source: &SourceRef, side: u32, file: &str) -> Diagnostic {
    let message = "side bounds nothing: the other sides cut it away".to_owned();
    let position = SourcePosition { side: Some(side), ..source.position(file) };
    about(207, Severity::Info, message, position, "delete the side")
}

/// K0405.
pub fn no_brushes(entity: &Entity, file: &str) -> Diagnostic {
    let message = format!("`{}` has no usable brush: nothing of it will be there", entity.class_name());
    about(405, Severity::Warning, message, at_entity(entity, file), "delete the entity, or give it a brush")
}

/// K0401.
pub fn leak(entity: &Entity, origin: DVec3, exit: DVec3, file: &str) -> Diagnostic {
    let message = format!(
        "the map leaks: the void is reached from `{}` at ({}), out through ({})",
        entity.class_name(),
        point(origin),
        point(exit)
    );
    let fix = "follow the line in the .kleak file from the entity to the gap, and close it with a solid brush";
    let mut diagnostic = about(401, Severity::Error, message, at_entity(entity, file), fix);
    diagnostic.world = Some(exit.to_array());
    diagnostic
}

/// K0402.
pub fn in_solid(entity: &Entity, origin: DVec3, file: &str) -> Diagnostic {
    let message = format!("`{}` at ({}) is inside solid", entity.class_name(), point(origin));
    let mut diagnostic = about(402, Severity::Warning, message, at_entity(entity, file), "move the entity into open space");
    diagnostic.world = Some(origin.to_array());
    diagnostic
}

/// K0403.
pub fn nothing_to_flood_from(file: &str) -> Diagnostic {
    let message = "no entity stands in open space, so what the void does not reach is taken for the inside".to_owned();
    let position = SourcePosition { file: file.to_owned(), ..SourcePosition::default() };
    about(403, Severity::Warning, message, position, "add an info_player_start")
}

/// K0404.
pub fn outside_map(entity: &Entity, origin: DVec3, file: &str) -> Diagnostic {
    let message = format!("`{}` at ({}) is outside the sealed map", entity.class_name(), point(origin));
    let mut diagnostic = about(404, Severity::Warning, message, at_entity(entity, file), "move the entity inside, or delete it");
    diagnostic.world = Some(origin.to_array());
    diagnostic
}

/// K0406.
pub fn mesh_left_out(entity: &Entity, count: usize, file: &str) -> Diagnostic {
    let message = format!("{count} meshes of `{}` are left out: this version compiles brushes only", entity.class_name());
    about(406, Severity::Warning, message, at_entity(entity, file), "draw the shape with brushes")
}

/// K0206.
pub fn mixed_contents(source: &SourceRef, brush: &Brush, chosen: &str, file: &str) -> Diagnostic {
    let mut materials: Vec<&str> = brush.sides.iter().map(|side| side.material.as_str()).collect();
    materials.sort_unstable();
    materials.dedup();
    let message = format!("sides disagree on what fills the brush ({}); it becomes {chosen}", materials.join(", "));
    about(206, Severity::Warning, message, source.position(file), "use materials of one kind on all sides")
}

fn point(at: DVec3) -> String {
    let text = |value: f64| {
        let rounded = (value * 1000.0).round() / 1000.0;
        format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
    };
    format!("{} {} {}", text(at.x), text(at.y), text(at.z))
}
