//! Checks of one brush: planes, faces, size, contents.

use crate::model::{Brush, Side};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use kerosene_math::DAabb;
use kerosene_math::exact::{ExactPlane, ExactWinding};

/// A level ends here, in units from the origin on each axis.
const WORLD_LIMIT: f64 = 16_384.0;
/// Faces that reach this far have no end of their own.
const OPEN_LIMIT: f64 = 262_144.0;
/// The box that faces are cut from, well beyond.
const BOX_LIMIT: f64 = 524_288.0;
/// Planes in the list before those of the sides: the six of the box, in pairs.
const BOX_PLANES: u32 = 12;

/// The box around a brush, in units; `None` where its sides enclose nothing or leave it open.
///
/// # Examples
///
/// ```
/// # let box_sides = "( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) w 0 0 0 1 1 ( 8 0 0 ) ( 8 0 1 ) ( 8 1 0 ) w 0 0 0 1 1 \
/// #     ( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) w 0 0 0 1 1 ( 0 8 0 ) ( 1 8 0 ) ( 0 8 1 ) w 0 0 0 1 1 \
/// #     ( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) w 0 0 0 1 1 ( 0 0 8 ) ( 0 1 8 ) ( 1 0 8 ) w 0 0 0 1 1";
/// # let text = format!("{{ \"classname\" \"worldspawn\" {{ {box_sides} }} }}");
/// let map = kerosene_map::read_map("box.map", text.as_bytes(), &Default::default())?.map;
/// let bounds = kerosene_map::brush_bounds(&map.entities[0].brushes[0]).expect("a box");
/// assert_eq!(bounds.size().to_array(), [8.0, 8.0, 8.0]);
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn brush_bounds(brush: &Brush) -> Option<DAabb> {
    let mut sides: Vec<(&Side, ExactPlane)> = Vec::with_capacity(brush.sides.len());
    for side in &brush.sides {
        if let Ok(plane) = ExactPlane::from_points(side.points)
            && !sides.iter().any(|(_, other)| other.is_same(&plane))
        {
            sides.push((side, plane));
        }
    }
    let faces: Vec<ExactWinding> = cut_faces(&sides).into_iter().flatten().collect();
    let bounds = bounds_of(faces.iter());
    (faces.len() >= 4 && reach(&bounds) < OPEN_LIMIT).then_some(bounds)
}

pub(super) fn check_brush(brush: &Brush, place: Place, reporter: &mut Reporter) {
    check_contents(brush, place, reporter);
    let sides = usable_sides(brush, place, reporter);
    if sides.len() < 4 {
        let message = format!("brush has {} usable sides: a solid needs at least 4", sides.len());
        reporter.report_with_fix(codes::TOO_FEW_SIDES, place, message, "delete the brush, or draw it again");
        return;
    }
    let faces = cut_faces(&sides);
    if faces.iter().flatten().count() < 4 {
        let message = "brush encloses no volume".to_owned();
        let fix = "delete the brush, or check that its sides face outward";
        reporter.report_with_fix(codes::NO_VOLUME, place, message, fix);
        return;
    }
    for ((side, _), face) in sides.iter().zip(&faces) {
        if face.is_none() {
            let place = Place { side: Some(side.id), line: side.line, ..place };
            reporter.report(codes::REDUNDANT_SIDE, place, "the other sides of the brush cut this one away".to_owned());
        }
    }
    check_size(&faces, place, reporter);
}

/// The sides that span a plane of their own, with it.
fn usable_sides<'a>(brush: &'a Brush, place: Place, reporter: &mut Reporter) -> Vec<(&'a Side, ExactPlane)> {
    let mut usable: Vec<(&Side, ExactPlane)> = Vec::with_capacity(brush.sides.len());
    for side in &brush.sides {
        let place = Place { side: Some(side.id), line: side.line, ..place };
        match ExactPlane::from_points(side.points) {
            Err(error) => {
                let fix = "give the side three points that are not in line";
                reporter.report_with_fix(codes::COLLINEAR_POINTS, place, error.to_string(), fix);
            }
            Ok(plane) if usable.iter().any(|(_, other)| other.is_same(&plane)) => {
                let message = "side lies on the same plane as another of its brush".to_owned();
                reporter.report_with_fix(codes::DUPLICATE_PLANE, place, message, "delete one of the two sides");
            }
            Ok(plane) => usable.push((side, plane)),
        }
    }
    usable
}

/// The face of each side, where the others leave one.
fn cut_faces(sides: &[(&Side, ExactPlane)]) -> Vec<Option<ExactWinding>> {
    let mut planes = Vec::with_capacity(2 * (6 + sides.len()));
    for axis in 0..3 {
        let (high, low) = (ExactPlane::axial(axis, BOX_LIMIT), ExactPlane::axial(axis, -BOX_LIMIT));
        planes.extend([high.clone(), high.flipped(), low.flipped(), low]);
    }
    planes.extend(sides.iter().flat_map(|(_, plane)| [plane.clone(), plane.flipped()]));
    let indices = (BOX_PLANES..).step_by(2).take(sides.len());
    let face = |plane: u32| {
        let mut winding = ExactWinding::base(&planes, plane, &[0, 2, 4, 6, 8, 10]);
        let mut others = (BOX_PLANES..).step_by(2).take(sides.len()).filter(|other| *other != plane);
        others.all(|other| winding.clip_back(&planes, other)).then_some(winding)
    };
    indices.map(face).collect()
}

fn bounds_of<'a>(faces: impl Iterator<Item = &'a ExactWinding>) -> DAabb {
    faces.fold(DAabb::EMPTY, |bounds, face| bounds.union(&face.bounds()))
}

/// The largest coordinate, whatever its sign.
fn reach(bounds: &DAabb) -> f64 {
    bounds.min.abs().max(bounds.max.abs()).max_element()
}

fn check_size(faces: &[Option<ExactWinding>], place: Place, reporter: &mut Reporter) {
    let reach = reach(&bounds_of(faces.iter().flatten()));
    if reach >= OPEN_LIMIT {
        let message = "brush has no end: its sides leave it open".to_owned();
        reporter.report_with_fix(codes::NO_VOLUME, place, message, "close the brush, or draw it again");
    } else if reach > WORLD_LIMIT {
        let message = format!("brush reaches {reach} units from the origin: a level ends at {WORLD_LIMIT}");
        reporter.report_with_fix(codes::OUTSIDE_WORLD, place, message, "move the map towards the origin");
    }
}

/// Flags of Quake 2's heirs, and liquids by Quake's names, must agree on all sides.
fn check_contents(brush: &Brush, place: Place, reporter: &mut Reporter) {
    let Some(first) = brush.sides.first() else { return };
    let kind = |side: &Side| (side.content_flags, is_liquid(&side.material));
    if let Some(side) = brush.sides.iter().find(|side| kind(side) != kind(first)) {
        let place = Place { side: Some(side.id), line: side.line, ..place };
        let message = format!("`{}` and `{}` disagree on what fills the brush", first.material, side.material);
        reporter.report_with_fix(codes::MIXED_CONTENTS, place, message, "use materials of one kind on all sides");
    }
}

fn is_liquid(material: &str) -> bool {
    material.rsplit('/').next().is_some_and(|name| name.starts_with(['*', '!']))
}
