//! Whether a step has to be done, and why.

use crate::facts::Facts;
use crate::journal::Known;
use crate::plan::Step;
use crate::record::{Input, Record};
use crate::stat_cache::StatCache;
use serde::Serialize;
use std::fmt;
use std::io;
use std::path::Path;

/// Why a step is done; displays as a clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "why", content = "what", rename_all = "kebab-case")]
pub enum Reason {
    /// It never was.
    New,
    /// It was asked for.
    Forced,
    /// The last build was ended in the middle of it.
    Interrupted,
    /// It failed the last time.
    FailedBefore,
    /// The tool is of another version.
    NewTool(String),
    /// An option is another one.
    Option(String),
    /// The pictures of a set are others.
    Pictures,
    /// A file that was read has changed.
    Changed(String),
    /// A file that was read is gone.
    Gone(String),
    /// A file that was looked for is there now.
    Appeared(String),
    /// What is read of a material is different.
    Material(String),
    /// The result is not there.
    ResultMissing(String),
    /// The result is not what was made.
    ResultChanged(String),
    /// The map leaks, which was forgiven the last time.
    Leaks,
    /// Something else is made anew, and this only where that changes what is read of it.
    Perhaps(String),
    /// Other files belong into the archive.
    Contents,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.write_str("not built yet"),
            Self::Forced => f.write_str("asked for by --force"),
            Self::Interrupted => f.write_str("the last build was interrupted there"),
            Self::FailedBefore => f.write_str("failed the last time"),
            Self::NewTool(tool) => write!(f, "new tool version ({tool})"),
            Self::Option(name) => write!(f, "option {name} changed"),
            Self::Pictures => f.write_str("other pictures belong to it"),
            Self::Changed(path) => write!(f, "{path} changed"),
            Self::Gone(path) => write!(f, "{path} is gone"),
            Self::Appeared(path) => write!(f, "{path} is there now"),
            Self::Material(name) => write!(f, "the size or surface of material {name} changed"),
            Self::ResultMissing(path) => write!(f, "result {path} missing"),
            Self::ResultChanged(path) => write!(f, "result {path} was changed"),
            Self::Leaks => f.write_str("it leaks, and --ignore-leaks is not said any more"),
            Self::Perhaps(path) => write!(f, "if what it reads of {path} is different"),
            Self::Contents => f.write_str("other files belong into it"),
        }
    }
}

/// Marks pictures of a set among the arguments of a record.
const PICTURE: &str = "picture ";

/// What a record of the step would say of tool and options.
pub(crate) fn wanted(step: &Step<'_>) -> Record {
    let pictures = step.members.iter().map(|member| format!("{PICTURE}{member}"));
    let arguments = step.options.iter().cloned().chain(pictures).collect();
    Record { tool: format!("{} ({})", step.stage.name, step.stage.version), arguments, ..Record::default() }
}

/// How files and properties are now.
pub(crate) struct Now<'a> {
    pub(crate) root: &'a Path,
    pub(crate) stats: &'a StatCache,
    pub(crate) facts: &'a Facts,
}

impl Now<'_> {
    pub(crate) fn input(&self, path: &str) -> io::Result<Input> {
        Ok(Input { path: path.to_owned(), hash: self.stats.hash(self.root, path)? })
    }

    /// Whether a file is as it was recorded.
    pub(crate) fn holds(&self, input: &Input) -> bool {
        self.stats.hash(self.root, &input.path).is_ok_and(|hash| hash == input.hash)
    }

    /// Whether a property is as it was recorded.
    pub(crate) fn holds_fact(&self, fact: &Input) -> bool {
        self.facts.hash(self.root, &fact.path) == fact.hash
    }
}

/// Why a step has to be done; nothing where its results are what its inputs give.
pub(crate) fn judge(wanted: &Record, forgives_leaks: bool, known: Option<&Known>, now: &Now<'_>) -> Option<Reason> {
    let Some(known) = known else { return Some(Reason::New) };
    if known.begun.is_some() {
        return Some(Reason::Interrupted);
    }
    let Some(done) = &known.done else { return Some(Reason::New) };
    if done.tool != wanted.tool {
        return Some(Reason::NewTool(wanted.tool.clone()));
    }
    if done.arguments != wanted.arguments {
        return Some(changed_argument(&done.arguments, &wanted.arguments));
    }
    let changed = done.inputs.iter().find(|input| !now.holds(input));
    if let Some(input) = changed {
        return Some(changed_input(input, now));
    }
    if let Some(fact) = done.facts.iter().find(|fact| !now.holds_fact(fact)) {
        return Some(Reason::Material(fact.path.clone()));
    }
    if done.failed {
        return Some(Reason::FailedBefore);
    }
    if done.leaks() && !forgives_leaks {
        return Some(Reason::Leaks);
    }
    done.outputs.iter().find_map(|made| match now.stats.hash(now.root, &made.path) {
        Ok(Some(hash)) if hash == made.hash => None,
        Ok(Some(_)) | Err(_) => Some(Reason::ResultChanged(made.path.clone())),
        Ok(None) => Some(Reason::ResultMissing(made.path.clone())),
    })
}

