//! The table of mappings.

use super::{Guid, Mapping, MappingError, MappingText};
use std::collections::BTreeMap;

/// The platform whose lines of a table count here, by SDL's name.
const PLATFORM: &str = if cfg!(windows) {
    "Windows"
} else if cfg!(target_os = "macos") {
    "Mac OS X"
} else {
    "Linux"
};

/// Mappings of models.
#[derive(Debug, Clone)]
pub struct Mappings {
    /// By identity without checksum.
    exact: BTreeMap<Guid, Mapping>,
    /// By identity without checksum and version: the last that was read of a model counts for versions that no line names.
    any_version: BTreeMap<Guid, Guid>,
}

/// How reading a table went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MappingReport {
    /// Models that were read, for this platform.
    pub read: usize,
    /// What was wrong, the first [`Mappings::ERRORS`] of it.
    pub errors: Vec<MappingError>,
    /// How many more lines were wrong.
    pub more_errors: usize,
}

impl Default for Mappings {
    /// Those built in.
    fn default() -> Self {
        let mut mappings = Self { exact: BTreeMap::new(), any_version: BTreeMap::new() };
        let report = mappings.add_text(Self::BUILT_IN);
        debug_assert_eq!(report.errors, []);
        mappings
    }
}

impl Mappings {
    /// Errors that are told one by one.
    pub const ERRORS: usize = 16;
    /// The built-in table, in SDL's format.
    pub const BUILT_IN: &'static str = include_str!("gamepads.txt");

    /// Reads a table in SDL's format; later lines go before earlier ones. A line with a fault costs that line.
    ///
    /// ```
    /// use kerosene_input::Mappings;
    ///
    /// let mut mappings = Mappings::default();
    /// let report = mappings.add_text("03000000341200007856000000010000,My pad,a:b3,\nnonsense");
    /// assert_eq!((report.read, report.errors[0].line), (1, 2));
    /// ```
    pub fn add_text(&mut self, text: &str) -> MappingReport {
        let mut report = MappingReport::default();
        for line in MappingText::new(text, PLATFORM) {
            match line {
                Ok((guid, mapping)) => {
                    report.read += 1;
                    let guid = guid.without_checksum();
                    if guid.has_vendor() {
                        self.any_version.insert(guid.without_version(), guid);
                    }
                    self.exact.insert(guid, mapping);
                }
                Err(error) if report.errors.len() < Self::ERRORS => report.errors.push(error),
                Err(_) => report.more_errors += 1,
            }
        }
        report
    }

    /// The mapping of a model: its own, or else that of another version of it.
    #[must_use]
    pub fn find(&self, guid: Guid) -> Option<&Mapping> {
        let guid = guid.without_checksum();
        let same_model = || self.any_version.get(&guid.without_version()).filter(|_| guid.has_vendor());
        self.exact.get(&guid).or_else(|| self.exact.get(same_model()?))
    }

    /// How many models it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.exact.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }
}
