//! One step, from its source to its results.

use crate::cache;
use crate::error::Fault;
use crate::freshness::wanted;
use crate::journal::{Known, Memory};
use crate::learned::{Origin, learn, origin};
use crate::plan::{Step, Target};
use crate::process::{self, Ended};
use crate::record::{Made, Record};
use crate::rules::SIDECARS;
use crate::site::{Scratch, Site};
use crate::stat_cache::hash_file;
use kerosene_diagnostics::{Diagnostic, Severity, SourcePosition, codes};
use kerosene_vfs::Replacement;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// How often a source that changes while it is compiled is compiled.
const TRIES: u32 = 3;

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The stage made it.
    Built,
    /// It was taken from the cache.
    Cached,
    /// It could not be made.
    Failed,
    /// It was not tried: what it depends on failed, or the build was cancelled.
    Skipped,
}

/// What is needed to do steps.
pub(crate) struct Shop<'a> {
    pub(crate) site: &'a Site,
    pub(crate) program: &'a Path,
    pub(crate) cancelled: &'a AtomicBool,
    /// Whether results of the cache are passed by.
    pub(crate) force: bool,
    /// Threads that a stage gets.
    pub(crate) threads: usize,
    /// Which step each result belongs to, by path.
    pub(crate) owners: &'a Mutex<BTreeMap<String, Owner>>,
    /// Raised where the disk is full: whatever is tried after that fails too.
    pub(crate) is_full: &'a AtomicBool,
}

/// The step that a result belongs to.
pub(crate) struct Owner {
    pub(crate) step: String,
    pub(crate) source: String,
}

impl Owner {
    pub(crate) fn of(step: &Step<'_>) -> Self {
        Self { step: step.id.clone(), source: step.source.clone() }
    }
}

/// A step that was done.
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Done {
    fn skipped() -> Self {
        Self { outcome: Outcome::Skipped, diagnostics: Vec::new() }
    }

    fn failed(diagnostic: Diagnostic) -> Self {
        Self { outcome: Outcome::Failed, diagnostics: vec![diagnostic] }
    }
}

/// Why results are not put in their places.
enum Refusal {
    /// The file system says so.
    Io { path: String, reason: io::Error },
    /// It would be wrong to.
    Wrong(Fault),
}

impl Refusal {
    fn io(path: &str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |reason| Self::Io { path, reason }
    }

    fn diagnostic(self) -> Diagnostic {
        match self {
            Self::Io { path, reason } => Diagnostic::new(codes::NOT_WRITTEN, reason.to_string())
                .at(SourcePosition::file(path))
                .fix("check the folder, its permissions and the room on its disk"),
            Self::Wrong(fault) => *fault,
        }
    }
}

