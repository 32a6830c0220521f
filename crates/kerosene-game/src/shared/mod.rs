//! What several classes have in common.

pub(crate) mod crush;
pub(crate) mod direction;
pub(crate) mod door;
pub(crate) mod filter;
pub(crate) mod sound;
#[cfg(test)]
pub(crate) mod stage;
pub(crate) mod trigger;
pub(crate) mod two_way;
pub(crate) mod visibility;
pub(crate) mod who;
