//! A name that nothing in the map speaks of. Scripts may, and what has a script is named for those who read of it in the
//! console.

use super::super::lint::{Lint, Subject};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;
use std::collections::BTreeSet;
use std::ops::Bound;

pub(in super::super) const LINT: Lint = Lint { code: codes::UNUSED_NAME, check, repair: None };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let mentions = subject.names.mentions();
    let beginnings: Vec<&str> = mentions.iter().filter_map(|text| text.strip_suffix('*')).collect();
    for (name, bearers) in subject.names.all() {
        let is_used = mentions.contains(name)
            || is_mentioned_with_more(&mentions, name)
            || beginnings.iter().any(|beginning| name.starts_with(beginning));
        let mut bearers = bearers.iter().map(|bearer| &subject.map.entities[*bearer]);
        let Some(entity) = bearers.next().filter(|_| !is_used) else { continue };
        if std::iter::once(entity).chain(bearers).any(|bearer| bearer.get("script").is_some()) {
            continue;
        }
        let message = format!("nothing in the map speaks of `{name}`, the name of `{}`", entity.class_name());
        reporter.report_with_fix(LINT.code, Place::entity(entity), message, "wire it, or delete the name");
    }
}

/// Whether some text is the name with a comma, `#` or `;` and more after it: a parent's attachment, or one of several
/// outputs of one name.
fn is_mentioned_with_more(mentions: &BTreeSet<String>, name: &str) -> bool {
    [',', '#', ';'].into_iter().any(|mark| {
        let start = format!("{name}{mark}");
        let mut after = mentions.range::<str, _>((Bound::Included(&*start), Bound::Unbounded));
        after.next().is_some_and(|text| text.starts_with(&start))
    })
}
