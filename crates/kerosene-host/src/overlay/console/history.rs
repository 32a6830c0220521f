//! Lines that were typed before.

use std::collections::VecDeque;

/// Lines that are kept.
pub(crate) const MOST_LINES: usize = 200;

/// Longest line that is kept, in bytes.
const MOST_BYTES: usize = 4096;

/// The lines, oldest first, and where among them one is looking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct History {
    lines: VecDeque<String>,
    /// How many lines back from the end; 0 is the line that is being typed.
    back: usize,
    /// What was being typed before one looked back.
    draft: String,
}

impl History {
    /// The history as a file holds it: a line each, oldest first.
    pub(crate) fn from_text(text: &str) -> Self {
        let mut history = Self::default();
        text.lines().for_each(|line| history.push(line));
        history
    }

    /// The same as text for a file.
    pub(crate) fn to_text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// A line was run. The same one twice in a row is kept once.
    pub(crate) fn push(&mut self, line: &str) {
        let line = line.trim();
        (self.back, self.draft) = (0, String::new());
        if line.is_empty() || line.len() > MOST_BYTES || self.lines.back().is_some_and(|last| last == line) {
            return;
        }
        if self.lines.len() >= MOST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line.to_owned());
    }

    /// The line before the one that is shown, which is `typed`.
    pub(crate) fn older(&mut self, typed: &str) -> Option<&str> {
        if self.back >= self.lines.len() {
            return None;
        }
        if self.back == 0 {
            typed.clone_into(&mut self.draft);
        }
        self.back += 1;
        self.shown()
    }

    /// The line after the one that is shown; at last what was being typed.
    pub(crate) fn newer(&mut self) -> Option<&str> {
        self.back = self.back.checked_sub(1)?;
        self.shown()
    }

    fn shown(&self) -> Option<&str> {
        if self.back == 0 {
            Some(&self.draft)
        } else {
            self.lines.get(self.lines.len() - self.back).map(String::as_str)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_goes_back_and_forth_and_finds_the_draft_again() {
        let mut history = History::from_text("one\ntwo\n\ntwo\nthree\n");
        assert_eq!(history.to_text(), "one\ntwo\nthree\n");
        assert_eq!(history.older("dra"), Some("three"));
        assert_eq!(history.older("three"), Some("two"));
        assert_eq!(history.newer(), Some("three"));
        assert_eq!(history.newer(), Some("dra"));
        assert_eq!(history.newer(), None);
        history.older("");
        history.older("");
        assert_eq!(history.older(""), Some("one"));
        assert_eq!(history.older(""), None, "there is no older one");
    }

    #[test]
    fn it_is_bounded() {
        let mut history = History::default();
        (0..1000).for_each(|number| history.push(&number.to_string()));
        history.push(&"x".repeat(MOST_BYTES + 1));
        assert_eq!(history.to_text().lines().count(), MOST_LINES);
        assert_eq!(history.older(""), Some("999"));
    }
}
