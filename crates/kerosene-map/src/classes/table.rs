//! The table itself, as read from text.

use crate::game::Game;
use crate::import::MapFormat;
use kerosene_kv::{Block, Document, Lookup, Node, Pair, ParseError, Position};
use kerosene_math::DVec3;
use std::collections::BTreeSet;

const QUAKE: &str = include_str!("../../data/classes/quake.kv");
const SOURCE: &str = include_str!("../../data/classes/source.kv");
const QUAKE_2: &str = include_str!("../../data/classes/quake2.kv");
const QUAKE_3: &str = include_str!("../../data/classes/quake3.kv");
const HALF_LIFE: &str = include_str!("../../data/classes/half-life.kv");
const STOCK: &str = include_str!("../../data/classes/stock.txt");

/// What the classes and keys of another game are called here.
///
/// The text form is KeyValues; the built-in table for Quake explains every directive at its top.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClassTable {
    pub(super) rules: Vec<ClassRule>,
    pub(super) every: ClassRule,
    pub(super) absent: Vec<Absence>,
    /// Spawnflag bits that mean nothing once the table was applied.
    pub(super) clear_flags: u32,
}

/// What becomes of one class.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ClassRule {
    /// Foreign class names.
    pub(super) from: Vec<String>,
    /// Our name, where it differs.
    pub(super) to: Option<String>,
    /// Output of `target` and `killtarget`.
    pub(super) fires: Option<String>,
    /// Output of the keys that are names of entities.
    pub(super) fires_keys: Option<String>,
    /// Input, and its parameter, that a wire to it calls.
    pub(super) used: Option<(String, String)>,
    pub(super) offset: Option<DVec3>,
    pub(super) keys: Vec<KeyRule>,
    /// Old and new spawnflag bits; `None` keeps all bits.
    pub(super) flags: Option<Vec<(u32, u32)>>,
    /// Old spawnflag bits that become a key and its value.
    pub(super) flag_keys: Vec<(u32, String, String)>,
    pub(super) conditions: Vec<Condition>,
}

/// What becomes of one key.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum KeyRule {
    Rename {
        from: String,
        to: String,
    },
    /// Quake's single angle to pitch, yaw and roll.
    Direction {
        from: String,
        to: String,
    },
    /// The old value takes the place of the star.
    Template {
        from: String,
        to: String,
        text: String,
    },
    Multiply {
        key: String,
        factor: f64,
    },
    Default {
        key: String,
        value: String,
    },
    Set {
        key: String,
        value: String,
    },
    Drop {
        key: String,
        why: String,
    },
}

/// Spawnflags that depend on which keys there are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Condition {
    pub(super) keys: Vec<String>,
    /// Whether all must be present, or all missing.
    pub(super) present: bool,
    /// Bits of the foreign spawnflags of which none may be set.
    pub(super) unless_flags: u32,
    pub(super) add_flags: u32,
}

/// Entities that are left out.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Absence {
    pub(super) class: Option<String>,
    pub(super) flags: u32,
    pub(super) because: String,
}

/// A table that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{position}: {problem}")]
pub struct ClassTableError {
    /// File as the caller named it.
    pub file: String,
    /// Where in it.
    pub position: Position,
    /// What is wrong there and what is expected.
    pub problem: String,
}

type Parsed<T> = Result<T, (Position, String)>;

impl ClassTable {
    /// The built-in table for maps of this format; an empty one for our own.
    ///
    /// ```
    /// use kerosene_map::{ClassTable, MapFormat};
    ///
    /// assert_ne!(ClassTable::default_for(MapFormat::QuakeMap), ClassTable::default());
    /// ```
    pub fn default_for(format: MapFormat) -> Self {
        Self::for_game(format.game().unwrap_or(Game::Quake))
    }

    /// The built-in table for maps of this game; an empty one for our own.
    ///
    /// ```
    /// use kerosene_map::{ClassTable, Game};
    ///
    /// assert_ne!(ClassTable::for_game(Game::HalfLife), ClassTable::for_game(Game::Quake));
    /// assert_eq!(ClassTable::for_game(Game::Kerosene), ClassTable::default());
    /// ```
    pub fn for_game(game: Game) -> Self {
        // The texts are part of the program, and a test reads them.
        Self::text_for(game).and_then(|text| Self::parse(game.key(), text).ok()).unwrap_or_default()
    }

