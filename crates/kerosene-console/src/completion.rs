//! Completing what is being typed.

use crate::builtins::Builtin;
use crate::registry::Entry;
use crate::{Command, CompletionQuery, Console, Value, tokenize};

/// What a line may go on as.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completion {
    /// Byte of the line where the word being completed begins.
    pub start: usize,
    /// The words that may stand there, in order, none twice.
    pub candidates: Vec<String>,
}

impl Completion {
    /// The longest beginning that all candidates share; empty without candidates.
    pub fn common_prefix(&self) -> &str {
        let Some((first, others)) = self.candidates.split_first() else { return "" };
        let shared = |other: &String| first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        let count = others.iter().map(shared).min().unwrap_or(usize::MAX);
        let end = first.char_indices().nth(count).map_or(first.len(), |(end, _)| end);
        &first[..end]
    }
}

impl Console {
    /// What the last word of `line` may become: a name, or an argument that the command (or convar)
    /// in front of it knows.
    ///
    /// ```
    /// use kerosene_console::{Console, Convar};
    ///
    /// let mut console = Console::new();
    /// console.register(Convar::float("sv_gravity", 800.0, ""))?;
    /// console.register(Convar::float("sv_friction", 4.0, ""))?;
    /// let completion = console.complete("echo hi; toggle SV_");
    /// assert_eq!(completion.start, 16);
    /// assert_eq!(completion.candidates, ["sv_friction", "sv_gravity"]);
    /// assert_eq!(completion.common_prefix(), "sv_");
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn complete(&self, line: &str) -> Completion {
        let start = line
            .rfind(|c: char| c.is_whitespace() || c == ';')
            .map_or(0, |blank| blank + line[blank..].chars().next().map_or(0, char::len_utf8));
        let partial = &line[start..];
        let command_start = line[..start].rfind([';', '\n']).map_or(0, |end| end + 1);
        let words = tokenize(&line[command_start..start]).into_iter().next().unwrap_or_default();
        let mut candidates = match words.split_first() {
            None => self.names().map(str::to_owned).collect(),
            Some((name, before)) => self.argument_words(name, &CompletionQuery { before, partial }),
        };
        candidates.retain(|word| word.get(..partial.len()).is_some_and(|head| head.eq_ignore_ascii_case(partial)));
        candidates.sort_unstable();
        candidates.dedup();
        Completion { start, candidates }
    }

    fn argument_words(&self, name: &str, query: &CompletionQuery<'_>) -> Vec<String> {
        match self.registry.entry(name) {
            Some(Entry::Command(command)) => self.command_words(command, query),
            Some(Entry::Convar(id)) if query.before.is_empty() => {
                let convar = self.registry.convar(*id);
                match convar.value() {
                    Value::Bool(_) => vec!["0".to_owned(), "1".to_owned()],
                    value => vec![value.to_string(), convar.default().to_string()],
                }
            }
            Some(Entry::Convar(_) | Entry::Alias(_)) | None => Vec::new(),
        }
    }

    fn command_words(&self, command: &Command, query: &CompletionQuery<'_>) -> Vec<String> {
        match (command.completer(), command.as_builtin()) {
            (Some(completer), _) => completer(query),
            (None, Some(Builtin::Toggle | Builtin::Revert | Builtin::IncrementVar)) if query.before.is_empty() => {
                self.convars().map(|convar| convar.name().to_owned()).collect()
            }
            (None, Some(Builtin::Help)) if query.before.is_empty() => self.names().map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }

    /// All names, in order, in lower case.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.registry.entries().map(|(name, _)| name)
    }
}
