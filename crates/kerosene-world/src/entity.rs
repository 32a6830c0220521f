//! The handle of an entity.

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;

/// Names one entity: a slot and which of the slot's successive entities it is.
///
/// A slot is used again after its entity was destroyed, with a higher generation; a handle kept from before
/// then names nothing, and every operation refuses it. Written `@slot#generation`; generations start at 1,
/// so `Option<Entity>` is no larger than an `Entity`.
///
/// ```
/// use kerosene_world::Entity;
///
/// let hero: Entity = "@0#1".parse()?;
/// assert_eq!((hero.slot(), hero.generation()), (0, 1));
/// assert_eq!(hero.to_string(), "@0#1");
/// assert_eq!(Entity::from_bits(hero.to_bits()), Some(hero));
/// # Ok::<(), kerosene_world::ParseEntityError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entity(NonZeroU64);

impl Entity {
    /// The handle of a slot's entity of that generation; `None` for generation 0, which no entity has.
    #[must_use]
    pub const fn new(slot: u32, generation: u32) -> Option<Entity> {
        match NonZeroU32::new(generation) {
            Some(generation) => Some(Entity::of(slot, generation)),
            None => None,
        }
    }

    /// As [`Entity::new`], where the generation is known not to be 0.
    #[must_use]
    pub(crate) const fn of(slot: u32, generation: NonZeroU32) -> Entity {
        let low = NonZeroU64::MIN;
        // The high half is not zero, so neither is the whole.
        match NonZeroU64::new(((generation.get() as u64) << 32) | slot as u64) {
            Some(bits) => Entity(bits),
            None => Entity(low),
        }
    }

    /// The slot, from 0.
    #[must_use]
    #[inline]
    pub const fn slot(self) -> u32 {
        self.0.get() as u32
    }

    /// The generation, from 1.
    #[must_use]
    #[inline]
    pub const fn generation(self) -> u32 {
        (self.0.get() >> 32) as u32
    }

    /// The handle as one number, never 0: the generation in the high half, the slot in the low.
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0.get()
    }

    /// The handle that [`to_bits`](Entity::to_bits) gave; `None` for a number that is none.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<Entity> {
        Entity::new(bits as u32, (bits >> 32) as u32)
    }
}

impl fmt::Display for Entity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "@{}#{}", self.slot(), self.generation())
    }
}

impl fmt::Debug for Entity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Text that is no handle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no entity: one is written @slot#generation, with a generation from 1, as in @0#1")]
pub struct ParseEntityError(String);

impl FromStr for Entity {
    type Err = ParseEntityError;

    fn from_str(text: &str) -> Result<Entity, ParseEntityError> {
        let parts = text.strip_prefix('@').and_then(|rest| rest.split_once('#'));
        let entity = parts.and_then(|(slot, generation)| Entity::new(number(slot)?, number(generation)?));
        entity.ok_or_else(|| ParseEntityError(text.chars().take(40).collect()))
    }
}

/// A number in its one canonical form: digits, no sign, no leading zeros.
fn number(text: &str) -> Option<u32> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if canonical { text.parse().ok() } else { None }
}
