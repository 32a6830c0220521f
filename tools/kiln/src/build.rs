//! A whole build: what is to be done, in waves, and what came of it.

use crate::cache::Cache;
use crate::error::KilnError;
use crate::freshness::{Now, Reason, judge, wanted};
use crate::journal::{Known, Memory};
use crate::pack::{self, PackReport};
use crate::perform::{Done, Outcome, Owner, Shop, remove_made};
use crate::plan::{Extra, Place, Plan, Step, Target, plan};
use crate::pool::in_order;
use crate::preview::preview;
use crate::rules::WAVES;
use crate::scan::scan;
use crate::ship::missing_start;
use crate::site::Site;
use crate::workplace::Workplace;
use glob::{MatchOptions, Pattern};
use kerosene_diagnostics::{Diagnostic, Severity, SourcePosition, codes};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What is asked of a build.
#[derive(Debug, Clone)]
pub struct Request {
    /// Only what these patterns fit: the source's or the result's path, or, in a pattern without a slash, its name.
    pub only: Vec<Pattern>,
    /// Of the maps only this one, named as at the console; of everything else all.
    pub map: Option<String>,
    /// Stages at once.
    pub jobs: usize,
    /// Do everything anew, whatever is known.
    pub force: bool,
    /// Speed before quality, in every stage that knows the choice.
    pub fast: bool,
    /// A map that leaks is no failure.
    pub ignore_leaks: bool,
    /// Pack the archive; a build of a part never does.
    pub pack: bool,
    /// The folder of results shared by builds; none where nothing is to be kept.
    pub cache: Option<PathBuf>,
}

impl Default for Request {
    fn default() -> Self {
        let (only, map, cache) = (Vec::new(), None, None);
        Self { only, map, jobs: 1, force: false, fast: false, ignore_leaks: false, pack: true, cache }
    }
}

impl Request {
    pub(crate) fn packs(&self) -> bool {
        self.pack && !self.is_partial()
    }

    fn is_partial(&self) -> bool {
        !self.only.is_empty() || self.map.is_some()
    }

    pub(crate) fn takes(&self, step: &Step<'_>) -> bool {
        let is_other_map =
            |map: &String| step.rule.block == "map" && step.id != format!("maps/{}.kbsp", map.to_ascii_lowercase());
        let options = MatchOptions { case_sensitive: false, ..MatchOptions::new() };
        let fits = |pattern: &Pattern, path: &str| {
            let path = if pattern.as_str().contains('/') { path } else { path.rsplit('/').next().unwrap_or(path) };
            pattern.matches_with(path, options)
        };
        let is_meant = |pattern: &Pattern| fits(pattern, &step.source) || fits(pattern, &step.id);
        !self.map.as_ref().is_some_and(is_other_map) && (self.only.is_empty() || self.only.iter().any(is_meant))
    }
}

/// A step that a build has done.
#[derive(Debug, Clone, Serialize)]
pub struct StepReport {
    /// The result.
    pub step: String,
    /// The source, below the project's folder.
    pub source: String,
    /// The subcommand.
    pub stage: String,
    /// Why it was done.
    pub reason: Reason,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub seconds: f64,
    /// What was said of the source.
    #[serde(skip)]
    pub diagnostics: Vec<Diagnostic>,
}

/// What came of a build.
#[derive(Debug, Default, Clone, Serialize)]
pub struct Summary {
    /// Made by a stage.
    pub built: usize,
    /// Taken from the cache.
    pub cached: usize,
    /// Up to date.
    pub fresh: usize,
    /// Failed, by result.
    pub failed: Vec<String>,
    /// Not tried, by result.
    pub skipped: Vec<String>,
    /// Results that were removed since their sources are gone.
    pub removed: Vec<String>,
    /// The archive.
    pub archive: Option<PackReport>,
    /// How long it took.
    pub seconds: f64,
    /// The steps that took longest, with their seconds.
    pub slowest: Vec<(String, f64)>,
}

impl Summary {
    /// Whether everything is as its sources say.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.failed.is_empty() && self.skipped.is_empty()
    }

    fn count(&mut self, report: &StepReport) {
        match report.outcome {
            Outcome::Built => self.built += 1,
            Outcome::Cached => self.cached += 1,
            Outcome::Failed => self.failed.push(report.step.clone()),
            Outcome::Skipped => self.skipped.push(report.step.clone()),
        }
        self.slowest.push((report.step.clone(), report.seconds));
        self.slowest.sort_by(|a, b| b.1.total_cmp(&a.1));
        self.slowest.truncate(SLOWEST);
    }
}

