//! A player's movement state as words, for files: bit for bit what [`PlayerState::hash_into`] hashes.

use crate::command::Buttons;
use crate::state::{DuckPhase, Ground, PlayerFlags, PlayerState, WaterJump, WaterLevel};
use kerosene_bsp::{Contents, SurfaceFlags};
use kerosene_math::Vec3;

/// The longest time that a state may hold, in nanoseconds: a century is room enough, and leaves room to count on.
const MAX_TIME_NS: u64 = 1 << 61;

impl PlayerState {
    /// Every bit of the state as words, in a fixed order.
    ///
    /// ```
    /// use kerosene_math::Vec3;
    /// use kerosene_physics::PlayerState;
    ///
    /// let state = PlayerState { stride: -0.0, ..PlayerState::at(Vec3::ONE) };
    /// let words = state.to_words();
    /// assert_eq!(PlayerState::from_words(&mut words.iter().copied()).map(|read| read.to_words()), Some(words));
    /// ```
    #[must_use]
    pub fn to_words(&self) -> Vec<u32> {
        let mut words = Vec::new();
        self.words(&mut |word| words.push(word));
        words
    }

    /// Takes from an iterator the words that [`to_words`](Self::to_words) gave. `None` for words that are no state:
    /// too few of them, a number that is not finite, an option or a phase that does not exist, a time beyond counting.
    #[must_use]
    pub fn from_words(words: &mut impl Iterator<Item = u32>) -> Option<Self> {
        Some(Self {
            origin: vector(words)?,
            velocity: vector(words)?,
            base_velocity: vector(words)?,
            on_ground: option(words, ground)?,
            duck: duck(words)?,
            water_level: water_level(words.next()?)?,
            water_contents: Contents::from_bits_retain(words.next()?),
            ladder: option(words, vector)?,
            ladder_let_go: truth(words.next()?)?,
            water_jump: option(words, |words| {
                Some(WaterJump { remaining_ns: time(words)?, velocity: vector(words)? })
            })?,
            fall_speed: float(words)?,
            view_height: float(words)?,
            step_offset: float(words)?,
            stride: float(words)?,
            held_buttons: Buttons::from_bits_retain(words.next()?),
            flags: PlayerFlags::from_bits_retain(words.next()?),
        })
    }
}

fn float(words: &mut impl Iterator<Item = u32>) -> Option<f32> {
    words.next().map(f32::from_bits).filter(|number| number.is_finite())
}

fn vector(words: &mut impl Iterator<Item = u32>) -> Option<Vec3> {
    Some(Vec3::new(float(words)?, float(words)?, float(words)?))
}

fn time(words: &mut impl Iterator<Item = u32>) -> Option<u64> {
    let time = u64::from(words.next()?) | u64::from(words.next()?) << 32;
    (time <= MAX_TIME_NS).then_some(time)
}

const fn truth(word: u32) -> Option<bool> {
    match word {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// The outer option is whether there are such words at all.
fn option<T, I: Iterator<Item = u32>>(words: &mut I, read: impl Fn(&mut I) -> Option<T>) -> Option<Option<T>> {
    if truth(words.next()?)? { read(words).map(Some) } else { Some(None) }
}

fn ground(words: &mut impl Iterator<Item = u32>) -> Option<Ground> {
    Some(Ground {
        normal: vector(words)?,
        texinfo: option(words, Iterator::next)?,
        surface: SurfaceFlags::from_bits_retain(words.next()?),
        contents: Contents::from_bits_retain(words.next()?),
        model: option(words, Iterator::next)?,
    })
}

fn duck(words: &mut impl Iterator<Item = u32>) -> Option<DuckPhase> {
    let phase = words.next()?;
    let elapsed_ns = time(words)?;
    match (phase, elapsed_ns) {
        (0, 0) => Some(DuckPhase::Standing),
        (1, _) => Some(DuckPhase::Ducking { elapsed_ns }),
        (2, 0) => Some(DuckPhase::Ducked),
        (3, _) => Some(DuckPhase::Rising { elapsed_ns }),
        _ => None,
    }
}

const fn water_level(word: u32) -> Option<WaterLevel> {
    match word {
        0 => Some(WaterLevel::Dry),
        1 => Some(WaterLevel::Feet),
        2 => Some(WaterLevel::Waist),
        3 => Some(WaterLevel::Eyes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn full() -> PlayerState {
        PlayerState {
            on_ground: Some(Ground {
                normal: Vec3::Z,
                texinfo: Some(3),
                surface: SurfaceFlags::from_bits_retain(1 << 30),
                contents: Contents::SOLID,
                model: Some(0),
            }),
            duck: DuckPhase::Rising { elapsed_ns: 5_000_000_000 },
            water_level: WaterLevel::Waist,
            ladder: Some(Vec3::X),
            ladder_let_go: true,
            water_jump: Some(WaterJump { remaining_ns: 7, velocity: Vec3::ONE }),
            ..PlayerState::at(Vec3::new(1.0, -2.0, 0.1))
        }
    }

    #[test]
    fn every_state_comes_back_and_nothing_shorter_is_one() {
        for state in [full(), PlayerState::at(Vec3::ZERO)] {
            let words = state.to_words();
            assert_eq!(PlayerState::from_words(&mut words.iter().copied()), Some(state));
            for length in 0..words.len() {
                assert_eq!(PlayerState::from_words(&mut words[..length].iter().copied()), None, "{length} words");
            }
        }
    }

    #[test]
    fn words_that_are_no_state_are_refused() {
        /// Behind the origin, two velocities and the ten words of a full ground.
        const PHASE: usize = 3 * 3 + 1 + 9;
        let words = full().to_words();
        // Origin, an option, the phase of ducking, the high half of a time, the depth of water.
        for (at, bad) in [(0, f32::NAN.to_bits()), (9, 2), (PHASE, 4), (PHASE + 2, u32::MAX), (PHASE + 3, 4)] {
            let mut damaged = words.clone();
            damaged[at] = bad;
            assert_eq!(PlayerState::from_words(&mut damaged.into_iter()), None, "word {at}");
        }
    }
}
