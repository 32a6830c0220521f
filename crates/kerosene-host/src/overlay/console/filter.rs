//! Which of the console's lines are shown.

use kerosene_console::{Console, Level, ScrollbackLine};

/// What a line must be to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Lines of lower levels are not shown.
    pub(crate) least: Level,
    /// Only lines that have this in them are, in upper or lower case.
    pub(crate) text: String,
}

impl Default for Filter {
    fn default() -> Self {
        Self { least: Level::Info, text: String::new() }
    }
}

impl Filter {
    /// The levels that one can choose, with what they let through.
    pub(crate) const LEVELS: [(Level, &'static str); 4] = [
        (Level::Debug, "everything"),
        (Level::Info, "answers and news"),
        (Level::Warning, "warnings and errors"),
        (Level::Error, "errors"),
    ];

    /// Whether a line is shown.
    pub(crate) fn shows(&self, line: &ScrollbackLine) -> bool {
        line.level >= self.least && (self.text.is_empty() || contains(&line.text, &self.text))
    }
}

/// Whether a text has another in it, ASCII case aside. Allocates nothing.
fn contains(text: &str, part: &str) -> bool {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    part.len() <= text.len() && text.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part))
}

/// The lines that a filter shows, found anew only when something changed.
#[derive(Debug, Default)]
pub(crate) struct Filtered {
    /// Lines said, lines kept and the filter when it was found.
    known: Option<(u64, usize, Filter)>,
    /// Places in the scrollback.
    lines: Vec<usize>,
}

impl Filtered {
    /// Places in the scrollback of the lines that are shown, oldest first.
    pub(crate) fn of(&mut self, console: &Console, filter: &Filter) -> &[usize] {
        let (said, kept) = (console.lines_said(), console.scrollback().len());
        let is_known = self.known.as_ref().is_some_and(|(s, k, f)| (*s, *k) == (said, kept) && f == filter);
        if !is_known {
            self.lines.clear();
            let shown = console.scrollback().enumerate().filter(|(_, line)| filter.shows(line));
            self.lines.extend(shown.map(|(place, _)| place));
            self.known = Some((said, kept, filter.clone()));
        }
        &self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_chosen_by_level_and_text() {
        let mut console = Console::new();
        console.print(Level::Info, "Loaded E1M1");
        console.print(Level::Warning, "no such material");
        console.print(Level::Debug, "e1m1 has 20 leaves");
        let mut filtered = Filtered::default();
        let mut filter = Filter::default();
        assert_eq!(filtered.of(&console, &filter), [0, 1]);
        filter.text = "e1m1".to_owned();
        assert_eq!(filtered.of(&console, &filter), [0]);
        filter.least = Level::Debug;
        assert_eq!(filtered.of(&console, &filter), [0, 2]);
        console.print(Level::Error, "E1m1 is damaged");
        assert_eq!(filtered.of(&console, &filter), [0, 2, 3]);
    }
}
