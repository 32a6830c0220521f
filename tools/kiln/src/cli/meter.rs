//! The line of progress on a terminal. A library would do as well; this is one line of text, and the executable's size is
//! part of what small compiles take of memory (see the compiler's own meter).

use std::io::{self, IsTerminal, Write};

/// Longest name that is shown, in characters.
const WIDEST: usize = 60;

/// A line that is written over; nothing where standard error is no terminal.
#[derive(Debug)]
pub(super) struct Meter {
    live: bool,
    total: usize,
    done: usize,
}

impl Meter {
    pub(super) fn new(wanted: bool) -> Self {
        Self { live: wanted && io::stderr().is_terminal(), total: 0, done: 0 }
    }

    /// So many more steps are to be done.
    pub(super) fn expect(&mut self, steps: usize) {
        self.total += steps;
    }

    /// One was done.
    pub(super) fn advance(&mut self, name: &str) {
        self.done += 1;
        if self.live {
            let name: String = name.chars().take(WIDEST).collect();
            let _ = write!(io::stderr(), "\r\x1b[K[{}/{}] {name}", self.done, self.total);
        }
    }

    /// Takes the line away, before something else is printed.
    pub(super) fn clear(&self) {
        if self.live {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
