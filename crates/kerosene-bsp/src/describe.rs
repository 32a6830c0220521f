//! What a file holds, for people.

use crate::{BspFile, Lump, MAX_COORDINATE, MAX_LUMPS, MAX_TREE_DEPTH};
use std::fmt;

/// Counts, sizes and headroom of a compiled map; its `Display` form is a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// Length of the file in bytes.
    pub file_length: usize,
    /// Every lump in file order, those of other stages and tools last.
    pub lumps: Vec<LumpDescription>,
    /// What is bounded by the format, and how much of it is used.
    pub limits: Vec<LimitDescription>,
}

/// One lump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LumpDescription {
    /// Its name.
    pub name: String,
    /// Number of records; bytes for text and for lumps of others.
    pub records: usize,
    /// Bytes once unfolded.
    pub length: usize,
    /// Bytes in the file, fewer where it is compressed.
    pub stored_length: u64,
}

/// A bound of the format.
#[derive(Debug, Clone, PartialEq)]
pub struct LimitDescription {
    /// What is bounded.
    pub what: &'static str,
    /// How much there is.
    pub used: f64,
    /// How much there may be.
    pub limit: f64,
}

impl BspFile {
    /// What the file holds: sizes per lump, counts, and how near it is to the format's limits.
    ///
    /// ```
    /// let description = kerosene_bsp::sample::room().to_file()?.describe();
    /// let brushes = description.lumps.iter().find(|lump| lump.name == "brushes");
    /// assert_eq!(brushes.map(|lump| lump.records), Some(6));
    /// assert!(description.to_string().contains("tree depth"));
    /// # Ok::<(), kerosene_bsp::BspError>(())
    /// ```
    pub fn describe(&self) -> Description {
        let known = Lump::ALL.into_iter().map(|lump| LumpDescription {
            name: lump.name().to_owned(),
            records: self.lump(lump).len() / lump.record_size(),
            length: self.lump(lump).len(),
            stored_length: self.stored_length(lump),
        });
        let extra = self.extra_lengths().map(|(name, length, stored_length)| LumpDescription {
            name: name.to_owned(),
            records: length,
            length,
            stored_length,
        });
        let lumps: Vec<LumpDescription> = known.chain(extra).collect();
        let records = lumps.iter().map(|lump| lump.records).max().unwrap_or(0);
        let limit = |what, used: f64, limit: f64| LimitDescription { what, used, limit };
        let limits = vec![
            limit("lumps", lumps.len() as f64, f64::from(MAX_LUMPS)),
            limit("records in a lump", records as f64, f64::from(i32::MAX)),
            limit("tree depth", tree_depth(self) as f64, MAX_TREE_DEPTH as f64),
            limit("distance from the origin", reach(self), f64::from(MAX_COORDINATE)),
        ];
        Description { file_length: self.file_length(), lumps, limits }
    }
}

/// Nodes on the longest way from a root to a leaf.
fn tree_depth(file: &BspFile) -> usize {
    let mut open: Vec<(i32, usize)> = file.models().iter().map(|model| (model.head_node, 0)).collect();
    let mut deepest = 0;
    while let Some((child, depth)) = open.pop() {
        deepest = deepest.max(depth);
        if child >= 0 {
            open.extend(file.nodes()[child as usize].children.map(|child| (child, depth + 1)));
        }
    }
    deepest
}

/// Greatest coordinate of a model's bounds.
fn reach(file: &BspFile) -> f64 {
    let bounds = file.models().iter().flat_map(|model| model.mins.into_iter().chain(model.maxs));
    bounds.map(|value| f64::from(value.abs())).fold(0.0, f64::max)
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16} {:>10} {:>12} {:>12}", "lump", "records", "bytes", "in the file")?;
        for LumpDescription { name, records, length, stored_length } in &self.lumps {
            writeln!(f, "{name:<16} {records:>10} {length:>12} {stored_length:>12}")?;
        }
        writeln!(f, "{:<16} {:>10} {:>12} {:>12}", "file", "", "", self.file_length)?;
        for LimitDescription { what, used, limit } in &self.limits {
            writeln!(f, "{what}: {used} of {limit} ({:.1} %)", 100.0 * used / limit)?;
        }
        Ok(())
    }
}
