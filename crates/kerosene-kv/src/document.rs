//! The tree of a whole text.

use crate::error::{ParseError, ParseErrorKind};
use crate::{Event, Position, ReadOptions, Reader, Writer};
use std::borrow::Cow;
use std::fmt;

/// A whole text as a tree.
///
/// Equality compares what the documents say, not where their nodes came from.
///
/// ```
/// use kerosene_kv::{Document, Lookup};
///
/// let document = Document::parse("entity { classname light origin \"0 0 64\" }")?;
/// let entity = document.block("entity").expect("there is one");
/// assert_eq!(entity.get("CLASSNAME"), Some("light"));
/// assert_eq!(entity.require::<[f64; 3]>("origin").expect("three numbers"), [0.0, 0.0, 64.0]);
/// assert_eq!(document.to_string(), "entity\n{\n\t\"classname\" \"light\"\n\t\"origin\" \"0 0 64\"\n}\n");
/// # Ok::<(), kerosene_kv::ParseError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document<'a> {
    /// Pairs and blocks in file order.
    pub nodes: Vec<Node<'a>>,
}

/// A pair or a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node<'a> {
    /// A key and its value.
    Pair(Pair<'a>),
    /// A block and its contents.
    Block(Block<'a>),
}

/// A key and its value.
#[derive(Debug, Clone, Default)]
pub struct Pair<'a> {
    /// The key, as the file has it.
    pub key: Cow<'a, str>,
    /// The value, escapes undone.
    pub value: Cow<'a, str>,
    /// Where the key is.
    pub position: Position,
}

/// A block and its contents.
#[derive(Debug, Clone, Default)]
pub struct Block<'a> {
    /// The name; empty where it has none.
    pub name: Cow<'a, str>,
    /// Pairs and blocks in file order.
    pub nodes: Vec<Node<'a>>,
    /// Where the name is, or the brace where there is no name.
    pub position: Position,
}

impl PartialEq for Pair<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.value == other.value
    }
}

impl Eq for Pair<'_> {}

impl PartialEq for Block<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.nodes == other.nodes
    }
}

impl Eq for Block<'_> {}

impl<'a> Pair<'a> {
    /// A pair made in memory.
    pub fn new(key: impl Into<Cow<'a, str>>, value: impl Into<Cow<'a, str>>) -> Self {
        Self { key: key.into(), value: value.into(), position: Position::default() }
    }
}

impl<'a> Block<'a> {
    /// A block made in memory; an empty `name` makes one without a name.
    pub fn new(name: impl Into<Cow<'a, str>>, nodes: Vec<Node<'a>>) -> Self {
        Self { name: name.into(), nodes, position: Position::default() }
    }
}

impl<'a> From<Pair<'a>> for Node<'a> {
    fn from(pair: Pair<'a>) -> Self {
        Self::Pair(pair)
    }
}

impl<'a> From<Block<'a>> for Node<'a> {
    fn from(block: Block<'a>) -> Self {
        Self::Block(block)
    }
}

impl Node<'_> {
    /// Where it is in the text.
    pub fn position(&self) -> Position {
        match self {
            Self::Pair(pair) => pair.position,
            Self::Block(block) => block.position,
        }
    }
}

impl<'a> Document<'a> {
    /// Reads a text with the default options.
    ///
    /// # Errors
    /// What is wrong and where; see [`ParseErrorKind`].
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Self::parse_with(text, &ReadOptions::default())
    }

    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong and where; see [`ParseErrorKind`].
    pub fn parse_with(text: &'a str, options: &ReadOptions) -> Result<Self, ParseError> {
        Builder::new(options).build(Reader::new(text, options)?)
    }

    /// Reads bytes, which must be UTF-8.
    ///
    /// ```
    /// use kerosene_kv::{Document, ParseErrorKind, ReadOptions};
    ///
    /// let error = Document::parse_bytes(b"a b\nc \xff", &ReadOptions::default()).unwrap_err();
    /// assert_eq!(error.kind, ParseErrorKind::InvalidUtf8 { offset: 6 });
    /// assert_eq!((error.position.line, error.position.column), (2, 3));
    /// ```
    ///
    /// # Errors
    /// What is wrong and where; see [`ParseErrorKind`].
    pub fn parse_bytes(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, ParseError> {
        Builder::new(options).build(Reader::from_bytes(bytes, options)?)
    }
}

/// The canonical text, as [`Writer`] lays it out.
impl fmt::Display for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::new();
        writer.nodes(&self.nodes);
        f.write_str(&writer.finish())
    }
}

/// Stacks up the open blocks while events come in, and counts the memory they take.
struct Builder<'a> {
    open: Vec<Block<'a>>,
    /// The children so far of the document and of each open block; kept empty for the next block of
    /// the same depth, so that a small block costs one allocation of its exact size.
    children: Vec<Vec<Node<'a>>>,
    bytes: usize,
    limit: usize,
}

/// What an allocator adds to a small allocation, at worst.
const ALLOCATION: usize = 32;

/// Children from which a block keeps the room it grew in, less what it did not fill.
const LARGE_BLOCK: usize = 256;

impl<'a> Builder<'a> {
    fn new(options: &ReadOptions) -> Self {
        Self { open: Vec::new(), children: vec![Vec::new()], bytes: 0, limit: options.limits.tree_bytes }
    }

    fn build(mut self, mut reader: Reader<'a>) -> Result<Document<'a>, ParseError> {
        while let Some(event) = reader.next() {
            match event? {
                Event::Open { name, position } => {
                    self.charge(&[&name], ALLOCATION).map_err(|kind| reader.error_at_last(kind))?;
                    self.open(Block { name, nodes: Vec::new(), position });
                }
                Event::Pair { key, value, position, .. } => {
                    self.charge(&[&key, &value], 0).map_err(|kind| reader.error_at_last(kind))?;
                    self.add(Node::Pair(Pair { key, value, position }));
                }
                Event::Close { .. } => self.close(),
            }
        }
        Ok(Document { nodes: std::mem::take(&mut self.children[0]) })
    }

    fn open(&mut self, block: Block<'a>) {
        self.open.push(block);
        if self.children.len() == self.open.len() {
            self.children.push(Vec::new());
        }
    }

    fn add(&mut self, node: Node<'a>) {
        self.children[self.open.len()].push(node);
    }

    fn close(&mut self) {
        let children = &mut self.children[self.open.len()];
        let nodes = if children.len() < LARGE_BLOCK {
            let mut exact = Vec::with_capacity(children.len());
            exact.append(children);
            exact
        } else {
            let mut large = std::mem::take(children);
            large.shrink_to_fit();
            large
        };
        if let Some(block) = self.open.pop() {
            self.add(Node::Block(Block { nodes, ..block }));
        }
    }

    /// Counts a node that owns `texts` where they are not borrowed, and `extra` bytes.
    fn charge(&mut self, texts: &[&Cow<'a, str>], extra: usize) -> Result<(), ParseErrorKind> {
        let owned = texts.iter().filter_map(|text| match text {
            Cow::Owned(owned) => Some(owned.capacity() + ALLOCATION),
            Cow::Borrowed(_) => None,
        });
        self.bytes += size_of::<Node<'a>>() + extra + owned.sum::<usize>();
        if self.bytes > self.limit {
            return Err(ParseErrorKind::TreeTooLarge { limit: self.limit });
        }
        Ok(())
    }
}
