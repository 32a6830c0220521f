//! The commands about the console itself.

use crate::console::describe;
use crate::registry::Entry;
use crate::{Command, Console, Convar, ConvarId, Level, Value};

/// A command that this crate runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Builtin {
    Alias,
    Clear,
    CmdList,
    CvarList,
    Echo,
    /// Reading files is the caller's, so this one becomes a request; it is here for its help.
    Exec,
    Find,
    Help,
    IncrementVar,
    Revert,
    Toggle,
    Wait,
}

/// Name, help and what it is; the one list of them.
const TABLE: [(&str, &str, Builtin); 12] = [
    ("alias", "Gives text a name: alias NAME TEXT; alias NAME \"\" takes it away; alias lists all", Builtin::Alias),
    ("clear", "Empties the scrollback", Builtin::Clear),
    ("cmdlist", "Lists commands: cmdlist [BEGINNING]", Builtin::CmdList),
    ("cvarlist", "Lists convars: cvarlist [BEGINNING]", Builtin::CvarList),
    ("echo", "Prints its arguments", Builtin::Echo),
    ("exec", "Runs a file of commands: exec FILE", Builtin::Exec),
    ("find", "Lists names that have a text in their name or help: find TEXT", Builtin::Find),
    ("help", "Says what a name is for: help NAME", Builtin::Help),
    ("incrementvar", "Steps a number and wraps around: incrementvar NAME LOW HIGH STEP", Builtin::IncrementVar),
    ("revert", "Puts convars back to their defaults: revert NAME...", Builtin::Revert),
    ("toggle", "Switches a convar, or steps it through values: toggle NAME [VALUE...]", Builtin::Toggle),
    ("wait", "Defers the rest of the text: wait [FRAMES]", Builtin::Wait),
];

impl Builtin {
    pub(crate) fn commands() -> impl Iterator<Item = Command> {
        TABLE.into_iter().map(|(name, help, builtin)| Command::builtin(name, help, builtin))
    }

    pub(crate) fn run(self, console: &mut Console, args: &[String]) {
        match self {
            Self::Alias => alias(console, args),
            Self::Clear => console.scrollback.clear(),
            Self::CmdList => list(console, args, |entry| matches!(entry, Entry::Command(_))),
            Self::CvarList => list(console, args, |entry| matches!(entry, Entry::Convar(_))),
            Self::Echo => console.print(Level::Info, &args.join(" ")),
            // `Console::run` hands `exec` out before it gets here.
            Self::Exec => {}
            Self::Find => find(console, args),
            Self::Help => help(console, args),
            Self::IncrementVar => increment(console, args),
            Self::Revert => revert(console, args),
            Self::Toggle => toggle(console, args),
            Self::Wait => wait(console, args),
        }
    }
}

fn usage(console: &mut Console, builtin: Builtin) {
    if let Some((_, help, _)) = TABLE.iter().find(|(_, _, row)| *row == builtin) {
        console.print(Level::Warning, help);
    }
}

/// The convar that `name` names, or a message.
fn convar_id(console: &mut Console, name: &str) -> Option<ConvarId> {
    let id = console.registry.convar_id(name);
    if id.is_none() {
        console.print(Level::Warning, &format!("there is no convar `{name}`"));
    }
    id
}

fn alias(console: &mut Console, args: &[String]) {
    match args {
        [] => {
            let line = |(name, entry): (&str, &Entry)| match entry {
                Entry::Alias(text) => Some(format!("{name} = {text}")),
                Entry::Convar(_) | Entry::Command(_) => None,
            };
            let lines: Vec<_> = console.registry.entries().filter_map(line).collect();
            for line in lines {
                console.print(Level::Info, &line);
            }
        }
        [name] => {
            let text = match console.registry.entry(name) {
                Some(Entry::Alias(text)) => format!("{name} = {text}"),
                _ => format!("there is no alias `{name}`"),
            };
            console.print(Level::Info, &text);
        }
        [name, words @ ..] => set_alias(console, name, &words.join(" ")),
    }
}

fn set_alias(console: &mut Console, name: &str, text: &str) {
    if text.is_empty() {
        console.registry.remove_alias(name);
    } else if let Err(error) = console.registry.add_alias(name, text.to_owned()) {
        console.print(Level::Warning, &error.to_string());
    }
}

/// Name and help of what a name stands for.
fn line_about(console: &Console, name: &str, entry: &Entry) -> String {
    match entry {
        Entry::Convar(id) => describe(console.registry.convar(*id)),
        Entry::Command(command) => {
            let cheat = if command.is_cheat() { " (cheat)" } else { "" };
            format!("{}{cheat} - {}", command.name(), command.help())
        }
        Entry::Alias(text) => format!("{name} = {text}"),
    }
}