impl Shop<'_> {
    /// Does a step.
    pub(crate) fn perform(&self, step: &Step<'_>) -> Done {
        for _ in 0..TRIES {
            if self.cancelled.load(Ordering::Relaxed) || self.is_full.load(Ordering::Relaxed) {
                return Done::skipped();
            }
            match self.attempt(step) {
                Ok(Some(done)) => return done,
                Ok(None) => {}
                Err(Refusal::Io { reason, .. }) if is_full(&reason) => {
                    self.is_full.store(true, Ordering::Relaxed);
                    return Done::skipped();
                }
                Err(refusal) => return Done::failed(refusal.diagnostic()),
            }
        }
        let message = "it changes again and again while it is compiled";
        let at = SourcePosition::file(&step.source);
        Done::failed(Diagnostic::new(codes::NOT_READ, message).at(at).fix("build again when it is written"))
    }

    /// Does a step once; nothing where the source changed meanwhile.
    fn attempt(&self, step: &Step<'_>) -> Result<Option<Done>, Refusal> {
        let now = self.site.now();
        let mut record = wanted(step);
        let source = now.input(&step.source).map_err(|reason| unreadable(&step.source, &reason))?;
        record.inputs.push(source.clone());
        let scratch = self.site.scratch().map_err(Refusal::io(crate::STATE_FOLDER))?;
        let key = cache::key(&record);
        if let Some(answer) = self.restore(step, &key, &scratch).map_err(Refusal::io(&step.id))? {
            self.put(step, answer, &scratch)?;
            return Ok(Some(Done { outcome: Outcome::Cached, diagnostics: Vec::new() }));
        }
        let ended = self.run(step, &scratch).map_err(|reason| match is_full(&reason) {
            true => Refusal::io(crate::STATE_FOLDER)(reason),
            false => not_started(self.program, &reason),
        })?;
        if self.cancelled.load(Ordering::Relaxed) {
            return Ok(Some(Done::skipped()));
        }
        if !ended.status.success() {
            // On a full disk a stage cannot even say so.
            let probed = scratch.probe().err().filter(is_full);
            let full =
                probed.or_else(|| ended.diagnostics.iter().any(says_full).then(|| io::ErrorKind::StorageFull.into()));
            full.map_or(Ok(()), |reason| Err(Refusal::io(crate::STATE_FOLDER)(reason)))?;
        }
        if !now.holds(&source) {
            return Ok(None);
        }
        let results = scratch.results().map_err(Refusal::io(&step.id))?;
        let succeeded = ended.status.success();
        let diagnostics = told(step, ended, succeeded && !results.is_empty());
        let shown = step.rule.shows_failures && !results.is_empty();
        if !(succeeded && !results.is_empty() || shown) {
            return Ok(Some(Done { outcome: Outcome::Failed, diagnostics }));
        }
        record.failed = !succeeded;
        self.fill(step, &mut record, results, &scratch).map_err(Refusal::io(&step.id))?;
        if let Some(cache) = self.site.cache.as_ref().filter(|_| succeeded) {
            // A cache that is full or gone costs time and nothing else.
            let _ = cache.keep(&key, &record, |made| scratch.result(&made.path));
        }
        self.put(step, record, &scratch)?;
        let outcome = if succeeded { Outcome::Built } else { Outcome::Failed };
        Ok(Some(Done { outcome, diagnostics }))
    }

    /// The results that the cache has for the step, copied to the scratch folder.
    fn restore(
        &self,
        step: &Step<'_>,
        key: &kerosene_vfs::vault::ContentHash,
        scratch: &Scratch,
    ) -> io::Result<Option<Record>> {
        let Some(cache) = self.site.cache.as_ref().filter(|_| !self.force) else { return Ok(None) };
        let now = self.site.now();
        let mut answers = cache.answers(key);
        answers.retain(|answer| is_of(step, answer) && (step.forgives_leaks || !answer.leaks()));
        let answer = cache::fitting(answers, |input| now.holds(input), |fact| now.holds_fact(fact));
        let Some(answer) = answer else { return Ok(None) };
        for made in &answer.outputs {
            if !cache.take(&made.hash, &scratch.result(&made.path))? {
                // The stage begins with an empty folder.
                answer.outputs.iter().for_each(|made| drop(fs::remove_file(scratch.result(&made.path))));
                return Ok(None);
            }
        }
        Ok(Some(answer))
    }

    /// Runs the stage.
    fn run(&self, step: &Step<'_>, scratch: &Scratch) -> io::Result<Ended> {
        let mut arguments: Vec<OsString> = step.stage.name.split(' ').map(OsString::from).collect();
        if !step.members.is_empty() {
            arguments.push("--set".into());
        }
        arguments.push((&step.source).into());
        let (option, output) = match &step.target {
            Target::File(path) => ("-o", scratch.result(path)),
            Target::Folder(path) => ("--into", scratch.result(path)),
        };
        let folder = match &step.target {
            Target::File(_) => output.parent(),
            Target::Folder(_) => Some(output.as_path()),
        };
        fs::create_dir_all(folder.unwrap_or(&output))?;
        arguments.extend([option.into(), output.into_os_string()]);
        arguments.extend(step.options.iter().map(OsString::from));
        arguments.extend(step.forgives_leaks.then(|| "--ignore-leaks".into()));
        arguments.extend([step.rule.jobs.into(), self.threads.to_string().into(), "--json".into()]);
        process::run(self.program, &arguments, &self.site.root, &scratch.folder, self.cancelled)
    }

    /// Completes a record by what came out and what it says of itself.
    fn fill(
        &self,
        step: &Step<'_>,
        record: &mut Record,
        mut results: Vec<String>,
        scratch: &Scratch,
    ) -> io::Result<()> {
        if let Target::File(main) = &step.target {
            results.sort_by_key(|path| (path != main, path.clone()));
        }
        for path in results {
            let file = scratch.result(&path);
            let is_sidecar =
                SIDECARS.iter().any(|extension| Path::new(&path).extension().is_some_and(|it| it == *extension));
            if !is_sidecar {
                let learned = learn(&self.site.root, &path, fs::read(&file)?, &step.source);
                record.inputs.extend(learned.inputs);
                record.facts.extend(learned.facts);
            }
            record.outputs.push(Made { hash: hash_file(&file)?, path });
        }
        // The source stays first; what several results name is kept once.
        let mut others = record.inputs.split_off(1);
        others.sort();
        others.dedup();
        record.inputs.append(&mut others);
        record.facts.sort();
        record.facts.dedup();
        Ok(())
    }

    /// Puts results in their places: told to the journal before and after, the result itself last, so that whoever looks
    /// at a result finds what belongs to it.
    fn put(&self, step: &Step<'_>, record: Record, scratch: &Scratch) -> Result<(), Refusal> {
        self.claim(step, &record).map_err(Refusal::Wrong)?;
        let before = self.site.journal().memory.steps.get(&step.id).cloned().unwrap_or_default();
        let mut moves = Vec::new();
        for made in record.outputs.iter().rev() {
            let there = hash_file(&self.site.root.join(&made.path)).ok();
            let is_known = before.made().any(|old| old.path == made.path && Some(old.hash) == there);
            if there == Some(made.hash) {
                continue;
            }
            if there.is_some() && !is_known {
                self.spare(step, &made.path).map_err(Refusal::Wrong)?;
            }
            moves.push(made);
        }
        let journal = || Refusal::io(crate::STATE_FOLDER);
        self.site.journal().begin(&step.id, &record).map_err(journal())?;
        for made in moves {
            let target = self.site.root.join(&made.path);
            put_in_place(&scratch.result(&made.path), &target).map_err(Refusal::io(&made.path))?;
        }
        let kept = |old: &&Made| record.outputs.iter().all(|made| made.path != old.path);
        for old in before.made().filter(kept) {
            remove_made(&self.site.root, old).map_err(Refusal::io(&old.path))?;
        }
        self.site.journal().done(&step.id, record).map_err(journal())
    }

    /// Makes the step the owner of its results; refuses where another of this build has made one of them.
    fn claim(&self, step: &Step<'_>, record: &Record) -> Result<(), Fault> {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        for made in &record.outputs {
            let owner = owners.entry(made.path.clone()).or_insert_with(|| Owner::of(step));
            if owner.step != step.id {
                let message = format!("{} and {} both give {}", owner.source, step.source, made.path);
                let at = SourcePosition::file(&step.source);
                let fault = Diagnostic::new(codes::RESULT_TWICE, message).at(at).fix("rename one of them");
                return Err(Box::new(fault));
            }
        }
        Ok(())
    }

    /// Refuses to write over a file that nobody made of this source.
    fn spare(&self, step: &Step<'_>, path: &str) -> Result<(), Fault> {
        let memory = &self.site.journal().memory;
        in_the_way(&self.site.root, memory, &step.id, &step.source, path).map_or(Ok(()), Err)
    }
}