/// Steps that a summary names as the slowest.
const SLOWEST: usize = 5;

/// Whoever watches a build.
pub trait Listener {
    /// A wave of steps begins, so many of them.
    fn wave(&mut self, steps: usize);
    /// A step was done; they come in their order, whatever order they are done in.
    fn step(&mut self, report: &StepReport);
    /// Something is wrong, or worth knowing, apart from the steps that are done.
    fn note(&mut self, diagnostic: &Diagnostic);
}

/// What a build works from.
pub(crate) struct Survey<'a> {
    pub(crate) plan: Plan<'a>,
    /// Ids of everything that has a source, in order or not.
    pub(crate) ids: BTreeSet<String>,
}

pub(crate) fn survey<'a>(workplace: &'a Workplace, request: &Request) -> Result<Survey<'a>, KilnError> {
    let folders = workplace.folders.iter().map(String::as_str);
    let found = scan(&workplace.root.join(&workplace.prefix), &workplace.prefix, folders)?;
    let place = Place { root: &workplace.root, prefix: &workplace.prefix };
    let extra = Extra { fast: request.fast, ignore_leaks: request.ignore_leaks };
    let mut plan = plan(found, &place, &workplace.toolbox, &extra);
    for (stage, count) in &plan.unserved {
        let message = format!("{count} sources are not compiled: this executable has no stage `{stage}`");
        plan.notes.push(Diagnostic::new(codes::SOURCE_LEFT_OUT, message).severity(Severity::Info));
    }
    let ids = plan.steps.iter().map(|step| step.id.clone()).chain(plan.faults.keys().cloned()).collect();
    Ok(Survey { plan, ids })
}

impl Survey<'_> {
    /// Steps of earlier builds that have no source any more. What a stage made that this executable does not have stays.
    pub(crate) fn stale<'m>(&self, memory: &'m Memory, workplace: &Workplace) -> Vec<(&'m String, &'m Known)> {
        let archive = workplace.archive_path();
        // An archive of another name was packed when the project had that name.
        let is_stage = |tool: &str| tool.split(" (").next().is_some_and(|it| workplace.toolbox.stage(it).is_some());
        let is_ours = |known: &Known| {
            let mut tools = known.done.iter().chain(&known.begun).map(|record| &record.tool);
            tools.all(|tool| tool == pack::TOOL || is_stage(tool))
        };
        let steps = memory.steps.iter();
        steps.filter(|(id, known)| !self.ids.contains(*id) && **id != archive && is_ours(known)).collect()
    }
}

/// Why a step has to be done.
pub(crate) fn reason(step: &Step<'_>, memory: &Memory, now: &Now<'_>, force: bool) -> Option<Reason> {
    let found = judge(&wanted(step), step.forgives_leaks, memory.steps.get(&step.id), now);
    found.or_else(|| force.then_some(Reason::Forced))
}

/// Builds a project: everything that is not as its sources, options and tools say.
///
/// One step that fails does not keep others from being done. `cancelled` may be set from anywhere; stages are ended then,
/// and what was done is kept.
///
/// # Errors
/// Another build in the same project, a folder that cannot be looked through, kiln's own files that cannot be written.
pub fn build(
    workplace: &Workplace,
    request: &Request,
    cancelled: &AtomicBool,
    listener: &mut dyn Listener,
) -> Result<Summary, KilnError> {
    let began = clock();
    let cache = open_cache(request.cache.as_deref(), listener);
    let (site, notes) = match Site::open(workplace, cache) {
        Err(error) if error.is_read_only() => return nothing_to_do(workplace, request, error),
        opened => opened?,
    };
    // Looked at under the lock, so that two builds do not undo each other's work.
    let survey = survey(workplace, request)?;
    notes.iter().chain(survey.plan.notes.iter()).for_each(|note| listener.note(note));
    if !request.is_partial() {
        let maps = survey.ids.iter().filter(|id| id.ends_with(".kbsp")).cloned().collect();
        no_start(workplace, &maps).iter().for_each(|note| listener.note(note));
    }
    let mut summary = Summary::default();
    for (id, fault) in &survey.plan.faults {
        listener.note(fault);
        summary.failed.push(id.clone());
    }
    if !request.is_partial() {
        remove_stale(&site, &survey, workplace, &mut summary)?;
    }
    let is_full = AtomicBool::new(false);
    let is_full = &is_full;
    let mut work = Work { site: &site, survey: &survey, workplace, request, cancelled, is_full, listener, summary };
    work.waves();
    work.pack();
    let mut summary = work.summary;
    site.close();
    if is_full.load(Ordering::Relaxed) {
        return Err(KilnError::NoRoom { folder: workplace.root.clone() });
    }
    if cancelled.load(Ordering::Relaxed) {
        return Err(KilnError::Cancelled);
    }
    summary.seconds = began.elapsed().as_secs_f64();
    Ok(summary)
}

