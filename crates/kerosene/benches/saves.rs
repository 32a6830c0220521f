//! What keeping the state of a running level costs: `facility` with its power on and a player in it.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark; its main function is a macro's")]

#[path = "../tests/sample_levels/level.rs"]
#[allow(dead_code, reason = "each user takes its own part")]
mod level;

use criterion::{Criterion, criterion_group, criterion_main};
use kerosene::engine::{Engine, EngineOptions, PlayerId, PlayerInput};
use kerosene::entity::Value;
use kerosene::game::Stock;
use kerosene::math::Angles;
use kerosene::physics::PlayerCommand;
use kerosene_vfs::Access;
use std::hint::black_box;
use std::time::Duration;
use tempfile::TempDir;

/// A running level and who plays it.
struct Played {
    engine: Engine,
    player: PlayerId,
    ticks: u16,
    _content: TempDir,
}

impl Played {
    /// `facility` after half a minute.
    fn new() -> Self {
        let content = level::content(std::iter::once(&"facility"));
        let mut options = EngineOptions::default();
        options.vfs.mount_folder(content.path(), Access::ReadOnly);
        let mut engine = Engine::with_game(options, Stock).unwrap();
        engine.load_map("facility").unwrap();
        let player = engine.spawn_player().unwrap();
        let entities = engine.entities_mut().unwrap();
        let power = entities.target("power_on");
        assert!(entities.queue_input(power, "Trigger", Value::None, Duration::ZERO, None, None));
        let mut played = Self { engine, player, ticks: 0, _content: content };
        (0..64 * 30).for_each(|_| played.tick());
        played
    }

    /// Says for how many seconds `rewind` can go back.
    fn keep(&mut self, seconds: u32) {
        self.engine.console_mut().enqueue(&format!("host_rewind {seconds}"));
        self.engine.frame(Duration::ZERO, &[]);
    }

    /// One tick, in which the player walks in a circle.
    fn tick(&mut self) {
        self.ticks = self.ticks.wrapping_add(1);
        let view = Angles::new(0.0, f32::from(self.ticks) * 3.0, 0.0);
        let command = PlayerCommand { view, forward: 1.0, ..PlayerCommand::default() };
        self.engine.tick(&[PlayerInput { player: self.player, command }]);
    }
}

fn saves(criterion: &mut Criterion) {
    let mut played = Played::new();
    criterion.bench_function("save_bytes", |bencher| bencher.iter(|| played.engine.save_bytes().unwrap()));
    let saved = played.engine.save_bytes().unwrap();
    criterion.bench_function("load_bytes", |bencher| bencher.iter(|| played.engine.load_bytes(&saved).unwrap()));
}

fn snapshots(criterion: &mut Criterion) {
    let mut played = Played::new();
    criterion.bench_function("snapshot", |bencher| bencher.iter(|| black_box(played.engine.snapshot())));
    let snapshot = played.engine.snapshot().unwrap();
    criterion.bench_function("restore", |bencher| bencher.iter(|| played.engine.restore(&snapshot).unwrap()));
}

fn ticks(criterion: &mut Criterion) {
    let mut played = Played::new();
    criterion.bench_function("tick", |bencher| bencher.iter(|| played.tick()));
    played.keep(8);
    criterion.bench_function("tick that is kept", |bencher| bencher.iter(|| played.tick()));
    criterion.bench_function("tick that is kept, and its hash", |bencher| {
        bencher.iter(|| {
            played.tick();
            played.engine.state_hash()
        });
    });
    criterion.bench_function("rewind 500", |bencher| {
        bencher.iter_custom(|iterations| {
            (0..iterations)
                .map(|_| {
                    (0..500).for_each(|_| played.tick());
                    #[allow(clippy::disallowed_methods, reason = "a benchmark times one part of what it does")]
                    let start = std::time::Instant::now();
                    played.engine.rewind(500).unwrap();
                    start.elapsed()
                })
                .sum()
        });
    });
}

criterion_group!(benches, saves, snapshots, ticks);
criterion_main!(benches);
