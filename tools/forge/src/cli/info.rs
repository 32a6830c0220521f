//! `forge info`.

use super::{InfoArgs, concluded, files};
use kerosene_asset::Model;
use kerosene_cli::say;
use kerosene_math::units::METRES_PER_UNIT;
use serde_json::json;
use std::path::Path;

/// The screen on which a level's error is told: rows of a usual one.
const ROWS: f32 = 1080.0;

pub(super) fn run(arguments: &InfoArgs) -> bool {
    let mut sound = true;
    for file in &arguments.files {
        let told = files::read_model(file).map(|model| {
            let text = if arguments.json { as_json(file, &model) } else { for_people(file, &model) };
            say(&text);
        });
        sound &= concluded(told, arguments.json);
    }
    sound
}

/// The optional streams that are there.
fn extras(model: &Model) -> Vec<&'static str> {
    let vertices = &model.vertices;
    let streams = [
        (!vertices.second_uvs.is_empty(), "second texture coordinates"),
        (!vertices.colors.is_empty(), "colours"),
        (!vertices.skin.is_empty(), "skin"),
    ];
    streams.into_iter().filter_map(|(there, name)| there.then_some(name)).collect()
}

fn for_people(file: &Path, model: &Model) -> String {
    let (min, max, size) = (model.bounds.min, model.bounds.max, model.bounds.size());
    let metres = size.as_dvec3() * METRES_PER_UNIT;
    let mut lines = vec![file.display().to_string()];
    let mut line = |name: &str, text: String| lines.push(format!("  {name:<11} {text}"));
    let with = extras(model);
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
    line("vertices", format!("{}{with}", model.vertices.len()));
    line("size", format!("{:.2} x {:.2} x {:.2} units", size.x, size.y, size.z));
    line("", format!("{:.3} x {:.3} x {:.3} metres", metres.x, metres.y, metres.z));
    let corner = |corner: kerosene_math::Vec3| format!("({:.2} {:.2} {:.2})", corner.x, corner.y, corner.z);
    line("bounds", format!("{} to {}", corner(min), corner(max)));
    line("surface", if model.surface.is_empty() { "of its materials".to_owned() } else { model.surface.clone() });
    line("materials", model.materials.join(", "));
    for (index, level) in model.levels.iter().enumerate() {
        let away = level.distance(ROWS, 1.0);
        let from = if index == 0 {
            String::new()
        } else {
            format!(", off by {:.3} units: a pixel from {away:.0} units away", level.error)
        };
        line(&format!("level {index}"), format!("{} triangles{from}", level.triangles()));
    }
    for (index, hull) in model.hulls.iter().enumerate() {
        line(&format!("hull {index}"), format!("{} corners, {:.0} cubic units", hull.points.len(), hull.volume()));
    }
    if !model.bones.is_empty() {
        let roots = model.bones.iter().filter(|bone| bone.parent.is_none()).count();
        line("bones", format!("{}, {roots} of them roots", model.bones.len()));
    }
    for clip in &model.clips {
        let kind = if clip.looped { "looped" } else { "once" };
        let size = clip.bounds.size();
        let within = format!("within {:.0} x {:.0} x {:.0} units", size.x, size.y, size.z);
        let pace = format!("{:.3} s, {} frames at {:.2} a second", clip.seconds(), clip.frames, clip.rate);
        line("clip", format!("{} ({kind}): {pace}, {within}", clip.name));
    }
    for place in &model.attachments {
        let bone = place.bone.and_then(|bone| model.bones.get(usize::from(bone)));
        let on = bone.map_or(String::new(), |bone| format!(" on {}", bone.name));
        line("attachment", format!("{}{on} at {}", place.name, corner(place.transform.translation)));
    }
    line("made by", format!("{} {}", model.provenance.tool, model.provenance.options).trim_end().to_owned());
    let sources = model.provenance.sources.iter();
    let sources: Vec<_> = sources.map(ToString::to_string).collect();
    line("of", sources.join(", "));
    lines.join("\n")
}

fn as_json(file: &Path, model: &Model) -> String {
    let levels = model.levels.iter();
    let levels: Vec<_> = levels.map(|level| json!({ "triangles": level.triangles(), "error": level.error })).collect();
    let hulls = model.hulls.iter();
    let hulls: Vec<_> = hulls.map(|hull| json!({ "corners": hull.points.len(), "volume": hull.volume() })).collect();
    let clips = model.clips.iter().map(|clip| {
        json!({
            "name": clip.name, "looped": clip.looped, "seconds": clip.seconds(), "frames": clip.frames, "rate": clip.rate,
            "min": clip.bounds.min.to_array(), "max": clip.bounds.max.to_array(),
        })
    });
    let attachments = model.attachments.iter().map(|place| {
        let at = place.transform.translation.to_array();
        json!({ "name": place.name, "bone": place.bone, "at": at })
    });
    let sources = model.provenance.sources.iter();
    let sources: Vec<_> = sources.map(|source| json!({ "path": source.path, "blake3": source.hex() })).collect();
    json!({
        "file": file.display().to_string(), "vertices": model.vertices.len(), "streams": extras(model),
        "min": model.bounds.min.to_array(), "max": model.bounds.max.to_array(), "surface": model.surface,
        "materials": model.materials, "levels": levels, "hulls": hulls,
        "bones": model.bones.iter().map(|bone| bone.name.as_str()).collect::<Vec<_>>(),
        "clips": clips.collect::<Vec<_>>(), "attachments": attachments.collect::<Vec<_>>(),
        "tool": model.provenance.tool, "options": model.provenance.options, "sources": sources,
    })
    .to_string()
}