/// A project that cannot be written is built all the same where there is nothing to do.
fn nothing_to_do(workplace: &Workplace, request: &Request, error: KilnError) -> Result<Summary, KilnError> {
    let found = preview(workplace, request)?;
    let is_fresh = found.pending.is_empty() && found.perhaps.is_empty() && found.stale.is_empty();
    if is_fresh { Ok(Summary { fresh: found.fresh, ..Summary::default() }) } else { Err(error) }
}

fn clock() -> Instant {
    #[allow(clippy::disallowed_methods, reason = "statistics only; never reaches a result")]
    Instant::now()
}

/// The cache; where it cannot be used, the build goes on without.
fn open_cache(folder: Option<&Path>, listener: &mut dyn Listener) -> Option<Cache> {
    let folder = folder?;
    match Cache::open(folder) {
        Ok(cache) => Some(cache),
        Err(reason) => {
            let note = Diagnostic::new(codes::CACHE_UNUSABLE, format!("no results are kept there: {reason}"));
            listener.note(&note.at(SourcePosition::file(folder.display().to_string())));
            None
        }
    }
}

/// A warning where the game would begin with a map that is not there.
pub(crate) fn no_start(workplace: &Workplace, maps: &BTreeSet<String>) -> Option<Diagnostic> {
    let project = workplace.content.root.project.as_ref()?;
    let message = missing_start(workplace, maps)?;
    let note = Diagnostic::new(codes::BAD_VALUE, message).severity(Severity::Warning);
    let fix = "correct `startmap` in the project file, or make the map";
    Some(note.at(SourcePosition::file(project.display().to_string())).fix(fix))
}

/// Removes results whose sources are gone; what somebody has changed since stays.
fn remove_stale(
    site: &Site,
    survey: &Survey<'_>,
    workplace: &Workplace,
    summary: &mut Summary,
) -> Result<(), KilnError> {
    let memory = site.journal().memory.clone();
    let current: BTreeSet<_> = survey.plan.steps.iter().filter_map(target_file).collect();
    for (id, known) in survey.stale(&memory, workplace) {
        let made: BTreeSet<_> = known.made().filter(|made| !current.contains(&made.path)).collect();
        for made in made {
            let path = site.root.join(&made.path);
            if remove_made(&site.root, made).map_err(|reason| KilnError::state(&path, reason))? {
                summary.removed.push(made.path.clone());
            }
        }
        site.journal().gone(id).map_err(|reason| KilnError::state(&workplace.state(), reason))?;
    }
    Ok(())
}

pub(crate) fn target_file<'s>(step: &'s Step<'_>) -> Option<&'s String> {
    match &step.target {
        Target::File(path) => Some(path),
        Target::Folder(_) => None,
    }
}

/// A build on its way.
struct Work<'w> {
    site: &'w Site,
    survey: &'w Survey<'w>,
    workplace: &'w Workplace,
    request: &'w Request,
    cancelled: &'w AtomicBool,
    is_full: &'w AtomicBool,
    listener: &'w mut dyn Listener,
    summary: Summary,
}

