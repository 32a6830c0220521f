//! Reading the schema's text.

use super::{
    ClassKind, HelperKind, Kdef, KdefChoice, KdefClass, KdefHelper, KdefKey, KdefPort, KeyKind, ModelRole, VERSION,
    ValueKind,
};
use kerosene_kv::{Block, Document, Lookup, Node, Pair, ParseError, Position, ValueError};

/// Why a schema cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KdefError {
    /// The text is no KeyValues text.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A key is missing or has a value of the wrong kind.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A word that means nothing where it stands.
    #[error("{position}: `{found}` is no {what}: expected one of {expected}")]
    UnknownWord {
        /// Where it is.
        position: Position,
        /// The word.
        found: String,
        /// What it should have been.
        what: &'static str,
        /// The words that are known there.
        expected: String,
    },
    /// A text of a later version of the engine.
    #[error("{position}: the schema has version {found}: expected at most {VERSION}; update the engine")]
    Newer {
        /// Where it says so.
        position: Position,
        /// Its version.
        found: u32,
    },
}

/// Reads a whole text; see [`Kdef::parse`].
pub(super) fn parse(text: &str) -> Result<Kdef, KdefError> {
    let document = Document::parse(text)?;
    let mut kdef = Kdef::default();
    for node in &document.nodes {
        match node {
            Node::Block(block) if block.name.eq_ignore_ascii_case("kdef") => check_version(block)?,
            Node::Block(block) if block.name.eq_ignore_ascii_case("class") => kdef.add(class(block, false)?),
            Node::Block(block) if block.name.eq_ignore_ascii_case("base") => kdef.add(class(block, true)?),
            Node::Block(block) => return Err(unknown(&block.name, block.position, "block", "kdef, base, class")),
            Node::Pair(pair) => return Err(unknown(&pair.key, pair.position, "block", "kdef, base, class")),
        }
    }
    Ok(kdef)
}

fn check_version(block: &Block<'_>) -> Result<(), KdefError> {
    match block.read::<u32>("version")? {
        Some(found) if found > VERSION => Err(KdefError::Newer {
            position: block.pair("version").map_or(block.position, |pair| pair.position),
            found,
        }),
        _ => Ok(()),
    }
}

fn class(block: &Block<'_>, is_base: bool) -> Result<KdefClass, KdefError> {
    let mut class = KdefClass { name: block.require("name")?, is_base, ..KdefClass::default() };
    for node in &block.nodes {
        match node {
            Node::Pair(pair) => class_pair(&mut class, pair)?,
            Node::Block(inner) => class_block(&mut class, inner)?,
        }
    }
    Ok(class)
}

fn class_pair(class: &mut KdefClass, pair: &Pair<'_>) -> Result<(), KdefError> {
    match pair.key.to_ascii_lowercase().as_str() {
        "name" => {}
        "kind" => class.kind = word(pair, "kind of class", ClassKind::ALL, ClassKind::word)?,
        "model" => class.model = word(pair, "model role", ModelRole::ALL, ModelRole::word)?,
        "base" => class.bases.push(pair.value.to_string()),
        "alias" => class.aliases.push(pair.value.to_string()),
        "help" => class.help = pair.value.to_string(),
        "any_output" => class.any_output = pair.read()?,
        _ => {
            let known = "name, kind, model, base, alias, help, any_output";
            return Err(unknown(&pair.key, pair.position, "key of a class", known));
        }
    }
    Ok(())
}

fn class_block(class: &mut KdefClass, block: &Block<'_>) -> Result<(), KdefError> {
    match block.name.to_ascii_lowercase().as_str() {
        "key" => {
            let key = key(block)?;
            class.keys.retain(|known| !known.name.eq_ignore_ascii_case(&key.name));
            class.keys.push(key);
        }
        "input" => class.inputs.push(port(block)?),
        "output" => class.outputs.push(port(block)?),
        "helper" => class.helpers.push(helper(block)?),
        _ => return Err(unknown(&block.name, block.position, "block of a class", "key, input, output, helper")),
    }
    Ok(())
}

fn key(block: &Block<'_>) -> Result<KdefKey, KdefError> {
    let choices = block.blocks("choice").map(choice).collect::<Result<_, _>>()?;
    Ok(KdefKey {
        name: block.require("name")?,
        label: text_of(block, "label"),
        kind: word_or_default(block, "type of key", KeyKind::ALL, KeyKind::word)?,
        default: text_of(block, "default"),
        help: text_of(block, "help"),
        choices,
    })
}

fn choice(block: &Block<'_>) -> Result<KdefChoice, KdefError> {
    Ok(KdefChoice {
        value: block.require("value")?,
        label: text_of(block, "label"),
        on: block.read("on")?.unwrap_or(false),
    })
}

fn port(block: &Block<'_>) -> Result<KdefPort, KdefError> {
    Ok(KdefPort {
        name: block.require("name")?,
        kind: word_or_default(block, "type of value", ValueKind::ALL, ValueKind::word)?,
        help: text_of(block, "help"),
    })
}

fn helper(block: &Block<'_>) -> Result<KdefHelper, KdefError> {
    let Some(kind) = block.pair("type") else {
        return Err(block.require::<String>("type").map_or_else(KdefError::from, |found| {
            unknown(&found, block.position, "helper", &words(HelperKind::ALL, HelperKind::word))
        }));
    };
    let kind = word(kind, "helper", HelperKind::ALL, HelperKind::word)?;
    let others = block.pairs().filter(|pair| !pair.key.eq_ignore_ascii_case("type"));
    Ok(KdefHelper { kind, arguments: others.map(|pair| (pair.key.to_string(), pair.value.to_string())).collect() })
}

fn text_of(block: &Block<'_>, key: &str) -> String {
    block.get(key).unwrap_or_default().to_owned()
}

/// The word under `type`, or the default of the kind where there is none.
fn word_or_default<T: Copy + Default + 'static>(
    block: &Block<'_>,
    what: &'static str,
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> Result<T, KdefError> {
    block.pair("type").map_or(Ok(T::default()), |pair| word(pair, what, all, name))
}

fn word<T: Copy>(pair: &Pair<'_>, what: &'static str, all: &[T], name: fn(T) -> &'static str) -> Result<T, KdefError> {
    let found = all.iter().copied().find(|&known| name(known).eq_ignore_ascii_case(pair.value.trim()));
    found.ok_or_else(|| unknown(&pair.value, pair.position, what, &words(all, name)))
}

fn words<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> String {
    all.iter().map(|&known| name(known)).collect::<Vec<_>>().join(", ")
}

fn unknown(found: &str, position: Position, what: &'static str, expected: &str) -> KdefError {
    let found = found.chars().take(40).collect();
    KdefError::UnknownWord { position, found, what, expected: expected.to_owned() }
}