/// What keeps a step from putting a result at this path, where another file is: one that was made of another source, or that
/// somebody has changed.
pub(crate) fn in_the_way(root: &Path, memory: &Memory, step: &str, source: &str, path: &str) -> Option<Fault> {
    if SIDECARS.iter().any(|extension| path.ends_with(&format!(".{extension}"))) {
        return None;
    }
    let bytes = fs::read(root.join(path)).unwrap_or_default();
    let made_here = |known: &Known| known.made().any(|made| made.path == path);
    let is_known = memory.steps.get(step).is_some_and(made_here);
    let (message, fix) = match origin(path, bytes, source) {
        Origin::Source => return None,
        // Half a result is nobody's work.
        Origin::Damaged if is_known => return None,
        _ if is_known => (
            "it was built here and is another file now: it is not written over".to_owned(),
            "move it away or delete it, and it is built again",
        ),
        _ => {
            let mut others = memory.steps.iter().filter(|(id, known)| *id != step && made_here(known));
            let other = others.find_map(|(_, known)| known.done.as_ref()?.inputs.first());
            if let Some(other) = other {
                let message = format!("{} and {source} both give {path}", other.path);
                let fault = Diagnostic::new(codes::RESULT_TWICE, message).at(SourcePosition::file(source));
                return Some(Box::new(fault.fix("rename one of them")));
            }
            let message = format!("a file that was not made of {source} is where its result belongs");
            (message, "move it away or delete it, or rename the source")
        }
    };
    Some(Box::new(Diagnostic::new(codes::RESULT_FOREIGN, message).at(SourcePosition::file(path)).fix(fix)))
}

