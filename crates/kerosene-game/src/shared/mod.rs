//! What several classes have in common.

pub(crate) mod beat;
pub(crate) mod crush;
pub(crate) mod dice;
pub(crate) mod direction;
pub(crate) mod door;
pub(crate) mod filter;
pub(crate) mod item;
pub(crate) mod keyring;
pub(crate) mod lamp;
pub(crate) mod number;
pub(crate) mod sound;
pub(crate) mod speaker;
#[cfg(test)]
pub(crate) mod stage;
pub(crate) mod switch;
pub(crate) mod tinted;
pub(crate) mod touch_field;
pub(crate) mod trigger;
pub(crate) mod two_way;
pub(crate) mod visibility;
pub(crate) mod who;
