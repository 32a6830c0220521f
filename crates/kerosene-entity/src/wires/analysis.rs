//! What is wrong with the wires of a map, before anything runs.
//!
//! A schema and a list of entities are enough, so compilers, the editor and the console ask the same question of the
//! same function. It reports targets that nothing is named, inputs that no target takes, parameters that an input
//! cannot read, outputs that the class never fires, and circles of wires without a delay, which the queue's guard
//! would have to break at run time.

use super::{Special, WireText, circles};
use crate::kdef::{Kdef, KdefClass};
use crate::value;
use kerosene_diagnostics::{Code, Diagnostic, SourcePosition, codes};
use std::collections::BTreeMap;

/// What the analysis needs of an entity.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WiredEntity {
    /// Its class.
    pub class: String,
    /// Its `targetname`; empty for none.
    pub name: String,
    /// Its wires.
    pub wires: Vec<WireText>,
    /// Where it is in the source.
    pub source: SourcePosition,
    /// Where it is in the world, in units.
    pub origin: Option<[f64; 3]>,
}

/// Everything wrong with the wires of `entities`, in their order; circles last.
///
/// Classes that the schema does not know are passed over: what they take cannot be told.
///
/// ```
/// use kerosene_entity::{Kdef, WireText, WiredEntity, analyse_wires};
///
/// let kdef = Kdef::parse("class { name button output { name OnPressed } } class { name door input { name Open } }")?;
/// let wire = |text: &str| WireText::parse("OnPressed", text).expect("a wire");
/// let entities = [
///     WiredEntity { class: "button".into(), wires: vec![wire("gate,Open"), wire("door1,Opne")], ..Default::default() },
///     WiredEntity { class: "door".into(), name: "door1".into(), ..Default::default() },
/// ];
/// let found = analyse_wires(&entities, &kdef);
/// assert_eq!(found.len(), 2);
/// assert!(found[1].message.contains("`door` takes no input `Opne`"));
/// # Ok::<(), kerosene_entity::KdefError>(())
/// ```
pub fn analyse_wires(entities: &[WiredEntity], kdef: &Kdef) -> Vec<Diagnostic> {
    let map = WiredMap::new(entities, kdef);
    let mut reached = Reached::default();
    let mut found = Vec::new();
    for (index, entity) in entities.iter().enumerate() {
        for wire in &entity.wires {
            map.check_output(index, wire, &mut found);
            map.check_target(index, wire, &mut reached, &mut found);
        }
    }
    found.extend(circles::find(&map));
    found
}

/// The classes that each target of a map reaches, so that a name with many bearers is looked up once. `None` for a
/// target that nothing is named; for classes that are not known there is nothing in the list.
type Reached<'a> = BTreeMap<String, Option<Vec<&'a KdefClass>>>;

/// The entities of a map by name, and their classes with all that bases lend them.
pub(super) struct WiredMap<'a> {
    pub(super) entities: &'a [WiredEntity],
    /// Folded name and entity, sorted.
    names: Vec<(String, usize)>,
    classes: BTreeMap<String, Option<KdefClass>>,
}

impl<'a> WiredMap<'a> {
    fn new(entities: &'a [WiredEntity], kdef: &Kdef) -> Self {
        let named = entities.iter().enumerate().filter(|(_, entity)| !entity.name.is_empty());
        let mut names: Vec<_> = named.map(|(index, entity)| (entity.name.to_ascii_lowercase(), index)).collect();
        names.sort();
        let classes = entities.iter().map(|entity| entity.class.to_ascii_lowercase());
        let classes = classes.map(|class| (class.clone(), kdef.resolved(&class))).collect();
        Self { entities, names, classes }
    }

    /// The class of an entity, where the schema knows it.
    pub(super) fn class(&self, index: usize) -> Option<&KdefClass> {
        self.classes.get(&self.entities[index].class.to_ascii_lowercase())?.as_ref()
    }

    /// Whether the class of a wire's owner may fire its output; a class that nobody knows may fire anything.
    pub(super) fn fires(&self, owner: usize, wire: &WireText) -> bool {
        self.class(owner).is_none_or(|class| class.any_output || class.output(&wire.output).is_some())
    }

    /// The entities that a wire of `owner` reaches; `None` where only the game can tell.
    pub(super) fn targets(&self, owner: usize, target: &str) -> Option<Vec<usize>> {
        match Special::from_name(target) {
            Some(Special::This | Special::Caller) => return Some(vec![owner]),
            Some(Special::Activator | Special::Player | Special::Picker) => return None,
            None => {}
        }
        let folded = target.to_ascii_lowercase();
        let (wanted, is_prefix) = folded.strip_suffix('*').map_or((&*folded, false), |prefix| (prefix, true));
        let start = self.names.partition_point(|(name, _)| name.as_str() < wanted);
        let matching = self.names[start..]
            .iter()
            .take_while(|(name, _)| if is_prefix { name.starts_with(wanted) } else { name == wanted });
        let mut targets: Vec<usize> = matching.map(|&(_, index)| index).collect();
        targets.sort_unstable();
        Some(targets)
    }

