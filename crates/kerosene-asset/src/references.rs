//! What other resources a resource uses.

use kerosene_container::{ContainerError, SectionReader, Tag, put_text};

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
