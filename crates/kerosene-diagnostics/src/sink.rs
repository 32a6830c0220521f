//! Collecting diagnostics.

use crate::{Code, Diagnostic, Severity};
use std::collections::BTreeMap;
use std::fmt;

/// Diagnostics in the order they were pushed, with a cap per code: a map with ten thousand bad brushes
/// says so in fifty messages and a number. Everything is counted, kept or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    tallies: BTreeMap<Code, Tally>,
    cap: usize,
}

/// What was pushed of one code.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Tally {
    kept: usize,
    /// Left out, by severity from info to error.
    excess: [usize; 3],
}

/// How many of one code and severity were counted and not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Excess {
    /// The code.
    pub code: Code,
    /// Their severity.
    pub severity: Severity,
    /// How many, never 0.
    pub count: usize,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "and {} more like it", self.count)
    }
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::new()
    }
}

const SEVERITIES: [Severity; 3] = [Severity::Info, Severity::Warning, Severity::Error];

impl Diagnostics {
    /// The cap per code unless another is asked for.
    pub const DEFAULT_CAP: usize = 50;

    /// An empty list with the default cap.
    pub fn new() -> Self {
        Self::with_cap(Self::DEFAULT_CAP)
    }

    /// An empty list that keeps at most `cap` of each code.
    ///
    /// ```
    /// use kerosene_diagnostics::{Diagnostic, Diagnostics, codes};
    ///
    /// let mut diagnostics = Diagnostics::with_cap(2);
    /// for brush in 0..5 {
    ///     diagnostics.push(Diagnostic::new(codes::NO_VOLUME, format!("brush {brush} encloses no volume")));
    /// }
    /// assert_eq!((diagnostics.iter().count(), diagnostics.warnings()), (2, 5));
    /// assert_eq!(diagnostics.excess()[0].to_string(), "and 3 more like it");
    /// ```
    pub fn with_cap(cap: usize) -> Self {
        Self { kept: Vec::new(), tallies: BTreeMap::new(), cap }
    }

    /// Adds one at the end.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let tally = self.tallies.entry(diagnostic.code).or_default();
        if tally.kept < self.cap {
            tally.kept += 1;
            self.kept.push(diagnostic);
        } else {
            tally.excess[diagnostic.severity as usize] += 1;
        }
    }

    /// Adds all of `other` at the end, with what it counted and did not keep. Lists of parallel tasks
    /// appended by index give what one list would have held, provided their caps are no smaller.
    pub fn append(&mut self, other: Self) {
        for diagnostic in other.kept {
            self.push(diagnostic);
        }
        for (code, tally) in other.tallies {
            let excess = &mut self.tallies.entry(code).or_default().excess;
            for (sum, count) in excess.iter_mut().zip(tally.excess) {
                *sum += count;
            }
        }
    }

    /// Those that were kept, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// What was counted and not kept, by code and severity.
    pub fn excess(&self) -> Vec<Excess> {
        let of_code = |(&code, tally): (&Code, &Tally)| {
            SEVERITIES.into_iter().zip(tally.excess).map(move |(severity, count)| Excess { code, severity, count })
        };
        self.tallies.iter().flat_map(of_code).filter(|excess| excess.count > 0).collect()
    }

    /// How many of `severity` were pushed.
    pub fn count(&self, severity: Severity) -> usize {
        let kept = self.kept.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        kept + self.tallies.values().map(|tally| tally.excess[severity as usize]).sum::<usize>()
    }

    /// How many of `code` were pushed.
    pub fn count_of(&self, code: Code) -> usize {
        self.tallies.get(&code).map_or(0, |tally| tally.kept + tally.excess.iter().sum::<usize>())
    }

    /// How many errors were pushed.
    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    /// How many warnings were pushed.
    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    /// Whether any error was pushed.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// Whether nothing was pushed.
    pub fn is_empty(&self) -> bool {
        self.tallies.is_empty()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
