//! `alchemy info`.

use super::{InfoArgs, concluded, files, foreign_info, say};
use crate::ForeignKind;
use kerosene_asset::{Texture, linear_to_srgb};
use serde_json::json;
use std::path::Path;

pub(super) fn run(arguments: &InfoArgs) -> bool {
    let mut sound = true;
    for file in &arguments.files {
        let told = match ForeignKind::of_path(file) {
            Some(kind) => foreign_info::tell(file, kind, arguments.json),
            None => files::read_texture(file).map(|texture| {
                let text = if arguments.json { as_json(file, &texture) } else { for_people(file, &texture) };
                say(&text);
            }),
        };
        sound &= concluded(told, arguments.json);
    }
    sound
}

/// Names of the flags that are set.
fn flags(texture: &Texture) -> Vec<String> {
    texture.flags.iter_names().map(|(name, _)| name.to_ascii_lowercase().replace('_', "-")).collect()
}

/// The average colour as a web page writes it.
fn average(texture: &Texture) -> String {
    let [r, g, b, _] = texture.average.map(linear_to_srgb);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn hex(hash: &[u8; 32]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn for_people(file: &Path, texture: &Texture) -> String {
    let bytes: usize = texture.mips().iter().map(|mip| mip.bytes.len()).sum();
    let flags = flags(texture);
    let flags = if flags.is_empty() { "none".to_owned() } else { flags.join(", ") };
    let sources = texture.provenance.sources.iter();
    let sources: Vec<_> = sources.map(|source| format!("{} ({})", source.path, &hex(&source.hash)[..12])).collect();
    let lines = [
        file.display().to_string(),
        format!(
            "  size     {} x {}, {} levels, {bytes} bytes of pixels",
            texture.width(),
            texture.height(),
            texture.mips().len()
        ),
        format!("  format   {}", texture.format().name()),
        format!("  flags    {flags}"),
        format!("  average  {} (alpha {:.2})", average(texture), texture.average[3]),
        format!("  made by  {} {}", texture.provenance.tool, texture.provenance.options),
        format!("  of       {}", sources.join(", ")),
    ];
    lines.join("\n")
}

fn as_json(file: &Path, texture: &Texture) -> String {
    let sources = texture.provenance.sources.iter();
    let sources: Vec<_> = sources.map(|source| json!({ "path": source.path, "blake3": hex(&source.hash) })).collect();
    json!({
        "file": file.display().to_string(), "width": texture.width(), "height": texture.height(),
        "levels": texture.mips().len(), "format": texture.format().name(), "flags": flags(texture),
        "average_linear": texture.average, "tool": texture.provenance.tool, "options": texture.provenance.options,
        "sources": sources,
    })
    .to_string()
}
