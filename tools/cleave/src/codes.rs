//! The compiler's messages, each made in one place.

use crate::brush::SourceRef;
use crate::cordon::Cordoned;
use crate::meshes::MAX_CORNERS;
use crate::options::WORLD_LIMIT;
use kerosene_bsp::MAX_REAL_SIDES;
use kerosene_diagnostics::{Diagnostic, Severity, SourcePosition, codes};
use kerosene_map::{Brush, Entity, Side, WALK_RULES};
use kerosene_math::DVec3;
use kerosene_math::exact::PlaneError;

fn at_side(source: &SourceRef, side: &Side, file: &str) -> SourcePosition {
    SourcePosition { side: Some(side.id), line: side.line, ..source.position(file) }
}

pub(crate) fn at_entity(entity: &Entity, file: &str) -> SourcePosition {
    SourcePosition::line(file, entity.line).entity(entity.id)
}

/// The brush has too few sides that can be used.
pub(crate) fn too_few_sides(source: &SourceRef, sides: usize, file: &str) -> Diagnostic {
    let message = format!("brush has {sides} usable sides and is left out; a solid needs at least 4");
    Diagnostic::new(codes::TOO_FEW_SIDES, message).at(source.position(file)).fix("delete the brush or draw it again")
}

/// The brush has more sides than a compiled map may have.
pub(crate) fn too_many_sides(source: &SourceRef, sides: usize, file: &str) -> Diagnostic {
    let message = format!("brush has {sides} sides and is left out; a solid may have {MAX_REAL_SIDES}");
    Diagnostic::new(codes::TOO_LARGE, message)
        .at(source.position(file))
        .fix("split the brush, or draw it with fewer sides")
}

/// A side's points span no plane.
pub(crate) fn bad_plane(source: &SourceRef, side: &Side, error: &PlaneError, file: &str) -> Diagnostic {
    let [a, b, c] = side.points.map(point);
    Diagnostic::new(codes::COLLINEAR_POINTS, format!("side is left out: {error}; its points are ({a}) ({b}) ({c})"))
        .at(at_side(source, side, file))
        .fix("give the side three points that are not in line")
}

/// The sides leave nothing between them.
pub(crate) fn no_volume(source: &SourceRef, file: &str) -> Diagnostic {
    Diagnostic::new(codes::NO_VOLUME, "brush encloses no volume and is left out")
        .at(source.position(file))
        .fix("delete the brush, or check that its sides face outward")
}

/// The brush is not closed, or too far out.
pub(crate) fn outside_limits(source: &SourceRef, limit: f64, file: &str) -> Diagnostic {
    let message = format!("brush is open or reaches further than {limit} units from the origin, and is left out");
    Diagnostic::new(codes::OUTSIDE_WORLD, message)
        .at(source.position(file))
        .fix("close the brush, or move the map towards the origin")
}

/// Two sides on one plane.
pub(crate) fn duplicate_side(source: &SourceRef, side: &Side, file: &str) -> Diagnostic {
    Diagnostic::new(codes::DUPLICATE_PLANE, "side lies on the same plane as another of its brush and is left out")
        .at(at_side(source, side, file))
        .fix("delete one of the two sides")
}

/// The sides' materials disagree.
pub(crate) fn mixed_contents(source: &SourceRef, brush: &Brush, file: &str) -> Diagnostic {
    let mut materials: Vec<&str> = brush.sides.iter().map(|side| side.material.as_str()).collect();
    materials.sort_unstable();
    materials.dedup();
    let chosen = brush.sides.first().map_or("", |side| side.material.as_str());
    let message = format!("materials disagree on what fills the brush: {}; `{chosen}` decides", materials.join(", "));
    Diagnostic::new(codes::MIXED_CONTENTS, message)
        .at(source.position(file))
        .fix("use materials of one kind on all sides")
}

/// The other sides cut this one away.
pub(crate) fn redundant_side(source: &SourceRef, side: u32, file: &str) -> Diagnostic {
    Diagnostic::new(codes::REDUNDANT_SIDE, "side bounds nothing: the other sides of its brush cut it away")
        .at(source.position(file).side(side))
        .fix("delete the side")
}

/// A brush entity without a body.
pub(crate) fn no_brushes(entity: &Entity, file: &str) -> Diagnostic {
    let message = format!("`{}` has no usable brush or mesh and is left out", entity.class_name());
    Diagnostic::new(codes::EMPTY_BRUSH_ENTITY, message)
        .at(at_entity(entity, file))
        .fix("delete the entity, or give it a brush")
}

/// `_omitbrushes` is set.
pub(crate) fn brushes_omitted(entity: &Entity, file: &str) -> Diagnostic {
    let (count, class) = (entity.brushes.len(), entity.class_name());
    Diagnostic::new(
        codes::BRUSHES_OMITTED,
        format!("{count} brushes of `{class}` are left out, as `_omitbrushes` asks"),
    )
    .at(at_entity(entity, file))
    .fix("delete the key `_omitbrushes` to have them back")
}

