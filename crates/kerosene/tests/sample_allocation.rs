//! A steady tick of `facility` with its logic running allocates nothing: counted by an allocator of its own, hence a test
//! binary of its own.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "sample_levels/level.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod level;

use kerosene::engine::{Engine, EngineOptions, PlayerInput};
use kerosene::entity::Value;
use kerosene::game::Stock;
use kerosene::math::Angles;
use kerosene::physics::{Buttons, PlayerCommand};
use kerosene_test_alloc::{CountingAllocator, taken_by_all_threads};
use kerosene_vfs::Access;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The stops that the cart of the rail yard has passed.
fn stops(engine: &Engine) -> f32 {
    let entities = engine.entities().unwrap();
    let counter = entities.find_by_name("stops_passed").next().unwrap();
    entities.float_field(counter, "startvalue").unwrap()
}

/// How often a player jumps and presses, in ticks.
const HOP: u16 = 50;

#[test]
fn the_facility_runs_without_allocating() {
    let content = level::content(std::iter::once(&"facility"));
    let mut options = EngineOptions::default();
    options.vfs.mount_folder(content.path(), Access::ReadOnly);
    let mut engine = Engine::with_game(options, Stock).unwrap();
    engine.load_map("facility").unwrap();
    let player = engine.spawn_player().unwrap();
    let entities = engine.entities_mut().unwrap();
    let power = entities.target("power_on");
    assert!(entities.queue_input(power, "Trigger", Value::None, Duration::ZERO, None, None));
    let tick = |engine: &mut Engine, at: u16| {
        let view = Angles::new(0.0, f32::from(at) * 3.0, 0.0);
        let buttons = if at.is_multiple_of(HOP) { Buttons::JUMP | Buttons::USE } else { Buttons::empty() };
        let command = PlayerCommand { view, buttons, forward: 1.0, ..PlayerCommand::default() };
        engine.tick(&[PlayerInput { player, command }]);
    };
    (0..64 * 30).for_each(|at| tick(&mut engine, at));
    let (passed, before) = (stops(&engine), taken_by_all_threads());
    (0..64 * 30).for_each(|at| tick(&mut engine, at));
    let allocated = taken_by_all_threads() - before;
    assert!(stops(&engine) >= passed + 4.0, "the cart goes round: {passed}, then {}", stops(&engine));
    assert_eq!(allocated, 0);
}
