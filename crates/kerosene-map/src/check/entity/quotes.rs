//! Quotation marks and control characters in keys and values: no format of the family keeps them all.

use super::super::lint::{Lint, Subject};
use super::keys_mut;
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::QUOTES, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        for (key, value) in entity.keys.iter().filter(|(key, value)| is_odd(key) || is_odd(value)) {
            let (key, value) = (key.escape_debug(), value.escape_debug());
            let message = format!("`{key}` `{value}` holds quotation marks or control characters");
            reporter.report_with_fix(LINT.code, Place::entity(entity), message, "use single quotation marks");
        }
    }
}

fn repair(map: &mut Map) -> usize {
    let mut count = 0;
    for text in keys_mut(map).flat_map(|(key, value)| [key, value]).filter(|text| is_odd(text)) {
        *text = text.replace('"', "'").replace(is_unwanted, " ");
        count += 1;
    }
    count
}

fn is_odd(text: &str) -> bool {
    text.contains('"') || text.contains(is_unwanted)
}

/// Line breaks in messages are common, and written as such.
fn is_unwanted(letter: char) -> bool {
    letter.is_control() && letter != '\n' && letter != '\t'
}
