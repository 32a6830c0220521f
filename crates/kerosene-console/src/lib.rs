//! Convars, commands and the command buffer.
//!
//! The console is where text meets the engine: what a person types, a key is bound to, a config file
//! holds or the command line says takes one path through one [`Console`], in one syntax. This crate
//! knows the syntax, the variables and a handful of commands about itself; it knows nothing of the
//! engine, reads no files and holds no state outside the value.
//!
//! ```
//! use kerosene_console::{Console, Convar};
//!
//! let mut console = Console::new();
//! let gravity = console.register(Convar::float("sv_gravity", 800.0, "Downward pull, units/s²").range(0.0..=10_000.0))?;
//! console.enqueue("sv_gravity 400; map e1m1 // and off we go");
//!
//! console.begin_frame();
//! while let Some(request) = console.next_request() {
//!     match request.name.as_str() {
//!         "map" => assert_eq!(request.args, ["e1m1"]),
//!         _ => console.report_unclaimed(&request),
//!     }
//! }
//! assert_eq!(console.convar(gravity).value().as_f64(), 400.0);
//! # Ok::<(), kerosene_console::RegisterError>(())
//! ```
//!
//! # Requests, not handlers
//!
//! A command that belongs to someone else is not a callback: it would need the engine and the console at
//! once, and could run the console from within itself. [`Console::next_request`] instead runs text up
//! to the next command it does not know and hands that out, so the caller acts on it with everything in
//! reach, and the commands after it see what it did. `exec` works the same way: the caller reads the
//! file and gives the text back with [`Console::insert`].
//!
//! # Syntax
//!
//! Commands end at a `;` or a line break. Words are separated by white space; quoted text is one word, in
//! which `\"`, `\\`, `\n` and `\t` are escapes and any other backslash is itself. A quote left open ends with its
//! line. `//` where a word could begin is a comment to the end of the line. Names ignore case.
//!
//! # Bounds
//!
//! Text waiting to run is bounded ([`Console::BUFFER_BYTES`]), as are aliases and `exec` within each
//! other ([`Console::NESTING`]) and the commands of one frame ([`Console::COMMANDS_PER_FRAME`]): a
//! runaway alias is cut off with a message. `wait` defers the rest of *its own* text, so a config file
//! that waits does not hold up what is typed meanwhile; a loop with a `wait` in it may go on forever.
//!
//! # Deliberate absences
//!
//! No global convars (a convar is read through its [`ConvarId`]), no files, no key bindings (they are
//! the host's; it enqueues their text), no colours, no drawing, no threads but for the [`LogRelay`],
//! which other threads write into.

mod buffer;
mod builtins;
mod command;
mod command_line;
mod completion;
mod console;
mod convar;
mod registry;
mod running;
mod scrollback;
mod tokenizer;
mod value;

pub use buffer::ConsoleRequest;
pub use command::{Command, CompletionQuery};
pub use command_line::{CommandLine, from_command_line};
pub use completion::Completion;
pub use console::Console;
pub use convar::{Convar, ConvarFlags, SetError, SetOutcome};
pub use registry::{ConvarId, RegisterError};
pub use scrollback::{Level, LogRelay, ScrollbackLine};
pub use tokenizer::{quote, tokenize};
pub use value::Value;
