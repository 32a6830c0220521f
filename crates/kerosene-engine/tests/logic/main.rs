//! A level's logic from outside: movers, touches, uses, requests, hooks of the game, level changes, commands, snapshots.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;

mod animations;
mod classes;
mod commands;
mod hooks;
mod level_change;
mod map_scripts;
mod movers;
mod requests;
mod scripts;
mod snapshots;
mod stock;
mod touches;
mod uses;
