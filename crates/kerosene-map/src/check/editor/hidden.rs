//! Objects that the editor hides. They are compiled all the same.

use super::super::lint::{Lint, Subject};
use super::objects;
use crate::report::{Place, Reporter};
use kerosene_diagnostics::codes;

pub(in super::super) const LINT: Lint = Lint { code: codes::HIDDEN_OBJECTS, check, repair: None };

fn check(subject: &Subject<'_>, reporter: &mut Reporter) {
    let hidden = subject.map.entities.iter().flat_map(objects).filter(|(editor, _)| editor.hidden).count();
    if hidden > 0 {
        let message = format!("the editor hides {hidden} objects, which are compiled all the same");
        reporter.report_with_fix(LINT.code, Place::default(), message, "show them and look whether they are meant");
    }
}
