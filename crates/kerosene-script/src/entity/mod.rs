//! Scripts of entities: the language as the framework calls it.
//!
//! The key `script` of an entity names one; `scripts/<name>.kscr` is its file. Every entity has what the file's fields say to
//! itself; the file is compiled once for all of them. The framework says when which hook is called and owns what a script
//! has going (timers, tweens, events, machines); the language keeps the fields.

mod arguments;
mod language;
mod memory;
mod reload;
mod run;
mod version;

pub use language::{RhaiLanguage, ScriptFile, ScriptLibrary};
pub(crate) use run::{Later, Own};
pub(crate) use version::has_hooks;
