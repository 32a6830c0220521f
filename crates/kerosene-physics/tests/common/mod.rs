//! What the tests and benchmarks share: a world of boxes and ramps, and a player to move through it.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses its own part")]

pub mod box_world;
pub mod moving_world;
pub mod walker;
