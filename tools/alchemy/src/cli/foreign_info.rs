//! `alchemy info` of other games' files.

use super::files::FileError;
use super::foreign::Opened;
use crate::{ForeignKind, ForeignMaterial, ForeignTexture};
use kerosene_cli::{say, show_one};
use kerosene_diagnostics::Sources;
use kerosene_foreign::QuakeName;
use kerosene_vfs::material_name;
use serde_json::json;
use std::path::Path;

/// Prints what is in a file.
pub(super) fn tell(file: &Path, kind: ForeignKind, as_json: bool) -> Result<(), FileError> {
    let opened = Opened::read(file, kind, None)?;
    let content = opened.content()?;
    let name = file.display().to_string();
    if as_json {
        content.textures.iter().for_each(|texture| say(&json_line(&name, texture)));
        let material = |material: &ForeignMaterial| {
            json!({ "file": name, "material": material.name, "text": material.material.to_text() }).to_string()
        };
        content.materials.iter().for_each(|foreign| say(&material(foreign)));
    } else {
        say(&format!("{name}\n  {} textures, {} materials", content.textures.len(), content.materials.len()));
        content.textures.iter().for_each(|texture| say(&line(texture)));
        content
            .materials
            .iter()
            .for_each(|foreign| say(&format!("// {}\n{}", foreign.name, foreign.material.to_text())));
    }
    opened.remarks(&content).into_iter().for_each(|remark| show_one(remark, &Sources::new(), as_json));
    Ok(())
}

/// The path that a texture is made at, below the folder of materials.
fn path(texture: &ForeignTexture<'_>) -> String {
    material_name(&texture.name).map(|path| path.to_string()).unwrap_or_default()
}

/// What the name and the game's numbers say.
fn traits(texture: &ForeignTexture<'_>) -> Vec<String> {
    let QuakeName { fence, liquid, sky, animation } = QuakeName::of(&texture.name);
    let of_name = [(fence, "fence"), (liquid, "liquid"), (sky, "sky"), (animation.is_some(), "animation")];
    let of_name = of_name.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned());
    of_name.chain(texture.remarks()).collect()
}

fn line(texture: &ForeignTexture<'_>) -> String {
    let (width, height) = texture.size();
    let (name, path, traits) = (&texture.name, path(texture), traits(texture).join(", "));
    let path = if path == *name { String::new() } else { format!("as {path} ") };
    format!("  {name:<16} {width} x {height} {path}{traits}").trim_end().to_owned()
}

fn json_line(file: &str, texture: &ForeignTexture<'_>) -> String {
    let (width, height) = texture.size();
    json!({
        "file": file, "texture": texture.name, "width": width, "height": height, "path": path(texture),
        "traits": traits(texture),
    })
    .to_string()
}
