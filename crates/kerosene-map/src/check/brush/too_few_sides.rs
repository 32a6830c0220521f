//! Fewer than four planes enclose nothing.

use super::super::lint::{Lint, Subject};
use super::super::shape::Solidity;
use super::no_volume::delete_unbuildable;
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint {
    code: codes::TOO_FEW_SIDES,
    check,
    repair: Some(|map| delete_unbuildable(map, |solidity| matches!(solidity, Solidity::TooFew(_)))),
};

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes() {
        if let Solidity::TooFew(usable) = view.shape.solidity {
            let message = format!("brush has {usable} usable sides: a solid needs at least 4");
            reporter.report_with_fix(LINT.code, view.place, message, "delete the brush, or draw it again");
        }
    }
}
