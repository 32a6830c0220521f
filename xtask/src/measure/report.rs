//! The figures per crate and for the whole workspace, and what is over the limits.

use super::{Function, LONG_FUNCTION, LONG_FUNCTION_SHARE, LONGEST_USUAL_FUNCTION, SourceFile};
use std::fmt;
use std::path::PathBuf;

/// What was measured, per crate in the order added.
#[derive(Debug, Default)]
pub struct Report {
    crates: Vec<(String, Vec<SourceFile>)>,
}

/// A limit that does not hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Excess {
    /// The 99th percentile of function lengths, in lines.
    Percentile99(usize),
    /// The share of functions above [`LONG_FUNCTION`] lines, of 1.
    LongShare(f64),
    /// A public item without a doc comment.
    Undocumented {
        /// File it stands in.
        path: PathBuf,
        /// 1-based line.
        line: usize,
        /// Its name.
        name: String,
    },
}

/// The figures of one crate, or of all.
#[derive(Debug, Default)]
struct Figures {
    /// Lengths in lines, ascending.
    functions: Vec<usize>,
    /// Lengths in lines, ascending.
    files: Vec<usize>,
    items: usize,
    documented: usize,
}

impl Report {
    /// Adds a crate's files.
    pub fn add(&mut self, name: &str, files: Vec<SourceFile>) {
        self.crates.push((name.to_owned(), files));
    }

    /// The limits that the workspace as a whole does not hold.
    pub fn excesses(&self) -> Vec<Excess> {
        let figures = Figures::of(self.files());
        let mut excesses = Vec::new();
        if figures.percentile_99() > LONGEST_USUAL_FUNCTION {
            excesses.push(Excess::Percentile99(figures.percentile_99()));
        }
        if figures.long_share() >= LONG_FUNCTION_SHARE {
            excesses.push(Excess::LongShare(figures.long_share()));
        }
        for file in self.files() {
            excesses.extend(file.items.iter().filter(|item| !item.documented).map(|item| Excess::Undocumented {
                path: file.path.clone(),
                line: item.line,
                name: item.name.clone(),
            }));
        }
        excesses
    }

    fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.crates.iter().flat_map(|(_, files)| files)
    }

    /// The longest functions, longest first, as many as `count`.
    fn longest(&self, count: usize) -> Vec<(&SourceFile, &Function)> {
        let mut all: Vec<_> =
            self.files().flat_map(|file| file.functions.iter().map(move |function| (file, function))).collect();
        all.sort_by(|a, b| (b.1.length, &a.0.path, a.1.line).cmp(&(a.1.length, &b.0.path, b.1.line)));
        all.truncate(count);
        all
    }
}

impl Figures {
    fn of<'a>(files: impl Iterator<Item = &'a SourceFile>) -> Self {
        let mut figures = Self::default();
        for file in files {
            figures.files.push(file.lines);
            figures.functions.extend(file.functions.iter().map(|function| function.length));
            figures.items += file.items.len();
            figures.documented += file.items.iter().filter(|item| item.documented).count();
        }
        figures.files.sort_unstable();
        figures.functions.sort_unstable();
        figures
    }

    fn percentile_99(&self) -> usize {
        percentile(&self.functions, 99)
    }

    fn long(&self) -> usize {
        self.functions.iter().filter(|length| **length > LONG_FUNCTION).count()
    }

    /// Share of long functions, 0 where there are none at all.
    fn long_share(&self) -> f64 {
        self.long() as f64 / self.functions.len().max(1) as f64
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        let documented = if self.items == 0 { 100.0 } else { 100.0 * self.documented as f64 / self.items as f64 };
        writeln!(
            f,
            "{name:<22} {:>6} {:>6} {:>6} {:>6} {:>6} | {:>6} {:>6} {:>6} | {:>6} {documented:>6.1}%",
            self.functions.len(),
            percentile(&self.functions, 50),
            self.percentile_99(),
            self.functions.last().copied().unwrap_or(0),
            self.long(),
            self.files.len(),
            percentile(&self.files, 50),
            self.files.last().copied().unwrap_or(0),
            self.items,
        )
    }
}

/// The nearest-rank percentile of ascending `values`, 0 where there are none.
fn percentile(values: &[usize], percent: usize) -> usize {
    let rank = (values.len() * percent).div_ceil(100);
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<22} {:-^34} | {:-^20} | {:-^14}", "", " functions ", " files ", " public ")?;
        writeln!(
            f,
            "{:<22} {:>6} {:>6} {:>6} {:>6} {:>6} | {:>6} {:>6} {:>6} | {:>6} {:>7}",
            "crate", "count", "median", "p99", "max", ">100", "count", "median", "max", "items", "docs"
        )?;
        for (name, files) in &self.crates {
            Figures::of(files.iter()).row(f, name)?;
        }
        Figures::of(self.files()).row(f, "all")?;
        writeln!(f, "longest functions:")?;
        for (file, function) in self.longest(5) {
            writeln!(f, "  {:>4} {}:{} {}", function.length, file.path.display(), function.line, function.name)?;
        }
        Ok(())
    }
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percentile99(lines) => {
                write!(f, "the 99th percentile of functions has {lines} lines, {LONGEST_USUAL_FUNCTION} are allowed")
            }
            Self::LongShare(share) => write!(
                f,
                "{:.2} % of the functions have more than {LONG_FUNCTION} lines, less than {:.2} % may",
                100.0 * share,
                100.0 * LONG_FUNCTION_SHARE
            ),
            Self::Undocumented { path, line, name } => {
                write!(f, "{}:{line}: `{name}` is public and has no doc comment", path.display())
            }
        }
    }
}
