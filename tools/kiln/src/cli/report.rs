//! What people and programs get to see of a build.

use super::meter::Meter;
use crate::{Cleaned, Listener, Outcome, Preview, Shipped, StepReport, Summary};
use kerosene_cli::{say, show, show_one};
use kerosene_diagnostics::{Diagnostic, Diagnostics, Severity, Sources};
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How much is said.
#[derive(Debug, Clone, Copy)]
pub(super) struct Voice {
    pub(super) json: bool,
    pub(super) verbose: bool,
    pub(super) quiet: bool,
}

/// Prints a build as it goes.
pub(super) struct Reporter {
    voice: Voice,
    meter: Meter,
    /// Files are named below it.
    root: PathBuf,
    /// What was said in this build: one fault of a file that many read is said once.
    said: RefCell<BTreeSet<String>>,
}

impl Reporter {
    pub(super) fn new(voice: Voice, root: &Path) -> Self {
        Self { voice, meter: Meter::new(!voice.json && !voice.quiet), root: root.to_owned(), said: RefCell::default() }
    }

    /// Shows diagnostics with the places that they are about.
    fn show(&self, diagnostics: &[Diagnostic]) {
        let mut list = Diagnostics::new();
        let mut sources = Sources::new();
        let mut named = Vec::new();
        for diagnostic in diagnostics {
            if diagnostic.severity == Severity::Info && !self.voice.verbose && !self.voice.json {
                continue;
            }
            let told = format!("{diagnostic:?}");
            if !self.said.borrow_mut().insert(told) {
                continue;
            }
            let file = diagnostic.source.as_ref().filter(|source| source.line > 0).map(|source| source.file.clone());
            if let Some(file) = file.filter(|file| !named.contains(file)) {
                if let Some(text) = excerpt_source(&self.root.join(&file)) {
                    sources = sources.with(file.clone(), text);
                }
                named.push(file);
            }
            list.push(diagnostic.clone());
        }
        show(&list, &sources, self.voice.json);
    }
}

/// Largest file of which lines are shown, in bytes.
const LARGEST_SHOWN: u64 = 64 << 20;

fn excerpt_source(file: &Path) -> Option<String> {
    let small = std::fs::metadata(file).is_ok_and(|metadata| metadata.len() <= LARGEST_SHOWN);
    let bytes = small.then(|| std::fs::read(file).ok()).flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

impl Listener for Reporter {
    fn wave(&mut self, steps: usize) {
        self.meter.expect(steps);
    }

    fn step(&mut self, report: &StepReport) {
        self.meter.clear();
        self.show(&report.diagnostics);
        if self.voice.json {
            say(&serde_json::to_string(report).unwrap_or_default());
        } else if self.voice.verbose || report.outcome == Outcome::Failed && !self.voice.quiet {
            let verb = match report.outcome {
                Outcome::Built => "built",
                Outcome::Cached => "from cache",
                Outcome::Failed => "failed",
                Outcome::Skipped => "skipped",
            };
            say(&format!("{verb:>10} {} ({}) {:.2} s", report.step, report.reason, report.seconds));
        }
        self.meter.advance(&report.step);
    }

    fn note(&mut self, diagnostic: &Diagnostic) {
        self.meter.clear();
        self.show(std::slice::from_ref(diagnostic));
    }
}

impl Reporter {
    pub(super) fn summary(&self, summary: &Summary) {
        self.meter.clear();
        // A watch goes on to another build.
        self.said.borrow_mut().clear();
        if self.voice.json {
            return say(&json!({ "summary": summary, "sound": summary.is_sound() }).to_string());
        }
        if self.voice.quiet {
            return;
        }
        for path in &summary.removed {
            let is_archive = path.ends_with(".vault");
            let why = if is_archive { "the project's archive has another name now" } else { "its source is gone" };
            say(&format!("removed {path}: {why}"));
        }
        if let Some(archive) = summary.archive.as_ref().filter(|archive| archive.written) {
            say(&format!("packed {} files into {} ({} bytes)", archive.files, archive.path, archive.bytes));
        }
        let counts = [
            (summary.built, "built"),
            (summary.cached, "from cache"),
            (summary.fresh, "up to date"),
            (summary.failed.len(), "failed"),
            (summary.skipped.len(), "skipped"),
        ];
        let told: Vec<_> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        let told = if told.is_empty() { "nothing to build".to_owned() } else { told.join(", ") };
        say(&format!("{told} in {:.2} s", summary.seconds));
        for (what, names) in [("failed", &summary.failed), ("skipped", &summary.skipped)] {
            names.iter().for_each(|name| say(&format!("  {what} {name}")));
        }
        if self.voice.verbose {
            for (step, seconds) in summary.slowest.iter().filter(|(_, seconds)| *seconds >= 0.01) {
                say(&format!("  {seconds:>8.2} s {step}"));
            }
        }
    }

    pub(super) fn preview(&self, preview: &Preview) {
        self.show(&preview.notes);
        if self.voice.json {
            let Preview { pending, perhaps, stale, fresh, .. } = preview;
            return say(&json!({ "pending": pending, "perhaps": perhaps, "stale": stale, "fresh": fresh }).to_string());
        }
        for pending in &preview.pending {
            say(&format!("would build {}: {}", pending.step, pending.reason));
        }
        for perhaps in &preview.perhaps {
            say(&format!("may build {}: {}", perhaps.step, perhaps.reason));
        }
        for stale in &preview.stale {
            say(&format!("would remove {stale}: its source is gone"));
        }
        let perhaps = preview.perhaps.len();
        let perhaps = if perhaps > 0 { format!("{perhaps} perhaps, ") } else { String::new() };
        say(&format!("{} to build, {perhaps}{} up to date", preview.pending.len(), preview.fresh));
    }

    pub(super) fn cleaned(&self, cleaned: &Cleaned) {
        self.show(&cleaned.notes);
        if self.voice.json {
            return say(&serde_json::to_string(cleaned).unwrap_or_default());
        }
        for path in &cleaned.kept {
            say(&format!("kept {path}: it was changed since it was built"));
        }
        if !self.voice.quiet {
            say(&format!("removed {} files", cleaned.removed.len()));
        }
    }

    pub(super) fn shipped(&self, shipped: &Shipped) {
        if self.voice.json {
            return say(&json!({ "shipped": shipped }).to_string());
        }
        if !self.voice.quiet {
            say(&format!("shipped to {}:", shipped.folder.display()));
            shipped.files.iter().for_each(|(name, bytes)| say(&format!("{bytes:>12} {name}")));
        }
    }

    pub(super) fn changed(&self, paths: &[String]) {
        if self.voice.json {
            return say(&json!({ "changed": paths }).to_string());
        }
        if let (Some(first), false) = (paths.first(), self.voice.quiet) {
            let more = if paths.len() > 1 { format!(" and {} more", paths.len() - 1) } else { String::new() };
            say(&format!("changed: {first}{more}"));
        }
    }

    /// Shows why there is no build.
    pub(super) fn error(&self, diagnostic: Diagnostic) {
        self.meter.clear();
        show_one(diagnostic, &Sources::new(), self.voice.json);
    }
}
