//! Included maps, each read once, and the bounds on what they may bring.

use super::{IncludeError, IncludedFiles};
use crate::error::ReadError;
use crate::import::{ImportStatistics, Imported};
use crate::limits::ReadOptions;
use crate::model::Map;
use kerosene_diagnostics::Diagnostics;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why an included map stays out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Error)]
pub(crate) enum Refusal {
    #[error("its `{0}` is empty")]
    Empty(&'static str),
    #[error("its `{key}` is not {expected}: `{value}`")]
    BadValue { key: &'static str, expected: &'static str, value: String },
    #[error("{0}")]
    NotRead(String),
    #[error("the map includes itself, by way of {0}")]
    Circle(String),
    #[error("included maps nest deeper than {0}")]
    TooDeep(usize),
    #[error("more than {limit} {what} in all with what is included")]
    TooMuch { what: &'static str, limit: usize },
}

/// Reads an included map from its name and bytes.
pub(crate) type Reader = fn(&str, &[u8], &ReadOptions) -> Result<Imported, ReadError>;

/// A map that was read.
struct Loaded {
    name: String,
    bytes: usize,
    map: Map,
    statistics: ImportStatistics,
    /// Whether it is the outermost map itself.
    is_root: bool,
}

/// Finds and keeps included maps.
pub(crate) struct Loader<'a> {
    files: &'a dyn IncludedFiles,
    options: &'a ReadOptions,
    root: &'a [u8],
    reader: Reader,
    loaded: Vec<Result<Loaded, Refusal>>,
    by_name: BTreeMap<String, usize>,
    /// By the name as written and the file that it was written in.
    by_reference: BTreeMap<(String, String), Result<usize, Refusal>>,
    diagnostics: Diagnostics,
    /// Inclusions so far, and the bytes of their files.
    inclusions: usize,
    bytes: usize,
}

impl<'a> Loader<'a> {
    pub(crate) fn new(files: &'a dyn IncludedFiles, options: &'a ReadOptions, root: &'a [u8], reader: Reader) -> Self {
        Self {
            files,
            options,
            root,
            reader,
            loaded: Vec::new(),
            by_name: BTreeMap::new(),
            by_reference: BTreeMap::new(),
            diagnostics: Diagnostics::new(),
            inclusions: 0,
            bytes: root.len(),
        }
    }

    /// The number of the map that `file` means in `includer`, if it may be included within those of `within`.
    pub(crate) fn load(&mut self, file: &str, includer: &str, within: &[usize]) -> Result<usize, Refusal> {
        let limits = &self.options.limits;
        if within.len() >= limits.inclusion_depth {
            return Err(Refusal::TooDeep(limits.inclusion_depth));
        }
        let reference = (file.to_owned(), includer.to_owned());
        let found = match self.by_reference.get(&reference) {
            Some(known) => known.clone(),
            None => {
                let found = self.read(file, includer);
                self.by_reference.insert(reference, found.clone());
                found
            }
        };
        let at = found?;
        match &self.loaded[at] {
            Err(refusal) => Err(refusal.clone()),
            Ok(loaded) if loaded.is_root || within.contains(&at) => Err(Refusal::Circle(loaded.name.clone())),
            Ok(_) => Ok(at),
        }
    }

    fn read(&mut self, file: &str, includer: &str) -> Result<usize, Refusal> {
        let found =
            self.files.read(file, includer).map_err(|error: IncludeError| Refusal::NotRead(error.to_string()))?;
        if let Some(at) = self.by_name.get(&found.name) {
            return Ok(*at);
        }
        let at = self.loaded.len();
        self.by_name.insert(found.name.clone(), at);
        let is_root = found.bytes == self.root;
        let read = if is_root { Ok(None) } else { self.parse(&found.name, &found.bytes).map(Some) };
        let loaded = read.map_err(|error| Refusal::NotRead(error.to_string())).map(|imported| {
            let (map, statistics) = imported.map(|read| (read.map, read.statistics)).unwrap_or_default();
            Loaded { name: found.name, bytes: found.bytes.len(), map, statistics, is_root }
        });
        self.loaded.push(loaded);
        Ok(at)
    }

    /// Reads an included map; what there is to say about it is kept with the name of its file.
    fn parse(&mut self, name: &str, bytes: &[u8]) -> Result<Imported, ReadError> {
        let mut imported = (self.reader)(name, bytes, self.options)?;
        self.diagnostics.append(std::mem::take(&mut imported.diagnostics));
        Ok(imported)
    }

    /// Counts one more inclusion of map `at`.
    pub(crate) fn charge(&mut self, at: usize, host: &Imported) -> Result<(), Refusal> {
        let limits = &self.options.limits;
        let Ok(loaded) = &self.loaded[at] else { return Ok(()) };
        let bytes = self.bytes.saturating_add(loaded.bytes);
        let entities = host.map.entities.len() + loaded.map.entities.len();
        let brushes = host.statistics.brushes.saturating_add(loaded.statistics.brushes);
        for (count, what, limit) in [
            (self.inclusions + 1, "inclusions", limits.inclusions),
            (bytes, "bytes", limits.bytes),
            (entities, "entities", limits.entities),
            (brushes, "brushes", limits.brushes),
        ] {
            if count > limit {
                return Err(Refusal::TooMuch { what, limit });
            }
        }
        self.inclusions += 1;
        self.bytes = bytes;
        Ok(())
    }

    /// Bytes of text that may still come.
    pub(crate) fn room(&self) -> usize {
        self.options.limits.bytes.saturating_sub(self.bytes)
    }

    /// Counts the text that parameters brought, `None` where it is more than may come.
    pub(crate) fn charge_text(&mut self, grown: Option<usize>) -> Result<(), Refusal> {
        let limit = self.options.limits.bytes;
        self.bytes = self.bytes.saturating_add(grown.ok_or(Refusal::TooMuch { what: "bytes", limit })?);
        Ok(())
    }

    /// The map of a number that [`Self::load`] gave.
    pub(crate) fn map(&self, at: usize) -> &Map {
        const NOTHING: &Map = &Map {
            source: String::new(),
            entities: Vec::new(),
            visgroups: Vec::new(),
            groups: Vec::new(),
            cordons: Vec::new(),
            unknown: Vec::new(),
        };
        self.loaded[at].as_ref().map_or(NOTHING, |loaded| &loaded.map)
    }

    /// Its name.
    pub(crate) fn name(&self, at: usize) -> &str {
        self.loaded[at].as_ref().map_or("", |loaded| &loaded.name)
    }

    /// Its counts.
    pub(crate) fn statistics(&self, at: usize) -> ImportStatistics {
        self.loaded[at].as_ref().map_or_else(|_| ImportStatistics::default(), |loaded| loaded.statistics)
    }

    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }
}

/// Adds what an included map was made of to the counts of the whole.
pub(crate) fn add_statistics(total: &mut ImportStatistics, part: ImportStatistics) {
    total.brushes += part.brushes;
    total.sides += part.sides;
    total.dropped_brushes += part.dropped_brushes;
    total.patches += part.patches;
    total.patch_triangles += part.patch_triangles;
    total.patches_not_read += part.patches_not_read;
    total.primitives += part.primitives;
    total.primitives_not_read += part.primitives_not_read;
    total.omitted_entities += part.omitted_entities;
    total.omitted_brushes += part.omitted_brushes;
    total.wires += part.wires;
    total.displacements += part.displacements;
    total.displaced_brushes += part.displaced_brushes;
    total.sides_beside_displacements += part.sides_beside_displacements;
    total.displacements_left_flat += part.displacements_left_flat;
}
