//! A lightmap scale that no baker can use.

use super::super::lint::{Lint, Subject, sides_mut};
use crate::kmap::DEFAULT_LIGHTMAP_SCALE;
use crate::model::Map;
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::LIGHTMAP_SCALE, check, repair: Some(repair) };

/// Units per luxel that may be meant.
const SANE: std::ops::RangeInclusive<f64> = 0.25..=1024.0;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (side, place) in subject.sides().filter(|(side, _)| !SANE.contains(&side.lightmap_scale)) {
        let message = format!("`{}` has a lightmap scale of {} units per luxel", side.material, side.lightmap_scale);
        let fix = "use a scale from 1 to 128; 16 is the default";
        reporter.report_with_fix(LINT.code, place, message, fix);
    }
}

fn repair(map: &mut Map) -> usize {
    let odd = sides_mut(map).filter(|side| !SANE.contains(&side.lightmap_scale));
    odd.map(|side| side.lightmap_scale = DEFAULT_LIGHTMAP_SCALE).count()
}
