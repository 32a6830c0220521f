//! Seed 004 in Rhai: a module for each service, a test for each row of its tables and each of its rules. The crate's
//! documentation lists which is where.
#![allow(clippy::unwrap_used, reason = "tests")]

mod actions;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod common;
mod coverage;
mod events;
mod feedback;
mod life;
mod machines;
mod physics;
mod samples;
mod save_data;
mod space;
mod spawning;
mod timers;
mod tweens;
mod verbs;
mod whole_numbers;

use common::Rig;
