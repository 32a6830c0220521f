//! A key that only a compiler may write: `model` with the number of a brush model.

use super::super::lint::{Lint, Subject, retain_counted};
use crate::model::Map;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::COMPILED_MODEL, check, repair: Some(repair) };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        for (_, value) in entity.keys.iter().filter(|pair| is_compiled(pair)) {
            let class = entity.class_name();
            let message = format!("`{class}` has the key `model` `{value}`, which compiling writes");
            let fix = "delete the key; if its brushes are lost, the map was taken from a compiled one";
            reporter.report_with_fix(LINT.code, Place::entity(entity), message, fix);
        }
    }
}

fn repair(map: &mut Map) -> usize {
    map.entities.iter_mut().map(|entity| retain_counted(&mut entity.keys, |pair| !is_compiled(pair))).sum()
}

fn is_compiled((key, value): &(String, String)) -> bool {
    let number = value.strip_prefix('*');
    key.eq_ignore_ascii_case("model")
        && number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}
