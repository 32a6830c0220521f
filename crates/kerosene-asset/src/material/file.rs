//! A compiled material: `.kmat_c`.

use super::Material;
use crate::provenance::{PROVENANCE, Provenance};
use crate::references::{self, REFERENCES};
use kerosene_container::{Container, ContainerBuilder, ContainerError, SectionReader, Tag};
use kerosene_diagnostics::Diagnostics;

/// The first bytes of a compiled material.
pub const MATERIAL_MAGIC: Tag = Tag(*b"KMAT");

/// Version of the files that are written and read.
pub const MATERIAL_VERSION: u32 = 1;

/// The canonical text.
const BODY: Tag = Tag(*b"BODY");

/// Why a compiled material cannot be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MaterialError {
    /// The file is no material, of another version, or damaged.
    #[error(transparent)]
    Container(#[from] ContainerError),
}

impl Material {
    /// The compiled file: the canonical text, the files that it uses, and what it was made from.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        ContainerBuilder::new(MATERIAL_MAGIC, MATERIAL_VERSION)
            .section(BODY, self.to_text().into_bytes())
            .section(REFERENCES, references::to_bytes(&self.references()))
            .section(PROVENANCE, self.provenance.to_bytes())
            .to_bytes()
    }

    /// Reads a compiled file.
    ///
    /// # Errors
    /// Why it is no compiled material.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MaterialError> {
        let container = Container::parse(bytes, MATERIAL_MAGIC, MATERIAL_VERSION)?;
        let body = container.section(BODY)?;
        let at = SectionReader::new(BODY, body);
        let text = std::str::from_utf8(body).map_err(|_| at.error("the material is no text"))?;
        let parsed = Self::parse("", text).map_err(|errors| at.error(first(&errors)))?;
        let mut material = parsed.0;
        if material.to_text() != text {
            return Err(at.error("the material's text is not as it is written").into());
        }
        let uses = container.reader(REFERENCES)?;
        if references::read(uses.clone())? != material.references() {
            return Err(uses.error("the references are not those of the material").into());
        }
        material.provenance = Provenance::read(container.reader(PROVENANCE)?)?;
        Ok(material)
    }
}

/// The first error of several.
fn first(errors: &Diagnostics) -> String {
    errors
        .iter()
        .find(|note| note.severity == kerosene_diagnostics::Severity::Error)
        .map_or_else(|| "the material's text cannot be read".to_owned(), |error| error.message.clone())
}
