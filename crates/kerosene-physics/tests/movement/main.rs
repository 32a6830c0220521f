//! Movement against closed forms, in a world of boxes and ramps.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;

mod air;
mod command;
mod duck;
mod ground;
mod jump;
mod ladder;
mod properties;
mod slopes;
mod steps;
mod stuck;
mod walls;
mod water;
