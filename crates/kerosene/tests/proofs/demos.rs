//! Demos of the sample levels: thousands of ticks of random input come out as they were recorded, and what was changed in
//! them is told by its tick.

use super::forged::{blocks, commands, seal, ticks_of, with_ticks};
use super::fumblers::Fumblers;
use super::{SAMPLE_LEVELS, engine, level, plays_all};
use kerosene::engine::{DemoError, verify_demo};
use kerosene::math::Pcg32;
use std::path::Path;
use std::time::Duration;

/// Ticks of a demo.
const TICKS: u64 = 20_000;

/// A demo in which players come and go, press at random, and somebody at the console sets logic off.
fn recorded(content: &Path, level: &str) -> Vec<u8> {
    let mut engine = engine(content);
    engine.load_map(level).unwrap();
    let mut fumblers = Fumblers::spawn(&mut engine, 2, 21);
    engine.start_recording().unwrap();
    engine.console_mut().enqueue("sv_cheats 1");
    for at in 0..TICKS {
        fumblers.replace_the_lost(&mut engine);
        if at % 50 == 0
            && let Some((entity, input)) = fumblers.something_to_set_off(&engine)
        {
            engine.console_mut().enqueue(&format!("ent_fire {entity} {input} \"\" 0.3"));
        }
        engine.frame(Duration::ZERO, &[]);
        let inputs = fumblers.inputs(&engine);
        engine.tick(&inputs);
    }
    engine.stop_recording().unwrap()
}

fn verify(content: &Path, demo: &[u8]) -> Result<u64, DemoError> {
    verify_demo(&mut engine(content), demo)
}

#[test]
fn demos_of_random_input_verify() {
    for level in SAMPLE_LEVELS {
        // A demo ends where another level comes: here is none.
        let content = level::content(std::iter::once(&level));
        let demo = recorded(content.path(), level);
        assert_eq!(verify(content.path(), &demo).unwrap(), TICKS, "{level}");
        println!("{level}: {TICKS} ticks recorded and verified, {} bytes", demo.len());
        flipped_bits_are_told_by_their_ticks(content.path(), level, &demo);
    }
}

/// A bit that flips in the file breaks the hash of its second of ticks, and that second is named. Where somebody puts the
/// hashes right again after flipping a bit of an input, the state after that very tick is another one; a few bits
/// change no state in any tick (which way one would swim, on dry land), and those demos verify.
fn flipped_bits_are_told_by_their_ticks(content: &Path, level: &str, demo: &[u8]) {
    let mut random = Pcg32::new(3, 3);
    let mut pick = |bound: usize| random.below(bound as u32).unwrap_or_default() as usize;
    let (ticks, begin) = ticks_of(demo);
    let blocks = blocks(&ticks);
    for _ in 0..20 {
        let (at, bit) = (pick(ticks.len()), pick(8));
        let mut damaged = demo.to_vec();
        damaged[begin + at] ^= 1 << bit;
        let (_, first_of_block, _) = blocks.iter().rev().find(|block| block.0 <= at).unwrap();
        let told = verify(content, &damaged);
        let rightly = matches!(told, Err(DemoError::Damaged { first, .. }) if first == *first_of_block);
        assert!(rightly, "{level}: bit {bit} of byte {at}: {told:?}, not {first_of_block}");
    }
    let (flips, mut told_by_state) = (if plays_all() { 20 } else { 3 }, 0);
    for _ in 0..flips {
        let block = blocks[pick(blocks.len())];
        let in_block = commands(&ticks, block);
        let tick = &in_block[pick(in_block.len())];
        let Some(&word) = tick.words.get(pick(tick.words.len())) else { continue };
        let bit = pick(32);
        let mut forged = ticks.clone();
        forged[word + bit / 8] ^= 1 << (bit % 8);
        seal(&mut forged, block.0);
        match verify(content, &with_ticks(demo, forged)) {
            Err(DemoError::Differs { tick: told, .. }) => {
                assert_eq!(told, tick.tick, "{level}: bit {bit} of the word at {word}");
                told_by_state += 1;
            }
            verified => assert!(verified.is_ok(), "{level}: bit {bit} of the word at {word}: {verified:?}"),
        }
    }
    println!("{level}: {told_by_state} of {flips} flipped bits of inputs were told by the state after their tick");
    assert!(2 * told_by_state > flips, "{level}: {told_by_state}");
}
