//! Applies the rules of keys and spawnflags to one entity.

use super::table::{ClassRule, KeyRule};
use crate::model::Entity;
use kerosene_math::{DVec3, format_float};

/// Something of an entity that has no counterpart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lost {
    /// A key, and why.
    Key(String, String),
    /// Spawnflag bits.
    Flags(u32),
    /// A value that is not what its key must have.
    Value(String, String),
}

/// Applies `rule`, then what of `every` concerns keys that the rule does not.
pub(super) fn apply(entity: &mut Entity, rule: &ClassRule, every: &ClassRule, clear_flags: u32) -> Vec<Lost> {
    let mut lost = Vec::new();
    apply_flags(entity, rule, clear_flags, &mut lost);
    let handled = |general: &&KeyRule| !rule.keys.iter().any(|own| own.source() == general.source());
    for key_rule in rule.keys.iter().chain(every.keys.iter().filter(handled)) {
        apply_key(entity, key_rule, &mut lost);
    }
    if let Some(offset) = rule.offset {
        apply_offset(entity, offset, &mut lost);
    }
    lost
}

impl KeyRule {
    /// The key that the rule reads or writes.
    fn source(&self) -> &str {
        match self {
            Self::Rename { from, .. } | Self::Direction { from, .. } | Self::Template { from, .. } => from,
            Self::Multiply { key, .. } | Self::Default { key, .. } | Self::Set { key, .. } | Self::Drop { key, .. } => {
                key
            }
        }
    }
}

fn apply_flags(entity: &mut Entity, rule: &ClassRule, clear_flags: u32, lost: &mut Vec<Lost>) {
    let given = spawnflags(entity);
    let kept = given & !clear_flags;
    let mut flags = match &rule.flags {
        None => kept,
        Some(mapped) => {
            let keys = rule.flag_keys.iter().map(|(old, ..)| old);
            let known = mapped.iter().map(|(old, _)| old).chain(keys).fold(0, |bits, old| bits | old);
            if kept & !known != 0 {
                lost.push(Lost::Flags(kept & !known));
            }
            mapped.iter().filter(|(old, _)| kept & old != 0).fold(0, |bits, (_, new)| bits | new)
        }
    };
    for (_, key, value) in rule.flag_keys.iter().filter(|(old, ..)| kept & old != 0) {
        set(entity, key, value.clone());
    }
    for condition in &rule.conditions {
        let holds = condition.keys.iter().all(|key| entity.get(key).is_some() == condition.present);
        if holds && given & condition.unless_flags == 0 {
            flags |= condition.add_flags;
        }
    }
    if flags != given {
        if flags == 0 {
            remove(entity, "spawnflags");
        } else {
            set(entity, "spawnflags", flags.to_string());
        }
    }
}

/// Written as a whole number or, by some editors, as a float.
pub(super) fn spawnflags(entity: &Entity) -> u32 {
    let value = entity.get("spawnflags").and_then(|text| text.trim().parse::<f64>().ok());
    value.map_or(0, |value| (value as i64) as u32)
}

fn apply_key(entity: &mut Entity, rule: &KeyRule, lost: &mut Vec<Lost>) {
    match rule {
        KeyRule::Rename { from, to } => {
            if let Some(value) = entity.get(from).map(str::to_owned) {
                replace(entity, from, to, value);
            }
        }
        KeyRule::Direction { from, to } => {
            let Some(value) = entity.get(from).map(str::to_owned) else { return };
            match direction(&value) {
                Some(angles) => replace(entity, from, to, angles),
                None => lost.push(Lost::Value(from.clone(), value)),
            }
        }
        KeyRule::Template { from, to, text } => {
            if let Some(value) = entity.get(from).map(str::to_owned) {
                replace(entity, from, to, text.replace('*', value.trim()));
            }
        }
        KeyRule::Multiply { key, factor } => {
            let Some(value) = entity.get(key).map(str::to_owned) else { return };
            match value.trim().parse::<f64>().ok().filter(|number| number.is_finite()) {
                Some(number) => set(entity, key, format_float(number * factor)),
                None => lost.push(Lost::Value(key.clone(), value)),
            }
        }
        KeyRule::Default { key, value } => {
            if entity.get(key).is_none() {
                entity.keys.push((key.clone(), value.clone()));
            }
        }
        KeyRule::Set { key, value } => set(entity, key, value.clone()),
        KeyRule::Drop { key, why } => {
            if entity.get(key).is_some() {
                remove(entity, key);
                lost.push(Lost::Key(key.clone(), why.clone()));
            }
        }
    }
}

fn apply_offset(entity: &mut Entity, offset: DVec3, lost: &mut Vec<Lost>) {
    let Some(value) = entity.get("origin").map(str::to_owned) else { return };
    let numbers: Option<Vec<f64>> = value.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y, z]) => {
            let moved = (DVec3::new(x, y, z) + offset).to_array().map(format_float);
            set(entity, "origin", moved.join(" "));
        }
        _ => lost.push(Lost::Value("origin".to_owned(), value)),
    }
}

/// Quake's single angle: -1 is up, -2 is down, anything else is the yaw. Pitch is positive downwards.
fn direction(text: &str) -> Option<String> {
    let angle: f64 = text.trim().parse().ok().filter(|angle: &f64| angle.is_finite())?;
    Some(match angle {
        -1.0 => "-90 0 0".to_owned(),
        -2.0 => "90 0 0".to_owned(),
        yaw => format!("0 {} 0", format_float(yaw)),
    })
}

/// Puts `to` in the place of `from`; what stands under `to` already wins.
fn replace(entity: &mut Entity, from: &str, to: &str, value: String) {
    if !from.eq_ignore_ascii_case(to) && entity.get(to).is_some() {
        remove(entity, from);
        return;
    }
    if let Some(pair) = entity.keys.iter_mut().rev().find(|(key, _)| key.eq_ignore_ascii_case(from)) {
        *pair = (to.to_owned(), value);
    }
}

/// Gives a key its value, in its place where it is there.
pub(super) fn set(entity: &mut Entity, key: &str, value: String) {
    match entity.keys.iter_mut().rev().find(|(name, _)| name.eq_ignore_ascii_case(key)) {
        Some(pair) => pair.1 = value,
        None => entity.keys.push((key.to_owned(), value)),
    }
}

/// Removes every key of this name.
pub(super) fn remove(entity: &mut Entity, key: &str) {
    entity.keys.retain(|(name, _)| !name.eq_ignore_ascii_case(key));
}
