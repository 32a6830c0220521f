//! `alchemy info`.

use super::{InfoArgs, concluded, files::FileError, foreign_info};
use crate::ForeignKind;
use kerosene_asset::{MATERIAL_MAGIC, Material, Provenance, Texture, linear_to_srgb};
use kerosene_cli::{read, say};
use serde_json::json;
use std::path::Path;

pub(super) fn run(arguments: &InfoArgs) -> bool {
    let mut sound = true;
    for file in &arguments.files {
        let told = match ForeignKind::of_path(file) {
            Some(kind) => foreign_info::tell(file, kind, arguments.json),
            None => describe(file, arguments.json).map(|text| say(&text)),
        };
        sound &= concluded(told, arguments.json);
    }
    sound
}

/// What is in a texture or material.
fn describe(file: &Path, json: bool) -> Result<String, FileError> {
    let bytes = read(file)?;
    if bytes.starts_with(&MATERIAL_MAGIC.0) {
        let damaged = |reason| FileError::Material { file: file.to_owned(), reason };
        let material = Material::from_bytes(&bytes).map_err(damaged)?;
        return Ok(if json { material_as_json(file, &material) } else { material_for_people(file, &material) });
    }
    let damaged = |reason| FileError::Texture { file: file.to_owned(), reason };
    let texture = Texture::from_bytes(&bytes).map_err(damaged)?;
    Ok(if json { as_json(file, &texture) } else { for_people(file, &texture) })
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

fn for_people(file: &Path, texture: &Texture) -> String {
    let bytes: usize = texture.mips().iter().map(|mip| mip.bytes.len()).sum();
    let flags = flags(texture);
    let flags = if flags.is_empty() { "none".to_owned() } else { flags.join(", ") };
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
        made_of(&texture.provenance),
    ];
    lines.join("\n")
}

/// By what and of what something was made.
fn made_of(provenance: &Provenance) -> String {
    let sources = provenance.sources.iter();
    let sources: Vec<_> = sources.map(ToString::to_string).collect();
    let sources = if sources.is_empty() { "code".to_owned() } else { sources.join(", ") };
    format!("  made by  {} {}\n  of       {sources}", provenance.tool, provenance.options)
}

fn sources_as_json(provenance: &Provenance) -> Vec<serde_json::Value> {
    let sources = provenance.sources.iter();
    sources.map(|source| json!({ "path": source.path, "blake3": source.hex() })).collect()
}

fn material_for_people(file: &Path, material: &Material) -> String {
    let text: String = material.to_text().lines().map(|line| format!("  {}\n", line.replace('\t', "    "))).collect();
    let uses = material.references();
    let uses = if uses.is_empty() { "nothing".to_owned() } else { uses.join(", ") };
    format!("{}\n{text}  uses     {uses}\n{}", file.display(), made_of(&material.provenance))
}

fn material_as_json(file: &Path, material: &Material) -> String {
    json!({
        "file": file.display().to_string(), "shader": material.shader.name(), "surface": material.surface_property,
        "text": material.to_text(), "references": material.references(), "tool": material.provenance.tool,
        "options": material.provenance.options, "sources": sources_as_json(&material.provenance),
    })
    .to_string()
}

fn as_json(file: &Path, texture: &Texture) -> String {
    json!({
        "file": file.display().to_string(), "width": texture.width(), "height": texture.height(),
        "levels": texture.mips().len(), "format": texture.format().name(), "flags": flags(texture),
        "average_linear": texture.average, "tool": texture.provenance.tool, "options": texture.provenance.options,
        "sources": sources_as_json(&texture.provenance),
    })
    .to_string()
}
