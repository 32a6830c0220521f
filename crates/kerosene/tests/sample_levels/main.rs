//! The sample levels in `content/maps`: compiled, held to what they promise, and played by scripted players who see
//! nothing but what a player could see.
#![allow(clippy::unwrap_used, reason = "tests")]

mod again;
mod classes;
mod facility;
mod level;
#[path = "../common/playthrough.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod playthrough;
mod promises;
mod scripts;
mod two_rooms;

/// A player at the start of a sample level, with other levels to go on to.
fn begin(level: &str, others: &[&str]) -> playthrough::Playthrough {
    playthrough::Playthrough::begin(level::content(std::iter::once(&level).chain(others)), level)
}

/// Two plays of a level were the same in each tick.
fn assert_the_same(first: &[u64], second: &[u64]) {
    let differs = first.iter().zip(second).position(|(a, b)| a != b);
    assert_eq!((differs, first.len()), (None, second.len()));
}
