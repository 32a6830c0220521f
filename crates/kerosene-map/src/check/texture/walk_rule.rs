//! A rule for walk polygons that nothing knows.

use super::super::lint::{Lint, Subject, sides_mut};
use super::super::spelling::nearest;
use crate::model::Map;
use crate::report::Reporter;
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::BAD_WALK_RULE, check, repair: Some(repair) };

/// What a side may say of walking on it, as written in a map; nothing at all is the first.
///
/// ```
/// assert_eq!(kerosene_map::WALK_RULES[0], "allow");
/// ```
pub const WALK_RULES: [&str; 4] = ["allow", "deny", "avoid", "always"];

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    for (side, place) in subject.sides().filter(|(side, _)| !is_known(&side.walk_rule)) {
        let message = format!("`{}` is no rule for walking", side.walk_rule);
        let meant = nearest(&side.walk_rule.to_ascii_lowercase(), WALK_RULES.into_iter(), 2);
        let fix =
            meant.map_or_else(|| format!("use one of: {}", WALK_RULES.join(", ")), |rule| format!("write `{rule}`"));
        reporter.report_with_fix(LINT.code, place, message, &fix);
    }
}

/// Takes it away, which is what the compiler would do.
fn repair(map: &mut Map) -> usize {
    sides_mut(map).filter(|side| !is_known(&side.walk_rule)).map(|side| side.walk_rule.clear()).count()
}

fn is_known(rule: &str) -> bool {
    rule.is_empty() || WALK_RULES.iter().any(|known| known.eq_ignore_ascii_case(rule))
}
