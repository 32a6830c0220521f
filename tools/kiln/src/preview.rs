//! What a build would do, found out without doing it.

use crate::build::{Request, no_start, reason, survey, target_file};
use crate::error::KilnError;
use crate::facts::Facts;
use crate::freshness::{Now, Reason};
use crate::journal::{Known, Memory};
use crate::pack;
use crate::perform::in_the_way;
use crate::plan::Step;
use crate::pool::in_order;
use crate::site;
use crate::stat_cache::hash_file;
use crate::workplace::Workplace;
use kerosene_diagnostics::Diagnostic;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

/// A step that would be done.
#[derive(Debug, Clone, Serialize)]
pub struct Pending {
    /// The result.
    pub step: String,
    /// The source, below the project's folder.
    pub source: String,
    /// The subcommand.
    pub stage: String,
    /// Why it would be done.
    pub reason: Reason,
}

/// What would be done, and what was found out on the way.
#[derive(Debug, Default)]
pub struct Preview {
    /// The steps, in order; the archive at last.
    pub pending: Vec<Pending>,
    /// Steps that would be done if others, which are pending, give something different.
    pub perhaps: Vec<Pending>,
    /// Results that would be removed: their sources are gone.
    pub stale: Vec<String>,
    /// Steps whose results are what their sources give.
    pub fresh: usize,
    /// Maps that the sources give, as they are named in the content.
    pub maps: BTreeSet<String>,
    /// What is wrong or worth knowing.
    pub notes: Vec<Diagnostic>,
}

/// The results of steps that would be done.
struct Touched<'t> {
    workplace: &'t Workplace,
    memory: &'t Memory,
    paths: BTreeSet<String>,
}

impl<'t> Touched<'t> {
    fn new(workplace: &'t Workplace, memory: &'t Memory) -> Self {
        Self { workplace, memory, paths: BTreeSet::new() }
    }

    fn add(&mut self, step: &Step<'_>) {
        let made = self.memory.steps.get(&step.id).into_iter().flat_map(Known::made).map(|made| made.path.clone());
        self.paths.extend(made.chain(target_file(step).cloned()));
    }

    /// One of them that a step has read.
    fn by(&self, known: &Known) -> Option<String> {
        let done = known.done.as_ref().filter(|_| !self.paths.is_empty())?;
        let is_touched = |path: &String| self.paths.contains(path);
        let inputs = done.inputs.iter().map(|input| input.path.clone());
        let materials = done.facts.iter().flat_map(|fact| self.files_of(&fact.path));
        inputs.chain(materials).find(is_touched)
    }

    /// The files that say what a material is: its own, and the textures that it shows.
    fn files_of(&self, material: &str) -> Vec<String> {
        let prefix = &self.workplace.prefix;
        let mut files = ["kmat_c", "ktex"].map(|it| format!("{prefix}materials/{material}.{it}")).to_vec();
        let bytes = std::fs::read(self.workplace.root.join(&files[0])).unwrap_or_default();
        let textures = kerosene_asset::references(&bytes).unwrap_or_default();
        files.extend(textures.into_iter().map(|path| format!("{prefix}{path}")));
        files
    }
}

/// What would keep a result from being put in its place.
fn obstacle(step: &Step<'_>, root: &Path, memory: &Memory) -> Option<Diagnostic> {
    let path = target_file(step)?;
    let there = hash_file(&root.join(path)).ok()?;
    let mut made = memory.steps.get(&step.id).into_iter().flat_map(Known::made);
    if made.any(|made| made.path == *path && made.hash == there) {
        return None;
    }
    in_the_way(root, memory, &step.id, &step.source, path).map(|fault| *fault)
}

/// Says what a build would do, and does nothing.
///
/// # Errors
/// A folder that cannot be looked through, a journal that cannot be read.
pub fn preview(workplace: &Workplace, request: &Request) -> Result<Preview, KilnError> {
    let survey = survey(workplace, request)?;
    let glimpse = site::glimpse(workplace)?;
    let facts = Facts::new(&workplace.toolbox);
    let now = Now { root: &workplace.root, stats: &glimpse.stats, facts: &facts };
    let mut preview = Preview::default();
    preview.maps.extend(survey.ids.iter().filter(|id| id.ends_with(".kbsp")).cloned());
    preview.notes.extend(glimpse.notes.iter().cloned());
    preview.notes.extend(no_start(workplace, &preview.maps));
    preview.notes.extend(survey.plan.notes.iter().chain(survey.plan.faults.values()).cloned());
    for (id, _) in survey.stale(&glimpse.memory, workplace) {
        preview.stale.push(id.clone());
    }
    let steps: Vec<_> = survey.plan.steps.iter().filter(|step| request.takes(step)).collect();
    let judged = |step: &&Step<'_>| reason(step, &glimpse.memory, &now, request.force);
    let mut touched = Touched::new(workplace, &glimpse.memory);
    in_order(&steps, request.jobs, judged, |step, reason| {
        let known = glimpse.memory.steps.get(&step.id);
        let (list, reason) = match (reason, known.and_then(|known| touched.by(known))) {
            (None, None) => return preview.fresh += 1,
            // Whether the map is another depends on what comes out of the steps before it.
            (None | Some(Reason::Material(_)), Some(path)) => (&mut preview.perhaps, Reason::Perhaps(path)),
            (Some(reason), _) => {
                touched.add(step);
                preview.notes.extend(obstacle(step, &workplace.root, &glimpse.memory));
                (&mut preview.pending, reason)
            }
        };
        list.push(Pending {
            step: step.id.clone(),
            source: step.source.clone(),
            stage: step.stage.name.to_owned(),
            reason,
        });
    });
    if request.packs() && survey.plan.faults.is_empty() {
        let changes = !preview.pending.is_empty() || !preview.stale.is_empty();
        let archive = pack::judge(&glimpse, workplace, &survey.plan.loose, &survey.ids, request, changes);
        match archive {
            Ok(Some(reason)) => {
                let (step, source) = (workplace.archive_path(), workplace.prefix.clone());
                preview.pending.push(Pending { step, source, stage: "pack".to_owned(), reason });
            }
            Ok(None) => {}
            Err(fault) => preview.notes.push(*fault),
        }
    }
    Ok(preview)
}