    /// Text of the built-in table for a game, to be copied and changed; `None` where the names need no table.
    pub fn text_for(game: Game) -> Option<&'static str> {
        match game {
            Game::Quake => Some(QUAKE),
            Game::Quake2 => Some(QUAKE_2),
            Game::Quake3 => Some(QUAKE_3),
            Game::HalfLife => Some(HALF_LIFE),
            Game::Source => Some(SOURCE),
            Game::Kerosene => None,
        }
    }

    /// Reads a table.
    ///
    /// # Errors
    ///
    /// [`ClassTableError`] with the place of what is no KeyValues, no directive, or no number where
    /// one must be.
    ///
    /// # Examples
    ///
    /// ```
    /// use kerosene_map::ClassTable;
    ///
    /// let table = ClassTable::parse("mine.kv", r#"class { "from" "func_door"
    ///     "to" "door" }"#)?;
    /// let error = ClassTable::parse("mine.kv", "class { form func_door }").unwrap_err();
    /// assert!(error.to_string().starts_with("mine.kv:line 1, column 9: `form`"), "{error}");
    /// # Ok::<(), kerosene_map::ClassTableError>(())
    /// ```
    pub fn parse(name: &str, text: &str) -> Result<Self, ClassTableError> {
        let error = |(position, problem)| ClassTableError { file: name.to_owned(), position, problem };
        let document =
            Document::parse(text).map_err(|ParseError { position, kind, .. }| error((position, kind.to_string())))?;
        let mut table = Self::default();
        for node in &document.nodes {
            table.add(node).map_err(error)?;
        }
        Ok(table)
    }

    /// The rule for a foreign class name.
    pub(super) fn rule(&self, class: &str) -> Option<&ClassRule> {
        self.rules.iter().find(|rule| rule.from.iter().any(|from| from.eq_ignore_ascii_case(class)))
    }

    fn add(&mut self, node: &Node<'_>) -> Parsed<()> {
        match node {
            Node::Pair(pair) if &*pair.key == "clear_flags" => self.clear_flags = read(pair)?,
            Node::Block(block) if &*block.name == "class" => {
                let rule = class_rule(block)?;
                if rule.from.is_empty() {
                    return Err((
                        block.position,
                        "this `class` has no `from`: expected the class name of the map".into(),
                    ));
                }
                self.rules.push(rule);
            }
            Node::Block(block) if &*block.name == "every" => self.every = class_rule(block)?,
            Node::Block(block) if &*block.name == "absent" => self.absent.push(absence(block)?),
            other => return Err(unknown(other, "`clear_flags`, `absent`, `every` or `class`")),
        }
        Ok(())
    }
}

/// Whether a class comes with the engine.
pub(super) fn is_stock(class: &str) -> bool {
    stock_classes().any(|stock| stock.eq_ignore_ascii_case(class))
}

/// The classes that come with the engine, without `func_`.
fn stock_classes() -> impl Iterator<Item = &'static str> {
    STOCK.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Every class that the engine or one of the built-in tables knows, in lower case.
pub(crate) fn known_classes() -> BTreeSet<String> {
    let stock = stock_classes().flat_map(|class| [class.to_owned(), format!("func_{class}")]);
    let games = [Game::Quake, Game::Quake2, Game::Quake3, Game::HalfLife, Game::Source];
    let foreign = games.into_iter().flat_map(|game| ClassTable::for_game(game).rules).flat_map(|rule| rule.from);
    stock.chain(foreign).map(|class| class.to_ascii_lowercase()).collect()
}

fn class_rule(block: &Block<'_>) -> Parsed<ClassRule> {
    let mut rule = ClassRule::default();
    for node in &block.nodes {
        match node {
            Node::Pair(pair) => class_pair(&mut rule, pair)?,
            Node::Block(inner) => class_block(&mut rule, inner)?,
        }
    }
    Ok(rule)
}

fn class_pair(rule: &mut ClassRule, pair: &Pair<'_>) -> Parsed<()> {
    let value = || pair.value.to_string();
    match &*pair.key {
        "from" => rule.from.push(value()),
        "to" => rule.to = Some(value()),
        "fires" => rule.fires = Some(value()),
        "fires_keys" => rule.fires_keys = Some(value()),
        "use" => {
            let (input, parameter) = pair.value.split_once(' ').unwrap_or((&pair.value, ""));
            rule.used = Some((input.to_owned(), parameter.to_owned()));
        }
        "offset" => rule.offset = Some(DVec3::from_array(read(pair)?)),
        _ => return Err(unknown(&Node::Pair(pair.clone()), "a directive of a class")),
    }
    Ok(())
}

fn class_block(rule: &mut ClassRule, block: &Block<'_>) -> Parsed<()> {
    match &*block.name {
        "flags" => {
            let bits = block.pairs().map(|pair| Ok((flag_bit(&pair.key, pair)?, read(pair)?)));
            rule.flags = Some(bits.collect::<Parsed<_>>()?);
        }
        "flag_keys" => {
            for pair in block.pairs() {
                let (key, value) =
                    pair.value.split_once(' ').ok_or((pair.position, "expected a key and a value".to_owned()))?;
                rule.flag_keys.push((flag_bit(&pair.key, pair)?, key.to_owned(), value.to_owned()));
            }
        }
        "when_missing" | "when_present" => rule.conditions.push(condition(block)?),
        _ => {
            for pair in block.pairs() {
                rule.keys.push(key_rule(block, pair)?);
            }
        }
    }
    Ok(())
}

