//! Scripts for editors: which there are, and the keys that their properties are.
//!
//! An editor knows the keys of a class and no keys that depend on another key's value. So the keys of all scripts are keys
//! of every entity, each named after the script that it is for; a class's own key of the same name goes before them.

use crate::entity::has_hooks;
use crate::fields::ScriptField;
use crate::script::Script;
use crate::value::ScriptValue;
use kerosene_entity::{Kdef, KdefChoice, KdefClass, KdefKey, KeyKind, SCRIPT_KEY};
use kerosene_math::format_float;

/// Adds to a schema's bases, from which its classes have their keys, what the scripts of entities among some files offer:
/// the key `script` becomes a choice of them, and each of their properties a key. Files of maps are passed over. Gives how
/// many scripts are offered.
///
/// ```
/// use kerosene_entity::Kdef;
/// use kerosene_script::{Script, offer};
///
/// let text = "// Goes up and down.\nlet speed = property(8.0, 0, 100, \"Units a second\");\nfn on_update(dt) { }";
/// let mut kdef = Kdef::parse("base { name Entity } class { name door base Entity }")?;
/// assert_eq!(offer(&mut kdef, &[Script::compile("scripts/lift.kscr", text)?]), 1);
/// let speed = kdef.resolved("door").expect("there is one").key("speed").expect("offered").clone();
/// assert_eq!((&*speed.default, &*speed.label), ("8", "speed (lift)"));
/// assert!(speed.help.contains("Units a second, 0 to 100"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn offer(kdef: &mut Kdef, scripts: &[Script]) -> usize {
    let offered: Vec<(&str, &Script)> =
        scripts.iter().filter(|script| has_hooks(script)).map(|script| (name_of(script), script)).collect();
    for base in kdef.classes.iter_mut().filter(|class| class.is_base) {
        put(base, choice_of(&offered));
        for (name, script) in &offered {
            for key in script.fields().iter().filter_map(|field| key_of(name, field)) {
                join(base, key);
            }
        }
    }
    offered.len()
}

/// `bobber` of `content/scripts/bobber.kscr`.
fn name_of(script: &Script) -> &str {
    let file = script.file().rsplit(['/', '\\']).next().unwrap_or_default();
    file.strip_suffix(".kscr").unwrap_or(file)
}

/// What stands in the comment at the top of a file, up to the end of its first sentence.
fn summary_of(script: &Script) -> &str {
    let first = script.source().lines().next().unwrap_or_default();
    let words = first.strip_prefix("//").unwrap_or_default().trim_start_matches('/').trim();
    words.find(". ").map_or(words, |end| &words[..=end])
}

/// The key that names the script, as a choice.
fn choice_of(offered: &[(&str, &Script)]) -> KdefKey {
    let choice = |&(name, script): &(&str, &Script)| KdefChoice {
        value: name.to_owned(),
        label: match summary_of(script) {
            "" => name.to_owned(),
            summary => format!("{name}: {summary}"),
        },
        on: false,
    };
    KdefKey {
        name: SCRIPT_KEY.to_owned(),
        label: "Script".to_owned(),
        kind: KeyKind::Choices,
        default: String::new(),
        help: "The script that looks after the entity. Its properties are the keys that bear its name.".to_owned(),
        choices: offered.iter().map(choice).collect(),
    }
}

/// A property as a key; `None` for a field that is none.
fn key_of(script: &str, field: &ScriptField) -> Option<KdefKey> {
    let property = field.property.as_ref()?;
    let (kind, default) = match &field.default {
        ScriptValue::Bool(truth) => (KeyKind::Bool, u8::from(*truth).to_string()),
        ScriptValue::Int(number) => (KeyKind::Int, number.to_string()),
        ScriptValue::Float(number) => (KeyKind::Float, format_float(*number)),
        ScriptValue::Text(text) => (KeyKind::String, text.to_string()),
        ScriptValue::Vector(vector) => (KeyKind::Vec3, vector.to_array().map(format_float).join(" ")),
        ScriptValue::None => (KeyKind::String, String::new()),
    };
    let range = property.range.map(|(low, high)| format!("{} to {}", format_float(low), format_float(high)));
    let label = Some(property.label.clone()).filter(|label| !label.is_empty());
    let words: Vec<String> = label.into_iter().chain(range).collect();
    let help = if words.is_empty() { format!("{script}.") } else { format!("{script}: {}.", words.join(", ")) };
    let label = format!("{} ({script})", field.name);
    Some(KdefKey { name: field.name.clone(), label, kind, default, help, choices: Vec::new() })
}

/// Puts a key in the place of the one of its name.
fn put(base: &mut KdefClass, key: KdefKey) {
    match base.keys.iter_mut().find(|known| known.name.eq_ignore_ascii_case(&key.name)) {
        Some(known) => *known = key,
        None => base.keys.push(key),
    }
}

/// Adds a key of a script. One that another script has too is a key of both; where they do not agree on a kind or a default,
/// it is text, or without one.
fn join(base: &mut KdefClass, key: KdefKey) {
    let Some(known) = base.keys.iter_mut().find(|known| known.name.eq_ignore_ascii_case(&key.name)) else {
        return base.keys.push(key);
    };
    // A key that every entity has is not a script's to change.
    let Some(scripts) = known.label.strip_suffix(')') else { return };
    let script = key.label.rsplit('(').next().unwrap_or_default();
    known.label = format!("{scripts}, {script}");
    known.help = format!("{} {}", known.help, key.help);
    if known.kind != key.kind {
        known.kind = KeyKind::String;
    }
    if known.default != key.default {
        known.default.clear();
    }
}
