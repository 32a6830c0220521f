//! Every level of Quake that we have: compiled, loaded, and walked twice.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests; a skipped one says so")]

use cleave::{NoProgress, Options, Request, compile};
use kerosene::engine::{Engine, EngineOptions, WalkStatistics, Walkers};
use kerosene::internals::bsp::WriteOptions;
use kerosene::vfs::{Access, Vfs};
use kerosene_map::{ReadOptions, read_map};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Ticks of each walk: 156 seconds.
const TICKS: u64 = 10_000;

/// The levels, or none where they are not on this machine.
fn levels() -> Vec<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = std::env::var_os("KEROSENE_CORPUS").map_or(default, PathBuf::from).join("quake/id");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no maps at {} (KEROSENE_CORPUS names another folder)", folder.display());
        return Vec::new();
    };
    let mut levels: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    levels.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    levels.sort();
    levels
}

/// A content folder that holds one level, compiled.
fn content(level: &Path) -> TempDir {
    let bytes = std::fs::read(level).unwrap();
    let map = read_map(&level.display().to_string(), &bytes, &ReadOptions::default()).unwrap().map;
    let output = compile(&Request { map: &map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("maps")).unwrap();
    output.bsp.write_file(folder.path().join("maps/level.kbsp"), WriteOptions::default()).unwrap();
    folder
}

/// Walks the level and gives what came of it, with the hash of every tick.
fn walk(content: &Path) -> (WalkStatistics, Vec<u64>) {
    let mut vfs = Vfs::new();
    vfs.mount_folder(content, Access::ReadOnly);
    let mut engine = Engine::new(EngineOptions { vfs });
    engine.load_map("level").unwrap();
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
fn every_quake_level_is_walked_outside_solid_and_twice_the_same() {
    for level in levels() {
        let name = level.file_stem().unwrap().to_string_lossy().into_owned();
        let content = content(&level);
        let (one, two) = std::thread::scope(|scope| {
            let other = scope.spawn(|| walk(content.path()));
            (walk(content.path()), other.join().unwrap())
        });
        let (statistics, hashes) = one;
        assert_eq!((statistics.solid_ticks, statistics.first_solid_tick), (0, None), "{name}");
        assert_eq!(hashes.len() as u64, TICKS);
        assert_eq!(hashes.iter().zip(&two.1).position(|(a, b)| a != b), None, "{name}: first tick that differs");
        // Doors stay shut, so some levels are no more than their first rooms.
        assert!(statistics.distance > 15_000.0 && statistics.cells >= 40, "{name}: {statistics:?}");
    }
}
