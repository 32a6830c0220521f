//! A place or direction that is not three numbers.

use super::super::lint::{Lint, Subject};
use super::parse_vector;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::BAD_VECTOR, check, repair: None };

/// Keys that hold three numbers in every game of the family.
const VECTORS: [&str; 3] = ["origin", "angles", "movedir"];

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for entity in &subject.map.entities {
        let vectors = entity.keys.iter().filter(|(key, _)| VECTORS.iter().any(|name| key.eq_ignore_ascii_case(name)));
        for (key, value) in vectors.filter(|(_, value)| !value.is_empty() && parse_vector(value).is_none()) {
            let class = entity.class_name();
            let message = format!("`{key}` of `{class}` is `{}`: expected three numbers", value.escape_debug());
            reporter.report_with_fix(LINT.code, Place::entity(entity), message, "write it as in `0 -64 128`");
        }
    }
}
