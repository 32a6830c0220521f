//! A target that no entity is named.

use super::super::lint::{Lint, Subject};
use super::super::names::TARGET_KEYS;
use super::super::spelling::nearest;
use super::wires;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::MISSING_TARGET, check, repair: None };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let is_target = |key: &str| TARGET_KEYS.iter().any(|name| key.eq_ignore_ascii_case(name));
    for entity in &subject.map.entities {
        for (key, target) in entity.keys.iter().filter(|(key, value)| is_target(key) && !value.trim().is_empty()) {
            let what = format!("`{key}` of `{}`", entity.class_name());
            tell(subject, reporter, Place::entity(entity), &what, target);
        }
    }
    for (entity, wire) in wires(subject).filter(|(_, wire)| !wire.target.is_empty()) {
        let what = format!("the wire from `{}` of `{}`", wire.output, entity.class_name());
        tell(subject, reporter, Place::entity(entity), &what, &wire.target);
    }
}

fn tell(subject: &Subject<'_>, reporter: &mut Reporter, place: Place, what: &str, target: &str) {
    // A parent may name a point of attachment after a comma.
    let name = target.split(',').next().unwrap_or_default().trim();
    if subject.names.reaches(name) {
        return;
    }
    let names = subject.names.all().map(|(name, _)| name);
    let meant = nearest(&name.to_ascii_lowercase(), names, if name.len() < 6 { 1 } else { 2 });
    let message = format!("{what} leads to `{}`, which no entity is named", name.escape_debug());
    let fix = meant.map_or_else(
        || "name the entity that is meant, or delete this".to_owned(),
        |name| format!("if you meant `{name}`, write that"),
    );
    reporter.report_with_fix(LINT.code, place, message, &fix);
}
