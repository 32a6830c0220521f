//! The whole pipeline on every level of Quake that we have: read, compiled, loaded, walked.
//!
//! A walker wanders each level for 10,000 ticks. It must never end a tick inside solid, must get somewhere, and a
//! second walk must be in the same state after every tick.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests; a skipped one says so")]

#[path = "common/corpus.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod corpus;

use kerosene_engine::{Engine, EngineOptions, WalkStatistics, Walkers};
use kerosene_vfs::Access;
use std::path::{Path, PathBuf};

const TICKS: u64 = 10_000;

fn quake_maps() -> Vec<PathBuf> {
    let Some(folder) = corpus::folder() else { return Vec::new() };
    let entries = std::fs::read_dir(folder.join("quake/id")).unwrap();
    let mut maps: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    maps.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    maps.sort();
    maps
}

fn walk(content: &Path, name: &str) -> (WalkStatistics, Vec<u64>) {
    let mut options = EngineOptions::default();
    options.vfs.mount_folder(content, Access::ReadOnly);
    let mut engine = Engine::new(options);
    engine.load_map(name).unwrap();
    engine.keep_hashes(true);
    let mut walkers = Walkers::spawn(&mut engine, 1, 1).unwrap();
    for _ in 0..TICKS {
        let inputs = walkers.inputs(&mut engine);
        engine.tick(inputs);
        walkers.observe(&engine);
    }
    (walkers.statistics(), engine.kept_hashes().to_vec())
}

#[test]
fn every_quake_level_is_walked_and_nobody_ends_in_a_wall() {
    for source in quake_maps() {
        let (name, folder) = (corpus::name_of(&source), corpus::content([&source]));
        let ((walked, hashes), (_, again)) = std::thread::scope(|scope| {
            let second = scope.spawn(|| walk(folder.path(), &name));
            (walk(folder.path(), &name), second.join().unwrap())
        });
        assert_eq!(walked.solid_ticks, 0, "{name}: first in solid at tick {:?}", walked.first_solid_tick);
        // Doors stay shut, so some levels are no more than their first rooms.
        assert!(walked.distance > 15_000.0 && walked.cells >= 40, "{name}: the walker got nowhere: {walked:?}");
        assert_eq!(hashes.len() as u64, TICKS);
        let first = hashes.iter().zip(&again).position(|(a, b)| a != b);
        assert_eq!(first, None, "{name}: two walks differ from this tick on");
    }
}
