//! The entities lump as lists of keys.

use kerosene_kv::{Document, Lookup, Node, ParseError, Position};

/// An entity of a compiled map: its keys and values in file order; keys may repeat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntityKeys {
    /// Keys and values in file order.
    pub keys: Vec<(String, String)>,
    /// The pairs of blocks within the entity, by block name in file order: `connections` holds output and wire.
    pub blocks: Vec<(String, Vec<(String, String)>)>,
    /// 1-based line in the lump's text.
    pub line: u32,
}

impl EntityKeys {
    /// The value of the last key of this name, ASCII case ignored.
    ///
    /// ```
    /// let entities = kerosene_bsp::parse_entities("{\n\"classname\" \"light\"\n}\n")?;
    /// assert_eq!(entities[0].get("ClassName"), Some("light"));
    /// # Ok::<(), kerosene_bsp::EntitiesError>(())
    /// ```
    pub fn get(&self, key: &str) -> Option<&str> {
        self.keys.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
    }

    /// The class name, empty where there is none.
    pub fn class_name(&self) -> &str {
        self.get("classname").unwrap_or_default()
    }

    /// The brush model that `model "*n"` names.
    ///
    /// ```
    /// let entities = kerosene_bsp::parse_entities("{\n\"classname\" \"func_door\"\n\"model\" \"*3\"\n}\n")?;
    /// assert_eq!(entities[0].brush_model(), Some(3));
    /// # Ok::<(), kerosene_bsp::EntitiesError>(())
    /// ```
    pub fn brush_model(&self) -> Option<u32> {
        self.get("model")?.strip_prefix('*')?.parse().ok()
    }
}

/// Why the entities of a map cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntitiesError {
    /// The text is no KeyValues text.
    #[error("lump \"entities\": {0}")]
    Text(#[from] ParseError),
    /// Something other than a block without a name stands at the top.
    #[error("lump \"entities\", {position}: found `{found}`, expected {{ and the keys of an entity")]
    NotAnEntity {
        /// Where it is.
        position: Position,
        /// The key or name.
        found: String,
    },
}

/// Parses the text of the entities lump: one block without a name for each entity, the world first.
///
/// # Errors
/// [`EntitiesError::Text`] where the text cannot be parsed, [`EntitiesError::NotAnEntity`] where a key or a named
/// block stands outside an entity.
///
/// ```
/// let entities = kerosene_bsp::parse_entities(&kerosene_bsp::sample::room().entities)?;
/// let names: Vec<_> = entities.iter().map(|entity| entity.class_name()).collect();
/// assert_eq!(names, ["worldspawn", "info_player_start", "light"]);
/// # Ok::<(), kerosene_bsp::EntitiesError>(())
/// ```
pub fn parse_entities(text: &str) -> Result<Vec<EntityKeys>, EntitiesError> {
    let document = Document::parse(text)?;
    document.nodes.iter().map(entity).collect()
}

fn entity(node: &Node<'_>) -> Result<EntityKeys, EntitiesError> {
    match node {
        Node::Block(block) if block.name.is_empty() => {
            let blocks = block.nodes.iter().filter_map(|node| match node {
                Node::Block(inner) => Some((inner.name.to_string(), pairs(inner))),
                Node::Pair(_) => None,
            });
            Ok(EntityKeys { keys: pairs(block), blocks: blocks.collect(), line: block.position.line })
        }
        Node::Block(block) => {
            Err(EntitiesError::NotAnEntity { position: block.position, found: block.name.to_string() })
        }
        Node::Pair(pair) => Err(EntitiesError::NotAnEntity { position: pair.position, found: pair.key.to_string() }),
    }
}

fn pairs<'a>(block: &impl Lookup<'a>) -> Vec<(String, String)> {
    block.pairs().map(|pair| (pair.key.to_string(), pair.value.to_string())).collect()
}