/// Prints a line about each name that `is_wanted`, then their number.
fn print_names(console: &mut Console, is_wanted: impl Fn(&str, &Entry) -> bool) {
    let wanted = console.registry.entries().filter(|&(name, entry)| is_wanted(name, entry));
    let lines: Vec<_> = wanted.map(|(name, entry)| line_about(console, name, entry)).collect();
    for line in &lines {
        console.print(Level::Info, line);
    }
    console.print(Level::Info, &format!("{} found", lines.len()));
}

fn list(console: &mut Console, args: &[String], is_kind: impl Fn(&Entry) -> bool) {
    let beginning = args.first().map_or_else(String::new, |word| word.to_ascii_lowercase());
    print_names(console, |name, entry| is_kind(entry) && name.starts_with(&beginning));
}

fn find(console: &mut Console, args: &[String]) {
    if args.is_empty() {
        usage(console, Builtin::Find);
        return;
    }
    let text = args.join(" ").to_lowercase();
    let matches: Vec<String> = console
        .registry
        .entries()
        .filter(|&(name, entry)| name.contains(&text) || help_of(console, entry).to_lowercase().contains(&text))
        .map(|(name, _)| name.to_owned())
        .collect();
    print_names(console, |name, _| matches.binary_search_by(|found| found.as_str().cmp(name)).is_ok());
}

fn help_of<'c>(console: &'c Console, entry: &'c Entry) -> &'c str {
    match entry {
        Entry::Convar(id) => console.registry.convar(*id).help(),
        Entry::Command(command) => command.help(),
        Entry::Alias(text) => text,
    }
}

fn help(console: &mut Console, args: &[String]) {
    let Some(name) = args.first() else {
        usage(console, Builtin::Help);
        return;
    };
    let text = match console.registry.entry(name) {
        Some(entry) => line_about(console, name, entry),
        None => format!("there is no `{name}`; `find` looks for names"),
    };
    console.print(Level::Info, &text);
}

fn revert(console: &mut Console, args: &[String]) {
    if args.is_empty() {
        usage(console, Builtin::Revert);
    }
    for name in args {
        if let Some(id) = convar_id(console, name) {
            let result = console.reset(id);
            console.report_set(id, result);
        }
    }
}

fn toggle(console: &mut Console, args: &[String]) {
    let Some((name, values)) = args.split_first() else {
        usage(console, Builtin::Toggle);
        return;
    };
    let Some(id) = convar_id(console, name) else { return };
    let convar = console.registry.convar(id);
    let next = match values {
        [] => String::from(if convar.value().as_bool() { "0" } else { "1" }),
        [first, ..] => {
            let current = values.iter().position(|value| says_the_same(convar, value));
            current.and_then(|current| values.get(current + 1)).unwrap_or(first).clone()
        }
    };
    let result = console.set_text(name, &next);
    console.report_set(id, result);
}

/// Whether `text` is what `convar` holds, however it is written.
fn says_the_same(convar: &Convar, text: &str) -> bool {
    convar.value().parse_same_kind(text).as_ref() == Some(convar.value())
}

fn increment(console: &mut Console, args: &[String]) {
    let number = |text: &String| text.parse().ok().filter(|number: &f64| number.is_finite());
    let [name, numbers @ ..] = args else {
        usage(console, Builtin::IncrementVar);
        return;
    };
    let numbers: Vec<f64> = numbers.iter().filter_map(number).collect();
    let ([low, high, step], 4) = (numbers.as_slice(), args.len()) else {
        usage(console, Builtin::IncrementVar);
        return;
    };
    let Some(id) = convar_id(console, name) else { return };
    let stepped = console.registry.convar(id).value().as_f64() + step;
    let next = if stepped > *high {
        *low
    } else if stepped < *low {
        *high
    } else {
        stepped
    };
    let value = match console.registry.convar(id).value() {
        Value::Bool(_) => Value::Bool(next != 0.0),
        Value::Int(_) => Value::Int(next as i64),
        Value::Float(_) => Value::Float(next),
        Value::Text(_) => Value::Text(next.to_string()),
    };
    let result = console.set(id, value);
    console.report_set(id, result);
}

/// Frames that a `wait` may ask for: half an hour at 1,000 frames a second.
const LONGEST_WAIT: u32 = 1_800_000;

fn wait(console: &mut Console, args: &[String]) {
    let frames = match args.first().map(|word| word.parse::<u32>()) {
        None => 1,
        Some(Ok(frames)) => frames.clamp(1, LONGEST_WAIT),
        Some(Err(_)) => {
            usage(console, Builtin::Wait);
            return;
        }
    };
    console.buffer.wait(frames);
}
