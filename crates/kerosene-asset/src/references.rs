//! What other resources a resource uses.

use crate::material::{MATERIAL_MAGIC, MATERIAL_VERSION};
use crate::model::{MODEL_MAGIC, MODEL_VERSION};
use crate::texture::{TEXTURE_MAGIC, TEXTURE_VERSION};
use kerosene_container::{Container, ContainerError, SectionReader, Tag, put_text};

/// The section that holds them, in every kind of resource that has any.
pub(crate) const REFERENCES: Tag = Tag(*b"REFS");
/// Longest virtual path, in bytes.
const MAX_PATH: usize = 1024;

/// The bytes of the section: how many paths there are, and each of them.
pub(crate) fn to_bytes(paths: &[String]) -> Vec<u8> {
    let mut out = (paths.len() as u32).to_le_bytes().to_vec();
    paths.iter().for_each(|path| put_text(&mut out, path));
    out
}

/// Reads the section.
pub(crate) fn read(mut reader: SectionReader<'_>) -> Result<Vec<String>, ContainerError> {
    let count = reader.count(4, "the references")?;
    let mut paths = Vec::new();
    for _ in 0..count {
        paths.push(reader.text(MAX_PATH, "a reference")?.to_owned());
    }
    reader.end()?;
    Ok(paths)
}

/// Kinds of resources, with the version that is read.
const KINDS: [(Tag, u32); 3] =
    [(TEXTURE_MAGIC, TEXTURE_VERSION), (MATERIAL_MAGIC, MATERIAL_VERSION), (MODEL_MAGIC, MODEL_VERSION)];

/// Virtual paths of the files that a resource of any kind uses, in order, for who packs or checks content; none of a file
/// that is no resource.
///
/// # Errors
/// The resource is of another version, or damaged where it says so.
///
/// ```
/// use kerosene_asset::{Material, TextureName, references};
///
/// let material = Material { base_texture: TextureName::new("dev/grid"), ..Material::default() };
/// assert_eq!(references(&material.to_bytes())?, ["materials/dev/grid.ktex"]);
/// assert!(references(b"some text")?.is_empty());
/// # Ok::<(), kerosene_container::ContainerError>(())
/// ```
pub fn references(bytes: &[u8]) -> Result<Vec<String>, ContainerError> {
    let Some((magic, version)) = KINDS.iter().find(|(magic, _)| bytes.starts_with(&magic.0)) else {
        return Ok(Vec::new());
    };
    let container = Container::parse(bytes, *magic, *version)?;
    if container.sections().any(|(tag, _)| tag == REFERENCES) {
        read(container.reader(REFERENCES)?)
    } else {
        Ok(Vec::new())
    }
}
