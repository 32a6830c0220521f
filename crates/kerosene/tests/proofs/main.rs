//! That a level goes on from where it was saved, recorded or gone back to as it went before: to the bit, at random
//! moments, with players who press at random and logic that is set off at random.
//!
//! A sample is played by default. All of it, some minutes long:
//! `KEROSENE_ALL_MOMENTS=1 cargo test -p kerosene --test proofs --release -- --nocapture`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests; a skipped one says so, a long one what it did")]

#[path = "../common/corpus.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod corpus;
mod demos;
mod forged;
mod fumblers;
#[path = "../sample_levels/level.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod level;
mod rewinding;
mod saves;

use kerosene::engine::{Engine, EngineOptions, Game};
use kerosene::entity::{ClassDef, Request, Requested};
use kerosene::game::Stock;
use kerosene_vfs::Access;
use std::path::Path;

/// The levels of the project itself.
const SAMPLE_LEVELS: [&str; 2] = ["two_rooms", "facility"];

/// The stock game, but for its end.
struct Endless;

impl Game for Endless {
    fn classes(&mut self, engine: &mut Engine) -> Vec<ClassDef> {
        Stock.classes(engine)
    }

    fn entity_request(&mut self, _: &mut Engine, requested: &Requested) -> bool {
        requested.request == Request::EndGame
    }
}

/// That game with the levels of a content folder.
fn engine(content: &Path) -> Engine {
    let mut options = EngineOptions::default();
    options.vfs.mount_folder(content, Access::ReadOnly);
    Engine::with_game(options, Endless).unwrap()
}

/// Whether everything is to be played.
fn plays_all() -> bool {
    std::env::var_os("KEROSENE_ALL_MOMENTS").is_some()
}