impl Work<'_> {
    fn waves(&mut self) {
        let survey = self.survey;
        let owners = Mutex::new(self.owners());
        // Where the folder is, maps say of each of their materials whether it was there.
        let _ = std::fs::create_dir_all(self.site.root.join(format!("{}materials", self.workplace.prefix)));
        for wave in 0..WAVES {
            self.site.facts.forget();
            let meant = |step: &&Step<'_>| step.rule.wave == wave && self.request.takes(step);
            let steps: Vec<_> = survey.plan.steps.iter().filter(meant).collect();
            let pending = self.pending(&steps);
            let threads = (self.request.jobs / pending.len().max(1)).max(1);
            let shop = Shop {
                site: self.site,
                program: &self.workplace.toolbox.program,
                cancelled: self.cancelled,
                force: self.request.force,
                threads,
                owners: &owners,
                is_full: self.is_full,
            };
            self.wave(&pending, &shop);
        }
    }

    /// Which step each result belongs to before anything is made.
    fn owners(&self) -> BTreeMap<String, Owner> {
        let journal = self.site.journal();
        let mut owners = BTreeMap::new();
        for step in &self.survey.plan.steps {
            match &step.target {
                Target::File(path) => {
                    owners.insert(path.clone(), Owner::of(step));
                }
                Target::Folder(_) => {
                    let made = journal.memory.steps.get(&step.id).into_iter().flat_map(Known::made);
                    for made in made {
                        owners.entry(made.path.clone()).or_insert_with(|| Owner::of(step));
                    }
                }
            }
        }
        owners
    }

    /// The steps of a wave that have to be done, and why.
    fn pending<'s, 'p>(&mut self, steps: &[&'s Step<'p>]) -> Vec<(&'s Step<'p>, Reason)> {
        let memory = self.site.journal().memory.clone();
        let now = self.site.now();
        let judged = |step: &&Step<'_>| reason(step, &memory, &now, self.request.force);
        let mut pending = Vec::new();
        let mut fresh = 0;
        in_order(steps, self.request.jobs, judged, |step, reason| match reason {
            Some(reason) => pending.push((*step, reason)),
            None => fresh += 1,
        });
        self.summary.fresh += fresh;
        pending
    }

    fn wave(&mut self, pending: &[(&Step<'_>, Reason)], shop: &Shop<'_>) {
        self.listener.wave(pending.len());
        let failed: BTreeSet<_> =
            self.summary.failed.iter().map(|id| format!("{}{id}", self.workplace.prefix)).collect();
        let work = |(step, _): &(&Step<'_>, Reason)| {
            let began = clock();
            let done = blocked(step, shop.site, &failed).unwrap_or_else(|| shop.perform(step));
            (done, began.elapsed().as_secs_f64())
        };
        let mut reports = Vec::new();
        let listener = &mut *self.listener;
        in_order(pending, self.request.jobs, work, |(step, reason), (done, seconds)| {
            let Done { outcome, diagnostics } = done;
            let report = StepReport {
                step: step.id.clone(),
                source: step.source.clone(),
                stage: step.stage.name.to_owned(),
                reason: reason.clone(),
                outcome,
                seconds,
                diagnostics,
            };
            listener.step(&report);
            reports.push(report);
        });
        reports.iter().for_each(|report| self.summary.count(report));
    }

    fn pack(&mut self) {
        let archive = self.workplace.archive_path();
        if !self.request.packs() || self.cancelled.load(Ordering::Relaxed) || self.is_full.load(Ordering::Relaxed) {
            return;
        }
        if !self.summary.is_sound() {
            let note =
                Diagnostic::new(codes::STEP_SKIPPED, "not packed: some of what belongs into it could not be made");
            self.listener.note(&note.at(SourcePosition::file(&archive)));
            self.summary.skipped.push(archive);
            return;
        }
        let loose = &self.survey.plan.loose;
        let removed: BTreeSet<_> = self.summary.removed.iter().map(String::as_str).collect();
        let loose = loose.iter().filter(|file| !removed.contains(&*file.path));
        match pack::pack(self.site, self.workplace, loose, &self.survey.ids, self.request) {
            Ok(report) => self.summary.archive = Some(report),
            Err(fault) => {
                self.listener.note(&fault);
                self.summary.failed.push(archive);
            }
        }
    }
}

/// A step that is known to read what could not be made is not tried.
fn blocked(step: &Step<'_>, site: &Site, failed: &BTreeSet<String>) -> Option<Done> {
    if failed.is_empty() {
        return None;
    }
    let journal = site.journal();
    let known = journal.memory.steps.get(&step.id)?.done.as_ref()?;
    let files = known.inputs.iter().map(|input| input.path.clone());
    let materials =
        known.facts.iter().flat_map(|fact| ["kmat_c", "ktex"].map(|it| format!("materials/{}.{it}", fact.path)));
    let read = files.chain(materials).find(|path| failed.contains(path))?;
    let message = format!("not tried: it reads {read}, which could not be made");
    let note = Diagnostic::new(codes::STEP_SKIPPED, message).at(SourcePosition::file(&step.source));
    Some(Done { outcome: Outcome::Skipped, diagnostics: vec![note] })
}
