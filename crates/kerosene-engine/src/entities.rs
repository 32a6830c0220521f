//! The entities of a compiled map, as the map states them.
//!
//! They are records, not yet living things: classes, inputs and outputs arrive with the entity system.

use kerosene_kv::{Block, Document, Lookup, Node, ParseError};
use kerosene_math::{Angles, Vec3};

/// One entity: keys and values in the map's order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MapEntity {
    keys: Vec<(String, String)>,
}

impl MapEntity {
    /// The value of a key, ASCII case ignored; of a repeated key, the last one counts.
    ///
    /// ```
    /// let entities = kerosene_engine::parse_entities("entity { classname light origin \"1 2 3\" }")?;
    /// assert_eq!(entities[0].get("ClassName"), Some("light"));
    /// # Ok::<(), kerosene_kv::ParseError>(())
    /// ```
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.keys.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.as_str())
    }

    /// Keys and values in the map's order.
    pub fn keys(&self) -> impl Iterator<Item = (&str, &str)> {
        self.keys.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The class, empty where the map names none.
    pub fn classname(&self) -> &str {
        self.get("classname").unwrap_or_default()
    }

    /// Position in units; the origin of the map where the entity has none.
    pub fn origin(&self) -> Vec3 {
        self.get("origin").and_then(vector).unwrap_or(Vec3::ZERO)
    }

    /// Where the entity looks, in degrees: `angles` (pitch, yaw, roll), or Quake's `mangle` (the same) or `angle`
    /// (yaw alone; -1 is straight up and -2 straight down).
    ///
    /// ```
    /// let entities = kerosene_engine::parse_entities("entity { angle 90 } entity { angle -1 }")?;
    /// assert_eq!(entities[0].view().yaw, 90.0);
    /// assert_eq!(entities[1].view().pitch, -90.0);
    /// # Ok::<(), kerosene_kv::ParseError>(())
    /// ```
    pub fn view(&self) -> Angles {
        if let Some(angles) = ["angles", "mangle"].iter().find_map(|key| self.get(key).and_then(vector)) {
            return Angles { pitch: angles.x, yaw: angles.y, roll: angles.z };
        }
        match self.get("angle").and_then(number) {
            Some(-1.0) => Angles::new(-90.0, 0.0, 0.0),
            Some(-2.0) => Angles::new(90.0, 0.0, 0.0),
            Some(yaw) => Angles::new(0.0, yaw, 0.0),
            None => Angles::default(),
        }
    }

    /// Number of the brush model that belongs to the entity, from `model "*n"`; never 0, which is the world.
    ///
    /// ```
    /// let entities = kerosene_engine::parse_entities("entity { model *3 } entity { model props/cube }")?;
    /// assert_eq!(entities[0].brush_model(), Some(3));
    /// assert_eq!(entities[1].brush_model(), None);
    /// # Ok::<(), kerosene_kv::ParseError>(())
    /// ```
    pub fn brush_model(&self) -> Option<u32> {
        self.get("model")?.strip_prefix('*')?.parse().ok().filter(|&model| model != 0)
    }
}

/// Reads the entities of a compiled map: every top-level block is one. Blocks inside them (wires) are not read yet.
///
/// # Errors
/// What is wrong with the text, and where.
///
/// ```
/// let entities = kerosene_engine::parse_entities("world { classname worldspawn } entity { classname light }")?;
/// assert_eq!(entities.len(), 2);
/// # Ok::<(), kerosene_kv::ParseError>(())
/// ```
pub fn parse_entities(text: &str) -> Result<Vec<MapEntity>, ParseError> {
    let document = Document::parse(text)?;
    let blocks = document.nodes.iter().filter_map(|node| match node {
        Node::Block(block) => Some(block),
        Node::Pair(_) => None,
    });
    Ok(blocks.map(entity).collect())
}

fn entity(block: &Block<'_>) -> MapEntity {
    let keys = block.pairs().map(|pair| (pair.key.to_string(), pair.value.to_string())).collect();
    MapEntity { keys }
}

/// Three finite numbers; anything else is no vector.
fn vector(text: &str) -> Option<Vec3> {
    <[f32; 3] as kerosene_kv::Value>::from_text(text).map(Vec3::from)
}

fn number(text: &str) -> Option<f32> {
    <f32 as kerosene_kv::Value>::from_text(text)
}