    fn check_output(&self, index: usize, wire: &WireText, found: &mut Vec<Diagnostic>) {
        if self.fires(index, wire) {
            return;
        }
        let entity = &self.entities[index];
        let message = format!("{} fires no output `{}`", described(entity), wire.output);
        let known = self.class(index).into_iter().flat_map(|class| &class.outputs).map(|port| port.name.as_str());
        found.push(with_fix(diagnostic(codes::WIRE_OUTPUT, entity, message), nearest(&wire.output, known)));
    }

    fn check_target<'m>(
        &'m self,
        owner: usize,
        wire: &WireText,
        reached: &mut Reached<'m>,
        found: &mut Vec<Diagnostic>,
    ) {
        let entity = &self.entities[owner];
        let classes = if wire.target.starts_with('!') {
            self.classes_reached(owner, &wire.target)
        } else {
            let known = reached.entry(wire.target.to_ascii_lowercase());
            known.or_insert_with(|| self.classes_reached(owner, &wire.target)).clone()
        };
        let Some(classes) = classes else {
            let message =
                format!("{}: `{}` fires at `{}`, which nothing is named", described(entity), wire.output, wire.target);
            let known = self.names.iter().map(|(name, _)| name.as_str());
            found.push(with_fix(diagnostic(codes::WIRE_TARGET, entity, message), nearest(&wire.target, known)));
            return;
        };
        for class in classes {
            self.check_input(entity, wire, class, found);
        }
    }

    /// The classes that a target reaches, each once; none where only the game can tell; `None` where nothing has that
    /// name.
    fn classes_reached(&self, owner: usize, target: &str) -> Option<Vec<&KdefClass>> {
        let Some(targets) = self.targets(owner, target) else { return Some(Vec::new()) };
        if targets.is_empty() {
            return None;
        }
        let mut classes: Vec<&KdefClass> = targets.iter().filter_map(|&target| self.class(target)).collect();
        classes.sort_by(|a, b| a.name.cmp(&b.name));
        classes.dedup_by(|a, b| a.name == b.name);
        Some(classes)
    }

    fn check_input(&self, entity: &WiredEntity, wire: &WireText, class: &KdefClass, found: &mut Vec<Diagnostic>) {
        let Some(input) = class.input(&wire.input) else {
            let message = format!(
                "{}: `{}` fires at `{}`, but `{}` takes no input `{}`",
                described(entity),
                wire.output,
                wire.target,
                class.name,
                wire.input
            );
            let known = class.inputs.iter().map(|port| port.name.as_str());
            found.push(with_fix(diagnostic(codes::WIRE_INPUT, entity, message), nearest(&wire.input, known)));
            return;
        };
        if !wire.parameter.is_empty() && !value::can_read(input.kind, &wire.parameter) {
            let message = format!(
                "{}: `{}` brings `{}` to `{}` of `{}`, which takes {}",
                described(entity),
                wire.output,
                wire.parameter,
                input.name,
                class.name,
                value::expected(input.kind)
            );
            found.push(diagnostic(codes::WIRE_PARAMETER, entity, message));
        }
    }
}

/// `button "name"`, or the class alone.
pub(super) fn described(entity: &WiredEntity) -> String {
    if entity.name.is_empty() { format!("`{}`", entity.class) } else { format!("`{}` ({})", entity.name, entity.class) }
}

pub(super) fn diagnostic(code: Code, entity: &WiredEntity, message: String) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(code, message).at(entity.source.clone());
    diagnostic.world = entity.origin;
    diagnostic
}

fn with_fix(diagnostic: Diagnostic, nearest: Option<String>) -> Diagnostic {
    match nearest {
        Some(name) => diagnostic.fix(format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}

/// The known word that a misspelt one most likely means: at most two letters away, and fewer than half of them.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let word = word.to_ascii_lowercase();
    if word.len() > 64 {
        return None;
    }
    let distances = known.filter(|known| known.len().abs_diff(word.len()) <= 2 && known.len() <= 66);
    let distances = distances.map(|known| (edit_distance(&word, &known.to_ascii_lowercase()), known));
    let (distance, nearest) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= 2 && distance * 2 < word.len()).then(|| nearest.to_owned())
}

/// Insertions, deletions and replacements from one word to another (Wagner and Fischer 1974).
fn edit_distance(first: &str, second: &str) -> usize {
    let second = second.as_bytes();
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (done, &letter) in first.as_bytes().iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = done + 1;
        for (column, &other) in second.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[second.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_far_apart_as_letters_change() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(nearest("Opne", ["Close", "Open"].into_iter()), None);
        assert_eq!(nearest("Toggel", ["Close", "Toggle"].into_iter()), Some("Toggle".to_owned()));
    }
}
