//! A texture so small or so large that nobody can have meant it.

use super::super::lint::{Lint, Subject};
use crate::model::TextureUnits;
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::TEXTURE_SCALE, check, repair: None };

/// Units per texel that may be meant.
const SANE: std::ops::RangeInclusive<f64> = 1.0 / 256.0..=1024.0;

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (side, place) in subject.sides().filter(|(side, _)| side.texture_units == TextureUnits::Texels) {
        let odd = [side.u_axis, side.v_axis].into_iter().find(|axis| {
            let per_texel = axis.scale.abs() / axis.direction.length();
            !SANE.contains(&per_texel)
        });
        if let Some(axis) = odd {
            let message = format!("`{}` has a texture scale of {}", side.material, axis.scale);
            reporter.report_with_fix(LINT.code, place, message, "set the scale to what its neighbours have");
        }
    }
}
