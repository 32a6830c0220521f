//! `alchemy info` of other games' files.

use super::files::FileError;
use super::foreign::Opened;
use super::{say, show};
use crate::{ForeignKind, ForeignTexture};
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
    } else {
        say(&format!("{name}\n  {} textures", content.textures.len()));
        content.textures.iter().for_each(|texture| say(&line(texture)));
    }
    opened.remarks(&content).into_iter().for_each(|remark| show(remark, as_json));
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
    let numbers = texture.wal_numbers().filter(|numbers| *numbers != [0; 3]);
    let numbers =
        numbers.map(|[flags, contents, light]| format!("flags {flags:#x} contents {contents:#x} light {light}"));
    of_name.chain(numbers).collect()
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
