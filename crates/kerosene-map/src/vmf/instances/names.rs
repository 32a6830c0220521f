//! Names of what an instance brings: made its own, so that two of them can stand side by side.

use crate::model::{Connection, Entity};
use std::collections::BTreeSet;

/// How the name of an instance and those in it are put together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fixup {
    /// `instance-name`
    Prefix(String),
    /// `name-instance`
    Postfix(String),
    /// Names stay.
    None,
}

/// Keys whose value is a target's name, whatever it may be.
const TARGET_KEYS: &[&str] = &[
    "target",
    "killtarget",
    "parentname",
    "filtername",
    "damagefilter",
    "landmark",
    "lightingorigin",
    "lightningstart",
    "lightningend",
    "attach1",
    "attach2",
    "constraintsystem",
    "followtarget",
    "master",
    "mover",
    "measuretarget",
    "measurereference",
    "targetreference",
    "sourceentityname",
    "subject",
    "goal",
    "actor",
    "templatename",
    "spawnentityname",
    "next",
    "pointcamera",
    "fogname",
    "postprocessname",
    "colorcorrectionname",
    "targetentityname",
    "targetentity",
    "targetpoint",
    "entitytemplate",
    "positioninterpolator",
    "nextkey",
    "firstpath",
    "vehicle",
    "npctarget",
    "linked_portal",
    "altpath",
    "m_nextlink",
];
/// Beginnings of such keys that carry a number.
const NUMBERED_TARGET_KEYS: &[&str] = &["target", "template", "cpoint", "branch"];
/// Keys that name files, classes or words, even where an entity has the same name.
const OTHER_KEYS: &[&str] = &[
    "classname",
    "file",
    "model",
    "material",
    "texture",
    "message",
    "skyname",
    "skin",
    "sequence",
    "defaultanim",
    "soundscape",
    "detailmaterial",
    "detailvbsp",
    "globalname",
    "vscripts",
    "overlaymaterial",
    "effect_name",
];

impl Fixup {
    /// The name of the target as everything else is to know it.
    ///
    /// Names with `@` are the whole map's, those with `!` stand for whoever takes part in an event.
    pub(super) fn fixed(&self, name: &str) -> String {
        if name.is_empty() || name.starts_with(['@', '!']) {
            return name.to_owned();
        }
        match self {
            Self::Prefix(instance) => format!("{instance}-{name}"),
            Self::Postfix(instance) => format!("{name}-{instance}"),
            Self::None => name.to_owned(),
        }
    }
}

/// The names and classes of one included map.
#[derive(Debug)]
pub(super) struct Names<'a> {
    fixup: &'a Fixup,
    defined: BTreeSet<String>,
    classes: BTreeSet<String>,
}

impl<'a> Names<'a> {
    /// Notes what `entities` are called, before any of them is changed.
    pub(super) fn new(fixup: &'a Fixup, entities: &[Entity]) -> Self {
        let name = |entity: &Entity| entity.get("targetname").map(str::to_ascii_lowercase);
        Self {
            fixup,
            defined: entities.iter().filter_map(name).filter(|name| !name.is_empty()).collect(),
            classes: entities.iter().map(|entity| entity.class_name().to_ascii_lowercase()).collect(),
        }
    }

    /// Fixes up every name in `entity`.
    pub(super) fn fix(&self, entity: &mut Entity) {
        if *self.fixup == Fixup::None {
            return;
        }
        for (key, value) in &mut entity.keys {
            if key.eq_ignore_ascii_case("targetname") {
                *value = self.fixup.fixed(value);
            } else if is_target_key(key) {
                *value = self.target(value);
            } else if !is_any(OTHER_KEYS, key) && self.is_name_only(value) {
                *value = self.fixup.fixed(value);
            }
        }
        entity.connections.iter_mut().for_each(|wire| self.fix_wire(wire));
    }

    fn fix_wire(&self, wire: &mut Connection) {
        wire.target = self.target(&wire.target);
        if self.is_name_only(&wire.parameter) {
            wire.parameter = self.fixup.fixed(&wire.parameter);
        }
    }

    /// A target: a name, with what follows a comma (an attachment) as it is; a class stays a class.
    fn target(&self, value: &str) -> String {
        let (name, rest) = value.split_at(value.find(',').unwrap_or(value.len()));
        let lower = name.to_ascii_lowercase();
        let is_class = lower == "player" || self.classes.contains(&lower);
        if is_class && !self.defined.contains(&lower) { value.to_owned() } else { self.fixup.fixed(name) + rest }
    }

    /// Whether a value is the name of an entity here, and not a number that someone used as a name.
    fn is_name_only(&self, value: &str) -> bool {
        value.trim().parse::<f64>().is_err() && self.defined.contains(&value.to_ascii_lowercase())
    }
}

fn is_target_key(key: &str) -> bool {
    let numbered = |start: &&str| {
        let (begin, number) = (key.get(..start.len()), key.get(start.len()..).unwrap_or_default());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(start))
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    is_any(TARGET_KEYS, key) || NUMBERED_TARGET_KEYS.iter().any(numbered)
}

fn is_any(names: &[&str], key: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(keys: &[(&str, &str)], wires: &[(&str, &str)]) -> Entity {
        let keys = keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let wire = |(target, parameter): &(&str, &str)| Connection {
            output: "OnUse".to_owned(),
            target: (*target).to_owned(),
            input: "Use".to_owned(),
            parameter: (*parameter).to_owned(),
            delay: 0.0,
            times: -1,
        };
        Entity { keys, connections: wires.iter().map(wire).collect(), ..Entity::default() }
    }

    #[test]
    fn names_targets_and_parameters_follow_and_the_rest_stays() {
        let fixup = Fixup::Prefix("hall".to_owned());
        let door = entity(&[("classname", "func_door"), ("targetname", "Door"), ("message", "door")], &[]);
        let mut relay = entity(
            &[
                ("classname", "logic_relay"),
                ("targetname", "1"),
                ("target", "elsewhere"),
                ("Template01", "door"),
                ("parentname", "door,eyes"),
                ("mystery", "door"),
                ("startdisabled", "1"),
                ("target2", "@global"),
            ],
            &[("door*", "door"), ("!activator", "1"), ("func_door", ""), ("player", ""), ("", "")],
        );
        let names = Names::new(&fixup, &[door.clone(), relay.clone()]);
        names.fix(&mut relay);
        let values: Vec<&str> = relay.keys.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(
            values,
            ["logic_relay", "hall-1", "hall-elsewhere", "hall-door", "hall-door,eyes", "hall-door", "1", "@global"]
        );
        let wires: Vec<(&str, &str)> =
            relay.connections.iter().map(|wire| (wire.target.as_str(), wire.parameter.as_str())).collect();
        assert_eq!(
            wires,
            [("hall-door*", "hall-door"), ("!activator", "1"), ("func_door", ""), ("player", ""), ("", "")]
        );
        let mut door = door;
        names.fix(&mut door);
        assert_eq!(door.get("message"), Some("door"));
    }

    #[test]
    fn a_postfix_follows_and_none_changes_nothing() {
        assert_eq!(Fixup::Postfix("hall".to_owned()).fixed("door"), "door-hall");
        assert_eq!(Fixup::None.fixed("door"), "door");
    }
}
