//! Real levels by other people, with their doors, buttons, relays and triggers at work: played by scripts, saved, kept,
//! recorded and gone back to.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests; a skipped one says so")]

#[path = "../common/corpus.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod corpus;
mod e1m1;
#[path = "../common/playthrough.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod playthrough;
mod wires;
