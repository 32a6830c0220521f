//! Going back 500 ticks and playing on.

use super::fumblers::Fumblers;
use super::{SAMPLE_LEVELS, corpus, engine, level};
use kerosene::engine::PlayerInput;
use std::path::Path;
use std::time::Duration;

/// Ticks that are gone back.
const BACK: u64 = 500;
/// Ticks played before, in which logic is set off now and then.
const BEFORE: u64 = 300;

fn go_back(content: &Path, level: &str) {
    let mut engine = engine(content);
    engine.load_map(level).unwrap();
    engine.console_mut().enqueue("host_rewind 10; sv_cheats 1");
    engine.frame(Duration::ZERO, &[]);
    let mut fumblers = Fumblers::spawn(&mut engine, 2, 8);
    let (mut inputs, mut states): (Vec<Vec<PlayerInput>>, Vec<u64>) = (Vec::new(), Vec::new());
    for at in 0..BEFORE + BACK {
        if at < BEFORE && at % 10 == 0 {
            if let Some((entity, input)) = fumblers.something_to_set_off(&engine) {
                engine.console_mut().enqueue(&format!("ent_fire {entity} {input}"));
            }
            fumblers.replace_the_lost(&mut engine);
            engine.frame(Duration::ZERO, &[]);
        }
        inputs.push(fumblers.inputs(&engine));
        engine.tick(inputs.last().unwrap());
        states.push(engine.state_hash());
    }
    engine.rewind(BACK).unwrap();
    assert_eq!((engine.tick_number(), engine.state_hash()), (BEFORE, states[BEFORE as usize - 1]), "{level}");
    for at in BEFORE as usize..states.len() {
        engine.tick(&inputs[at]);
        assert_eq!(engine.state_hash(), states[at], "{level}: differs after tick {at}");
    }
}

#[test]
fn sample_levels_go_on_as_they_did_from_500_ticks_ago() {
    let content = level::content(SAMPLE_LEVELS.iter());
    SAMPLE_LEVELS.iter().for_each(|level| go_back(content.path(), level));
}

#[test]
fn real_levels_go_on_as_they_did_from_500_ticks_ago() {
    let Some(corpus) = corpus::folder() else { return };
    for level in ["quake/id/e1m1.map", "valve220/nzp/nzp_xmas2.map"] {
        let source = corpus.join(level);
        go_back(corpus::content([&source]).path(), &corpus::name_of(&source));
    }
}
