//! The build driver: turns the sources of a project into its content, and does only what has to be done.
//!
//! A project is a folder of pictures, models, sounds and maps. Rules say which stage makes what of which source; each
//! stage is a process of the executable that holds all tools, so that a crash costs one result. [`build`] does what is
//! not yet as its sources say, [`preview`] says what that would be and why, [`watch`] does it after every change,
//! [`clean`] takes away what was made, [`ship`] makes a folder to give away.
//!
//! # When a result is fresh
//!
//! A step is known by its *content*: the hashes of every file that it read, its options, the version of its tool. What a
//! stage reads beside its source is not declared by anybody: each result says what it was made of
//! ([`kerosene_asset::Provenance`], the manifest of a `.kbsp`), and kiln takes it from there, absent files included. Times
//! of files decide nothing; they only save hashing ([`StatCache`]).
//!
//! Rules stand in waves: maps read properties of materials, so materials are made first. Within a wave every step may run
//! beside every other.
//!
//! # What a killed build leaves
//!
//! Stages write into a scratch folder; results are moved to their places when they are whole, after the journal
//! ([`Memory`]) was told of them, and told again when they are there. At any moment a result is the old one or the new
//! one, and the journal knows every file that kiln has made. Two builds of one project are kept apart by a lock that the
//! system releases even for a process that was killed.
//!
//! # The cache
//!
//! Results are kept in a folder by their hash, and answers by what is known before a stage runs: source, options, tool.
//! An answer names the other files that were read then, and fits where they are the same now; the scheme is that of
//! ccache's direct mode. So a fresh clone builds nothing that was built anywhere before with the same folder.
//!
//! # Trade-offs
//!
//! A change in a stage's code is seen by its version alone: hashing the executable would build everything anew after each
//! rebuild of the tools. Every step costs a process, about a hundredth of a second; batches would save most of that and
//! give up the isolation. Each kind of results is one wave, though a map could begin before the last texture is made.
//!
//! # Deliberately absent
//!
//! No knowledge of any source format, no rules of a project's own (a game that needs another tool runs it before kiln), no
//! times in records, no global state: the watch and ten builds of other projects run in one process.

mod build;
mod cache;
mod clean;
pub mod cli;
mod error;
mod facts;
mod freshness;
mod journal;
mod learned;
mod pack;
mod perform;
mod plan;
mod pool;
mod preview;
mod process;
mod record;
mod rules;
mod scan;
mod settings;
mod ship;
mod site;
mod stat_cache;
mod strays;
mod toolbox;
mod watch;
mod workplace;

pub use build::{Listener, Request, StepReport, Summary, build};
pub use clean::{Cleaned, clean};
pub use error::KilnError;
pub use freshness::Reason;
pub use journal::{Condition, Memory};
pub use pack::PackReport;
pub use perform::Outcome;
pub use preview::{Pending, Preview, preview};
pub use settings::{Settings, SettingsError};
pub use ship::{Shipped, missing_start, rivals, ship};
pub use stat_cache::StatCache;
pub use toolbox::{Stage, StageOption, Toolbox};
pub use watch::{Watched, watch};
pub use workplace::{STATE_FOLDER, Workplace};
