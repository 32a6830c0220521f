//! What the executable can do, as it tells.

use kerosene_vfs::vault::ContentHash;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// An option of a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageOption {
    /// Its long name, without hyphens.
    pub name: String,
    /// Whether a value belongs to it; where not, it is there or not.
    pub takes_value: bool,
}

/// A stage: a subcommand that compiles one source to one result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// The subcommand, its words apart by blanks: `alchemy compile`.
    pub name: &'static str,
    /// Name and version of the tool. A stage that makes other bytes of the same source has another version.
    pub version: String,
    /// What it can be told, so that a misspelt option is an error with its line and not one for each source.
    pub options: Vec<StageOption>,
}

/// The executable that holds the stages.
#[derive(Debug, Clone)]
pub struct Toolbox {
    /// Its file.
    pub program: PathBuf,
    /// The stages that it has.
    pub stages: Vec<Stage>,
    /// The name of the material that a picture of this name (without folder and extension) belongs to, and whether it is
    /// its base colour: `brick` and not, for `brick_n`.
    pub material_of: fn(&str) -> (String, bool),
    /// What the map compiler reads of a material of the project in a folder, by the name that maps call it by, as a text that
    /// is another one where that is different; nothing where there is no such material. Maps depend on this and not on the
    /// files of materials: a texture may change in its pixels without a map's being another.
    pub material_facts: fn(&Path, &str) -> Option<String>,
    /// What is wrong with an option of a stage (`--as=bogus`), in words; nothing where the stage takes it.
    pub wrong_option: fn(&str, &str) -> Option<String>,
    /// Names of the materials that the engine brings itself.
    pub stock_names: fn() -> BTreeSet<String>,
    /// The pictures of these materials as an export for an editor puts them into the sources, by name. They are there to be
    /// looked at, and compiling them would hide what the engine brings.
    pub stock_pictures: fn() -> BTreeMap<String, ContentHash>,
}

impl Toolbox {
    /// An executable without any stage.
    ///
    /// ```
    /// assert!(kiln::Toolbox::without_stages("kerosene-tools").stages.is_empty());
    /// ```
    #[must_use]
    pub fn without_stages(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            stages: Vec::new(),
            material_of: |name| (name.to_owned(), true),
            material_facts: |_, _| None,
            wrong_option: |_, _| None,
            stock_names: BTreeSet::new,
            stock_pictures: BTreeMap::new,
        }
    }

    pub(crate) fn stage(&self, name: &str) -> Option<&Stage> {
        self.stages.iter().find(|stage| stage.name == name)
    }
}