/// Whether what a cache tells of a step are results of that step: a shared folder may hold anything.
fn is_of(step: &Step<'_>, answer: &Record) -> bool {
    match &step.target {
        Target::File(main) => {
            let stem = main.rsplit_once('.').map_or(&**main, |(stem, _)| stem);
            let beside =
                |path: &str| path.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.') && !rest.contains('/'));
            answer.outputs.first().is_some_and(|made| made.path == *main)
                && answer.outputs.iter().all(|made| beside(&made.path))
        }
        Target::Folder(folder) => {
            let below = |path: &str| path.strip_prefix(&**folder).is_some_and(|rest| rest.starts_with('/'));
            !answer.outputs.is_empty() && answer.outputs.iter().all(|made| below(&made.path))
        }
    }
}

/// Whether what the system says is that there is no room.
fn is_full(reason: &io::Error) -> bool {
    matches!(reason.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// Whether a stage says so: by the number that the system gives it.
fn says_full(diagnostic: &Diagnostic) -> bool {
    let number = if cfg!(windows) { 112 } else { 28 };
    diagnostic.code == codes::NOT_WRITTEN && diagnostic.message.contains(&format!("(os error {number})"))
}

fn unreadable(path: &str, reason: &io::Error) -> Refusal {
    let diagnostic = Diagnostic::new(codes::NOT_READ, reason.to_string()).at(SourcePosition::file(path));
    Refusal::Wrong(Box::new(diagnostic.fix("check the path and its permissions")))
}

fn not_started(program: &Path, reason: &io::Error) -> Refusal {
    Refusal::Wrong(Box::new(Diagnostic::new(
        codes::NO_PROGRAM,
        format!("{} cannot be started: {reason}", program.display()),
    )))
}

/// What the stage said; where it failed and said nothing of the source, how it ended.
fn told(step: &Step<'_>, ended: Ended, succeeded: bool) -> Vec<Diagnostic> {
    let Ended { status, mut diagnostics, stderr } = ended;
    let is_said = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    if !succeeded && !is_said {
        let said = stderr.trim();
        let said = if said.is_empty() { String::new() } else { format!(":\n{said}") };
        let message = format!("`{}` ended with {status}{said}", step.stage.name);
        diagnostics.push(Diagnostic::new(codes::STAGE_ENDED, message).at(SourcePosition::file(&step.source)));
    }
    diagnostics
}

/// Moves a file over another in one step; between disks by a copy that is moved.
pub(crate) fn put_in_place(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => Replacement::write(to, &fs::read(from)?),
        moved => moved,
    }
}

/// Removes a file that was made, if it is still what was made; whether nothing of it is left.
pub(crate) fn remove_made(root: &Path, made: &Made) -> io::Result<bool> {
    let path = root.join(&made.path);
    match hash_file(&path) {
        Ok(hash) if hash == made.hash => fs::remove_file(&path).map(|()| true),
        Ok(_) => Ok(false),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(true),
        Err(error) => Err(error),
    }
}
