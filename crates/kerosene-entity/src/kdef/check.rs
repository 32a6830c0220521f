//! Two schemas side by side.

use super::{Kdef, KdefClass};
use std::fmt;

/// A difference between two schemas.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mismatch {
    /// The class in question.
    pub class: String,
    /// What of it differs: `key`, `input`, `output`, `alias` and so on, with its name; empty for the class as a whole.
    pub what: String,
    /// How it differs.
    pub how: Difference,
}

/// How two schemas differ in something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Only the first has it.
    OnlyInFirst,
    /// Only the second has it.
    OnlyInSecond,
    /// Both have it and say different things of it.
    Unlike,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "class `{}`", self.class)?;
        if !self.what.is_empty() {
            write!(f, ": {}", self.what)?;
        }
        f.write_str(match self.how {
            Difference::OnlyInFirst => " is only in the first",
            Difference::OnlyInSecond => " is only in the second",
            Difference::Unlike => " differs",
        })
    }
}

/// Every difference, sorted by class.
pub(super) fn mismatches(first: &Kdef, second: &Kdef) -> Vec<Mismatch> {
    let mut found = Vec::new();
    let one = [(first, second, Difference::OnlyInFirst), (second, first, Difference::OnlyInSecond)];
    for (here, there, only) in one {
        for class in here.classes.iter().filter(|class| !has_class(there, class)) {
            found.push(Mismatch { class: class.name.clone(), what: String::new(), how: only });
        }
    }
    for class in &first.classes {
        let twin = second.classes.iter().find(|twin| twin.name.eq_ignore_ascii_case(&class.name));
        if let Some(twin) = twin {
            compare_classes(class, twin, &mut found);
        }
    }
    found.sort();
    // What both have and say different things of was found from either side.
    found.dedup();
    found
}

fn has_class(kdef: &Kdef, class: &KdefClass) -> bool {
    kdef.classes.iter().any(|known| known.name.eq_ignore_ascii_case(&class.name))
}

fn compare_classes(first: &KdefClass, second: &KdefClass, found: &mut Vec<Mismatch>) {
    let mut note = |what: String, how| found.push(Mismatch { class: first.name.clone(), what, how });
    let head = |class: &KdefClass| (class.is_base, class.kind, class.model, class.any_output, class.help.clone());
    if head(first) != head(second) {
        note("its kind, model role or help".to_owned(), Difference::Unlike);
    }
    compare("base", &first.bases, &second.bases, String::as_str, &mut note);
    compare("alias", &first.aliases, &second.aliases, String::as_str, &mut note);
    compare("key", &first.keys, &second.keys, |key| &key.name, &mut note);
    compare("input", &first.inputs, &second.inputs, |port| &port.name, &mut note);
    compare("output", &first.outputs, &second.outputs, |port| &port.name, &mut note);
    compare("helper", &first.helpers, &second.helpers, |helper| helper.kind.word(), &mut note);
}

/// Compares two lists whose items have names; their order says nothing.
fn compare<T: PartialEq>(
    what: &str,
    first: &[T],
    second: &[T],
    name: impl Fn(&T) -> &str,
    note: &mut impl FnMut(String, Difference),
) {
    let has_name = |list: &[T], wanted: &T| list.iter().any(|item| name(item).eq_ignore_ascii_case(name(wanted)));
    let sides = [(first, second, Difference::OnlyInFirst), (second, first, Difference::OnlyInSecond)];
    for (here, there, only) in sides {
        // A class can have several of a name: two lines, to two entities.
        for item in here.iter().filter(|item| !there.contains(item)) {
            let how = if has_name(there, item) { Difference::Unlike } else { only };
            note(format!("{what} `{}`", name(item)), how);
        }
    }
}