fn changed_input(input: &Input, now: &Now<'_>) -> Reason {
    let is_there = now.stats.hash(now.root, &input.path).is_ok_and(|hash| hash.is_some());
    match (input.hash.is_some(), is_there) {
        (true, false) => Reason::Gone(input.path.clone()),
        (false, true) => Reason::Appeared(input.path.clone()),
        _ => Reason::Changed(input.path.clone()),
    }
}

/// The first argument that only one side has.
fn changed_argument(before: &[String], after: &[String]) -> Reason {
    let only = |these: &[String], those: &[String]| these.iter().find(|it| !those.contains(it)).cloned();
    let argument = only(after, before).or_else(|| only(before, after)).unwrap_or_default();
    if argument.starts_with(PICTURE) || argument.is_empty() {
        return Reason::Pictures;
    }
    Reason::Option(argument.trim_start_matches('-').split('=').next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::record::Made;
    use crate::toolbox::Toolbox;
    use kerosene_vfs::vault::ContentHash;
    use std::fs;

    fn known(root: &Path, stats: &StatCache) -> Known {
        let hash = |path: &str| stats.hash(root, path).unwrap();
        let input = |path: &str| Input { path: path.to_owned(), hash: hash(path) };
        let done = Record {
            tool: "t 1".to_owned(),
            arguments: vec!["--clamp".to_owned(), "--quality=best".to_owned()],
            inputs: vec![input("a.png"), input("a.mtl")],
            outputs: vec![Made { path: "a.ktex".to_owned(), hash: hash("a.ktex").unwrap() }],
            ..Record::default()
        };
        Known { done: Some(done), begun: None }
    }

    #[test]
    fn each_change_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let write = |name: &str, text: &str| fs::write(root.join(name), text).unwrap();
        write("a.png", "picture");
        write("a.ktex", "texture");
        let stats = StatCache::default();
        let known = known(root, &stats);
        let done = known.done.clone().unwrap();
        let facts = Facts::new(&Toolbox {
            material_facts: |_, name| (name == "brick").then(|| "64 x 64".to_owned()),
            ..Toolbox::without_stages("tools")
        });
        let told = |wanted: &Record, known: &Known| {
            let stats = StatCache::default();
            judge(wanted, false, Some(known), &Now { root, stats: &stats, facts: &facts })
                .map_or("fresh".to_owned(), |reason| reason.to_string())
        };
        assert_eq!(told(&done, &known), "fresh");
        assert_eq!(told(&Record { tool: "t 2".to_owned(), ..done.clone() }, &known), "new tool version (t 2)");
        let fast = vec!["--clamp".to_owned(), "--quality=fast".to_owned()];
        assert_eq!(told(&Record { arguments: fast, ..done.clone() }, &known), "option quality changed");
        assert_eq!(told(&Record { arguments: Vec::new(), ..done.clone() }, &known), "option clamp changed");
        let failed = Record { failed: true, ..done.clone() };
        assert_eq!(told(&done, &Known { done: Some(failed), begun: None }), "failed the last time");
        assert_eq!(
            told(&done, &Known { begun: Some(done.clone()), ..known.clone() }),
            "the last build was interrupted there"
        );
        let fact = |name: &str, text: Option<&str>| {
            let facts = vec![Input { path: name.to_owned(), hash: text.map(|text| ContentHash::of(text.as_bytes())) }];
            told(&done, &Known { done: Some(Record { facts, ..done.clone() }), begun: None })
        };
        assert_eq!((&*fact("brick", Some("64 x 64")), &*fact("wood", None)), ("fresh", "fresh"));
        assert_eq!(fact("brick", Some("32 x 32")), "the size or surface of material brick changed");
        assert_eq!(fact("brick", None), fact("brick", Some("32 x 32")));
        write("a.mtl", "colour");
        assert_eq!(told(&done, &known), "a.mtl is there now");
        fs::remove_file(root.join("a.mtl")).unwrap();
        write("a.ktex", "mine");
        assert_eq!(told(&done, &known), "result a.ktex was changed");
        fs::remove_file(root.join("a.ktex")).unwrap();
        assert_eq!(told(&done, &known), "result a.ktex missing");
        write("a.png", "Picture");
        assert_eq!(told(&done, &known), "a.png changed");
        fs::remove_file(root.join("a.png")).unwrap();
        assert_eq!(told(&done, &known), "a.png is gone");
    }
}
