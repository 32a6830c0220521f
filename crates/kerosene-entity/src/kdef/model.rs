//! The schema in memory.

use super::{ClassKind, HelperKind, KeyKind, ModelRole, ValueKind};

/// What an editor and a checker need to know of a game's classes.
///
/// It is generated from a [`Registry`](crate::Registry), read from a `.kdef` text, or both, the mod's text laid over
/// the game's classes with [`Kdef::merge`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kdef {
    /// Classes and their bases, in file order; names are unique, ASCII case ignored.
    pub classes: Vec<KdefClass>,
}

/// A class, or a base that classes share.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KdefClass {
    /// The class name that a map writes.
    pub name: String,
    /// Whether it only lends its keys and wires to others and cannot be placed.
    pub is_base: bool,
    /// What gives an entity of the class its body.
    pub kind: ClassKind,
    /// What the engine makes of its model.
    pub model: ModelRole,
    /// Bases whose keys, inputs, outputs and helpers it has too.
    pub bases: Vec<String>,
    /// Other names that maps may use for it.
    pub aliases: Vec<String>,
    /// What it is, in a sentence or two.
    pub help: String,
    /// Keys in the order that an editor shows them.
    pub keys: Vec<KdefKey>,
    /// Inputs.
    pub inputs: Vec<KdefPort>,
    /// Outputs.
    pub outputs: Vec<KdefPort>,
    /// Whether it may fire outputs that are not listed, as panels do.
    pub any_output: bool,
    /// How an editor draws it.
    pub helpers: Vec<KdefHelper>,
}

/// A key of a class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KdefKey {
    /// The key as a map writes it.
    pub name: String,
    /// Its name for people; empty to show the key.
    pub label: String,
    /// How an editor shows its value.
    pub kind: KeyKind,
    /// The value of an entity that does not have the key; shown greyed, not written to the map.
    pub default: String,
    /// What it does.
    pub help: String,
    /// The choices of a list, or the bits of flags.
    pub choices: Vec<KdefChoice>,
}

/// One of a list, or one bit of flags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KdefChoice {
    /// The value of the key, or of the bit.
    pub value: String,
    /// What it means.
    pub label: String,
    /// For a bit of flags: whether a new entity has it set.
    pub on: bool,
}

/// An input or output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KdefPort {
    /// Its name.
    pub name: String,
    /// What value goes with it.
    pub kind: ValueKind,
    /// What it does, or when it fires.
    pub help: String,
}

/// How an editor draws a class in space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KdefHelper {
    /// What to draw.
    pub kind: HelperKind,
    /// What to draw it from: a parameter of the helper and a key of the class or a number.
    pub arguments: Vec<(String, String)>,
}

impl Kdef {
    /// The class or base of a name, ASCII case ignored; aliases count after names.
    ///
    /// ```
    /// use kerosene_entity::Kdef;
    ///
    /// let kdef = Kdef::parse("class { name door kind brush alias func_door }")?;
    /// assert_eq!(kdef.class("FUNC_DOOR").expect("there is one").name, "door");
    /// assert!(kdef.class("dor").is_none());
    /// # Ok::<(), kerosene_entity::KdefError>(())
    /// ```
    pub fn class(&self, name: &str) -> Option<&KdefClass> {
        let same = |other: &String| other.eq_ignore_ascii_case(name);
        self.classes
            .iter()
            .find(|class| same(&class.name))
            .or_else(|| self.classes.iter().find(|class| class.aliases.iter().any(same)))
    }

    /// Adds a class; one of the same name gives way to it.
    pub fn add(&mut self, class: KdefClass) {
        match self.classes.iter_mut().find(|known| known.name.eq_ignore_ascii_case(&class.name)) {
            Some(known) => *known = class,
            None => self.classes.push(class),
        }
    }

    /// Lays another schema over this one: what it defines anew replaces what was here.
    ///
    /// ```
    /// use kerosene_entity::Kdef;
    ///
    /// let mut kdef = Kdef::parse("class { name door } class { name light }")?;
    /// kdef.merge(Kdef::parse("class { name Door help \"Ours.\" }")?);
    /// assert_eq!(kdef.classes.len(), 2);
    /// assert_eq!(kdef.class("door").expect("there is one").help, "Ours.");
    /// # Ok::<(), kerosene_entity::KdefError>(())
    /// ```
    pub fn merge(&mut self, other: Self) {
        for class in other.classes {
            self.add(class);
        }
    }

    /// A class with all that its bases lend it: what is nearest counts. Bases that are not there are passed over.
    ///
    /// ```
    /// use kerosene_entity::Kdef;
    ///
    /// let kdef = Kdef::parse("base { name Named key { name targetname type target_source } } class { name door base Named }")?;
    /// assert_eq!(kdef.resolved("door").expect("there is one").keys[0].name, "targetname");
    /// # Ok::<(), kerosene_entity::KdefError>(())
    /// ```
    pub fn resolved(&self, name: &str) -> Option<KdefClass> {
        let mut whole = self.class(name)?.clone();
        let mut waiting: Vec<&String> = self.class(name)?.bases.iter().rev().collect();
        let mut seen = vec![whole.name.to_ascii_lowercase()];
        while let Some(base) = waiting.pop() {
            let Some(base) = self.class(base).filter(|base| !seen.contains(&base.name.to_ascii_lowercase())) else {
                continue;
            };
            seen.push(base.name.to_ascii_lowercase());
            whole.inherit(base);
            waiting.extend(base.bases.iter().rev());
        }
        Some(whole)
    }
}

impl KdefClass {
    /// The key of a name, ASCII case ignored; its own only.
    pub fn key(&self, name: &str) -> Option<&KdefKey> {
        self.keys.iter().find(|key| key.name.eq_ignore_ascii_case(name))
    }

    /// The input of a name, ASCII case ignored; its own only.
    pub fn input(&self, name: &str) -> Option<&KdefPort> {
        self.inputs.iter().find(|port| port.name.eq_ignore_ascii_case(name))
    }

    /// The output of a name, ASCII case ignored; its own only.
    pub fn output(&self, name: &str) -> Option<&KdefPort> {
        self.outputs.iter().find(|port| port.name.eq_ignore_ascii_case(name))
    }

    /// Takes over from a base what this class does not have itself.
    fn inherit(&mut self, base: &Self) {
        for key in &base.keys {
            if self.key(&key.name).is_none() {
                self.keys.push(key.clone());
            }
        }
        for input in &base.inputs {
            if self.input(&input.name).is_none() {
                self.inputs.push(input.clone());
            }
        }
        for output in &base.outputs {
            if self.output(&output.name).is_none() {
                self.outputs.push(output.clone());
            }
        }
        for helper in &base.helpers {
            if self.helpers.iter().all(|own| own.kind != helper.kind) {
                self.helpers.push(helper.clone());
            }
        }
        self.any_output |= base.any_output;
    }
}
