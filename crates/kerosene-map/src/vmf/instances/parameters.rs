//! Parameters of instances: `$name` in the included map stands for a value given where it is placed.

use crate::model::{Entity, Map, UnknownNode};
use crate::vmf::connection::parse_connection;

/// More parameters than any editor offers are not taken, so that filling in stays cheap.
const PARAMETERS: usize = 100;

/// Names with their values, longest name first, so that `$door2` is not `$door` and a 2.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    values: Vec<(String, String)>,
    /// `replaceNN` keys that are not `$name value`.
    pub(super) malformed: Vec<String>,
    /// Names that the included map declares and nobody gives a value.
    pub(super) missing: Vec<String>,
}

impl Parameters {
    /// What `instance` gives, and the defaults of `included` for what it does not.
    pub(super) fn new(instance: &Entity, included: &Map) -> Self {
        let mut parameters = Self::default();
        for (_, value) in numbered(instance, "replace") {
            match value.trim().split_once(char::is_whitespace) {
                Some((name, value)) if name.starts_with('$') && name.len() > 1 => parameters.give(name, value.trim()),
                // A parameter may be set to nothing.
                None if value.trim().starts_with('$') && value.trim().len() > 1 => parameters.give(value.trim(), ""),
                _ if value.trim().is_empty() => {}
                _ => parameters.malformed.push(value.to_owned()),
            }
        }
        for declaration in included.entities.iter().filter(|entity| is_declaration(entity)) {
            for (_, value) in numbered(declaration, "parm") {
                parameters.declare(value);
            }
        }
        parameters.values.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        parameters
    }

    /// `$name type default`
    fn declare(&mut self, text: &str) {
        let (name, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        if !name.starts_with('$') || name.len() < 2 || self.has(name) {
            return;
        }
        match rest.trim().split_once(char::is_whitespace) {
            Some((_, default)) => self.give(name, default.trim()),
            None => self.missing.push(name.to_owned()),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.values.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
    }

    fn give(&mut self, name: &str, value: &str) {
        if self.values.len() >= PARAMETERS {
            self.malformed.push(format!("{name} {value}"));
        } else if !self.has(name) {
            self.values.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Fills in everything in a map that is text; gives how many bytes it grew by, or `None`, with the map half filled
    /// in, where that would be more than `budget`.
    pub(super) fn fill(&self, map: &mut Map, budget: usize) -> Option<usize> {
        let mut grown = 0;
        if self.values.is_empty() {
            return Some(grown);
        }
        for entity in &mut map.entities {
            let keys = entity.keys.iter_mut().flat_map(|(key, value)| [key, value]);
            let wires = entity.connections.iter_mut();
            let wires =
                wires.flat_map(|wire| [&mut wire.output, &mut wire.target, &mut wire.input, &mut wire.parameter]);
            let sides = entity.brushes.iter_mut().flat_map(|brush| &mut brush.sides).map(|side| &mut side.material);
            let faces = entity.meshes.iter_mut().flat_map(|mesh| &mut mesh.faces).map(|face| &mut face.material);
            for text in keys.chain(wires).chain(sides).chain(faces) {
                grown += self.fill_text(text, budget - grown)?;
            }
            grown += self.fill_unread_wires(entity, budget - grown)?;
        }
        Some(grown)
    }

    /// Wires with a parameter in the place of a number could not be read before.
    fn fill_unread_wires(&self, entity: &mut Entity, budget: usize) -> Option<usize> {
        let mut grown = 0;
        for node in &mut entity.unknown {
            let UnknownNode::Block(name, nodes) = node else { continue };
            let [UnknownNode::Key(output, wire)] = nodes.as_mut_slice() else { continue };
            if name != "connections" {
                continue;
            }
            grown += self.fill_text(wire, budget - grown)?;
            if let Some(connection) = parse_connection(output, wire) {
                entity.connections.push(connection);
                nodes.clear();
            }
        }
        let is_read = |node: &UnknownNode| matches!(node, UnknownNode::Block(name, nodes) if name == "connections" && nodes.is_empty());
        entity.unknown.retain(|node| !is_read(node));
        Some(grown)
    }

    /// Fills in one text. What a value brings is not searched again.
    fn fill_text(&self, text: &mut String, budget: usize) -> Option<usize> {
        if !text.contains('$') {
            return Some(0);
        }
        let most = text.len().saturating_add(budget);
        let mut filled = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(at) = rest.find('$') {
            let (before, found) = rest.split_at(at);
            filled.push_str(before);
            let begins = |name: &str| found.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
            match self.values.iter().find(|(name, _)| begins(name)) {
                Some((name, value)) => {
                    filled.push_str(value);
                    rest = &found[name.len()..];
                }
                None => {
                    filled.push('$');
                    rest = &found[1..];
                }
            }
            if filled.len() > most {
                return None;
            }
        }
        filled.push_str(rest);
        let grown = filled.len().saturating_sub(text.len());
        *text = filled;
        (grown <= budget).then_some(grown)
    }
}

/// Whether an entity declares parameters and is nothing else.
pub(super) fn is_declaration(entity: &Entity) -> bool {
    entity.class_name().eq_ignore_ascii_case("func_instance_parms")
}

/// Keys that are `name` and a number.
fn numbered<'a>(entity: &'a Entity, name: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let is_numbered = move |key: &str| {
        let (start, number) = (key.get(..name.len()), key.get(name.len()..).unwrap_or_default());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name)) && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    entity.keys.iter().filter(move |(key, _)| is_numbered(key)).map(|(key, value)| (key.as_str(), value.as_str()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn parameters(replace: &[&str], declared: &[&str]) -> Parameters {
        let keys = |name: &str, values: &[&str]| {
            values.iter().enumerate().map(|(at, value)| (format!("{name}{:02}", at + 1), (*value).to_owned())).collect()
        };
        let instance = Entity { keys: keys("replace", replace), ..Entity::default() };
        let mut declaration = Entity { keys: keys("parm", declared), ..Entity::default() };
        declaration.keys.push(("classname".to_owned(), "func_instance_parms".to_owned()));
        Parameters::new(&instance, &Map { entities: vec![declaration], ..Map::default() })
    }

    fn filled(parameters: &Parameters, text: &str) -> String {
        let mut text = text.to_owned();
        parameters.fill_text(&mut text, 1_000).unwrap();
        text
    }

    #[test]
    fn the_longest_name_wins_and_values_are_not_searched_again() {
        let given = parameters(&["$door gate", "$door2 $door", "$Empty"], &[]);
        assert_eq!(filled(&given, "$DOOR2 $door $empty|$other $"), "$door gate |$other $");
        assert_eq!(filled(&given, "ü$doorü"), "ügateü");
    }

    #[test]
    fn declared_defaults_stand_in_and_what_has_none_is_told() {
        let given = parameters(&["$a 1", "nonsense"], &["$a string 2", "$b color 255 0 0", "$c string"]);
        assert_eq!(filled(&given, "$a/$b/$c"), "1/255 0 0/$c");
        assert_eq!(
            (given.malformed.as_slice(), given.missing.as_slice()),
            (&["nonsense".to_owned()][..], &["$c".to_owned()][..])
        );
    }

    #[test]
    fn text_grows_no_further_than_its_budget() {
        let given = parameters(&["$a 12345"], &[]);
        assert_eq!(given.fill_text(&mut "$a$a".to_owned(), 6), Some(6));
        assert_eq!(given.fill_text(&mut "$a$a".to_owned(), 5), None);
    }
}
