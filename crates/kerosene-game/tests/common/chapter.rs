//! The book's chapter about classes, made from the schema.

use kerosene_entity::{Kdef, KdefClass, KdefKey, KdefPort, KeyKind};
use std::fmt::Write;

/// What stands between the words that people wrote and the list that is made.
pub(crate) const MARK: &str = "<!-- From here on written by a test of kerosene-game. -->";

/// The list of all classes.
pub(crate) fn text(kdef: &Kdef) -> String {
    let mut text = String::new();
    for class in kdef.classes.iter().filter(|class| class.is_base) {
        write_class(&mut text, class, "Every entity");
    }
    for class in kdef.classes.iter().filter(|class| !class.is_base) {
        write_class(&mut text, class, &format!("`{}`", class.name));
    }
    text.trim_end().to_owned() + "\n"
}

fn write_class(text: &mut String, class: &KdefClass, title: &str) {
    let _ = writeln!(text, "## {title}\n\n{}", class.help);
    if !class.aliases.is_empty() {
        let aliases: Vec<String> = class.aliases.iter().map(|alias| format!("`{alias}`")).collect();
        let _ = writeln!(text, "\nAlso called {}.", aliases.join(", "));
    }
    let (flags, keys): (Vec<&KdefKey>, Vec<&KdefKey>) = class.keys.iter().partition(|key| key.kind == KeyKind::Flags);
    if !keys.is_empty() {
        text.push_str("\n| key | default | what |\n|---|---|---|\n");
        keys.into_iter().for_each(|key| write_key(text, key));
    }
    if let [flags] = flags[..] {
        text.push_str("\n| flag | what |\n|---|---|\n");
        for choice in &flags.choices {
            let on = if choice.on { ", on unless switched off" } else { "" };
            let _ = writeln!(text, "| {} | {}{on} |", choice.value, choice.label);
        }
    }
    write_ports(text, "input", "what it does", &class.inputs);
    write_ports(text, "output", "when", &class.outputs);
    text.push('\n');
}

fn write_key(text: &mut String, key: &KdefKey) {
    let default = if key.default.is_empty() { String::new() } else { format!("`{}`", key.default) };
    let mut help = if key.help.is_empty() { format!("{}.", key.label) } else { key.help.clone() };
    for choice in &key.choices {
        let _ = write!(help, " {}: {}.", choice.value, choice.label.to_lowercase());
    }
    let _ = writeln!(text, "| `{}` | {default} | {} |", key.name, help.replace('|', "\\|"));
}

fn write_ports(text: &mut String, what: &str, heading: &str, ports: &[KdefPort]) {
    if ports.is_empty() {
        return;
    }
    let _ = write!(text, "\n| {what} | value | {heading} |\n|---|---|---|\n");
    for port in ports {
        let kind = if port.kind.word() == "void" { "" } else { port.kind.word() };
        let _ = writeln!(text, "| `{}` | {kind} | {} |", port.name, port.help.replace('|', "\\|"));
    }
}
