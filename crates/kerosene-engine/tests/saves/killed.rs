//! A process that is killed while it saves leaves the old save or the new one.
//!
//! 30 rounds, or as many as `KEROSENE_KILL_ROUNDS` says: `KEROSENE_KILL_ROUNDS=500 cargo test -p kerosene-engine --test
//! saves killed`.

use super::level::{content, play, start};
use kerosene_engine::FALLBACK_MAP;
use kerosene_math::Pcg32;
use std::{
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

/// The folder that a child saves into, given to this very test.
const CHILD: &str = "KEROSENE_KILLED_CHILD";

/// Saves for ever.
fn save_in_a_loop(folder: &Path) -> ! {
    let content = content();
    let mut engine = start(&content, folder, FALLBACK_MAP, 1);
    for at in 0.. {
        play(&mut engine, at, 1);
        engine.save("loop").unwrap();
    }
    unreachable!("it is killed before");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the moment of the kill is meant to be random")]
fn a_killed_process_leaves_a_whole_save() {
    if let Some(folder) = std::env::var_os(CHILD) {
        save_in_a_loop(folder.as_ref());
    }
    let rounds = std::env::var("KEROSENE_KILL_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(30);
    let content = content();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = start(&content, folder.path(), FALLBACK_MAP, 1);
    engine.save("loop").unwrap();
    let mut random = Pcg32::new(9, 0);
    let (mut newer, mut last) = (0, 0);
    for round in 0..rounds {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "killed::a_killed_process_leaves_a_whole_save"])
            .env(CHILD, folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(u64::from(random.below(120_000).unwrap())));
        child.kill().unwrap();
        child.wait().unwrap();
        engine.load("loop").unwrap_or_else(|error| panic!("round {round}: {error}"));
        newer += u32::from(engine.tick_number() != last);
        last = engine.tick_number();
        // What a killed process leaves is no save, and is not listed as one.
        assert_eq!(engine.saves(), ["loop"]);
    }
    assert!(newer > 0, "no child got as far as saving");
}
