//! Scripts in Rhai.
//!
//! What is no graph of wires (counting, arithmetic, one of three at random, only while a player holds the crowbar) is
//! written as a script: a text file whose functions the engine calls. [`ScriptHost`] runs the scripts of a map, which
//! look at the level and queue [`ScriptAction`]s; [`RhaiLanguage`] runs the scripts of entities, with the services of
//! [`kerosene_framework`]; [`Script`] is one file, compiled.
//!
//! # What a file is
//!
//! `const` at the top of a file has its bare name in every function. `let` at the top declares a *field*: what the script
//! remembers, read and written in functions as `this.name`. A field holds a bool, a number, a string, a vector or `()`,
//! so that everything a script remembers can be kept, rewound, saved and compared. Only functions, constants and fields
//! stay of a file; what else its top does is done once, when it is loaded, with nothing of the game in reach.
//!
//! # Views and actions
//!
//! Functions of the language outlive any call, so they cannot hold the level; and a script that changed it halfway
//! through a tick would show it in a state that no other code sees. So a call of a map's script gets the level lent to
//! look at, without a copy, and what it wants changed is queued and done when it has ended, however it ended. The list of
//! [`ScriptAction`]s is the whole surface.
//!
//! # Scripts of entities
//!
//! The framework says when which hook is called, and owns what a script has going. The language keeps what fields hold, in
//! pages: they are put into `this` before a call and taken out after it, so a snapshot is a few references, and whatever has
//! changed the pages meanwhile is what the script sees. Functions of such a script work on the level at once, as scripts in
//! Rust do. What would run a function of the same entity's script within another (a change of state) comes when
//! the running one has ended, for there is one `this`.
//!
//! # Bounds
//!
//! A call does at most [`MAX_OPERATIONS`](limits::MAX_OPERATIONS) operations with all that it calls, and the rest of
//! [`limits`] bounds what it may hold. Operations stand for work, not for lines: long stretches without a step, copies of
//! arrays, functions of the library on long texts count for what they take, so that the worst call ends within seconds and
//! at the same place on every machine. `import`, `eval` and functions named by texts are switched off. Whoever runs into a
//! bound is stopped and named; the level goes on.
//!
//! # Profile
//!
//! A [`Profile`] says what each line has cost, and what it has built. It is taken from another version of a script, with
//! marks in it: one that is not taken costs nothing.
//!
//! # Determinism
//!
//! Numbers are `f32` and `i64`, as the engine's are, so that a field gives back what was put into it. `sin` and its kin are
//! those of [`kerosene_math::deterministic`]; the operator `**` is switched off because it is not, `pow(x, y)` is there. Dice
//! are the level's, time is the simulation's, and there is no clock.
//!
//! # Two ways to run a script
//!
//! Rhai's virtual machine is quicker than its tree walker and, kept between calls, allocates nothing
//! ([`Backend`]). It is young; so the other is kept, and tests hold both to the same values, errors and places.
//!
//! # Trade-offs
//!
//! The language is one constant of the process, with which every host works: virtual machines borrow it and can
//! so be kept. What a call reaches is lent through a scoped variable of the thread, which is empty outside calls. Vectors cost
//! an allocation each, where numbers cost none; so what runs in every tick has functions of numbers. The checks of
//! `script check` know functions by their names and numbers of parameters; kinds of arguments show when a line runs.
//!
//! # Deliberate absences
//!
//! No engine, no files, no thread, no clock but in a profile, no `unsafe`. Scripts open no file, make no slot and draw nothing. No modules:
//! files of one map know each other's functions, and nothing else does.

mod action;
mod api;
mod call;
mod check;
mod entity;
mod error;
mod fields;
pub mod hooks;
mod host;
mod language;
pub mod limits;
mod machine;
mod profile;
mod reference;
mod script;
mod text;
mod value;
mod weave;

pub use action::{ActionQueue, ActionTarget, LogLevel, ScriptAction, apply};
pub use api::{Function, Group, functions};
pub use call::{Surroundings, pack, unpack};
pub use check::check;
pub use entity::{RhaiLanguage, ScriptFile, ScriptLibrary};
pub use error::{Fault, ScriptError};
pub use fields::{Property, ScriptField};
pub use host::{ScriptHost, View, key_of_field};
pub use machine::Backend;
pub use profile::{LineCost, Place, Profile};
pub use reference::reference;
pub use script::Script;
pub use text::ScriptText;
pub use value::ScriptValue;
