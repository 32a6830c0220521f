//! The schema of a registry: what an editor is told, from what the classes declare.

use super::component::key_of;
use super::registry::{Class, Registry};
use super::universal;
use crate::SCRIPT_KEY;
use crate::kdef::{Kdef, KdefChoice, KdefClass, KdefKey, KdefPort, KeyKind};

/// The base that every class has.
const BASE: &str = "Entity";

impl Registry {
    /// The schema of all classes, with one base, `Entity`, for what every class has.
    ///
    /// ```
    /// use kerosene_entity::{ClassDef, ClassKind, Registry};
    ///
    /// let registry = Registry::new([ClassDef::new("door", ClassKind::Brush)])?;
    /// let kdef = registry.kdef();
    /// assert!(kdef.class("door").is_some());
    /// assert!(kdef.resolved("door").is_some_and(|door| door.input("Kill").is_some()));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn kdef(&self) -> Kdef {
        let mut kdef = Kdef { classes: vec![base()] };
        for class in self.classes.iter().skip(1) {
            kdef.add(describe(class));
        }
        kdef
    }
}

fn base() -> KdefClass {
    let key = |name: &str, kind, label: &str, help: &str| KdefKey {
        name: name.to_owned(),
        label: label.to_owned(),
        kind,
        default: String::new(),
        help: help.to_owned(),
        choices: Vec::new(),
    };
    KdefClass {
        name: BASE.to_owned(),
        is_base: true,
        help: "What every entity has.".to_owned(),
        keys: vec![
            key("targetname", KeyKind::TargetSource, "Name", "The name that wires of other entities reach it by."),
            key("parentname", KeyKind::TargetDestination, "Parent", "The entity that this one follows."),
            key("startdisabled", KeyKind::Bool, "Start disabled", "Whether it begins switched off."),
            key("angles", KeyKind::Angles, "Angles", "Pitch, yaw and roll in degrees."),
            key(
                SCRIPT_KEY,
                KeyKind::String,
                "Script",
                "The script that looks after the entity: `bobber` for `scripts/bobber.kscr`. Its properties are further keys.",
            ),
        ],
        inputs: universal::INPUTS.iter().map(|input| port(input.name, input.kind, input.help)).collect(),
        outputs: universal::OUTPUTS.iter().map(|output| port(output.name, output.kind, output.help)).collect(),
        ..KdefClass::default()
    }
}

fn describe(class: &Class) -> KdefClass {
    let def = &class.def;
    let fields = def.components.iter().flat_map(|component| component.fields);
    let mut keys: Vec<KdefKey> = fields.filter_map(key_of).collect();
    keys.extend(def.keys.iter().cloned());
    if !def.flags.is_empty() {
        keys.push(flags(&def.flags));
    }
    KdefClass {
        name: def.name.to_owned(),
        is_base: false,
        kind: def.kind,
        model: def.model,
        bases: vec![BASE.to_owned()],
        aliases: def.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        help: def.help.to_owned(),
        keys,
        inputs: def.inputs.iter().map(|input| port(input.name, input.kind, input.help)).collect(),
        outputs: def.outputs.iter().map(|output| port(output.name, output.kind, output.help)).collect(),
        any_output: def.any_output,
        helpers: def.helpers.clone(),
    }
}

fn flags(choices: &[KdefChoice]) -> KdefKey {
    KdefKey {
        name: "spawnflags".to_owned(),
        label: "Flags".to_owned(),
        kind: KeyKind::Flags,
        choices: choices.to_vec(),
        ..KdefKey::default()
    }
}

fn port(name: &str, kind: crate::kdef::ValueKind, help: &str) -> KdefPort {
    KdefPort { name: name.to_owned(), kind, help: help.to_owned() }
}
