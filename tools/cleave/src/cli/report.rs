//! What a run tells its user.

use super::{CleaveArgs, RunError};
use crate::{CompileError, Output, Statistics};
use kerosene_cli::{say, show};
use kerosene_diagnostics::{Diagnostic, Diagnostics, Severity, SourcePosition, Sources, codes};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// All diagnostics: on standard error for people, who see notes only with `-v`, or as JSON on standard output.
pub(super) fn diagnostics(args: &CleaveArgs, diagnostics: &Diagnostics, sources: &Sources<'_>) {
    if args.json || args.verbose {
        show(diagnostics, sources, args.json);
    } else {
        let mut shown = Diagnostics::new();
        shown.extend(diagnostics.iter().filter(|diagnostic| diagnostic.severity > Severity::Info).cloned());
        show(&shown, sources, false);
    }
}

/// An error that ends the run.
pub(super) fn fatal(args: &CleaveArgs, error: RunError) {
    let diagnostic = match error {
        RunError::Read { .. } => {
            Diagnostic::new(codes::NOT_READ, error.to_string()).fix("check the path and its permissions")
        }
        RunError::Map(error) => return map_error(args, &error),
        RunError::Classes { .. } => Diagnostic::new(codes::SYNTAX, error.to_string()),
        RunError::Compile { reason, before } => return compile_error(args, reason, before),
        RunError::Write { .. } => Diagnostic::new(codes::NOT_WRITTEN, error.to_string())
            .fix("check the folder and its permissions, or name another file with -o"),
        RunError::Patch { .. } => Diagnostic::new(codes::NOT_WRITTEN, error.to_string())
            .fix("name a file that ends in .map or .kmap with --patch"),
        RunError::File(fault) => fault.diagnostic(),
        RunError::OverMap { .. } => Diagnostic::new(codes::NOT_WRITTEN, error.to_string())
            .fix("name another file with -o, such as one that ends in .kbsp"),
    };
    all(args, diagnostic, &Sources::new());
}

/// What was said of the map before, then why the compile ended.
fn compile_error(args: &CleaveArgs, reason: CompileError, before: Diagnostics) {
    let file = args.map.display().to_string();
    let end = Diagnostic::new(codes::NO_STRUCTURE, reason.to_string()).at(SourcePosition::file(file.clone()));
    let mut list = before;
    let end = match reason {
        CompileError::NoBrushes { diagnostics } => {
            list.append(diagnostics);
            end.fix("draw a solid brush, or check that this is the right file")
        }
        CompileError::TooDeep { .. } => end.fix("make the round shapes there detail, or of fewer sides"),
        CompileError::Cancelled | CompileError::Threads { .. } => end,
    };
    list.push(end);
    let text = std::fs::read(&args.map).unwrap_or_default();
    diagnostics(args, &list, &Sources::new().with(file, String::from_utf8_lossy(&text)));
}

fn map_error(args: &CleaveArgs, error: &kerosene_map::ReadError) {
    let bytes = std::fs::read(&args.map).unwrap_or_default();
    let sources = Sources::new().with(args.map.display().to_string(), String::from_utf8_lossy(&bytes).into_owned());
    all(args, error.diagnostic(), &sources);
}

fn all(args: &CleaveArgs, diagnostic: Diagnostic, sources: &Sources<'_>) {
    let mut list = Diagnostics::new();
    list.push(diagnostic);
    diagnostics(args, &list, sources);
}

/// One line on what was compiled; with `-v` everything that was counted; with `--json` an object.
pub(super) fn summary(
    args: &CleaveArgs,
    diagnostics: &Diagnostics,
    output: &Output,
    timings: &[(&str, Duration)],
    written: Option<&[PathBuf]>,
) {
    let total: Duration = timings.iter().map(|(_, time)| time).sum();
    if args.json {
        let stages: serde_json::Map<_, _> =
            timings.iter().map(|(name, time)| ((*name).to_owned(), json!(time.as_secs_f64()))).collect();
        say(&json!({
            "statistics": output.statistics,
            "leak": output.leak.as_ref().map(crate::Leak::to_json),
            "seconds": total.as_secs_f64(),
            "stages": stages,
            "stage_order": timings.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "peak_bytes": peak_memory(),
            "written": written,
        })
        .to_string());
        return;
    }
    if args.quiet {
        return;
    }
    let Statistics { brushes, faces, leaves, clusters, portals, sealed, .. } = output.statistics;
    let state = if sealed {
        "sealed"
    } else if output.leak.is_some() {
        "LEAKS"
    } else {
        "not filled"
    };
    say(&format!(
        "{}: {state}; {brushes} brushes, {faces} faces, {leaves} leaves, {clusters} clusters, {portals} portals in {:.2} s",
        args.map.display(),
        total.as_secs_f64()
    ));
    let notes = diagnostics.count(Severity::Info);
    if args.verbose {
        details(output, timings);
    } else if notes > 0 {
        say(&format!(
            "{notes} note{} on the import and the geometry; -v shows them",
            if notes == 1 { "" } else { "s" }
        ));
    }
    for path in written.unwrap_or_default() {
        say(&format!("wrote {}", path.display()));
    }
}

fn details(output: &Output, timings: &[(&str, Duration)]) {
    let s = &output.statistics;
    let counts = [
        ("models", s.models),
        ("brushes", s.brushes),
        ("sides", s.sides),
        ("bevels", s.bevels),
        ("planes", s.planes),
        ("nodes", s.nodes),
        ("leaves", s.leaves),
        ("clusters", s.clusters),
        ("portals", s.portals),
        ("faces", s.faces),
        ("slivers dropped", s.slivers),
        ("meshes", s.meshes),
        ("mesh triangles", s.mesh_triangles),
        ("mesh triangles dropped", s.mesh_triangles_dropped),
        ("meshes in leaves", s.leaf_meshes),
        ("vertices", s.vertices),
        ("edges", s.edges),
        ("streamed sections", s.sections),
        ("areas", s.areas),
        ("area portals", s.area_portals),
        ("waters", s.waters),
        ("walk polygons", s.floors),
        ("T-junctions repaired", s.tjunctions),
    ];
    for (name, count) in counts {
        say(&format!("{count:>12} {name}"));
    }
    // Every index of the format has 32 bits; the largest count says how much of that is used.
    let largest = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    say(&format!(
        "{:>11.4}% of the format's 32-bit indices used by the largest of these",
        largest as f64 / f64::from(u32::MAX) * 100.0
    ));
    for (name, time) in timings {
        say(&format!("{:>10.1}ms {name}", time.as_secs_f64() * 1000.0));
    }
    if let Some(bytes) = peak_memory() {
        say(&format!("{:>10.1}MB peak memory", bytes as f64 / 1e6));
    }
}

/// The most memory this process has held, in bytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
