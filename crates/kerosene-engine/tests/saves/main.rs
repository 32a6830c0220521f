//! Saved games: what follows a save follows its loading, and nothing that is wrong with a file does harm.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;

mod asking;
mod demos;
mod killed;
mod level;
mod refused;
mod same;
