//! The names of an archive's entries.

use super::layout::EntryRecord;
use std::cmp::Ordering;

/// Entries with their names, ascending by the names' bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub(super) entries: Vec<EntryRecord>,
    pub(super) text: String,
}

impl Names {
    /// The name of an entry that there is.
    pub(super) fn name(&self, at: usize) -> &str {
        let start = if at == 0 { 0 } else { self.entries[at - 1].name_end };
        &self.text[start as usize..self.entries[at].name_end as usize]
    }

    /// The last name; empty where there is none.
    pub(super) fn last(&self) -> &str {
        self.entries.len().checked_sub(1).map_or("", |at| self.name(at))
    }

    /// Where a name is, or where it would be.
    pub(super) fn position(&self, name: &str) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.entries.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.name(middle).cmp(name) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Ok(middle),
                Ordering::Greater => high = middle,
            }
        }
        Err(low)
    }
}
