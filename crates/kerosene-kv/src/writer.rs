//! The canonical text.

use crate::{Block, Node};

/// Lays out a text: one tab a level, braces and pairs on lines of their own, pairs always quoted, block
/// names quoted only where they must be. There is one way to write a document.
///
/// ```
/// use kerosene_kv::Writer;
///
/// let mut writer = Writer::new();
/// writer.open("entity");
/// writer.pair("message", "Mind the \"gap\"");
/// writer.close();
/// assert_eq!(writer.finish(), "entity\n{\n\t\"message\" \"Mind the \\\"gap\\\"\"\n}\n");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Writer {
    text: String,
    depth: usize,
}

impl Writer {
    /// A writer with nothing written.
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a block; an empty name opens one without a name.
    pub fn open(&mut self, name: &str) {
        if !name.is_empty() {
            self.indent();
            if is_plain_word(name) {
                self.text.push_str(name);
            } else {
                self.quoted(name);
            }
            self.text.push('\n');
        }
        self.indent();
        self.text.push_str("{\n");
        self.depth += 1;
    }

    /// Writes a pair into the innermost open block.
    pub fn pair(&mut self, key: &str, value: &str) {
        self.indent();
        self.quoted(key);
        self.text.push(' ');
        self.quoted(value);
        self.text.push('\n');
    }

    /// Closes the innermost open block; without one, does nothing.
    pub fn close(&mut self) {
        if self.depth > 0 {
            self.depth -= 1;
            self.indent();
            self.text.push_str("}\n");
        }
    }

    /// Writes whole nodes into the innermost open block.
    ///
    /// ```
    /// use kerosene_kv::{Block, Pair, Writer};
    ///
    /// let mut writer = Writer::new();
    /// writer.nodes(&[Block::new("", vec![Pair::new("classname", "worldspawn").into()]).into()]);
    /// assert_eq!(writer.finish(), "{\n\t\"classname\" \"worldspawn\"\n}\n");
    /// ```
    pub fn nodes(&mut self, nodes: &[Node<'_>]) {
        let mut rests = vec![nodes.iter()];
        while let Some(rest) = rests.last_mut() {
            match rest.next() {
                Some(Node::Pair(pair)) => self.pair(&pair.key, &pair.value),
                Some(Node::Block(Block { name, nodes, .. })) => {
                    self.open(name);
                    rests.push(nodes.iter());
                }
                None => {
                    rests.pop();
                    if !rests.is_empty() {
                        self.close();
                    }
                }
            }
        }
    }

    /// Closes every open block and gives the text.
    pub fn finish(mut self) -> String {
        while self.depth > 0 {
            self.close();
        }
        self.text
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n('\t', self.depth));
    }

    fn quoted(&mut self, text: &str) {
        self.text.push('"');
        let mut rest = text;
        while let Some(special) = rest.find(['"', '\\', '\n', '\t']) {
            self.text.push_str(&rest[..special]);
            self.text.push('\\');
            self.text.push(match rest.as_bytes()[special] {
                b'\n' => 'n',
                b'\t' => 't',
                quote_or_backslash => char::from(quote_or_backslash),
            });
            rest = &rest[special + 1..];
        }
        self.text.push_str(rest);
        self.text.push('"');
    }
}

/// Whether a block name reads the same without quotes in every dialect and to every reader.
fn is_plain_word(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}
