//! Sides that enclose nothing, or that leave the brush open.

use super::super::lint::{Lint, Subject, retain_counted};
use super::super::shape::{BrushShape, Solidity};
use crate::model::Map;
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint {
    code: codes::NO_VOLUME,
    check,
    repair: Some(|map| delete_unbuildable(map, |solidity| solidity == Solidity::Empty)),
};

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for view in subject.brushes() {
        let (message, fix) = match view.shape.solidity {
            Solidity::Empty => ("brush encloses no volume", "delete the brush, or check that its sides face outward"),
            Solidity::Open => ("brush has no end: its sides leave it open", "close the brush, or draw it again"),
            Solidity::TooFew(_) | Solidity::Solid => continue,
        };
        reporter.report_with_fix(LINT.code, view.place, message.to_owned(), fix);
    }
}

/// Deletes brushes that no compiler can build.
pub(super) fn delete_unbuildable(map: &mut Map, which: impl Fn(Solidity) -> bool) -> usize {
    let entities = map.entities.iter_mut();
    entities.map(|entity| retain_counted(&mut entity.brushes, |brush| !which(BrushShape::new(brush).solidity))).sum()
}