fn key_rule(block: &Block<'_>, pair: &Pair<'_>) -> Parsed<KeyRule> {
    let (key, value) = (pair.key.to_string(), pair.value.to_string());
    Ok(match &*block.name {
        "rename" => KeyRule::Rename { from: key, to: value },
        "direction" => KeyRule::Direction { from: key, to: value },
        "template" => {
            let (to, text) = value.split_once(' ').ok_or((pair.position, "expected a key and a text".to_owned()))?;
            KeyRule::Template { from: key, to: to.to_owned(), text: text.to_owned() }
        }
        "multiply" => KeyRule::Multiply { key, factor: read(pair)? },
        "default" => KeyRule::Default { key, value },
        "set" => KeyRule::Set { key, value },
        "drop" => KeyRule::Drop { key, why: value },
        _ => return Err(unknown(&Node::Block(block.clone()), "a directive of a class")),
    })
}

fn condition(block: &Block<'_>) -> Parsed<Condition> {
    let mut condition =
        Condition { keys: Vec::new(), present: &*block.name == "when_present", unless_flags: 0, add_flags: 0 };
    for node in &block.nodes {
        match node {
            Node::Pair(pair) if &*pair.key == "key" => condition.keys.push(pair.value.to_string()),
            Node::Pair(pair) if &*pair.key == "unless_flags" => condition.unless_flags = read(pair)?,
            Node::Pair(pair) if &*pair.key == "add_flags" => condition.add_flags = read(pair)?,
            other => return Err(unknown(other, "`key`, `unless_flags` or `add_flags`")),
        }
    }
    if condition.add_flags == 0 {
        return Err((block.position, "expected `add_flags` with the bits to add".to_owned()));
    }
    Ok(condition)
}

fn absence(block: &Block<'_>) -> Parsed<Absence> {
    let mut absence = Absence::default();
    for node in &block.nodes {
        match node {
            Node::Pair(pair) if &*pair.key == "class" => absence.class = Some(pair.value.to_string()),
            Node::Pair(pair) if &*pair.key == "flags" => absence.flags = read(pair)?,
            Node::Pair(pair) if &*pair.key == "because" => absence.because = pair.value.to_string(),
            other => return Err(unknown(other, "`class`, `flags` or `because`")),
        }
    }
    if absence.class.is_none() && absence.flags == 0 {
        return Err((block.position, "this would leave everything out: expected `class` or `flags`".to_owned()));
    }
    Ok(absence)
}

fn flag_bit(text: &str, pair: &Pair<'_>) -> Parsed<u32> {
    text.parse().map_err(|_| (pair.position, format!("`{text}` is no spawnflag: expected a whole number")))
}

fn read<V: kerosene_kv::Value>(pair: &Pair<'_>) -> Parsed<V> {
    pair.read().map_err(|_| {
        (pair.position, format!("`{}` has the value `{}`: expected {}", pair.key, pair.value, V::EXPECTED))
    })
}

fn unknown(node: &Node<'_>, expected: &str) -> (Position, String) {
    let name = match node {
        Node::Pair(pair) => &pair.key,
        Node::Block(block) => &block.name,
    };
    (node.position(), format!("`{name}` is not known here: expected {expected}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn the_built_in_tables_read_and_lead_to_stock_classes() {
        for game in Game::ALL {
            let Some(text) = ClassTable::text_for(game) else { continue };
            let table = ClassTable::parse(game.key(), text).unwrap();
            assert_eq!(table, ClassTable::for_game(game));
            for rule in &table.rules {
                assert!(rule.to.as_deref().is_none_or(is_stock), "{game}: {rule:?}");
            }
            let mut names: Vec<&str> = table.rules.iter().flat_map(|rule| &rule.from).map(String::as_str).collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{game}: a class is named twice");
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (text, expected) in [
            ("class { from }", "key `from` has no value"),
            ("class { to door }", "no `from`"),
            ("classes { }", "`classes` is not known"),
            ("class\n{\nfrom a\nrenames { a b }\n}", "`renames` is not known"),
            ("class\n{\nfrom a\nflags { x 1 }\n}", "`x` is no spawnflag"),
            ("class\n{\nfrom a\noffset \"1 2\"\n}", "three numbers"),
            ("absent { because x }", "leave everything out"),
            ("class\n{\nfrom a\nwhen_missing { key a }\n}", "`add_flags`"),
        ] {
            let error = ClassTable::parse("t.kv", text).unwrap_err().to_string();
            assert!(error.starts_with("t.kv:line ") && error.contains(expected), "{error}");
        }
    }
}
