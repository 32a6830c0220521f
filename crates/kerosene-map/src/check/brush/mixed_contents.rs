//! Sides that disagree on what fills the brush.

use super::super::lint::{Lint, Subject};
use crate::model::Side;
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::MIXED_CONTENTS, check, repair: None };

/// Names of tool materials that leave the contents to the other sides.
const NEUTRAL: [&str; 7] = ["skip", "hint", "hintskip", "nodraw", "caulk", "null", "invisible"];

/// Flags of Quake 2's heirs, and liquids by Quake's names, must agree on all sides that say something.
fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let kind = |side: &Side| (side.content_flags, is_liquid(&side.material));
    for view in subject.brushes() {
        let mut speaking = view.brush.sides.iter().filter(|side| !is_neutral(&side.material));
        let Some(first) = speaking.next() else { continue };
        if let Some(side) = speaking.find(|side| kind(side) != kind(first)) {
            let message = format!("`{}` and `{}` disagree on what fills the brush", first.material, side.material);
            let fix = "use materials of one kind on all sides";
            reporter.report_with_fix(LINT.code, view.side_place(side), message, fix);
        }
    }
}

fn is_neutral(material: &str) -> bool {
    let name = material.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    NEUTRAL.contains(&name.strip_prefix("tools").unwrap_or(&name))
}

fn is_liquid(material: &str) -> bool {
    material.rsplit('/').next().is_some_and(|name| name.starts_with(['*', '!']))
}
