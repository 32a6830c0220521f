//! One number for the whole state of the simulation.
//!
//! Two simulations that got the same inputs must agree on it after every tick; the first tick on which they do
//! not is where they parted. It is xxh3 (64 bits, seed 0) over, in this order:
//!
//! 1. the map's name: length, then bytes;
//! 2. the tick number and the simulated time in nanoseconds;
//! 3. the number of players, then for each in the order of ids: the id, the bits of pitch, yaw and roll, and
//!    everything of [`PlayerState`](kerosene_physics::PlayerState) in the order of its `hash_into`.
//!
//! What can be worked out from these (the position before the last tick, the events of the last tick) or only
//! concerns drawing (the accumulator) is left out.

use crate::players::Player;
use std::hash::Hasher;
use xxhash_rust::xxh3::Xxh3Default;

/// The hash of a state; see the module's documentation for what it covers. All numbers go in as little-endian
/// words, lengths and ticks as 64 bits, so it is the same on machines of any word size and byte order.
pub(crate) fn state_hash(map: &str, tick: u64, time_ns: u64, players: &[Player]) -> u64 {
    let mut hasher = Xxh3Default::new();
    hasher.write(&(map.len() as u64).to_le_bytes());
    hasher.write(map.as_bytes());
    for number in [tick, time_ns, players.len() as u64] {
        hasher.write(&number.to_le_bytes());
    }
    for player in players {
        hasher.write(&player.id.number().to_le_bytes());
        for angle in [player.view.pitch, player.view.yaw, player.view.roll] {
            hasher.write(&angle.to_bits().to_le_bytes());
        }
        player.state.hash_into(&mut hasher);
    }
    hasher.digest()
}
