//! What the command lines of all tools have in common: what people and programs get to see, sources that are read whole,
//! results that are written whole, and where these go.
//!
//! A tool is a library with one pure function, and its command line is a module of it. Those modules say the same things in
//! the same places, so that whoever knows one tool knows all: results go to standard output, messages to standard error, with
//! `--json` both are lines on standard output; a file that already holds what would be written is left alone; of many
//! sources with one name for their result, none is made; and nothing is replaced that somebody made by hand.
//!
//! # Deliberately absent
//!
//! No arguments (each tool declares its own), no knowledge of what is in a file beyond its first bytes, no exit codes.

mod fault;
mod files;
mod kind;
mod output;
mod threads;

pub use fault::FileFault;
pub use files::{beside, outputs, read, read_bytes, source_name, write, write_new};
pub use kind::{ResultKind, spare};
pub use output::{concluded, say, show, show_one};
pub use threads::with_threads;
