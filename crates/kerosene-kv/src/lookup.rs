//! Finding things in a document or block.

use crate::error::{ValueError, shortened};
use crate::{Block, Document, Node, Pair, Position, Value};

/// Lookups by name, ASCII case ignored, over the direct children of a [`Document`] or [`Block`].
/// Where a key repeats, the last one counts.
pub trait Lookup<'a> {
    /// The direct children, in file order.
    fn children(&self) -> &[Node<'a>];

    /// Where this is in the text, for messages; line 0 for a whole document.
    fn place(&self) -> Position;

    /// The pairs, in file order.
    ///
    /// ```
    /// use kerosene_kv::{Document, Lookup};
    ///
    /// let document = Document::parse("a 1\nb { c 2 }\na 3")?;
    /// let values: Vec<_> = document.pairs().map(|pair| &*pair.value).collect();
    /// assert_eq!(values, ["1", "3"]);
    /// # Ok::<(), kerosene_kv::ParseError>(())
    /// ```
    fn pairs<'s>(&'s self) -> impl DoubleEndedIterator<Item = &'s Pair<'a>>
    where
        'a: 's,
    {
        self.children().iter().filter_map(|node| match node {
            Node::Pair(pair) => Some(pair),
            Node::Block(_) => None,
        })
    }

    /// The last pair with this key.
    fn pair<'s>(&'s self, key: &str) -> Option<&'s Pair<'a>>
    where
        'a: 's,
    {
        self.pairs().rev().find(|pair| pair.key.eq_ignore_ascii_case(key))
    }

    /// The value of the last pair with this key.
    fn get<'s>(&'s self, key: &str) -> Option<&'s str>
    where
        'a: 's,
    {
        self.pair(key).map(|pair| &*pair.value)
    }

    /// The blocks with this name, in file order; `""` gives those without a name.
    ///
    /// ```
    /// use kerosene_kv::{Document, Lookup};
    ///
    /// let document = Document::parse("entity { id 1 } world { } entity { id 2 } { id 3 }")?;
    /// let ids: Vec<_> = document.blocks("entity").filter_map(|entity| entity.get("id")).collect();
    /// assert_eq!(ids, ["1", "2"]);
    /// assert_eq!(document.blocks("").count(), 1);
    /// # Ok::<(), kerosene_kv::ParseError>(())
    /// ```
    fn blocks<'s>(&'s self, name: &'s str) -> impl DoubleEndedIterator<Item = &'s Block<'a>>
    where
        'a: 's,
    {
        self.children().iter().filter_map(move |node| match node {
            Node::Block(block) if block.name.eq_ignore_ascii_case(name) => Some(block),
            _ => None,
        })
    }

    /// The first block with this name.
    fn block<'s>(&'s self, name: &str) -> Option<&'s Block<'a>>
    where
        'a: 's,
    {
        self.children().iter().find_map(|node| match node {
            Node::Block(block) if block.name.eq_ignore_ascii_case(name) => Some(block),
            _ => None,
        })
    }

    /// The value of `key` as a `V`, or `None` where there is no such key.
    ///
    /// ```
    /// use kerosene_kv::{Document, Lookup};
    ///
    /// let document = Document::parse("speed fast")?;
    /// assert_eq!(document.read::<u32>("delay"), Ok(None));
    /// assert_eq!(
    ///     document.read::<f64>("speed").unwrap_err().to_string(),
    ///     "line 1, column 1: key `speed` has the value `fast`: expected a finite number"
    /// );
    /// # Ok::<(), kerosene_kv::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ValueError::Invalid`] where the value is no `V`.
    fn read<V: Value>(&self, key: &str) -> Result<Option<V>, ValueError> {
        self.pair(key).map(Pair::read).transpose()
    }

    /// The value of `key` as a `V`; the key must be there.
    ///
    /// # Errors
    /// [`ValueError::Missing`] where it is not there, [`ValueError::Invalid`] where it is no `V`.
    fn require<V: Value>(&self, key: &str) -> Result<V, ValueError> {
        self.read(key)?.ok_or_else(|| ValueError::Missing {
            key: key.to_owned(),
            expected: V::EXPECTED,
            position: self.place(),
        })
    }
}

impl<'a> Lookup<'a> for Document<'a> {
    fn children(&self) -> &[Node<'a>] {
        &self.nodes
    }

    fn place(&self) -> Position {
        Position::default()
    }
}

impl<'a> Lookup<'a> for Block<'a> {
    fn children(&self) -> &[Node<'a>] {
        &self.nodes
    }

    fn place(&self) -> Position {
        self.position
    }
}

impl Pair<'_> {
    /// The value as a `V`.
    ///
    /// # Errors
    /// [`ValueError::Invalid`] where the value is no `V`.
    pub fn read<V: Value>(&self) -> Result<V, ValueError> {
        V::from_text(&self.value).ok_or_else(|| ValueError::Invalid {
            key: shortened(&self.key),
            value: shortened(&self.value),
            expected: V::EXPECTED,
            position: self.position,
        })
    }
}
