//! Demos with other bytes in them, and where in a demo which ticks are.
//!
//! `crates/kerosene-engine/src/demos/block.rs` says what the bytes mean.

use kerosene::entity::{Container, ContainerBuilder, Tag};

const MAGIC: Tag = Tag(*b"KDEM");
const SAVE: Tag = Tag(*b"SAVE");
const TICKS: Tag = Tag(*b"TICK");
/// Bytes before a block's ticks.
const HEAD: usize = 32;

/// The bytes of the commands of one tick of a demo.
#[derive(Debug, Clone)]
pub(crate) struct Commands {
    pub(crate) tick: u64,
    /// Where in the section of ticks the words of commands are that are written there.
    pub(crate) words: Vec<usize>,
}

/// The section of ticks, and where in the file it begins.
pub(crate) fn ticks_of(demo: &[u8]) -> (Vec<u8>, usize) {
    let container = Container::parse(demo, MAGIC, 1).unwrap();
    let ticks = container.section(TICKS).unwrap();
    (ticks.to_vec(), ticks.as_ptr() as usize - demo.as_ptr() as usize)
}

/// The demo with other ticks, under a hash of the section that is right.
pub(crate) fn with_ticks(demo: &[u8], ticks: Vec<u8>) -> Vec<u8> {
    let save = Container::parse(demo, MAGIC, 1).unwrap().section(SAVE).unwrap().to_vec();
    ContainerBuilder::new(MAGIC, 1).section(SAVE, save).section(TICKS, ticks).to_bytes()
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// Where the blocks are: first bytes, first ticks, numbers of ticks.
pub(crate) fn blocks(ticks: &[u8]) -> Vec<(usize, u64, usize)> {
    let (mut at, mut blocks) = (0, Vec::new());
    while at < ticks.len() {
        let first = u64::from_le_bytes(ticks[at..at + 8].try_into().unwrap());
        blocks.push((at, first, u32_at(ticks, at + 8)));
        at += HEAD + u32_at(ticks, at + 12);
    }
    blocks
}

/// Makes the hash of a block right again.
pub(crate) fn seal(ticks: &mut [u8], block: usize) {
    let end = block + HEAD + u32_at(ticks, block + 12);
    let hash = xxhash_rust::xxh3::xxh3_64(&[&ticks[block..block + 24], &ticks[block + HEAD..end]].concat());
    ticks[block + 24..block + HEAD].copy_from_slice(&hash.to_le_bytes());
}

/// The ticks of a block.
pub(crate) fn commands(ticks: &[u8], (block, first, count): (usize, u64, usize)) -> Vec<Commands> {
    let (mut at, mut players) = (block + HEAD, 0);
    let tick = |tick: u64| {
        let flags = ticks[at];
        at += 1;
        if flags & 1 != 0 {
            at = past_events(ticks, at);
        }
        if flags & 2 != 0 {
            players = u32_at(ticks, at);
            at += 4 + 4 * players;
        }
        let mut words = Vec::new();
        for _ in 0..players {
            let written = ticks[at].count_ones() as usize;
            words.extend((0..written).map(|word| at + 1 + 4 * word));
            at += 1 + 4 * written;
        }
        at += 4;
        Commands { tick: first + tick, words }
    };
    (0..count as u64).map(tick).collect()
}

fn past_events(ticks: &[u8], at: usize) -> usize {
    let text = |at: usize| at + 4 + u32_at(ticks, at);
    (0..u32_at(ticks, at)).fold(at + 4, |at, _| match ticks[at] {
        0 => at + 1,
        1 => at + 5,
        2 | 3 => text(at + 1),
        5 => at + 9,
        _ => (0..2 * u32_at(ticks, at + 1)).fold(at + 5, |at, _| text(at)),
    })
}
