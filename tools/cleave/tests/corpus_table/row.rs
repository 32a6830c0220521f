//! What became of one map.

use super::invariants;
use cleave::{CompileError, NoProgress, Options, Output, Request, compile};
use kerosene_diagnostics::{Diagnostics, Severity};
use kerosene_map::{ClassTable, Imported, ReadOptions, apply_class_table, read_any};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// One map's row.
pub(super) struct Row {
    /// Path below the corpus.
    pub(super) name: String,
    pub(super) outcome: Outcome,
    /// Invariants that do not hold.
    pub(super) broken: Vec<String>,
}

pub(super) enum Outcome {
    Compiled(Counts),
    /// Not read or not compiled, and why.
    Refused(String),
}

/// What is held against the page, and the time, which is not.
pub(super) struct Counts {
    /// The cells of the row after the name, but for the time.
    pub(super) cells: Vec<String>,
    /// Wall clock, reading included.
    pub(super) seconds: f64,
}

impl Row {
    /// Reads and compiles a map as the command line does.
    #[allow(clippy::disallowed_methods, reason = "the page tells people how long a map took")]
    pub(super) fn of(corpus: &Path, path: &Path) -> Self {
        let name = path.strip_prefix(corpus).unwrap().to_string_lossy().replace('\\', "/");
        let bytes = std::fs::read(path).unwrap();
        let started = Instant::now();
        let refused = |reason: String| {
            let reason = reason.lines().next().unwrap_or_default().to_owned();
            Self { name: name.clone(), outcome: Outcome::Refused(reason), broken: Vec::new() }
        };
        let mut imported = match read_any(&name, &bytes, &ReadOptions::default()) {
            Ok(imported) => imported,
            Err(error) => return refused(error.to_string()),
        };
        let mut told = std::mem::take(&mut imported.diagnostics);
        told.append(apply_class_table(&mut imported.map, &ClassTable::default_for(imported.format)));
        let request = Request { map: &imported.map, options: &Options::default(), inputs: &[] };
        let mut output = match compile(&request, &NoProgress) {
            Ok(output) => output,
            Err(error @ CompileError::NoBrushes { .. }) => return refused(error.to_string()),
            Err(error) => panic!("{name}: {error}"),
        };
        let seconds = started.elapsed().as_secs_f64();
        told.append(std::mem::take(&mut output.diagnostics));
        let cells = cells(&imported, &output, &told);
        let broken = invariants::broken(&imported.map, &output);
        Self { name, outcome: Outcome::Compiled(Counts { cells, seconds }), broken }
    }
}

/// Format, brushes, meshes, faces, leaves, clusters, portals, sealed, left out, warnings.
fn cells(imported: &Imported, output: &Output, told: &Diagnostics) -> Vec<String> {
    let entities = &imported.map.entities;
    let meshes: usize = entities.iter().map(|entity| entity.meshes.len()).sum();
    let read: usize = entities.iter().map(|entity| entity.brushes.len()).sum();
    let counts = &output.statistics;
    vec![
        imported.format.name().to_owned(),
        counts.brushes.to_string(),
        meshes.to_string(),
        counts.faces.to_string(),
        counts.leaves.to_string(),
        counts.clusters.to_string(),
        counts.portals.to_string(),
        sealed(output),
        (read + imported.statistics.dropped_brushes).saturating_sub(counts.brushes).to_string(),
        warnings(told),
    ]
}

/// Whether the map is sealed, and else where its first hole is.
fn sealed(output: &Output) -> String {
    let Some(leak) = &output.leak else {
        return if output.statistics.sealed { "yes" } else { "no inside" }.to_owned();
    };
    if leak.open.is_some() {
        return "encloses nothing".to_owned();
    }
    let place = leak.holes[0].center.to_array().map(|coordinate| coordinate.round().to_string());
    format!("leaks at {}", place.join(" "))
}

/// Codes from warnings up, with how often.
fn warnings(told: &Diagnostics) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for diagnostic in told.iter().filter(|diagnostic| diagnostic.severity > Severity::Info) {
        *counts.entry(diagnostic.code.to_string()).or_default() += 1;
    }
    for excess in told.excess() {
        if let Some(count) = counts.get_mut(&excess.code.to_string()) {
            *count += excess.count;
        }
    }
    let listed: Vec<String> = counts.iter().map(|(code, count)| format!("{code} × {count}")).collect();
    listed.join(", ")
}
