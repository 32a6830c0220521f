//! TrenchBroom's configuration of a game.
//!
//! The keys are those of version 9, that of TrenchBroom 2024.1 and later.

use alchemy::PictureRole;
use serde_json::{Value, json};

/// The version of the format.
const VERSION: u32 = 9;
/// The game's name: TrenchBroom writes it into maps, where our importer knows it.
pub(super) const NAME: &str = "Kerosene";
/// The folder of pictures in the content: the name of a material is the path of its picture there.
pub(super) const ART: &str = "art";
/// Endings of pictures that both TrenchBroom and our texture compiler read.
const PICTURES: [&str; 4] = [".png", ".tga", ".jpg", ".jpeg"];

/// The configuration.
pub(super) fn text(tools: &[String], map_size: i32) -> String {
    // The texture compiler's own endings, after each of the characters that it knows them by.
    let endings = PictureRole::endings_of_others();
    let excludes: Vec<_> = endings.flat_map(|ending| ["_", "-"].map(|before| format!("*{before}{ending}"))).collect();
    let config = json!({
        "version": VERSION,
        "name": NAME,
        "icon": "Icon.png",
        "fileformats": [{ "format": "Valve", "initialmap": "initial_valve.map" }],
        "filesystem": { "searchpath": ".", "packageformat": { "extension": "zip", "format": "zip" } },
        "materials": { "root": ART, "extensions": PICTURES, "excludes": excludes },
        "entities": {
            "definitions": ["kerosene.fgd"],
            "defaultcolor": "0.6 0.6 0.6 1.0",
            "setDefaultProperties": false,
        },
        "tags": { "brush": brush_tags(), "brushface": tools.iter().map(|tool| face_tag(tool)).collect::<Vec<_>>() },
        "faceattribs": { "defaults": { "scale": [0.25, 0.25] }, "surfaceflags": [], "contentflags": [] },
        "softMapBounds": format!("-{map_size} -{map_size} -{map_size} {map_size} {map_size} {map_size}"),
    });
    pretty(&config)
}

/// Brushes that are told by their entity's class: name, pattern, whether one looks through them, what they are covered with.
const BRUSH_TAGS: [(&str, &str, bool, Option<&str>); 6] = [
    ("Trigger", "trigger_*", true, Some("tools/trigger")),
    ("Detail", "detail", false, None),
    ("Illusionary", "illusionary", true, None),
    ("Ladder", "ladder", true, Some("tools/trigger")),
    ("Water", "water", true, None),
    ("Door", "door*", false, None),
];

fn brush_tags() -> Vec<Value> {
    let tag = |(name, pattern, transparent, material): (&str, &str, bool, Option<&str>)| {
        let mut tag = json!({
            "name": name, "attribs": attributes(transparent), "match": "classname", "pattern": pattern,
        });
        if let Some(material) = material {
            tag["material"] = material.into();
        }
        tag
    };
    BRUSH_TAGS.into_iter().map(tag).collect()
}

/// Faces of a tool texture, which is named by its path so that only it is meant.
fn face_tag(material: &str) -> Value {
    let name = material.rsplit('/').next().unwrap_or(material);
    let group = if material.starts_with("liquids/") { "Liquid" } else { "Tool" };
    json!({ "name": format!("{group}: {name}"), "attribs": attributes(true), "match": "material", "pattern": material })
}

fn attributes(transparent: bool) -> &'static [&'static str] {
    if transparent { &["transparent"] } else { &[] }
}

/// JSON for people.
pub(super) fn pretty(value: &Value) -> String {
    // A value that was made here has no keys that are not texts.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