/// Detail had to become structure.
pub(crate) fn sealed_by_detail(sealing: &[&crate::brush::Brush], file: &str) -> Option<Diagnostic> {
    let first = sealing.first()?;
    let at = first.bounds.center();
    let message = format!(
        "nothing but detail keeps the void out: {} detail brush{} become{} structure, the first one at ({})",
        sealing.len(),
        if sealing.len() == 1 { "" } else { "es" },
        if sealing.len() == 1 { "s" } else { "" },
        point(at)
    );
    let diagnostic = Diagnostic::new(codes::SEALED_BY_DETAIL, message).at(first.source.position(file));
    Some(diagnostic.world(at.to_array().map(rounded)).fix("make the outer walls of the map world brushes"))
}

/// A mesh that reaches too far out.
pub(crate) fn mesh_outside_limits(source: &SourceRef, file: &str) -> Diagnostic {
    let message = format!("mesh reaches further than {WORLD_LIMIT} units from the origin, and is left out");
    Diagnostic::new(codes::BAD_MESH, message)
        .at(source.position(file))
        .fix("move the mesh towards the origin, or draw it again")
}

/// Faces of a mesh that name corners which are not there, too few or too many.
pub(crate) fn mesh_faces_unusable(source: &SourceRef, count: usize, file: &str) -> Diagnostic {
    let message = format!(
        "{} of the mesh left out: a face has 3 to {MAX_CORNERS} corners, each one of the mesh's vertices",
        faces(count)
    );
    Diagnostic::new(codes::BAD_MESH, message).at(source.position(file)).fix("export the mesh again, in smaller faces")
}

/// Faces of a mesh without area.
pub(crate) fn mesh_faces_flat(source: &SourceRef, count: usize, file: &str) -> Diagnostic {
    let message = format!("{} of the mesh without area left out", faces(count));
    Diagnostic::new(codes::DEGENERATE_TRIANGLES, message).at(source.position(file))
}

/// Triangles of a mesh that had no area once their corners were rounded and welded.
pub(crate) fn mesh_triangles_collapsed(source: &SourceRef, count: usize, file: &str) -> Diagnostic {
    let plural = if count == 1 { "" } else { "s" };
    let message = format!("{count} triangle{plural} of the mesh without area left out");
    Diagnostic::new(codes::DEGENERATE_TRIANGLES, message).at(source.position(file))
}

/// Faces of a mesh that cross themselves.
pub(crate) fn mesh_faces_crossing(source: &SourceRef, count: usize, file: &str) -> Diagnostic {
    let message = format!("{} of the mesh crossing over {}, cut into triangles by guess", faces(count), itself(count));
    Diagnostic::new(codes::CROSSING_FACE, message)
        .at(source.position(file))
        .fix("move the corners so that the outline does not cross, or draw the face as triangles")
}

/// A part of a mesh that is neither drawn nor collided with.
pub(crate) fn mesh_without_use(source: &SourceRef, material: &str, file: &str) -> Diagnostic {
    let message = format!("mesh with `{material}` is left out: on a mesh it is neither drawn nor collided with");
    Diagnostic::new(codes::MESH_WITHOUT_USE, message).at(source.position(file))
}

/// A part of a mesh that nobody can see or touch.
pub(crate) fn mesh_outside(source: &SourceRef, file: &str) -> Diagnostic {
    Diagnostic::new(codes::MESH_OUTSIDE, "mesh lies outside the map or within solid, and is left out")
        .at(source.position(file))
        .fix("delete the mesh, or move it inside")
}

fn faces(count: usize) -> String {
    if count == 1 { "1 face".to_owned() } else { format!("{count} faces") }
}

const fn itself(count: usize) -> &'static str {
    if count == 1 { "itself" } else { "themselves" }
}

/// Something that should stand free is in solid.
pub(crate) fn in_solid(entity: &Entity, origin: DVec3, file: &str) -> Diagnostic {
    let message = format!("`{}` at ({}) is inside solid", entity.class_name(), point(origin));
    Diagnostic::new(codes::ENTITY_IN_SOLID, message)
        .at(at_entity(entity, file))
        .world(origin.to_array().map(rounded))
        .fix("move the entity into open space")
}

/// No place for a player to begin.
pub(crate) fn no_player_start(file: &str) -> Diagnostic {
    Diagnostic::new(codes::NO_PLAYER_START, "the map has no player start, so it cannot be walked")
        .at(SourcePosition::file(file))
        .fix("place an info_player_start")
}

