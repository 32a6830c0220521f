//! The line that is being typed: completing it, looking back, running it.

use super::history::History;
use kerosene_console::{Console, ConvarFlags};

/// Most candidates that are offered.
const MOST_CANDIDATES: usize = 12;

/// A word that may stand where one types, with what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) word: String,
    /// Help, and the value of a variable.
    pub(crate) about: String,
}

/// The line and all that helps to type it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) history: History,
    candidates: Vec<Candidate>,
    /// How many there are, those that are not offered included.
    count: usize,
    /// The text that they are for.
    candidates_for: Option<String>,
    /// Byte at which the word begins that they take the place of.
    start: usize,
}

impl Line {
    /// What may stand where one types. Nothing where nothing has been typed.
    pub(crate) fn candidates(&mut self, console: &Console) -> (&[Candidate], usize) {
        if self.candidates_for.as_deref() != Some(&self.text) {
            self.candidates.clear();
            self.count = 0;
            if !self.text.trim().is_empty() {
                let completion = console.complete(&self.text);
                (self.start, self.count) = (completion.start, completion.candidates.len());
                let offered = completion.candidates.into_iter().take(MOST_CANDIDATES);
                self.candidates.extend(offered.map(|word| Candidate { about: about(console, &word), word }));
                // One that is typed to its end needs no offer.
                if self.candidates.len() == 1 && self.text.get(self.start..) == Some(self.candidates[0].word.as_str()) {
                    self.candidates.clear();
                }
            }
            self.candidates_for = Some(self.text.clone());
        }
        (&self.candidates, self.count)
    }

    /// Tab: as much as all candidates share, and a blank behind the only one.
    pub(crate) fn complete(&mut self, console: &Console) {
        let completion = console.complete(&self.text);
        let prefix = completion.common_prefix();
        let typed = self.text.get(completion.start..).unwrap_or_default();
        if prefix.len() < typed.len() {
            return;
        }
        let end = if completion.candidates.len() == 1 { " " } else { "" };
        self.text = format!("{}{prefix}{end}", self.text.get(..completion.start).unwrap_or_default());
    }

    /// Puts a candidate in its place.
    pub(crate) fn take(&mut self, word: &str) {
        self.text = format!("{}{word} ", self.text.get(..self.start).unwrap_or_default());
    }

    /// Up: the line before.
    pub(crate) fn older(&mut self) {
        if let Some(line) = self.history.older(&self.text) {
            self.text = line.to_owned();
        }
    }

    /// Down: the line after.
    pub(crate) fn newer(&mut self) {
        if let Some(line) = self.history.newer() {
            self.text = line.to_owned();
        }
    }

    /// Enter: gives the line to run, and empties it.
    pub(crate) fn run(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.text);
        self.history.push(&line);
        (!line.trim().is_empty()).then_some(line)
    }
}

/// What a word is for: of a variable with its value, of a command with a mark where it is a cheat.
fn about(console: &Console, word: &str) -> String {
    if let Some(convar) = console.find_convar(word) {
        let cheat = if convar.flag_set().contains(ConvarFlags::CHEAT) { ", cheat" } else { "" };
        return format!("= {}{cheat}   {}", convar.value(), convar.help());
    }
    let command = console.commands().find(|command| command.name().eq_ignore_ascii_case(word));
    command.map_or_else(String::new, |command| {
        format!("{}{}", if command.is_cheat() { "(cheat) " } else { "" }, command.help())
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use kerosene_console::{Command, Convar};

    fn console() -> Console {
        let mut console = Console::new();
        console.register(Convar::float("sv_gravity", 800.0, "Downward pull")).unwrap();
        console.register(Convar::float("sv_friction", 4.0, "Drag").flags(ConvarFlags::CHEAT)).unwrap();
        let map = Command::new("map", "Loads a map").completes(|_| vec!["e1m1".into(), "e1m2".into()]);
        console.register_command(map).unwrap();
        console
    }

    fn typed(text: &str) -> Line {
        Line { text: text.to_owned(), ..Line::default() }
    }

    #[test]
    fn candidates_come_with_what_they_are_for() {
        let console = console();
        let mut line = typed("sv_");
        let (candidates, count) = line.candidates(&console);
        let shown: Vec<_> = candidates.iter().map(|c| (c.word.as_str(), c.about.as_str())).collect();
        assert_eq!(shown, [("sv_friction", "= 4, cheat   Drag"), ("sv_gravity", "= 800   Downward pull")]);
        assert_eq!(count, 2);
        assert_eq!(typed("").candidates(&console).0, []);
        assert_eq!(typed("sv_gravity").candidates(&console).0, [], "typed to its end");
    }

    #[test]
    fn tab_completes_what_is_certain() {
        let console = console();
        for (before, after) in [
            ("sv_g", "sv_gravity "),
            ("s", "sv_"),
            ("map", "map "),
            ("map e", "map e1m"),
            ("echo a; m", "echo a; map "),
        ] {
            let mut line = typed(before);
            line.complete(&console);
            assert_eq!(line.text, after, "{before}");
        }
        let mut line = typed("nothing_begins_so");
        line.complete(&console);
        assert_eq!(line.text, "nothing_begins_so");
    }

    #[test]
    fn a_candidate_takes_the_place_of_its_word() {
        let mut line = typed("map e");
        line.candidates(&console());
        line.take("e1m2");
        assert_eq!(line.run().as_deref(), Some("map e1m2 "));
        assert_eq!(line.run(), None);
        line.older();
        assert_eq!(line.text, "map e1m2");
    }
}
