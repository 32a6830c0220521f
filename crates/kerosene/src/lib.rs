//! Kerosene: a brush-based 3D game engine, in the one crate that a game depends on.
//!
//! The stable crates of the engine are here as modules ([`math`], [`kv`], [`console`], [`vfs`], [`entity`],
//! [`physics`], [`engine`]); those whose shape may still change are under [`internals`]. What this crate re-exports outside
//! `internals` is what its version number speaks of.
//!
//! [`launch`] is a whole program: it reads the command line, finds the content, installs the crash handler and runs
//! the engine with a game: whatever implements [`engine::Game`]. The `kerosene` binary is a call to it with
//! [`game::Stock`], and so is a game's with its own. A program that wants less takes [`engine::Engine`] and drives it
//! itself.
//!
//! # Deliberately absent
//!
//! No logic but that of launching. No sound yet. Where there is no display, a launched level is walked by an autopilot and
//! reported on.
//!
//! ```
//! use kerosene::engine::{Engine, EngineOptions, FALLBACK_MAP};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! engine.load_map(FALLBACK_MAP)?;
//! engine.spawn_player()?;
//! engine.tick(&[]);
//! assert_eq!(engine.tick_number(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod game;
mod launch;

pub use kerosene_console as console;
pub use kerosene_engine as engine;
pub use kerosene_entity as entity;
pub use kerosene_kv as kv;
pub use kerosene_math as math;
pub use kerosene_physics as physics;
pub use kerosene_vfs as vfs;
pub use launch::{LaunchOptions, launch};

/// Crates whose interface may change with any version.
pub mod internals {
    pub use kerosene_bsp as bsp;
}
