//! Prints what is in a compiled map.

use super::counts::{classes, counts, materials};
use super::load::LoadedBsp;
use crate::cli::BspInfoArgs;
use crate::error::ToolError;
use kerosene_cli::say;
use serde_json::{Value, json};

/// Prints lumps, counts, limits, classes, materials and the manifest.
pub(super) fn run(arguments: &BspInfoArgs) -> Result<(), ToolError> {
    let map = LoadedBsp::open(&arguments.file)?;
    if arguments.json {
        say(&describe(&map).to_string());
    } else {
        print(&map);
    }
    Ok(())
}

fn describe(map: &LoadedBsp) -> Value {
    let lump =
        |(name, records, bytes): &(String, usize, usize)| json!({ "name": name, "records": records, "bytes": bytes });
    let limit = |(what, used, limit): &(&str, f64, f64)| json!({ "what": what, "used": used, "limit": limit, "headroom_percent": headroom(*used, *limit) });
    let manifest = map.file.manifest();
    json!({
        "format": map.format,
        "counts": counts(map).into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        "lumps": map.lumps.iter().map(lump).collect::<Vec<_>>(),
        "limits": map.limits.iter().map(limit).collect::<Vec<_>>(),
        "left_out": map.left_out.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
        "classes": classes(&map.file),
        "materials": materials(&map.file),
        "manifest": serde_json::from_str::<Value>(manifest).unwrap_or_else(|_| json!(manifest)),
    })
}

fn print(map: &LoadedBsp) {
    say(&format!("format     {}", map.format));
    for (what, count) in counts(map) {
        say(&format!("{what:<12} {count:>9}"));
    }
    for (what, count) in &map.left_out {
        say(&format!("left out   {count} {what}"));
    }
    say(&format!("\n{:<16} {:>10} {:>12}", "lump", "records", "bytes"));
    for (name, records, bytes) in &map.lumps {
        say(&format!("{name:<16} {records:>10} {bytes:>12}"));
    }
    say(&format!("\n{:<24} {:>12} {:>12} {:>10}", "limit", "used", "of", "headroom"));
    for (what, used, limit) in &map.limits {
        say(&format!("{what:<24} {used:>12.0} {limit:>12.0} {:>8.1} %", headroom(*used, *limit)));
    }
    let classes = classes(&map.file);
    say(&format!("\nclasses    {}", classes.len()));
    for (class, count) in &classes {
        say(&format!("{count:>9}  {}", if class.is_empty() { "(none)" } else { class }));
    }
    let materials = materials(&map.file);
    say(&format!("\nmaterials  {} (faces)", materials.len()));
    for (material, faces) in &materials {
        say(&format!("{faces:>9}  {material}"));
    }
    if !map.file.manifest().is_empty() {
        say(&format!("\nmanifest\n{}", map.file.manifest()));
    }
}

/// How much of a limit is left, in percent; below 0 where there is too much.
fn headroom(used: f64, limit: f64) -> f64 {
    100.0 * (1.0 - used / limit)
}
