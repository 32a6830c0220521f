//! One material spelt in two ways. Names are compared without case, so it works; lists show it twice.

use super::super::lint::{Lint, Subject, sides_mut};
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeMap;

pub(in super::super) const LINT: Lint = Lint { code: codes::MATERIAL_CASE, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let mut first: BTreeMap<String, &str> = BTreeMap::new();
    let mut others: BTreeMap<&str, (Place, &str)> = BTreeMap::new();
    for (side, place) in subject.sides() {
        let spelling = *first.entry(side.material.to_ascii_lowercase()).or_insert(&side.material);
        if spelling != side.material {
            others.entry(&side.material).or_insert((place, spelling));
        }
    }
    for (material, (place, spelling)) in others {
        let message = format!("`{material}` is spelt `{spelling}` elsewhere");
        reporter.report_with_fix(LINT.code, place, message, "spell it in one way");
    }
}

/// Spells each as where it came first.
fn repair(map: &mut Map) -> usize {
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    let mut count = 0;
    for side in sides_mut(map) {
        let spelling = first.entry(side.material.to_ascii_lowercase()).or_insert_with(|| side.material.clone());
        if *spelling != side.material {
            side.material.clone_from(spelling);
            count += 1;
        }
    }
    count
}
