//! How a text is to be read, and how much of it.

/// Bounds on what a text may ask of the reader. The defaults take any real level and keep a hostile
/// 64 MB text within two seconds and 256 MiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of input; 128 MiB by default.
    pub input_bytes: usize,
    /// Blocks within blocks; 64 by default, never more than [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// Pairs and blocks together; 4,000,000 by default.
    pub nodes: usize,
    /// Bytes of one token, an escape counting as the one character it stands for; 1 MiB by default.
    pub token_bytes: usize,
    /// Bytes of memory for the tree beyond the text itself; 160 MiB by default. The streaming
    /// [`Reader`](crate::Reader) needs none and does not look at it.
    pub tree_bytes: usize,
}

impl Limits {
    /// The depth that no setting exceeds: dropping and comparing a tree recurse.
    pub const MAX_DEPTH: usize = 512;
}

impl Default for Limits {
    fn default() -> Self {
        Self { input_bytes: 128 << 20, depth: 64, nodes: 4_000_000, token_bytes: 1 << 20, tree_bytes: 160 << 20 }
    }
}

/// What quoted text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Our own files: the escapes `\"`, `\\`, `\n` and `\t` are undone, a raw line break is refused.
    #[default]
    Escaped,
    /// Files of tools that never escape: every backslash is literal, line breaks are kept.
    Verbatim,
}

/// How to read a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// Bounds on the text.
    pub limits: Limits,
    /// What quoted text may hold.
    pub dialect: Dialect,
}

impl ReadOptions {
    /// The default limits with [`Dialect::Verbatim`].
    pub fn verbatim() -> Self {
        Self { dialect: Dialect::Verbatim, ..Self::default() }
    }
}
