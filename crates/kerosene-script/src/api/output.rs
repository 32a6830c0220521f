//! Words for people.

use super::{Api, Group, row};
use crate::action::{LogLevel, ScriptAction};
use crate::call::with_call;
use rhai::{Dynamic, ImmutableString};

pub(super) fn register(api: &mut Api<'_>) {
    let help = "A line in the console.";
    api.describe(row(Group::Output, "print", "(value: value)", help, "print(\"hello\")"));
    let help = "A line in the console, with the file and the line that it comes from.";
    api.describe(row(Group::Output, "debug", "(value: value)", help, "debug(player())"));
    let help = "A warning in the console.";
    let warn = row(Group::Output, "warn", "(value: value)", help, "warn(\"no key in this map\")");
    api.add(warn, |value: Dynamic| say(LogLevel::Warning, &value));
    let help = "An error in the console. The script goes on; `throw` ends it.";
    let error = row(Group::Output, "error", "(value: value)", help, "error(\"no door in this map\")");
    api.add(error, |value: Dynamic| say(LogLevel::Error, &value));
}

fn say(level: LogLevel, value: &Dynamic) -> crate::call::Answer<()> {
    let text = match value.read_lock::<ImmutableString>() {
        Some(text) => text.clone().into(),
        None => value.to_string().as_str().into(),
    };
    with_call(|call| call.act(ScriptAction::Log { level, text }))
}
