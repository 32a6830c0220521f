//! Saved games of real levels: the 200 ticks after loading one are those after saving it.

use super::fumblers::Fumblers;
use super::{corpus, engine, plays_all};
use kerosene::engine::{Engine, PlayerInput};
use kerosene::entity::Value;
use std::path::Path;
use std::time::Duration;

/// Levels of Quake, of its mods and of Source whose doors, trains, triggers and wires have something to do.
const LEVELS: [&str; 10] = [
    "quake/id/e1m1.map",
    "valve220/nzp/nzp_xmas2.map",
    "quake/id/e1m2.map",
    "quake/id/e1m3.map",
    "quake/id/e1m4.map",
    "quake/id/e2m2.map",
    "quake/id/e2m6.map",
    "quake/id/e3m5.map",
    "quake/id/e4m1.map",
    "vmf/laurirasanen/itemtest_d.vmf",
];
/// Ticks that are played from each moment, twice.
const TICKS: usize = 200;
/// Players in a level.
const PLAYERS: u64 = 2;

/// Plays a level to random moments. Each is saved and kept, played on from, gone back to both ways and played on from
/// again. Gives how many different states there were.
fn go_back_to_saves(content: &Path, level: &str, moments: u32) -> usize {
    let mut engine = engine(content);
    engine.load_map(level).unwrap();
    let mut fumblers = Fumblers::spawn(&mut engine, PLAYERS, 5);
    let mut states = std::collections::BTreeSet::new();
    for moment in 0..moments {
        fumblers.replace_the_lost(&mut engine);
        for _ in 0..3 {
            set_something_off(&mut engine, &mut fumblers);
        }
        for _ in 0..fumblers.below(64) {
            let inputs = fumblers.inputs(&engine);
            engine.tick(&inputs);
        }
        let (saved, kept) = (engine.save_bytes().unwrap(), engine.snapshot().unwrap());
        let mut ahead = Vec::with_capacity(TICKS);
        let first: Vec<u64> = std::iter::repeat_with(|| {
            ahead.push(fumblers.inputs(&engine));
            engine.tick(ahead.last().unwrap());
            engine.state_hash()
        })
        .take(TICKS)
        .collect();
        engine.restore(&kept).unwrap();
        assert_eq!(first_difference(&mut engine, &ahead, &first), None, "{level}: kept, moment {moment}");
        engine.load_bytes(&saved).unwrap();
        assert_eq!(first_difference(&mut engine, &ahead, &first), None, "{level}: saved, moment {moment}");
        states.extend(first);
    }
    states.len()
}

/// The first tick with these inputs after which the state is another one.
fn first_difference(engine: &mut Engine, inputs: &[Vec<PlayerInput>], states: &[u64]) -> Option<usize> {
    let mut ticks = inputs.iter().zip(states);
    ticks.position(|(inputs, state)| {
        engine.tick(inputs);
        engine.state_hash() != *state
    })
}

fn set_something_off(engine: &mut Engine, fumblers: &mut Fumblers) {
    let Some((entity, input)) = fumblers.something_to_set_off(engine) else { return };
    let entities = engine.entities_mut().unwrap();
    let target = entities.target(&entity);
    assert!(entities.queue_input(target, input, Value::None, Duration::from_millis(700), None, None));
}

#[test]
fn real_levels_go_on_from_saves_as_they_did() {
    let Some(corpus) = corpus::folder() else { return };
    let (levels, moments) = if plays_all() { (LEVELS.len(), 100) } else { (2, 5) };
    for level in &LEVELS[..levels] {
        let source = corpus.join(level);
        let (name, content) = (corpus::name_of(&source), corpus::content([&source]));
        let states = go_back_to_saves(content.path(), &name, moments);
        println!("{name}: {moments} moments, {states} states");
        assert!(states > moments as usize * TICKS * 9 / 10, "{name}: too little happens: {states} states");
    }
}
