//! The schema as FGD, for TrenchBroom and Hammer.
//!
//! FGD is Valve's "game data" text. Both editors read the subset written here: `@BaseClass`, `@PointClass` and
//! `@SolidClass` with `base`, helpers, typed keys, choices, flags, inputs and outputs. What they disagree on is
//! written so that both take it: whole defaults without quotes, others in quotes; no quotation marks and no line
//! breaks in any text, since neither editor has an escape for them.

use super::{ClassKind, HelperKind, Kdef, KdefClass, KdefHelper, KdefKey, KdefPort, KeyKind, ValueKind};
use std::fmt::Write;

/// The longest text that Hammer keeps of a literal.
const LONGEST: usize = 1_000;

/// The whole text.
pub(super) fn text(kdef: &Kdef) -> String {
    let mut text = String::from("// Generated from the game's classes; changes here are lost.\n");
    for class in kdef.classes.iter().filter(|class| class.is_base) {
        write_class(&mut text, "@BaseClass", &class.name, class);
    }
    for class in kdef.classes.iter().filter(|class| !class.is_base) {
        write_class(&mut text, kind(class.kind), &class.name, class);
    }
    text
}

/// A class of either kind is offered for brushes: an editor draws a body for it, and a point is a small brush.
fn kind(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Point => "@PointClass",
        ClassKind::Brush | ClassKind::Any => "@SolidClass",
    }
}

fn write_class(text: &mut String, kind: &str, name: &str, class: &KdefClass) {
    text.push('\n');
    text.push_str(kind);
    if !class.bases.is_empty() {
        let _ = write!(text, " base({})", class.bases.join(", "));
    }
    for helper in &class.helpers {
        write_helper(text, class, helper);
    }
    let _ = write!(text, " = {name}");
    if !class.help.is_empty() {
        let _ = write!(text, " : {}", quoted(&class.help));
    }
    text.push_str("\n[\n");
    for key in &class.keys {
        write_key(text, key);
    }
    write_ports(text, "input", &class.inputs);
    write_ports(text, "output", &class.outputs);
    text.push_str("]\n");
}

/// Helpers that have no counterpart are left out: they only draw.
fn write_helper(text: &mut String, class: &KdefClass, helper: &KdefHelper) {
    let argument = |name: &str| helper.arguments.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let _ = match helper.kind {
        HelperKind::Model => match argument("path") {
            Some(path) => write!(text, " studio({})", quoted(path)),
            None => write!(text, " studio()"),
        },
        HelperKind::Sphere | HelperKind::LightRadius => {
            write!(text, " sphere({})", argument("radius").unwrap_or("radius"))
        }
        HelperKind::LightCone => write!(
            text,
            " lightcone({}, {}, {})",
            argument("inner").unwrap_or("_inner_cone"),
            argument("outer").unwrap_or("_cone"),
            argument("color").unwrap_or("_light"),
        ),
        HelperKind::Line => match (class.key("targetname"), argument("key")) {
            (_, Some(key)) => write!(text, " line(255 255 255, targetname, {key})"),
            (_, None) => Ok(()),
        },
        HelperKind::Frustum | HelperKind::Direction | HelperKind::Rect => Ok(()),
    };
}

fn write_key(text: &mut String, key: &KdefKey) {
    let _ = write!(text, "\t{}({})", key.name, key_type(key.kind));
    if key.kind == KeyKind::Flags {
        text.push_str(" =\n\t[\n");
        for choice in &key.choices {
            let on = u8::from(choice.on);
            let _ = writeln!(text, "\t\t{} : {} : {on}", bare(&choice.value), quoted(&choice.label));
        }
        text.push_str("\t]\n");
        return;
    }
    let label = if key.label.is_empty() { &key.name } else { &key.label };
    let _ = write!(text, " : {}", quoted(label));
    let default = default_of(key);
    if !default.is_empty() || !key.help.is_empty() {
        let _ = write!(text, " : {default}");
    }
    if !key.help.is_empty() {
        let _ = write!(text, " : {}", quoted(&key.help));
    }
    if is_list(key.kind) {
        text.push_str(" =\n\t[\n");
        for (value, label) in choices_of(key) {
            let value = if is_whole(value) { value.to_owned() } else { quoted(value) };
            let _ = writeln!(text, "\t\t{value} : {}", quoted(label));
        }
        text.push_str("\t]");
    }
    text.push('\n');
}

/// Truth is a choice of two: older editors have no other way to show it.
fn is_list(kind: KeyKind) -> bool {
    matches!(kind, KeyKind::Choices | KeyKind::Bool)
}

fn choices_of(key: &KdefKey) -> Vec<(&str, &str)> {
    if key.kind == KeyKind::Bool && key.choices.is_empty() {
        return vec![("0", "No"), ("1", "Yes")];
    }
    key.choices.iter().map(|choice| (choice.value.as_str(), choice.label.as_str())).collect()
}

fn default_of(key: &KdefKey) -> String {
    match key.kind {
        KeyKind::Int | KeyKind::Bool | KeyKind::Choices if is_whole(&key.default) => key.default.clone(),
        _ if key.default.is_empty() => String::new(),
        _ => quoted(&key.default),
    }
}

fn key_type(kind: KeyKind) -> &'static str {
    match kind {
        KeyKind::String => "string",
        KeyKind::Int => "integer",
        KeyKind::Float => "float",
        KeyKind::Vec3 => "vector",
        KeyKind::Angles => "angle",
        KeyKind::Color => "color255",
        KeyKind::TargetSource => "target_source",
        KeyKind::TargetDestination => "target_destination",
        KeyKind::Material => "material",
        KeyKind::Model => "studio",
        KeyKind::Choices | KeyKind::Bool => "choices",
        KeyKind::Flags => "flags",
    }
}

fn write_ports(text: &mut String, word: &str, ports: &[KdefPort]) {
    for port in ports {
        let _ = write!(text, "\t{word} {}({})", port.name, port_type(port.kind));
        if !port.help.is_empty() {
            let _ = write!(text, " : {}", quoted(&port.help));
        }
        text.push('\n');
    }
}

fn port_type(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::None => "void",
        ValueKind::Bool => "bool",
        ValueKind::Int => "integer",
        ValueKind::Float => "float",
        ValueKind::Text | ValueKind::Any => "string",
        ValueKind::Vector | ValueKind::Angle => "vector",
        ValueKind::Entity => "target_destination",
    }
}

fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number as it is, or 0 where it is none.
fn bare(text: &str) -> &str {
    if is_whole(text) { text } else { "0" }
}

fn quoted(text: &str) -> String {
    let plain = text.chars().map(|character| match character {
        '"' => '\'',
        control if control.is_control() => ' ',
        other => other,
    });
    format!("\"{}\"", plain.take(LONGEST).collect::<String>())
}
