//! A class that nothing knows, and that is nearly one that is known.

use super::super::lint::{Lint, Subject};
use super::super::spelling::nearest;
use crate::classes::known_classes;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeSet;

pub(in super::super) const LINT: Lint = Lint { code: codes::MISSPELT_CLASS, check, repair: None };

/// Short names are near each other without being meant.
const SHORTEST: usize = 5;

/// One message for each class, at the first entity of it.
fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let known: BTreeSet<String> = known_classes();
    let mut told = BTreeSet::new();
    for entity in &subject.map.entities {
        let class = entity.class_name().to_ascii_lowercase();
        if class.len() < SHORTEST || known.contains(&class) || !told.insert(class.clone()) {
            continue;
        }
        let limit = if class.len() < 10 { 1 } else { 2 };
        let candidates =
            known.iter().map(String::as_str).filter(|known| without_digits(known) != without_digits(&class));
        if let Some(meant) = nearest(&class, candidates, limit) {
            let message = format!("`{class}` is no known class");
            reporter.report_with_fix(
                LINT.code,
                Place::entity(entity),
                message,
                &format!("if you meant `{meant}`, write that"),
            );
        }
    }
}

/// Names that differ only in a number belong to one family: neither is a slip for the other.
fn without_digits(class: &str) -> String {
    class.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}
