//! The KeyValues text format.
//!
//! KeyValues is the notation that Source's tools made familiar: named blocks in braces and
//! `"key" "value"` pairs, in an order that matters and with keys that may repeat. Every text format
//! of the engine (`.kmap`, `.kmat`, `.kproj`, the entities of a compiled map) is a vocabulary over it.
//!
//! ```text
//! // a comment runs to the end of the line
//! entity
//! {
//!     "classname" "light"
//!     origin "0 0 64"         // simple words need no quotes
//!     editor { "color" "220 30 220" }
//! }
//! { "classname" "worldspawn" }   // a block may have no name
//! ```
//!
//! # Grammar
//!
//! * A *token* is quoted text or a bare word. A bare word runs to white space, a quote or a brace, and
//!   nothing in it is special. `//` opens a comment only where a token could begin.
//! * A *pair* is two tokens **on one line**; a *block* is an optional name and braces, on any lines.
//!   Requiring one line for a pair lets a forgotten value be reported where it is missing; otherwise
//!   every later key of the block would silently become a value.
//! * In quoted text a backslash stands for itself, except before `"`, `\`, `n` or `t`: these four
//!   escapes are the ones [`Writer`] makes. A raw line break in quoted text is refused, since it is
//!   nearly always a forgotten quote. [`Dialect::Verbatim`] is for files of tools that never escape
//!   (Hammer's `.vmf`): backslashes are always literal there and quoted text may span lines.
//!
//! # Shape
//!
//! [`Reader`] is a pull parser: it yields [`Event`]s that borrow from the text and holds nothing but
//! the positions of the open blocks. [`Document`] is the tree built from those events. Strings are
//! `Cow`s, so only text with an escape in it is copied. Nodes keep the [`Position`] they came from, and
//! equality ignores it: two documents are equal when they say the same.
//!
//! [`Writer`] is the mirror of the reader, with one canonical layout. Reading what it wrote gives
//! the same document back, and writing that again gives the same bytes.
//!
//! # Trade-offs
//!
//! Comments are not kept: a format that is written back by tools carries its notes in keys. Lookups
//! scan a block from its end instead of hashing it: blocks are small, order is part of the data, and a
//! repeated key means "the last one counts", as it does in every engine that reads this format.
//!
//! Hostile text is bounded by [`Limits`]: input size, depth, nodes, token length and the memory of the
//! tree. Neither the reader nor the writer recurses, and the depth limit (at most
//! [`Limits::MAX_DEPTH`]) also bounds what dropping or comparing a document needs of the stack.
//!
//! # Deliberate absences
//!
//! No files (callers bring text), no `#include` or `#base`, no platform conditions (`[$WIN32]`), no
//! binary KeyValues, no schema: what a key means is the business of the format built on this one.

mod document;
mod error;
mod limits;
mod lookup;
mod position;
mod reader;
mod scanner;
mod snippet;
mod value;
mod writer;

pub use document::{Block, Document, Node, Pair};
pub use error::{ParseError, ParseErrorKind, ValueError};
pub use limits::{Dialect, Limits, ReadOptions};
pub use lookup::Lookup;
pub use position::Position;
pub use reader::{Event, Reader};
pub use value::Value;
pub use writer::Writer;
