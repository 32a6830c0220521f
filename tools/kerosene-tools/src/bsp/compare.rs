//! Compares two compiled maps: counts, and sweeps through both.

use super::counts::counts;
use super::load::LoadedBsp;
use super::sweeps::{Disagreement, SweepReport, compare};
use crate::cli::BspCompareArgs;
use crate::error::ToolError;
use kerosene_cli::say;
use serde_json::{Value, json};

/// Prints counts side by side and how far sweeps agree.
pub(super) fn run(arguments: &BspCompareArgs) -> Result<(), ToolError> {
    let maps = [LoadedBsp::open(&arguments.first)?, LoadedBsp::open(&arguments.second)?];
    let report = compare([&maps[0].file, &maps[1].file], arguments.sweeps, arguments.tolerance);
    if arguments.json {
        say(&describe(&maps, &report, arguments.tolerance).to_string());
    } else {
        print(&maps, &report, arguments.tolerance);
    }
    Ok(())
}

fn describe(maps: &[LoadedBsp; 2], report: &SweepReport, tolerance: f32) -> Value {
    let rows = pairs(maps).into_iter().map(|(what, first, second)| {
        (what.to_owned(), json!({ "first": first, "second": second, "ratio": ratio(first, second) }))
    });
    json!({
        "formats": [maps[0].format, maps[1].format],
        "counts": rows.collect::<serde_json::Map<String, Value>>(),
        "sweeps": {
            "made": report.sweeps,
            "tolerance": tolerance,
            "starts_differ": report.starts_differ,
            "ends_differ": report.ends_differ,
            "worst": report.worst.iter().map(Disagreement::json).collect::<Vec<_>>(),
        },
    })
}

fn print(maps: &[LoadedBsp; 2], report: &SweepReport, tolerance: f32) {
    say(&format!("{:<12} {:>16} {:>16} {:>8}", "", maps[0].format, maps[1].format, "ratio"));
    for (what, first, second) in pairs(maps) {
        let ratio = ratio(first, second).map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
        say(&format!("{what:<12} {first:>16} {second:>16} {ratio:>8}"));
    }
    let differ = report.starts_differ + report.ends_differ;
    let share = 100.0 * f64::from(differ) / f64::from(report.sweeps.max(1));
    say(&format!(
        "\nsweeps     {}, of which {differ} ({share:.3} %) disagree: {} start in solid of one map only, {} end over \
         {tolerance} units apart",
        report.sweeps, report.starts_differ, report.ends_differ
    ));
    for disagreement in &report.worst {
        say(&disagreement.line());
    }
}

/// The counts of both, side by side.
fn pairs(maps: &[LoadedBsp; 2]) -> Vec<(&'static str, usize, usize)> {
    let [first, second] = [counts(&maps[0]), counts(&maps[1])];
    first.into_iter().zip(second).map(|((what, first), (_, second))| (what, first, second)).collect()
}

/// The second by the first; `None` where the first is 0.
fn ratio(first: usize, second: usize) -> Option<f64> {
    (first > 0).then(|| second as f64 / first as f64)
}
