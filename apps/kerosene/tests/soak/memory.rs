//! The program's memory, looked at whenever it is in the same state.

use std::{fmt, fs, time::Duration};

/// Looks that say something of growth.
const ENOUGH: usize = 6;

/// What the least of the last third of the looks may have more than that of the first, as a part of it.
const GROWTH: f64 = 0.05;

/// Looks at a program's memory: seconds, and kilobytes that are its own.
#[derive(Default)]
pub(crate) struct Memory(Vec<(f64, u64)>);

impl Memory {
    pub(crate) fn look(&mut self, elapsed: Duration, process: u32) {
        self.0.extend(own(process).map(|size| (elapsed.as_secs_f64(), size)));
    }

    /// Holds the end against the beginning: nothing was looked at before all was warm. A short run says nothing.
    pub(crate) fn judge(&self) {
        if self.0.len() < ENOUGH {
            return eprintln!("too short to say whether memory grows");
        }
        let third = self.0.len() / 3;
        // What is free and not given back to the system goes up and down; what is never free again lifts the least.
        let least = |looks: &[(f64, u64)]| looks.iter().map(|(_, size)| *size).min().unwrap_or_default();
        let (before, after) = (least(&self.0[..third]), least(&self.0[self.0.len() - third..]));
        let growth = after as f64 / before as f64 - 1.0;
        let [from, to] = [self.0[0].0, self.0[self.0.len() - 1].0];
        eprintln!(
            "memory from second {from:.0} to {to:.0}: at least {before} kB, then {after} kB: {:+.1} %",
            growth * 100.0
        );
        assert!(growth < GROWTH, "it grew from {before} to {after} kB");
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "memory in kB by second:")?;
        self.0.iter().try_for_each(|(time, size)| write!(f, " {time:.0}:{size}"))
    }
}

/// Kilobytes of memory that a program shares with nobody.
fn own(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("RssAnon:")?.trim().strip_suffix(" kB")?.trim().parse().ok())
}
