//! Texture axes that see their face edge-on: the texture is drawn out to lines.

use super::super::lint::{Lint, Subject, sides_mut};
use crate::model::{Map, Side};
use crate::quake::StandardProjection;
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::TEXTURE_EDGE_ON, check, repair: Some(repair) };

/// Sine of the least angle between the face and the direction in which the texture is projected: half a degree.
const LEAST: f64 = 0.0087;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (side, place) in subject.sides().filter(|(side, _)| is_edge_on(side)) {
        let message = format!("`{}` is projected along its face, not onto it", side.material);
        reporter.report_with_fix(LINT.code, place, message, "align the texture to the face or to the world");
    }
}

/// Aligns the texture to the world, with its scale and shift.
fn repair(map: &mut Map) -> usize {
    let mut count = 0;
    for side in sides_mut(map).filter(|side| is_edge_on(side)) {
        let shift = [side.u_axis.shift, side.v_axis.shift];
        let scale = [side.u_axis.scale, side.v_axis.scale];
        (side.u_axis, side.v_axis) = StandardProjection { shift, rotation: 0.0, scale }.axes(&side.points);
        side.rotation = 0.0;
        count += 1;
    }
    count
}

fn is_edge_on(side: &Side) -> bool {
    let [a, b, c] = side.points;
    let normal = (a - b).cross(c - b).normalize_or_zero();
    let through = side.u_axis.direction.cross(side.v_axis.direction).normalize_or_zero();
    // Without a plane, or without axes, something else is wrong.
    normal.length_squared() > 0.5 && through.length_squared() > 0.5 && normal.dot(through).abs() < LEAST
}
