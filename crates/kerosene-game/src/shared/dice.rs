//! Chance that is the same each time.
//!
//! An entity's throws follow from its handle and from how often it threw; the count is part of its state. So two runs, a
//! replay and a game gone on from a save see the same throws, and no entity's chance depends on another's.

use kerosene_entity::{EntityId, EntityWorld};
use kerosene_world::Component;

/// How often an entity threw.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "dice")]
pub(crate) struct Dice {
    /// Throws so far.
    #[field(key = "")]
    throws: u32,
}

/// An entity's next throw: any number of 32 bits. SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
pub(crate) fn throw(world: &mut EntityWorld, entity: EntityId) -> u32 {
    let throws = world.get::<Dice>(entity).unwrap_or_default().throws;
    world.insert(entity, Dice { throws: throws.wrapping_add(1) });
    let mut bits = entity.to_bits().wrapping_add(u64::from(throws).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ (bits >> 31)) >> 32) as u32
}

/// A whole number from 0 up to but not `sides`; 0 for no sides. Every side is as likely but for one part in four thousand
/// million.
pub(crate) fn throw_below(world: &mut EntityWorld, entity: EntityId, sides: u32) -> u32 {
    ((u64::from(throw(world, entity)) * u64::from(sides)) >> 32) as u32
}

/// A number between two.
pub(crate) fn throw_between(world: &mut EntityWorld, entity: EntityId, low: f32, high: f32) -> f32 {
    let share = (throw(world, entity) >> 8) as f32 / 16_777_216.0;
    low + (high - low) * share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::stage::Stage;

    #[test]
    fn throws_are_even_and_the_same_each_time() {
        let throws = || {
            let mut stage = Stage::new("{ classname info_target targetname t }", &[]);
            let entity = stage.find("t");
            (0..6000).map(|_| throw_below(&mut stage.world, entity, 6) as usize).collect::<Vec<_>>()
        };
        let first = throws();
        assert_eq!(first, throws());
        let mut sides = [0; 6];
        first.iter().for_each(|&side| sides[side] += 1);
        // The standard deviation of a side's count is 29.
        assert!(sides.iter().all(|count| (870..1130).contains(count)), "{sides:?}");
    }
}
