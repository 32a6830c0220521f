//! What a resource was made from.

use kerosene_container::{Container, ContainerError, SectionReader, Tag, put_text};
use std::fmt;

/// The section that holds it.
pub(crate) const PROVENANCE: Tag = Tag(*b"EDIT");
/// Longest text in it, in bytes.
const MAX_TEXT: usize = 4096;
/// Least bytes of a source: the length of its path and its hash.
const SOURCE_BYTES: usize = TEXT_BYTES + 32;
/// Least bytes of a text: its length.
const TEXT_BYTES: usize = 4;

/// A file that a resource was made from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    /// Its path as the tool was given it, with forward slashes.
    pub path: String,
    /// BLAKE3 of its content.
    pub hash: [u8; 32],
}

impl SourceFile {
    /// A file of these bytes.
    ///
    /// ```
    /// use kerosene_asset::SourceFile;
    ///
    /// assert_ne!(SourceFile::of("a.png", b"one").hash, SourceFile::of("a.png", b"two").hash);
    /// ```
    #[must_use]
    pub fn of(path: impl Into<String>, bytes: &[u8]) -> Self {
        Self { path: path.into(), hash: *blake3::hash(bytes).as_bytes() }
    }

    /// The hash as 64 hexadecimal digits.
    ///
    /// ```
    /// use kerosene_asset::SourceFile;
    ///
    /// assert!(SourceFile::of("a.png", b"").hex().starts_with("af1349b9f5f9a1a6"));
    /// ```
    #[must_use]
    pub fn hex(&self) -> String {
        self.hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Display for SourceFile {
    /// The path, and as much of the hash as people compare: `art/brick.png (af1349b9f5f9)`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.path, &self.hex()[..12])
    }
}

/// What a resource was made by and from. Equal provenance means equal resources: tools give the same bytes for the same
/// input, so a resource whose sources, options and tool are unchanged need not be made again. Texts are kept up to 4,096
/// bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provenance {
    /// Name and version of the tool: `alchemy 1`.
    pub tool: String,
    /// The options that change what is made, as the tool would take them.
    pub options: String,
    /// The files that were read, in the order in which they were.
    pub sources: Vec<SourceFile>,
    /// Paths of files that were looked for and were not there, such as a game's palette: where one of them comes, the
    /// resource would be another.
    pub absent: Vec<String>,
}

impl Provenance {
    /// What any resource says that it was made of, whatever its kind.
    ///
    /// # Errors
    /// Bytes that are no resource, or a damaged one.
    ///
    /// ```
    /// use kerosene_asset::Provenance;
    ///
    /// assert!(Provenance::of_resource(b"some text").is_err());
    /// ```
    pub fn of_resource(bytes: &[u8]) -> Result<Self, ContainerError> {
        let (magic, version) = bytes
            .split_first_chunk()
            .and_then(|(magic, rest)| Some((magic, rest.first_chunk()?)))
            .ok_or(ContainerError::Table)?;
        let container = Container::parse(bytes, Tag(*magic), u32::from_le_bytes(*version))?;
        Self::read(container.reader(PROVENANCE)?)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_text(&mut out, bounded(&self.tool));
        put_text(&mut out, bounded(&self.options));
        out.extend_from_slice(&(self.sources.len() as u32).to_le_bytes());
        for source in &self.sources {
            put_text(&mut out, bounded(&source.path));
            out.extend_from_slice(&source.hash);
        }
        // Files of versions that did not know of absent ones end here, and so do those that missed none.
        if !self.absent.is_empty() {
            out.extend_from_slice(&(self.absent.len() as u32).to_le_bytes());
            self.absent.iter().for_each(|path| put_text(&mut out, bounded(path)));
        }
        out
    }

    pub(crate) fn read(mut reader: SectionReader<'_>) -> Result<Self, ContainerError> {
        let tool = reader.text(MAX_TEXT, "the tool's name")?.to_owned();
        let options = reader.text(MAX_TEXT, "the options")?.to_owned();
        let count = reader.count(SOURCE_BYTES, "the sources")?;
        let mut sources = Vec::with_capacity(count);
        for _ in 0..count {
            let path = reader.text(MAX_TEXT, "a source's path")?.to_owned();
            sources.push(SourceFile { path, hash: reader.array("a source's hash")? });
        }
        let count = if reader.end().is_ok() { 0 } else { reader.count(TEXT_BYTES, "the absent files")? };
        let mut absent = Vec::with_capacity(count);
        for _ in 0..count {
            absent.push(reader.text(MAX_TEXT, "an absent file's path")?.to_owned());
        }
        reader.end()?;
        Ok(Self { tool, options, sources, absent })
    }
}

/// As much of a text as is kept.
fn bounded(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_TEXT)]
}