/// The origin of a point entity says no place.
pub(crate) fn bad_origin(entity: &Entity, origin: &str, file: &str) -> Diagnostic {
    let message = format!(
        "`{}` has the origin `{origin}`: expected three numbers of at most {WORLD_LIMIT}; it counts as nowhere",
        entity.class_name()
    );
    Diagnostic::new(codes::BAD_VALUE, message)
        .severity(Severity::Warning)
        .at(at_entity(entity, file))
        .fix("correct the origin, or place the entity again")
}

/// Nothing stands in open space.
pub(crate) fn nothing_to_flood_from(file: &str) -> Diagnostic {
    let message = "no entity stands in open space: what the void does not reach is taken for the inside";
    Diagnostic::new(codes::NO_ENTITY_INSIDE, message).at(SourcePosition::file(file)).fix("add an info_player_start")
}

/// An entity lies in the void around the map; a player start there would begin in solid.
pub(crate) fn outside_map(entity: &Entity, origin: DVec3, file: &str) -> Diagnostic {
    let message = format!("`{}` at ({}) is outside the map", entity.class_name(), point(origin));
    Diagnostic::new(codes::ENTITY_OUTSIDE, message)
        .at(at_entity(entity, file))
        .world(origin.to_array().map(rounded))
        .fix("move the entity inside, or delete it")
}

/// The void comes in through cracks that are taken as closed.
pub(crate) fn cracks_closed(at: DVec3, width: f64, file: &str) -> Diagnostic {
    let (width, at_text) = (narrow(width), point(at));
    let message =
        format!("the map is sealed but for cracks, taken as closed; one, {width} units wide, is at ({at_text})");
    Diagnostic::new(codes::CRACK_CLOSED, message)
        .at(SourcePosition::file(file))
        .world(at.to_array().map(rounded))
        .fix("put the corners of the brushes there on the grid")
}

/// The map was cut down.
pub(crate) fn cordoned(cordoned: &Cordoned) -> Diagnostic {
    let count = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let (solids, entities) =
        (count(cordoned.solids, "solid", "solids"), count(cordoned.entities, "entity", "entities"));
    Diagnostic::new(
        codes::CORDONED,
        format!("only the cordon is compiled: {solids} and {entities} outside are left out"),
    )
    .at(SourcePosition::file(&cordoned.map.source))
    .fix("compile the whole map with --no-cordon, or switch the cordon off in the editor")
}

/// The visgroups of a brush stream apart.
pub(crate) fn in_two_sections(entity: &Entity, brush: &Brush, first: &str, second: &str, file: &str) -> Diagnostic {
    let message = format!("brush is in two streamed sections, `{first}` and `{second}`; it goes with `{first}`");
    Diagnostic::new(codes::TWO_SECTIONS, message)
        .at(SourcePosition::line(file, brush.line).entity(entity.id).brush(brush.id))
        .fix("take the brush out of one of the two visgroups")
}

/// A walk rule that is no word we know.
pub(crate) fn bad_walk_rule(source: &SourceRef, side: &Side, file: &str) -> Diagnostic {
    Diagnostic::new(codes::BAD_WALK_RULE, format!("`{}` is no walk rule; the side counts as `allow`", side.walk_rule))
        .at(at_side(source, side, file))
        .fix(format!("use one of {}", WALK_RULES.join(", ")))
}

/// Both sides of an area portal are connected without it, or there is only one.
pub(crate) fn area_portal_leaks(source: &SourceRef, areas: usize, at: DVec3, file: &str) -> Diagnostic {
    let why = if areas == 0 {
        "it touches no open space"
    } else {
        "what is on one side of it is connected with the other some other way, or there is only one side"
    };
    let message = format!("the area portal at ({}) separates nothing: {why}; it stays open", point(at));
    Diagnostic::new(codes::AREA_PORTAL_LEAKS, message)
        .at(source.position(file))
        .world(at.to_array().map(rounded))
        .fix("make it fill its doorway from wall to wall, and close every other way round with area portals")
}

/// An area portal between more than two areas.
pub(crate) fn area_portal_touches(source: &SourceRef, areas: usize, at: DVec3, file: &str) -> Diagnostic {
    let message =
        format!("the area portal at ({}) touches {areas} areas and stays open; it can separate two", point(at));
    Diagnostic::new(codes::AREA_PORTAL_TOUCHES, message)
        .at(source.position(file))
        .world(at.to_array().map(rounded))
        .fix("give each opening an area portal of its own")
}

/// A width below what a person would measure.
fn narrow(width: f64) -> String {
    if width < 1e-6 { "under a millionth".to_owned() } else { format!("{width:.6}") }
}

/// A point with at most three decimals.
pub(crate) fn point(at: DVec3) -> String {
    let [x, y, z] = at.to_array().map(rounded);
    format!("{x} {y} {z}")
}

/// To a thousandth, and no negative zero.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0 + 0.0
}
